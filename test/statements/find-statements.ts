import ts from 'typescript'
import { Evaluation } from './evaluate.ts'
import { namedStatement } from './named-statement.ts'
import { isOfTests, relativePath } from './program.ts'
import { standIns, unread } from './stand-ins.ts'
import { Nowhere, Properties, type Sources, Unseen } from './values.ts'
import { type Run, TooManyVariants, everyVariant } from './variants.ts'

/** One text that a call of the product may send, and what the call says about it. */
export interface FoundStatement {
  /** File and line. */
  place: string
  call: ts.CallExpression
  text: string
  /** The types of the values of `$1` and on, as far as the call lists them. */
  values: readonly ts.Type[]
  areAllListed: boolean
  /** Its values have names (`store/named-values.ts`). */
  isNamed: boolean
  /** The type of a row; undefined where the call does not look at rows. */
  row: ts.Type | undefined
}

/** A call whose text cannot be told from the sources. */
interface UnseenStatement {
  place: string
  because: string
}

export interface Statements {
  found: FoundStatement[]
  unseen: UnseenStatement[]
}

/** Where `query`, `prepared` and `send` are declared, for the store's `Sql` and the driver's clients. */
const declaredIn = /\/store\/sql\.ts$|\/@types\/pg\/index\.d\.ts$/
/** What carries out the statements of all others. */
const carriers = /\/store\/(statements|transaction|database|migrate)\.ts$/

/** Finds every statement that the product sends, by walking its sources. */
export function findStatements(program: ts.Program): Statements {
  const checker = program.getTypeChecker()
  const files = program
    .getSourceFiles()
    .filter(({ fileName }) => /\/packages\/[\w-]+\/src\//.test(fileName) && !isOfTests(fileName))
  const listCalls = callIndex(checker, files)
  const standIn: Sources['standIn'] = (made) =>
    standIns.get(`${relativePath(made.getSourceFile().fileName)} ${made.name?.getText() ?? ''}`)
  const sources = { checker, listCalls, standIn }
  const foundStatements: FoundStatement[] = []
  const unseen: UnseenStatement[] = []
  for (const file of files) {
    if (carriers.test(file.fileName) || unread.includes(relativePath(file.fileName))) continue
    for (const call of sqlCalls(checker, file)) {
      const result = expandVariants(sources, call)
      foundStatements.push(...result.found)
      unseen.push(...result.unseen)
    }
  }
  return { found: foundStatements, unseen }
}

function expandVariants(sources: Sources, call: ts.CallExpression): Statements {
  const name = getMethod(call)
  const place = getPlace(call)
  const textAt = name === 'query' ? 0 : 1
  const texts = new Map<string, FoundStatement>()
  const unseen = new Map<string, UnseenStatement>()
  const variants = variantsUnlessTooMany((run) => oneVariant(sources, run, call, textAt))
  for (const variant of variants) {
    if (typeof variant === 'string') unseen.set(variant, { place, because: variant })
    else
      texts.set(`${variant.text} ${variant.row ? sources.checker.typeToString(variant.row) : ''}`, {
        ...variant,
        place,
        call,
      })
  }
  return { found: [...texts.values()], unseen: [...unseen.values()] }
}

function variantsUnlessTooMany(work: (run: Run) => Variant | string): Array<Variant | string> {
  try {
    return everyVariant((run) => {
      try {
        return work(run)
      } catch (error) {
        if (error instanceof Nowhere) return undefined
        throw error
      }
    }).filter((variant) => variant !== undefined)
  } catch (error) {
    if (error instanceof TooManyVariants) return ['has too many variants']
    throw error
  }
}

type Variant = Pick<FoundStatement, 'text' | 'values' | 'areAllListed' | 'isNamed' | 'row'>

function oneVariant(sources: Sources, run: Run, call: ts.CallExpression, textAt: number): Variant | string {
  const evaluation = new Evaluation(sources, run)
  const textNode = call.arguments[textAt]
  if (!textNode) return 'has no text'
  const row = toRow(sources.checker, run, call)
  if (row === 'unseen') return 'its row type cannot be told'
  if (ts.isSpreadElement(textNode)) {
    const named = namedStatement(evaluation, textNode.expression)
    return typeof named === 'string' ? named : { ...named, row }
  }
  let text = evaluation.evaluate(textNode)
  if (text instanceof Properties) text = text.get('text')
  if (text instanceof Unseen) return `${text.at.getText().slice(0, 80)} (${getPlace(text.at)})`
  if (typeof text !== 'string') return 'its text is none'
  const listed = getValues(sources.checker, valuesIn(textNode) ?? call.arguments[textAt + 1])
  return { text, row, isNamed: false, ...listed }
}

/** A statement of the driver's own kind holds its values. */
function valuesIn(textNode: ts.Expression): ts.Expression | undefined {
  if (!ts.isObjectLiteralExpression(textNode)) return undefined
  const property = textNode.properties.find((candidate) => candidate.name?.getText() === 'values')
  return property && ts.isPropertyAssignment(property) ? property.initializer : undefined
}

function getValues(
  checker: ts.TypeChecker,
  list: ts.Expression | undefined,
): Pick<FoundStatement, 'values' | 'areAllListed'> {
  if (!list) return { values: [], areAllListed: true }
  if (!ts.isArrayLiteralExpression(list)) return { values: [], areAllListed: false }
  const spread = list.elements.findIndex(ts.isSpreadElement)
  const listed = spread === -1 ? list.elements : list.elements.slice(0, spread)
  return { values: listed.map((value) => checker.getTypeAtLocation(value)), areAllListed: spread === -1 }
}

function toRow(checker: ts.TypeChecker, run: Run, call: ts.CallExpression): ts.Type | undefined | 'unseen' {
  if (getMethod(call) === 'send') return undefined
  const signature = checker.getResolvedSignature(call)
  const promised = signature && getArguments(checker, signature.getReturnType())[0]
  const list = promised && getArguments(checker, promised)[0]
  if (!list) return 'unseen'
  if (list.flags & ts.TypeFlags.TypeParameter) return ofCaller(checker, run, list)
  return list.flags & (ts.TypeFlags.Unknown | ts.TypeFlags.Any) ? undefined : list
}

/** The call stands in a function that has the row as a type parameter: what the caller names. */
function ofCaller(checker: ts.TypeChecker, run: Run, parameter: ts.Type): ts.Type | undefined | 'unseen' {
  const declared = parameter.symbol.declarations?.[0]
  const owner = declared?.parent
  const caller = owner && run.picked.get(owner)
  if (!declared || !owner || !isCall(caller) || !ts.isFunctionLike(owner)) return 'unseen'
  const index = owner.typeParameters?.findIndex((candidate) => candidate === declared) ?? -1
  const named = caller.typeArguments?.[index]
  return named ? checker.getTypeFromTypeNode(named) : 'unseen'
}

const isCall = (value: unknown): value is ts.CallExpression =>
  typeof value === 'object' &&
  value !== null &&
  'kind' in value &&
  value.kind === ts.SyntaxKind.CallExpression

function getArguments(checker: ts.TypeChecker, type: ts.Type): readonly ts.Type[] {
  if (type.aliasTypeArguments) return type.aliasTypeArguments
  return type.flags & ts.TypeFlags.Object ? checker.getTypeArguments(type as ts.TypeReference) : []
}

function* sqlCalls(checker: ts.TypeChecker, within: ts.Node): Generator<ts.CallExpression> {
  const calls: ts.CallExpression[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && /^(query|prepared|send)$/.test(getMethod(node) ?? '')) calls.push(node)
    ts.forEachChild(node, visit)
  }
  visit(within)
  for (const call of calls) {
    const method = ts.isPropertyAccessExpression(call.expression) ? call.expression.name : call.expression
    const declared = checker.getSymbolAtLocation(method)?.declarations?.[0]
    if (declared && declaredIn.test(declared.getSourceFile().fileName)) yield call
  }
}

function getMethod({ expression }: ts.CallExpression): string | undefined {
  if (ts.isPropertyAccessExpression(expression)) return expression.name.text
  return ts.isIdentifier(expression) ? expression.text : undefined
}

/** Calls by what they call; made once, because every call of the program is looked at. */
function callIndex(checker: ts.TypeChecker, files: readonly ts.SourceFile[]): Sources['listCalls'] {
  const byName = new Map<string, ts.CallExpression[]>()
  const visit = (node: ts.Node): void => {
    const name = ts.isCallExpression(node) ? getMethod(node) : undefined
    if (name !== undefined && ts.isCallExpression(node)) byName.set(name, [...(byName.get(name) ?? []), node])
    ts.forEachChild(node, visit)
  }
  files.forEach(visit)
  const known = new Map<ts.Node, readonly ts.CallExpression[]>()
  return (owner) => {
    const named = namedBy(owner)
    if (!named) return []
    const calling =
      known.get(named) ?? (byName.get(named.name.text) ?? []).filter((call) => isCallOf(checker, call, named))
    known.set(named, calling)
    return calling
  }
}

type Named = ts.Declaration & { name: ts.Identifier | ts.PrivateIdentifier }

/** The declaration by which a function is called. */
function namedBy(owner: ts.Node): Named | undefined {
  const candidates = [owner, owner.parent]
  return candidates.find(
    (node): node is Named =>
      (ts.isFunctionDeclaration(node) ||
        ts.isMethodDeclaration(node) ||
        ts.isVariableDeclaration(node) ||
        ts.isPropertyAssignment(node)) &&
      node.name !== undefined &&
      (ts.isIdentifier(node.name) || ts.isPrivateIdentifier(node.name)),
  )
}

function isCallOf(checker: ts.TypeChecker, { expression }: ts.CallExpression, named: Named): boolean {
  const name = ts.isPropertyAccessExpression(expression) ? expression.name : expression
  const symbol = checker.getSymbolAtLocation(name)
  const target = symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
  return target?.declarations?.includes(named) ?? false
}

function getPlace(node: ts.Node): string {
  const file = node.getSourceFile()
  return `${relativePath(file.fileName)}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`
}
