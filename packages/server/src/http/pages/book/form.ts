import type { Booker, OpenBookingPage } from '../../../calendar/index.ts'
import { readSlot, getZone } from './picker.ts'
import type { PublicWords } from '../public/words.ts'

/** A visitor's form, as received. */
export interface BookForm {
  slot: string
  name: string
  email: string
  note: string
  timeZone: string
  w: string
  /** Value of a hidden field, which only programs fill in. */
  trap: string
}

export const emptyForm: BookForm = { slot: '', name: '', email: '', note: '', timeZone: '', w: '', trap: '' }

export type BookProblems = Partial<Record<'slot' | 'name' | 'email' | 'note', string>>

export function bookForm(field: (name: string) => string): BookForm {
  return {
    slot: field('slot'),
    name: field('name'),
    email: field('email'),
    note: field('note'),
    timeZone: field('timeZone'),
    w: field('w'),
    trap: field('website'),
  }
}

const maxLength = { name: 120, email: 255, note: 2_000 }

/** One address and nothing that would make more of it. */
const address = /^[^\s@<>(),;:"[\]\\]+@[^\s@<>(),;:"[\]\\]+\.[^\s@<>(),;:"[\]\\]+$/

/** The booker and the time, or what is wrong with them. */
export function checkedForm(
  form: BookForm,
  page: Pick<OpenBookingPage, 'settings'>,
  words: PublicWords,
): { start: number; booker: Booker } | { problems: BookProblems } {
  // oxlint-disable-next-line no-control-regex -- a stranger typed it: control characters become blanks
  const name = form.name.replace(/[\u0000-\u001f\u007f]+/g, ' ').trim()
  const email = form.email.trim()
  const note = form.note
    .replace(/\r\n?/g, '\n')
    // oxlint-disable-next-line no-control-regex -- a stranger typed it: control characters become blanks
    .replace(/[\u0000-\u0009\u000b-\u001f\u007f]/g, ' ')
    .trim()
  const start = readSlot(form.slot)
  const problems: BookProblems = {
    ...(start === undefined ? { slot: words.texts.problems.slot } : {}),
    ...(name === '' || name.length > maxLength.name
      ? { name: words.texts.problems.name({ most: maxLength.name }) }
      : {}),
    ...(email.length > maxLength.email || !address.test(email) ? { email: words.texts.problems.email } : {}),
    ...(note.length > maxLength.note ? { note: words.texts.problems.note({ most: maxLength.note }) } : {}),
  }
  if (start === undefined || Object.keys(problems).length > 0) return { problems }
  const timeZone = getZone(form.timeZone, page)
  return { start, booker: { name, email, note, timeZone, language: words.language } }
}
