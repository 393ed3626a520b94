import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

/*
 * Everything that leaves this machine goes through packages/server/src/egress/network, which writes it down and can refuse
 * it (docs/decisions/0109). So nothing else in the program imports what opens connections, and the global `fetch` of the
 * platform is used nowhere.
 */
const root = fileURLToPath(new URL('..', import.meta.url))
const server = 'packages/server/src/'

/** Parts of these modules that open nothing. */
const harmless = {
  net: ['isIP', 'isIPv4', 'isIPv6', 'BlockList'],
  http: ['ServerResponse'], // answers of the listening server
  undici: ['errors'],
  ws: ['WebSocketServer'], // takes over sockets of the listening server
  'nodemailer/lib/addressparser': ['default'], // reads text
}
const connecting = ['net', 'tls', 'http', 'https', 'http2', 'dgram', 'dns', 'dns/promises', 'undici', 'pg']
const connectingLibraries = ['imapflow', 'nodemailer', 'ws', 'web-push']
const globals = ['fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest']

/** Who may all the same, and why. */
const exceptions = [
  [/^egress\/network\//, /./, 'is the way out'],
  [/^(store|jobs)\//, /^pg$/, 'PostgreSQL holds everything there is, the ledger too'],
  [/^(accounts|egress)\//, /^pg$/, 'tells errors of the database apart', ['DatabaseError']],
  [/^store\/gathering-socket\.ts$/, /^net$/, 'a socket to PostgreSQL'],
  [/^providers\/imap\/vanished\.ts$/, /^imapflow$/, 'is given its look-up by the network (connect.ts)'],
  [
    /^(providers\/smtp\/submit|accounts\/probe-smtp)\.ts$/,
    /^nodemailer\/lib\/smtp-connection$/,
    'is given its socket by the network',
  ],
  [/^http\/pages\/[a-z-]+-part\.ts$/, /^fetch$/, 'runs in a browser'],
]

/** Every place of the program that could reach another machine without the network; `path` is below the server's sources. */
export function findWaysOut(path, text) {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const found = []
  const add = (node, what) => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart(source))
    found.push({ line: line + 1, what })
  }
  const isAllowed = (module, names) =>
    exceptions.some(
      ([file, what, , only]) =>
        file.test(path) && what.test(module) && (!only || names.every((name) => only.includes(name))),
    )
  const visit = (node) => {
    const module = moduleOf(node)
    if (module !== undefined && isConnecting(module.name)) {
      const names = module.names.filter((name) => !(harmless[module.name] ?? []).includes(name))
      if (names.length > 0 && !isAllowed(module.name, names))
        add(node, `${module.name} (${names.join(', ')})`)
    }
    const used = globalOf(node)
    if (used !== undefined && !isAllowed(used, [used])) add(node, used)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

const isConnecting = (name) =>
  connecting.includes(name) ||
  connectingLibraries.some((library) => name === library || name.startsWith(`${library}/`))

/** What an import, a re-export, `import()` or `require()` takes from a module, types aside. */
function moduleOf(node) {
  if (ts.isImportDeclaration(node)) {
    const { importClause: clause } = node
    if (clause?.isTypeOnly) return undefined
    const { namedBindings: bindings } = clause ?? {}
    const named =
      bindings && ts.isNamedImports(bindings) ? bindings.elements.filter(({ isTypeOnly }) => !isTypeOnly) : []
    const names = named.map(({ propertyName, name }) => (propertyName ?? name).text)
    if (bindings && ts.isNamespaceImport(bindings)) names.push('*')
    if (clause?.name) names.push(...membersOf(node, clause.name.text))
    return { name: moduleName(node.moduleSpecifier), names }
  }
  if (ts.isExportDeclaration(node) && node.moduleSpecifier && !node.isTypeOnly)
    return { name: moduleName(node.moduleSpecifier), names: ['*'] }
  if (!ts.isCallExpression(node) || node.arguments.length === 0) return undefined
  const isImport =
    node.expression.kind === ts.SyntaxKind.ImportKeyword || node.expression.getText() === 'require'
  return isImport ? { name: moduleName(node.arguments[0]), names: ['*'] } : undefined
}

/** The members of a default import that a file uses; the import itself where it is used otherwise. */
function membersOf(declaration, name) {
  const members = []
  const visit = (node) => {
    if (ts.isIdentifier(node) && node.text === name && !ts.isImportClause(node.parent)) {
      if (ts.isTypeReferenceNode(node.parent) || ts.isQualifiedName(node.parent)) return
      const isMember = ts.isPropertyAccessExpression(node.parent) && node.parent.expression === node
      members.push(isMember ? node.parent.name.text : 'default')
    }
    ts.forEachChild(node, visit)
  }
  visit(declaration.getSourceFile())
  return [...new Set(members)]
}

const moduleName = (node) => (ts.isStringLiteralLike(node) ? node.text : node.getText()).replace(/^node:/, '')

/** The name of the platform's own way out, where an expression means that and no variable of the file. */
function globalOf(node) {
  if (!ts.isIdentifier(node) || !globals.includes(node.text)) return undefined
  const { parent } = node
  if (ts.isPropertyAccessExpression(parent) && parent.name === node)
    return parent.expression.getText() === 'globalThis' ? node.text : undefined
  const isName = 'name' in parent && parent.name === node && !ts.isShorthandPropertyAssignment(parent)
  if (isName || ts.isTypeNode(parent) || (ts.isBindingElement(parent) && parent.propertyName === node))
    return undefined
  return isDeclared(node) ? undefined : node.text
}

function isDeclared(node) {
  for (let scope = node.parent; scope; scope = scope.parent) {
    const declared = []
    if (ts.isFunctionLike(scope)) declared.push(...scope.parameters)
    if (ts.isSourceFile(scope) || ts.isBlock(scope) || ts.isModuleBlock(scope))
      for (const statement of scope.statements) {
        if (ts.isVariableStatement(statement)) declared.push(...statement.declarationList.declarations)
        if (ts.isFunctionDeclaration(statement)) declared.push(statement)
        const bindings = ts.isImportDeclaration(statement) && statement.importClause?.namedBindings
        if (bindings && ts.isNamedImports(bindings)) declared.push(...bindings.elements)
      }
    if (declared.some(({ name }) => name && namesIn(name).includes(node.text))) return true
  }
  return false
}

const namesIn = (name) =>
  ts.isIdentifier(name)
    ? [name.text]
    : name.elements.flatMap((element) => ('name' in element ? namesIn(element.name) : []))

const filesBelow = (folder) =>
  readdirSync(`${root}/${folder}`, { recursive: true, encoding: 'utf8' }).map(
    (file) => `${folder}/${file.replaceAll('\\', '/')}`,
  )

function check() {
  const problems = ['server', 'mail-format', 'calendar-format', 'wire', 'words']
    .flatMap((name) => filesBelow(`packages/${name}/src`))
    .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|-for-tests\.ts$|\.d\.ts$/.test(file))
    .flatMap((file) =>
      findWaysOut(
        file.startsWith(server) ? file.slice(server.length) : file,
        readFileSync(`${root}/${file}`, 'utf8'),
      ).map(
        ({ line, what }) =>
          `${file}:${line}: ${what} leads past the ledger; open connections by egress/network`,
      ),
    )
  for (const problem of problems) console.error(problem)
  process.exit(problems.length > 0 ? 1 : 0)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) check()
