/**
 * How a message writes its numbers and chooses among its plural forms. The names are one letter long, because every
 * compiled message with a number repeats them in what the browser loads.
 */
export interface Formats {
  /** Writes a number: 12480 → "12,480". */
  n(value: number): string
  /** The plural category of an amount. */
  c(value: number): Intl.LDMLPluralRule
  /** The plural category of a place in an order. */
  o(value: number): Intl.LDMLPluralRule
}

let chosenNumbers: Intl.NumberFormat | undefined

/** The formats of a language. Plurals always follow it, digits and separators only where no locale is set. */
export function formatsOf(language: string): Formats {
  const numbers = new Intl.NumberFormat(language)
  const plurals = new Intl.PluralRules(language)
  let ordinals: Intl.PluralRules | undefined
  return {
    n: (value) => (chosenNumbers ?? numbers).format(value),
    c: (value) => plurals.select(value),
    o: (value) => (ordinals ??= new Intl.PluralRules(language, { type: 'ordinal' })).select(value),
  }
}

/** Writes the numbers of all messages as the locale has it: for a program that speaks with one person. */
export function writeNumbersAs(locale: string): void {
  chosenNumbers = new Intl.NumberFormat(locale)
}
