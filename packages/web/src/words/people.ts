import type { EmailAddress } from '@plmail/wire'
import { words } from './app.ts'

/** How many names a row shows before it only counts. */
const maxNames = 3

/** Returns the shortest name that still identifies a person: the given name among several people, else the whole name. */
export function nameOf({ name, email }: EmailAddress): string {
  return name?.trim() || email
}

/** The people of a conversation for one row: each once, in order of appearance, first names when several. */
export function peopleLine(senders: readonly EmailAddress[], own: ReadonlySet<string>): string {
  const byAddress = new Map(senders.map((sender) => [sender.email.toLowerCase(), sender]))
  const people = [...byAddress.values()]
  const [only] = people
  if (people.length === 1 && only) return own.has(only.email.toLowerCase()) ? words.me.alone : nameOf(only)
  const names = people.map((person) =>
    own.has(person.email.toLowerCase()) ? words.me.among : firstName(person),
  )
  if (names.length <= maxNames) return names.join(', ')
  return [names[0], '…', ...names.slice(1 - maxNames)].join(', ').replace(', …,', ' …')
}

function firstName(person: EmailAddress): string {
  const name = nameOf(person)
  if (name === person.email) return name.split('@')[0] ?? name
  // "Family, Given" is how directories write it.
  const afterComma = name.includes(',') ? name.split(',')[1]?.trim() : name
  return (afterComma || name).replace(titles, '').split(/\s+/)[0] ?? name
}

/** Before a name, and never the name. */
const titles = /^(?:(?:dr|prof|mrs?|ms|mx)\.?\s+)+(?=\S)/i

/** One or two letters for a monogram. */
export function initialsOf(person: EmailAddress): string {
  const parts = nameOf(person)
    .replace(/["'()<>[\]]/g, '')
    .split(/[\s@._-]+/)
    .filter((part) => part !== '')
  const letters = [parts[0], parts.length > 1 && person.name ? parts.at(-1) : undefined]
  return letters
    .map((part) => [...(part ?? '')][0] ?? '')
    .join('')
    .toUpperCase()
}

/** One of twelve hues, always the same for an address. */
export function hueOf({ email }: EmailAddress): number {
  let sum = 0
  for (const letter of email.toLowerCase()) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9_973
  return sum % 12
}
