/** Marks that readers leave out when they type: Latin, Greek and Cyrillic accents, Hebrew points, Arabic vowels. */
const marks = /[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670]+/g
/** Letters without a decomposition that people type as plain ones. */
const plain: Readonly<Record<string, string | undefined>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  þ: 'th',
  ς: 'σ',
}
const special = /[ßæœøđðłħıþς]/g
// oxlint-disable-next-line no-control-regex -- the range begins with the first code point
const ascii = /^[\x00-\x7f]*$/
/** The first code point behind the Latin letters that are whole characters, each folded by itself. */
export const latinEnd = 0x250
// oxlint-disable-next-line no-control-regex -- the range begins with the first code point
export const latin = /^[\x00-\u024f]*$/
const latinLetters = /[A-Z\x80-\u024f]/g

/** Text in the form in which it is compared: no case, no accents, one width, one spelling of each letter. */
export function fold(text: string): string {
  if (ascii.test(text)) return text.toLowerCase()
  return latin.test(text) ? text.replace(latinLetters, foldLatin) : foldAny(text)
}

const latinForms = new Map<string, string>()

// One word of ten in western mail has such a letter, and looking it up is a tenth of taking the word apart.
function foldLatin(letter: string): string {
  const form = latinForms.get(letter) ?? foldAny(letter)
  latinForms.set(letter, form)
  return form
}

function foldAny(text: string): string {
  const bare = text.normalize('NFKD').replace(marks, '').normalize('NFKC').toLowerCase()
  // Lower case may bring a mark back (İ), and the marks of Hangul and kana had to be put together again.
  return bare.replace(marks, '').replace(special, (letter) => plain[letter] ?? letter)
}
