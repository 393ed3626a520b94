import { fold } from './fold.ts'

/** Longer ones are no addresses. */
const maxLength = 320

/** Hosts have a few labels; a hostile one may have a hundred. */
const maxLabels = 6

/**
 * Returns the search terms of an address besides its words: itself, its host, two or more consecutive labels of the
 * host, and the part before the @ where that is several words.
 */
export function addressForms(email: string): string[] {
  const whole = fold(email.trim()).slice(0, maxLength)
  const at = whole.lastIndexOf('@')
  const host = whole.slice(at + 1)
  const local = at < 0 ? '' : whole.slice(0, at)
  const labels = host.split('.').slice(-maxLabels)
  const domains = labels.flatMap((_, from) =>
    labels.map((_label, to) => labels.slice(from, to + 1).join('.')),
  )
  return [...new Set([whole, host, ...domains, local])].filter(isForm)
}

/** The whole form of something searched for, when it may be an address, a host or a part of one. */
export function toSearchForm(text: string): string | null {
  const form = fold(text.trim())
    .replace(/^[<("'@.]+|[>)"',;.]+$/g, '')
    .slice(0, maxLength)
  return isForm(form) ? form : null
}

/** True for a whole address, which every message that has it in a field is kept under. */
export const isAddress = (form: string) => /^[^@]+@[^@.]+(?:\.[^@.]+)+$/.test(form)

/** Several words in a row without a blank; a single one is found as a word. */
function isForm(text: string): boolean {
  return /^\S*[\p{L}\p{N}][^\s\p{L}\p{N}\p{M}]+[\p{L}\p{N}]\S*$/u.test(text)
}
