import { fold } from '../../mail/index.ts'
import type { CardJson } from '../types.ts'

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

export function extractFacts(card: CardJson): CardFacts {
  const name = readRecord(card['name'])
  const components = readList(name['components'])
  const part = (kind: string): string =>
    components
      .filter((component) => component['kind'] === kind)
      .map((component) => readText(component['value']))
      .join(' ')
  const emails = getEntries(card['emails'])
    .map((email) => ({
      address: readText(email['address']).trim().toLowerCase(),
      pref: getPreferenceRank(email),
    }))
    .filter(({ address }) => address !== '')
    .sort((a, b) => a.pref - b.pref)
  const addresses = [...new Set(emails.map(({ address }) => address))]
  const nicknames = getEntries(card['nicknames']).map((nickname) => readText(nickname['name']))
  const organizations = getEntries(card['organizations']).flatMap((organization) => [
    readText(organization['name']),
    ...readList(organization['units']).map((unit) => readText(unit['name'])),
  ])
  const displayName = composeDisplayName(card, components, organizations, addresses)
  const texts = {
    name: foldTexts([
      displayName,
      readText(name['full']),
      ...components.map((component) => readText(component['value'])),
    ]),
    'name/given': foldTexts([part('given'), part('given2')]),
    'name/surname': foldTexts([part('surname')]),
    'name/surname2': foldTexts([part('surname2')]),
    nickname: foldTexts(nicknames),
    organization: foldTexts(organizations),
    email: foldTexts(addresses),
    phone: foldTexts(
      getEntries(card['phones']).flatMap(({ number }) => [
        readText(number),
        readText(number).replace(/[^\d+]/g, ''),
      ]),
    ),
    onlineService: foldTexts(
      getEntries(card['onlineServices']).flatMap((service) =>
        ['service', 'user', 'uri'].map((key) => readText(service[key])),
      ),
    ),
    address: foldTexts(
      getEntries(card['addresses']).flatMap((address) => [
        readText(address['full']),
        ...readList(address['components']).map((piece) => readText(piece['value'])),
      ]),
    ),
    note: foldTexts(getEntries(card['notes']).map((note) => readText(note['note']))),
  }
  return {
    displayName,
    given: sortKey(part('given')),
    surname: sortKey(part('surname')),
    surname2: sortKey(part('surname2')),
    fullName: sortKey(displayName),
    texts,
    addresses,
    terms: collectTerms([displayName, texts.name, ...nicknames, ...organizations], addresses),
  }
}

/** How a card is called: its full name, its parts in order, its organization, its address. */
function composeDisplayName(
  card: CardJson,
  components: readonly Readonly<Record<string, unknown>>[],
  organizations: readonly string[],
  addresses: readonly string[],
): string {
  const full = readText(readRecord(card['name'])['full']).trim()
  const order = ['title', 'given', 'given2', 'surname', 'surname2', 'generation']
  const parts = components.filter((component) => order.includes(readText(component['kind'])))
  const inOrder = parts.toSorted(
    (a, b) => order.indexOf(readText(a['kind'])) - order.indexOf(readText(b['kind'])),
  )
  const joined = inOrder.map((component) => readText(component['value']).trim()).join(' ')
  return (
    full ||
    joined.trim() ||
    organizations.find((organization) => organization.trim() !== '') ||
    addresses[0] ||
    ''
  )
}

export const displayName = (card: CardJson): string => extractFacts(card).displayName

/** Long enough to tell people apart, short enough for an index. */
const maxKeyLength = 200
const maxTermLength = 60
const maxTerms = 100

const sortKey = (text: string): string => fold(text).trim().slice(0, maxKeyLength)
const foldTexts = (texts: readonly string[]): string => fold(texts.filter((text) => text !== '').join(' '))

/** Words of names, whole addresses, and the words in an address. */
function collectTerms(names: readonly string[], addresses: readonly string[]): string[] {
  const terms = new Set<string>()
  for (const address of addresses) {
    terms.add(fold(address))
    for (const word of wordsIn(address)) terms.add(word)
  }
  for (const name of names) for (const word of wordsIn(name)) terms.add(word)
  return [...terms].map((term) => term.slice(0, maxTermLength)).slice(0, maxTerms)
}

/** Letters and digits in a row, folded; also what is typed is cut like this. */
export function wordsIn(text: string): string[] {
  return fold(text).match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
}

function getPreferenceRank(entry: Readonly<Record<string, unknown>>): number {
  const { pref } = entry
  return typeof pref === 'number' ? pref : 101
}

export const readText = (value: unknown): string => (typeof value === 'string' ? value : '')

export function readRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : {}
}

/** The objects of a map by id (RFC 9553 §1.4.2). */
export const getEntries = (value: unknown): Readonly<Record<string, unknown>>[] =>
  Object.values(readRecord(value)).map(readRecord)

export const readList = (value: unknown): Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) ? value.map(readRecord) : []
