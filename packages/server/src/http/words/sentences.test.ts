import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { sentences as german } from './de/sentences.ts'
import { catalogues, inLanguage, languageAsked, languageOf } from './index.ts'

const source = join(import.meta.dirname, '../..')
/** The rooms whose sentences reach people over HTTP, and single files of others. */
const read = [
  'accounts',
  'people',
  'http/api',
  'http/guard',
  'http/oauth',
  'http/pages',

  'sync/watches',
  'sync/verify/damage-card.ts',
  'config/public-address.ts',
  'http/server.ts',
  'http/live/routes.ts',
  'sync/outbox/refuse.ts',
  'sync/outbox/await-room.ts',
  'sync/calendars/notify-conflicts.ts',
  'mail/submission/sentences.ts',
  'main/probe-provider.ts',
]

/** What looks like a sentence and is read by programs, administrators' logs or nobody. */
const notSaid = [
  /^No client ID and secret are configured$|^WebPush: |^Content-Encoding: |^HTTP\/1\.1 |^Basic realm|^Bearer realm/,
  // For programs.
  /^(Send an app password, or a token|The token is not valid|The app password is not right)/,
  /^Live updates need a subscriber cookie\.$|^One topic is needed\.$/,
  // Put together from sentences.
  /^[{} ]+$|^: \{\}$|^This \{\}\.$/,
]

function filesOf(place: string): string[] {
  if (place.endsWith('.ts')) return [join(source, place)]
  return readdirSync(join(source, place), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !/test|public\/|(^|\/)(book|share)\/|message-page/.test(name))
    .map((name) => join(source, place, name))
}

/** Literals and templates that read like sentences or labels of cards, by their template. */
function saidIn(file: string): string[] {
  const said: string[] = []
  const visit = (node: ts.Node): void => {
    // Thrown errors are for the log; lines put together by + are one.
    if (ts.isThrowStatement(node) && /new Error\(/.test(node.getText())) return
    const text = templateOf(node)
    if (text !== undefined) {
      if (isSentence(text, node)) said.push(text)
      if (ts.isBinaryExpression(node)) return
    }
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true))
  return said
}

function templateOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text
  if (ts.isTemplateExpression(node))
    return asOne(node.head.text + node.templateSpans.map(({ literal }) => `{}${literal.text}`).join(''))
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.PlusToken) return undefined
  const [left, right] = [templateOf(node.left), templateOf(node.right)]
  return left === undefined || right === undefined ? undefined : left + right
}

/** Sentences put side by side are one place: where one ends is not to be seen. */
const asOne = (template: string): string => template.replaceAll(/\{\} ?(?=\{\})/g, '')

function isSentence(text: string, node: ts.Node): boolean {
  const isLabel = ts.isPropertyAssignment(node.parent) && /^(label|title)$/.test(node.parent.name.getText())
  if (isLabel) return /^\p{Lu}/u.test(text)
  return /^ ?(\p{Lu}|\{\}|plMail|\. )[^\n]* [^\n]*[.?!”}]$/u.test(text) && /\p{L}{2} /u.test(text)
}

/** The descriptions of JMAP errors, which are no whole sentences. */
function describedIn(file: string): string[] {
  const described: string[] = []
  const visit = (node: ts.Node): void => {
    const text = templateOf(node)
    if (text !== undefined && /^\p{Lu}[^\n]* /u.test(text) && isDescription(node)) described.push(text)
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true))
  return described
}

function isDescription({ parent }: ts.Node): boolean {
  if (ts.isPropertyAssignment(parent) || ts.isVariableDeclaration(parent))
    return parent.name.getText() === 'description'
  return ts.isCallExpression(parent) && parent.expression.getText() === 'invalidProperties'
}

const files = read.flatMap(filesOf)
const jmap = filesOf('http/jmap')
const said = new Set(
  [...files.flatMap(saidIn), ...jmap.flatMap(describedIn)].filter(
    (text) => !notSaid.some((one) => one.test(text)),
  ),
)

describe('what rooms say', () => {
  test('has German, every sentence of it', () => {
    expect(said.size).toBeGreaterThan(200)
    expect([...said].filter((text) => !Object.hasOwn(german, text))).toEqual([])
  })

  test('is what there is German for: nothing is kept that nobody says', () => {
    const sources = [...files, ...jmap].map((file) => readFileSync(file, 'utf8')).join('\n')
    const pieces = (text: string) => text.split('{}').map((one) => one.replace(/^This |\.$/g, '').trim())
    const unsaid = Object.keys(german).filter(
      (text) => !said.has(text) && !pieces(text).every((piece) => sources.includes(piece)),
    )
    expect(unsaid).toEqual([])
  })

  test('puts in as many values in German as in English, and speaks to nobody as to a friend', () => {
    const places = (text: string) => new Set(text.match(/\{\d\}/g))
    const wrong = Object.entries(german).filter(([en, de]) => places(de).size !== en.split('{}').length - 1)
    expect(wrong).toEqual([])
    expect(Object.values(german).filter((one) => /\b(du|dir|dich|dein|deine)\b/i.test(one))).toEqual([])
  })

  test.each([
    ['Try again.', 'Bitte versuchen Sie es noch einmal.'],
    ['Use at most 100 characters.', 'Bitte nehmen Sie höchstens 100 Zeichen.'],
    [
      'imap.example.org accepts no connection on port 99. IMAP usually listens on port 993 with TLS or on 143 with STARTTLS.',
      'imap.example.org nimmt an Port 99 keine Verbindung an. IMAP ist meist an Port 993 mit TLS oder an 143 mit STARTTLS zu erreichen.',
    ],
    [
      'Google refused the sign-in. It said: “No.”.',
      'Google hat die Anmeldung abgelehnt. Die Antwort war: „No.“.',
    ],
    [
      'Google did not give permission to read and change mail and to send mail.',
      'Google hat nicht erlaubt, Post zu lesen und zu ändern und Post zu senden.',
    ],
    [
      'It could not be switched on. The account has been removed. plMail looks for new mail every fifteen minutes.',
      'Sie ließ sich nicht einschalten. Das Konto wurde entfernt. plMail sieht alle fünfzehn Minuten nach neuer Post.',
    ],
    [
      'a@b.example: mail.example is busy. It is tried again by itself.',
      'a@b.example: mail.example ist beschäftigt. Es wird von selbst weiter versucht.',
    ],
    [
      '“Lunch” was not sent to bo@example.net and 2 more. The mail server said: 550 No such person.',
      '„Lunch“ wurde nicht an bo@example.net und 2 weitere gesendet. Der Mailserver sagte: 550 No such person.',
    ],
    [
      'A message could not be moved and is back where it was. The mail server said: No.',
      'Eine Nachricht ließ sich nicht verschieben und ist wieder, wo sie war. Der Mailserver sagte: No.',
    ],
    ['NO [ALERT] a server’s own words', 'NO [ALERT] a server’s own words'],
  ])('%s', (english, expected) => {
    expect(inLanguage(english, 'de')).toBe(expected)
    expect(inLanguage(english, 'en')).toBe(english)
  })

  test('takes any words of a stranger, and in no time', () => {
    const piece = fc.constantFrom('. ', ' ', '{}', '{1}', '$&', '“', ...Object.keys(german))
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string({ maxLength: 20 })), { maxLength: 40 }), (pieces) => {
        expect(typeof inLanguage(pieces.join(''), 'de')).toBe('string')
      }),
    )
    const began = performance.now()
    inLanguage('It could not be switched on. '.repeat(100), 'de')
    inLanguage('a. '.repeat(1_000), 'de')
    expect(performance.now() - began).toBeLessThan(5_000)
  })
})

describe('the catalogues of the server’s own pages', () => {
  const leaves = (value: unknown, path = ''): [string, string][] =>
    typeof value === 'string'
      ? [[path, value]]
      : typeof value === 'function'
        ? [[path, String(value(2))]]
        : Object.entries(value ?? {}).flatMap(([name, inner]) => leaves(inner, `${path}.${name}`))

  test('say the same things, each in its language', () => {
    const [en, de] = [new Map(leaves(catalogues.en)), new Map(leaves(catalogues.de))]
    expect([...de.keys()].sort()).toEqual([...en.keys()].sort())
    expect([...en].filter(([path, text]) => de.get(path) === text)).toEqual([['.pages.demo.label', 'Demo']])
  })
})

test('a language is that of a locale, or the first that a browser asks for and that is spoken here', () => {
  expect(['de', 'de-CH', 'den', 'en-US', 'fr'].map(languageOf)).toEqual(['de', 'de', 'en', 'en', 'en'])
  const asked = ['de-AT,en', 'fr, de;q=0.8, en', 'en-GB,de', 'fr', undefined, ',;,', 'DE']
  expect(asked.map(languageAsked)).toEqual(['de', 'de', 'en', 'en', 'en', 'en', 'de'])
})
