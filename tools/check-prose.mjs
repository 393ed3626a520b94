// No sentence stands in the server's sources: problems are codes, and packages/words has their words. Looks at strings
// and templates that begin with a capital and go on in words. Not looked at are errors and lines of the log, for whoever
// reads the log, and what prose-exceptions.mjs names.
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import ts from 'typescript'
import { proseExceptions } from './prose-exceptions.mjs'

const capital = /^(?:\p{Lu}|plMail\b)/u
const anySentence = /^(?:\p{Lu}|\{\}|plMail\b)[^\n]* [^\n]* [^\n]*[.?!”]$/u
const plainWord = /^\p{Ll}{2,}[,.;:!?…]?$/u

/** A capital first, three words or more, two of them plain; or something that ends as a sentence does. */
export function isProse(text) {
  const words = text.trim().split(/\s+/)
  const isSaid = words.length >= 3 && words.filter((word) => plainWord.test(word)).length >= 2
  return isSaid && (capital.test(text) || anySentence.test(text))
}

/** The sentences in a source file that a person might read, with their lines. */
export function proseIn(source) {
  const file = ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest, true)
  const sentences = []
  const visit = (node) => {
    if (isForTheLog(node) || ts.isImportDeclaration(node)) return
    const text = textOf(node)
    if (text !== undefined && isProse(text))
      sentences.push({ line: file.getLineAndCharacterOfPosition(node.getStart()).line + 1, text })
    ts.forEachChild(node, visit)
  }
  visit(file)
  return sentences
}

function textOf(node) {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text
  if (!ts.isTemplateExpression(node)) return undefined
  return node.head.text + node.templateSpans.map(({ literal }) => `{}${literal.text}`).join('')
}

/** Errors that are answers: what they are made with reaches whoever asked. */
const answers = new Set(['Problem', 'MethodFailure'])

/** Messages of errors, also those handed to `super`, and lines of the log. */
function isForTheLog(node) {
  if (ts.isNewExpression(node)) {
    const name = node.expression.getText()
    return !answers.has(name) && (ts.isThrowStatement(node.parent) || name.endsWith('Error'))
  }
  if (!ts.isCallExpression(node)) return false
  return (
    node.expression.kind === ts.SyntaxKind.SuperKeyword || /^(?:\w+\.)*log\./.test(node.expression.getText())
  )
}

/** Sentences outside the exceptions, and exceptions that nothing needs any more. */
export function judgeProse(sources, exceptions) {
  const needed = new Set()
  const complaints = []
  for (const [name, source] of sources) {
    const sentences = proseIn(source)
    const exception = exceptions.find(([files]) => files.test(name))
    if (exception && sentences.length > 0) needed.add(exception)
    if (!exception) complaints.push(...sentences.map(({ line, text }) => `${name}:${line}: ${text}`))
  }
  const needless = exceptions.filter((exception) => !needed.has(exception))
  return [...complaints, ...needless.map(([files]) => `prose-exceptions.mjs: nothing needs ${files}`)]
}

function* sourcesBelow(folder) {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!name.endsWith('.ts') || name.endsWith('.test.ts')) continue
    yield [name.replaceAll('\\', '/'), readFileSync(join(folder, name), 'utf8')]
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const complaints = judgeProse(sourcesBelow('packages/server/src'), proseExceptions)
  for (const complaint of complaints) console.error(complaint)
  if (complaints.length > 0)
    console.error(
      'Sentences belong into packages/words: return a code, and say it at the edge (docs/decisions/0069).',
    )
  process.exit(complaints.length === 0 ? 0 : 1)
}
