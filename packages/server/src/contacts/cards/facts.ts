import { fold } from '../../mail/index.ts'
import type { CardJson } from '../door.ts'

/** Columns by which a card is sorted, found and completed; taken from its well-formed parts. */
export interface CardFacts {
  displayName: string
  given: string
  surname: string
  surname2: string
  fullName: string
  /** Folded text, by the name of the condition that asks for it (RFC 9610 §3.3.1). */
  texts: Readonly<Record<string, string>>
  /** Lower-cased, in the order of preference. */
  addresses: string[]
  /** Terms that are searched by prefix while somebody types. */
  terms: string[]
}

export function factsOf(card: CardJson): CardFacts {
  const name = recordOf(card['name'])
  const components = listOf(name['components'])
  const part = (kind: string): string =>
    components
      .filter((component) => component['kind'] === kind)
      .map((component) => textOf(component['value']))
      .join(' ')
  const emails = entriesOf(card['emails'])
    .map((email) => ({ address: textOf(email['address']).trim().toLowerCase(), pref: prefOf(email) }))
    .filter(({ address }) => address !== '')
    .sort((a, b) => a.pref - b.pref)
  const addresses = [...new Set(emails.map(({ address }) => address))]
  const nicknames = entriesOf(card['nicknames']).map((nickname) => textOf(nickname['name']))
  const organizations = entriesOf(card['organizations']).flatMap((organization) => [
    textOf(organization['name']),
    ...listOf(organization['units']).map((unit) => textOf(unit['name'])),
  ])
  const displayName = displayNameOf(card, components, organizations, addresses)
  const texts = {
    name: folded([
      displayName,
      textOf(name['full']),
      ...components.map((component) => textOf(component['value'])),
    ]),
    'name/given': folded([part('given'), part('given2')]),
    'name/surname': folded([part('surname')]),
    'name/surname2': folded([part('surname2')]),
    nickname: folded(nicknames),
    organization: folded(organizations),
    email: folded(addresses),
    phone: folded(
      entriesOf(card['phones']).flatMap(({ number }) => [
        textOf(number),
        textOf(number).replace(/[^\d+]/g, ''),
      ]),
    ),
    onlineService: folded(
      entriesOf(card['onlineServices']).flatMap((service) =>
        ['service', 'user', 'uri'].map((key) => textOf(service[key])),
      ),
    ),
    address: folded(
      entriesOf(card['addresses']).flatMap((address) => [
        textOf(address['full']),
        ...listOf(address['components']).map((piece) => textOf(piece['value'])),
      ]),
    ),
    note: folded(entriesOf(card['notes']).map((note) => textOf(note['note']))),
  }
  return {
    displayName,
    given: sortKey(part('given')),
    surname: sortKey(part('surname')),
    surname2: sortKey(part('surname2')),
    fullName: sortKey(displayName),
    texts,
    addresses,
    terms: termsOf([displayName, texts.name, ...nicknames, ...organizations], addresses),
  }
}

/** How a card is called: its full name, its parts in order, its organization, its address. */
function displayNameOf(
  card: CardJson,
  components: readonly Readonly<Record<string, unknown>>[],
  organizations: readonly string[],
  addresses: readonly string[],
): string {
  const full = textOf(recordOf(card['name'])['full']).trim()
  const order = ['title', 'given', 'given2', 'surname', 'surname2', 'generation']
  const parts = components.filter((component) => order.includes(textOf(component['kind'])))
  const inOrder = parts.toSorted(
    (a, b) => order.indexOf(textOf(a['kind'])) - order.indexOf(textOf(b['kind'])),
  )
  const joined = inOrder.map((component) => textOf(component['value']).trim()).join(' ')
  return (
    full ||
    joined.trim() ||
    organizations.find((organization) => organization.trim() !== '') ||
    addresses[0] ||
    ''
  )
}

export const displayName = (card: CardJson): string => factsOf(card).displayName

/** Long enough to tell people apart, short enough for an index. */
const longestKey = 200
const longestTerm = 60
const mostTerms = 100

const sortKey = (text: string): string => fold(text).trim().slice(0, longestKey)
const folded = (texts: readonly string[]): string => fold(texts.filter((text) => text !== '').join(' '))

/** Words of names, whole addresses, and the words in an address. */
function termsOf(names: readonly string[], addresses: readonly string[]): string[] {
  const terms = new Set<string>()
  for (const address of addresses) {
    terms.add(fold(address))
    for (const word of wordsIn(address)) terms.add(word)
  }
  for (const name of names) for (const word of wordsIn(name)) terms.add(word)
  return [...terms].map((term) => term.slice(0, longestTerm)).slice(0, mostTerms)
}

/** Letters and digits in a row, folded; also what is typed is cut like this. */
export function wordsIn(text: string): string[] {
  return fold(text).match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
}

function prefOf(entry: Readonly<Record<string, unknown>>): number {
  const { pref } = entry
  return typeof pref === 'number' ? pref : 101
}

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

export function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : {}
}

/** The objects of a map by id (RFC 9553 §1.4.2). */
export const entriesOf = (value: unknown): Readonly<Record<string, unknown>>[] =>
  Object.values(recordOf(value)).map(recordOf)

export const listOf = (value: unknown): Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) ? value.map(recordOf) : []
