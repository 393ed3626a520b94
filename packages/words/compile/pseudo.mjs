import { TYPE, parse } from '@formatjs/icu-messageformat-parser'
import { printAST } from '@formatjs/icu-messageformat-parser/printer.js'

/**
 * Made-up languages in place of English, for tests and for developing: each is made of the English messages, and is also
 * the condition of `package.json` under which its modules are imported. No letter of a message stays ASCII, so a
 * text with ASCII letters came from elsewhere; brackets show where a message was cut off; vowels are doubled because
 * other languages need about a third more room. `pseudo-rtl` also runs from right to left.
 */
export const pseudoLanguages = ['pseudo', 'pseudo-rtl']

/** The made-up language that `PLMAIL_ENGLISH` asks a build for; undefined: none. */
export function pseudoLanguageOf(text) {
  if (text === undefined || text === '') return undefined
  if (!pseudoLanguages.includes(text)) throw new Error(`PLMAIL_ENGLISH is ${pseudoLanguages.join(' or ')}`)
  return text
}

/** All messages of a section, or of a group in it, in a made-up language. */
export function pseudoSection(messages, language) {
  return Object.fromEntries(
    Object.entries(messages).map(([key, value]) => [
      key,
      typeof value === 'string' ? pseudoMessage(value, language) : pseudoSection(value, language),
    ]),
  )
}

/** One ICU message in a made-up language, with the parameters and the choices that it had. */
export function pseudoMessage(text, language) {
  const rewrite = language === 'pseudo-rtl' ? (literal) => mirrorWords(addAccents(literal)) : addAccents
  const elements = rewriteLiterals(parse(text, { ignoreTag: true, requiresOtherClause: true }), rewrite)
  if (!hasText(elements)) return text
  return printAST([literalOf('[!! '), ...elements, literalOf(' !!]')])
}

function rewriteLiterals(elements, rewrite) {
  return elements.map((element) => {
    if (element.type === TYPE.literal) return { ...element, value: rewrite(element.value) }
    if (element.options === undefined) return element
    return { ...element, options: rewriteOptions(element.options, rewrite) }
  })
}

const rewriteOptions = (options, rewrite) =>
  Object.fromEntries(
    Object.entries(options).map(([key, option]) => [
      key,
      { ...option, value: rewriteLiterals(option.value, rewrite) },
    ]),
  )

/** An empty message, or one that is a parameter and nothing else, has no text of its own to mark. */
const hasText = (elements) =>
  elements.some(({ type, value, options }) =>
    type === TYPE.literal
      ? /\p{L}/u.test(value)
      : Object.values(options ?? {}).some((option) => hasText(option.value)),
  )

const literalOf = (value) => ({ type: TYPE.literal, value })

const plain = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const accents = [...'àƀçðéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýžÀƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽ']
const accentOf = new Map([...plain].map((letter, at) => [letter, accents[at]]))

/** Vowels twice and every letter with an accent: `Sign in` → `Šîîĝñ îîñ`. */
const addAccents = (text) =>
  [...text.replace(/[aeiou]/g, '$&$&')].map((letter) => accentOf.get(letter) ?? letter).join('')

/** Words run from right to left as those of Hebrew do, by a control character around each. */
const mirrorWords = (text) => text.replace(/\p{L}+/gu, '\u202E$&\u202C')
