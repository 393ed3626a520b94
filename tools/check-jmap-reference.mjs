/**
 * Prints into docs/jmap.md what the capabilities of packages/server/src/main/jmap-capabilities.ts declare of themselves, and
 * what packages/wire declares: the methods of plMail's own capabilities and the forms of ids. Without --write it fails
 * when the page is stale, or a method is not declared or described.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { declaredMethods } from './declared-methods.mjs'
import { markdownTable, printedPart } from './printed-part.mjs'

/** Types that the protocol calls otherwise than packages/wire does. */
const namesOfTypes = {
  submission: 'EmailSubmission',
  journal: 'journal entry',
  user: 'user',
  account: 'account',
  ruleRun: 'run of a rule or on a list',
  appPassword: 'app password',
}
const code = (text) => `\`${text}\``
const tool = 'tools/check-jmap-reference.mjs'
const page = 'docs/jmap.md'
/** An account that has everything, as its owner sees it in a browser. */
const everyAccount = {
  account: { hasVacation: true },
  caller: { accounts: new Map([[1, {}]]), mayWrite: true },
  holdsMail: true,
  holdsCalendars: true,
  isOfPerson: true,
}
const { jmapCapabilities, ids } = await declarations()
const capabilities = jmapCapabilities({ push: { applicationServerKey: 'key' } })
const broken = [
  ...printedPart({ page, name: 'capabilities', tool, text: capabilityTable() }),
  ...undescribedMethods(),
  ...printedPart({ page, name: 'methods', tool, text: methodTable() }),
  ...printedPart({ page, name: 'ids', tool, text: idTable() }),
]
for (const line of broken) console.error(line)
process.exitCode = broken.length === 0 ? 0 : 1

/** The declarations run as they are: nothing of a room is asked before a method is called. */
async function declarations() {
  const folder = mkdtempSync(join(tmpdir(), 'jmap-'))
  const outfile = join(folder, 'declarations.mjs')
  const contents = `
    export { jmapCapabilities } from './packages/server/src/main/jmap-capabilities.ts'
    export * as ids from './packages/wire/src/ids.ts'`
  try {
    await build({
      stdin: { contents, resolveDir: process.cwd() },
      outfile,
      bundle: true,
      platform: 'node',
      format: 'esm',
      logLevel: 'warning',
      banner: {
        js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url)",
      },
    })
    return await import(outfile)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function capabilityTable() {
  const rows = capabilities.map(({ uri, methods = {}, limits = {}, ofAccount, ofServer }) => {
    const values = { ...ofServer?.('https://mail.example'), ...ofAccount?.(everyAccount) }
    const numbers = Object.entries({ ...values, ...limits }).filter(([, value]) => typeof value === 'number')
    return [
      code(uri),
      Object.keys(methods).map(code).join(', ') || '–',
      numbers.map(([name, value]) => `${code(name)} ${value.toLocaleString('en')}`).join(', ') || '–',
    ]
  })
  return markdownTable(['capability', 'methods', 'limits'], rows)
}

/** The methods that no RFC describes, and what is declared of each. */
function ownMethods() {
  const declared = declaredMethods()
  return capabilities
    .filter(({ uri }) => uri.startsWith('urn:plmail:'))
    .flatMap(({ methods = {} }) => Object.keys(methods).map((name) => ({ name, ...declared.get(name) })))
}

function undescribedMethods() {
  return ownMethods()
    .filter(({ says }) => !says)
    .map(({ name }) => `packages/wire declares no method ${name}, or does not say what it does`)
}

function methodTable() {
  const list = (names = []) => names.map(code).join(', ') || '–'
  const rows = ownMethods().map(({ name, says = '', takes, answers }) => [
    code(name),
    says.replace(/\s+/g, ' '),
    list(takes),
    list(answers),
  ])
  return markdownTable(['method', 'does', 'arguments', 'answer'], rows)
}

function idTable() {
  const rows = Object.entries(ids).flatMap(([name, codec]) => {
    const type = /^(\w+)WireId$/.exec(name)?.[1]
    return type && codec.encode.length === 1 && /^[A-Z]+1$/.test(codec.encode(1))
      ? [[namesOfTypes[type] ?? type[0].toUpperCase() + type.slice(1), code(codec.encode(1))]]
      : []
  })
  return markdownTable(['type', 'id'], rows)
}
