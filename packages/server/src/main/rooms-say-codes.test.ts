import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'

const source = join(import.meta.dirname, '..')

/** Files whose sentences are no problems of rooms. Each has its reason; the list only gets shorter. */
const spoken: ReadonlyArray<readonly [files: RegExp, why: string]> = [
  [/^console\//, 'lines of commands for whoever runs the server'],
  [/^(main|config|store)\//, 'why a start fails, for whoever runs the server'],
  [/^(jmap|http\/jmap)\//, 'texts of RFC 8620 errors, for the authors of clients'],
  [/^http\/(words|pages)\//, 'catalogues and pages of the server'],
  [/^http\/guard\/token-holder\.ts$/, 'for the authors of clients'],
  [/^http\/webhooks\//, 'answers to providers'],
  [/^calendar\/booking\/(letter-words|write-letters|booker-file)\.ts$/, 'catalogue of mails about bookings'],
  [/^calendar\/invitations\/mail-text\.ts$/, 'catalogue of mails about meetings'],
  [
    /^calendar\/events\/(check-event|occurrence|patch-event|set-events|split)\.ts$/,
    'texts of RFC 8620 errors',
  ],
  [/^http\/live\/routes\.ts$/, 'for the authors of clients'],
  [/^safety\/render\/rendering\.ts$/, 'a note within a message, which is cut'],
  [/^sync\/ledger\/stub\.ts$/, 'a message, which is bytes and has the language of mail servers'],
  [
    /^providers\/microsoft\/(diagnose|import)\.ts$/,
    'a report for whoever runs the server; names of properties',
  ],
  [
    /^providers\/(google|microsoft|caldav)\/calendar|^providers\/(google|microsoft|imap|sieve|caldav)\//,
    'words of a provider, shown as such',
  ],
]

/** Literals that read like a sentence: several words, a capital first, an end. */
const looksSaid = (text: string) =>
  /^(\p{Lu}|\{\}|plMail)[^\n]* [^\n]* [^\n]*[.?!”]$/u.test(text) && /\p{L}{3} \p{Ll}/u.test(text)

function templateOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text
  if (!ts.isTemplateExpression(node)) return undefined
  return node.head.text + node.templateSpans.map(({ literal }) => `{}${literal.text}`).join('')
}

/** Messages of errors and events of the log are for whoever reads the log. */
const isForTheLog = (node: ts.Node) =>
  (ts.isNewExpression(node) && node.expression.getText().endsWith('Error')) ||
  (ts.isCallExpression(node) && /^(?:\w+\.)*log\./.test(node.expression.getText()))

function sentencesIn(text: string): string[] {
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (isForTheLog(node)) return
    const template = templateOf(node)
    if (template !== undefined && looksSaid(template)) found.push(template)
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile('room.ts', text, ts.ScriptTarget.Latest, true))
  return found
}

const sources = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|-suite\.ts$|-for-tests\.ts$|\/killed-/.test(file))

test('a sentence in a room is found, and a message for the log is none', () => {
  expect(sentencesIn("const why = { text: 'The mailbox is full at the server.' }")).toHaveLength(1)
  expect(sentencesIn('const why = `${host} accepts no connection on port ${port}.`')).toHaveLength(1)
  expect(sentencesIn("throw new Error('The mailbox is full at the server.')")).toEqual([])
})

test('no room says a sentence: problems are codes, and the catalogues have the words', () => {
  const said = sources
    .filter((file) => !spoken.some(([files]) => files.test(file)))
    .flatMap((file) =>
      sentencesIn(readFileSync(join(source, file), 'utf8')).map((text) => `${file}: ${text}`),
    )
  expect(said).toEqual([])
})

test('every exception is one that is needed', () => {
  const needless = spoken.filter(
    ([files]) =>
      !sources.some(
        (file) => files.test(file) && sentencesIn(readFileSync(join(source, file), 'utf8')).length > 0,
      ),
  )
  expect(needless.map(([files]) => String(files))).toEqual([])
})
