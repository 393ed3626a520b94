import type { ContactCard } from '@plmail/wire'

/** Properties that are maps by id, and the text by which two entries are the same. */
const maps: Readonly<Record<string, string>> = {
  emails: 'address',
  phones: 'number',
  addresses: 'full',
  notes: 'note',
  nicknames: 'name',
  links: 'uri',
  organizations: 'name',
  titles: 'name',
  onlineServices: 'uri',
  media: 'uri',
  anniversaries: 'kind',
}

type Entries = Record<string, Record<string, unknown>>

/**
 * Returns the changes that merge the other cards into the first: no value of any card is lost, equal values appear
 * once, and a property that can have one value only is taken from the first.
 */
export function mergedInto(first: ContactCard, rest: readonly ContactCard[]): Record<string, unknown> {
  const changes: Record<string, unknown> = {}
  for (const card of rest)
    for (const [property, value] of Object.entries(card)) {
      if (
        ['id', 'uid', 'addressBookIds', '@type', 'version', 'kind', 'created', 'updated'].includes(property)
      )
        continue
      const mine = changes[property] ?? first[property]
      if (property in maps)
        changes[property] = joined((mine ?? {}) as Entries, value as Entries, maps[property] ?? '')
      else if (property === 'keywords' || property === 'members')
        changes[property] = { ...(mine as object), ...(value as object) }
      else if (mine === undefined) changes[property] = value
    }
  return changes
}

function joined(mine: Entries, theirs: Entries, key: string): Entries {
  const all: Entries = { ...mine }
  for (const entry of Object.values(theirs)) {
    const isHere = Object.values(all).some((existing) => textOf(existing, key) === textOf(entry, key))
    if (!isHere) all[`m${String(Object.keys(all).length + 1)}-${String(Object.keys(theirs).length)}`] = entry
  }
  return all
}

const textOf = (entry: Record<string, unknown>, key: string): string => {
  const { [key]: value } = entry
  return typeof value === 'string' ? value.trim().toLowerCase() : JSON.stringify(entry)
}
