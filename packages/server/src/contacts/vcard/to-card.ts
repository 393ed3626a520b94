import type { CardJson } from '../types.ts'
import { partialDate } from './dates.ts'
import { type VCardProperty, splitValue, unescapeText } from './lines.ts'
import { addressKinds, getContexts, nameKinds, phoneFeatures } from './names.ts'

type Json = Record<string, unknown>

/** Objects of a map by id, numbered in the order in which they come. */
class Numbered {
  readonly #letter: string
  readonly all: Record<string, Json> = {}
  constructor(letter: string) {
    this.#letter = letter
  }
  add(entry: Json): void {
    this.all[`${this.#letter}${String(Object.keys(this.all).length + 1)}`] = entry
  }
}

const maps = {
  nicknames: 'k',
  organizations: 'o',
  titles: 't',
  emails: 'e',
  onlineServices: 's',
  phones: 'p',
  addresses: 'a',
  links: 'l',
  media: 'm',
  anniversaries: 'd',
  notes: 'n',
} as const
type MapName = keyof typeof maps

/** Pictures larger than this are left where they came from. */
const maxPictureLength = 300_000

/**
 * A vCard of any version as a JSContact Card (RFC 9555). What has no property there is kept in `vCardProps` (§2.16.1), so
 * that it is there again when the card is written.
 */
export function toCard(properties: readonly VCardProperty[]): CardJson {
  const card: Json = { '@type': 'Card', version: '1.0' }
  const into = Object.fromEntries(
    Object.entries(maps).map(([name, letter]) => [name, new Numbered(letter)]),
  ) as Record<MapName, Numbered>
  const labels = new Map(
    properties
      .filter(({ name, group }) => name === 'X-ABLABEL' && group !== null)
      .map(({ group, value }) => [group, unescapeText(value).replace(/^_\$!<(.*)>!\$_$/, '$1')]),
  )
  const rest: unknown[] = []
  for (const property of properties) {
    if (property.name === 'VERSION' || (property.name === 'X-ABLABEL' && labels.has(property.group))) continue
    const label = labels.get(property.group)
    if (!read(property, card, into, label === undefined ? {} : { label }))
      rest.push(unmappedProperty(property))
  }
  for (const name of Object.keys(maps) as MapName[])
    if (Object.keys(into[name].all).length > 0) card[name] = into[name].all
  if (rest.length > 0) card['vCardProps'] = rest
  return card
}

/** As jCard writes it (RFC 7095): name, parameters, type, value. */
function unmappedProperty({ group, name, params, value }: VCardProperty): unknown {
  const json = Object.fromEntries(
    [...params].map(([key, values]) => [key.toLowerCase(), values.length === 1 ? values[0] : values]),
  )
  return [name.toLowerCase(), { ...json, ...(group !== null && { group }) }, 'unknown', value]
}

/** Whether the property was understood and taken. */
function read(property: VCardProperty, card: Json, into: Record<MapName, Numbered>, label: Json): boolean {
  const { name, params, value } = property
  const text = unescapeText(value).trim()
  const shared = { ...getContexts(params), ...label }
  if (text === '') return true
  switch (name) {
    case 'UID':
      card['uid'] ??= text.slice(0, 1000)
      return true
    case 'FN':
      if (nameIn(card)['full'] !== undefined) return false
      nameIn(card)['full'] = text
      return true
    case 'N':
      return readName(property, card)
    case 'NICKNAME':
      for (const nick of splitValue(value, ','))
        into.nicknames.add({ name: unescapeText(nick).trim(), ...shared })
      return true
    case 'EMAIL':
      into.emails.add({ address: text, ...shared })
      return true
    case 'TEL':
      into.phones.add({ number: text.replace(/^tel:/i, ''), ...readFeatures(params), ...shared })
      return true
    case 'ADR':
      return readAddress(property, into.addresses, shared)
    case 'ORG':
      return readOrganization(value, into.organizations, shared)
    case 'TITLE':
    case 'ROLE':
      into.titles.add({ kind: name.toLowerCase(), name: text, ...label })
      return true
    case 'NOTE':
      into.notes.add({ note: text })
      return true
    case 'BDAY':
    case 'ANNIVERSARY':
    case 'DEATHDATE':
      return readDate(property, into.anniversaries)
    case 'URL':
      into.links.add({ uri: value.trim(), ...shared })
      return true
    case 'IMPP':
    case 'SOCIALPROFILE':
    case 'X-SOCIALPROFILE':
      return readService(property, into.onlineServices, shared)
    case 'PHOTO':
    case 'LOGO':
    case 'SOUND':
      return readMedia(property, into.media)
    case 'CATEGORIES':
      card['keywords'] = {
        ...(card['keywords'] as Json | undefined),
        ...toSet(splitValue(value, ',').map((keyword) => unescapeText(keyword).trim())),
      }
      return true
    case 'KIND':
    case 'X-ADDRESSBOOKSERVER-KIND':
      card['kind'] = /^[\w.:-]{1,100}$/.test(text) ? text.toLowerCase() : 'individual'
      return true
    case 'MEMBER':
    case 'X-ADDRESSBOOKSERVER-MEMBER':
      card['members'] = { ...(card['members'] as Json | undefined), [text]: true }
      return true
    case 'PRODID':
      card['prodId'] = text
      return true
    case 'REV':
    case 'CREATED':
      return readMoment(name === 'REV' ? 'updated' : 'created', text, card)
    case 'JSPROP':
      return readUnknown(params.get('JSPTR')?.[0], text, card)
    default:
      return false
  }
}

const nameIn = (card: Json): Json => (card['name'] ??= {}) as Json
const toSet = (keys: readonly string[]): Json =>
  Object.fromEntries(keys.filter((key) => key !== '').map((key) => [key, true]))

function readName({ value }: VCardProperty, card: Json): boolean {
  const name = nameIn(card)
  if (name['components'] !== undefined) return false
  const components = splitValue(value, ';').flatMap((part, at) => {
    const kind = nameKinds[at]
    const values = splitValue(part, ',').map((item) => unescapeText(item).trim())
    return kind === undefined
      ? []
      : values.filter((item) => item !== '').map((item) => ({ kind, value: item }))
  })
  // In the order in which people say it, not in which directories sort.
  const kinds = ['title', 'given', 'given2', 'surname', 'surname2', 'generation', 'credential']
  if (components.length > 0)
    name['components'] = components.toSorted((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind))
  if (Object.keys(name).length === 0) delete card['name']
  return true
}

function readFeatures(params: VCardProperty['params']): Json {
  const types = [...(params.get('TYPE') ?? []), ...params.keys()].map((type) => type.toLowerCase())
  const features = types.flatMap((type) => phoneFeatures.get(type) ?? [])
  return features.length === 0 ? {} : { features: toSet(features) }
}

function readAddress({ value, params }: VCardProperty, into: Numbered, shared: Json): boolean {
  const components = splitValue(value, ';').flatMap((part, at) => {
    const kind = addressKinds[at]
    const text = unescapeText(part).trim()
    return kind === undefined || text === '' ? [] : [{ kind, value: text }]
  })
  const [full] = params.get('LABEL') ?? []
  const [code] = params.get('CC') ?? []
  if (components.length === 0 && full === undefined) return true
  into.add({
    ...(components.length > 0 && { components }),
    ...(full !== undefined && { full }),
    ...(code !== undefined && { countryCode: code }),
    ...shared,
  })
  return true
}

function readOrganization(value: string, into: Numbered, shared: Json): boolean {
  const [name = '', ...units] = splitValue(value, ';').map((part) => unescapeText(part).trim())
  const named = units.filter((unit) => unit !== '').map((unit) => ({ name: unit }))
  if (name === '' && named.length === 0) return true
  into.add({ ...(name !== '' && { name }), ...(named.length > 0 && { units: named }), ...shared })
  return true
}

function readDate({ name, value }: VCardProperty, into: Numbered): boolean {
  const date = partialDate(value.trim())
  if (!date) return false
  into.add({ kind: { BDAY: 'birth', DEATHDATE: 'death' }[name] ?? 'wedding', date })
  return true
}

function readService({ value, params }: VCardProperty, into: Numbered, shared: Json): boolean {
  const text = unescapeText(value).trim()
  const [service] = params.get('SERVICE-TYPE') ?? params.get('X-SERVICE-TYPE') ?? params.get('TYPE') ?? []
  const isUri = /^[a-z][a-z0-9+.-]*:/i.test(text)
  into.add({
    ...(isUri ? { uri: text } : { user: text }),
    ...(service !== undefined && { service }),
    ...shared,
  })
  return true
}

function readMedia({ name, value, params }: VCardProperty, into: Numbered): boolean {
  const encoding = params.get('ENCODING')?.[0]?.toLowerCase()
  const type = params.get('TYPE')?.[0]?.toLowerCase() ?? 'jpeg'
  const isBytes = encoding === 'b' || encoding === 'base64'
  const uri = isBytes ? `data:${mediaType(name, type)};base64,${value.replace(/\s/g, '')}` : value.trim()
  if (uri.length <= maxPictureLength && /^[a-z][a-z0-9+.-]*:/i.test(uri))
    into.add({ kind: name.toLowerCase(), uri })
  return true
}

const mediaType = (name: string, type: string): string =>
  /^[a-z]+\/[\w.+-]+$/.test(type)
    ? type
    : `${name === 'SOUND' ? 'audio' : 'image'}/${type.replace(/[^\w.+-]/g, '')}`

function readMoment(property: string, text: string, card: Json): boolean {
  const extended = text.replace(/^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z?$/, '$1-$2-$3T$4:$5:$6Z')
  const at = new Date(extended)
  if (Number.isNaN(at.getTime())) return false
  card[property] = at.toISOString().replace('.000Z', 'Z')
  return true
}

/** A property of JSContact that vCard has no word for (RFC 9555 §3.2.1); only whole ones at the top. */
function readUnknown(pointer: string | undefined, text: string, card: Json): boolean {
  if (pointer === undefined || !/^[A-Za-z][\w.:-]{0,100}$/.test(pointer) || pointer in card) return false
  try {
    card[pointer] = JSON.parse(text) as unknown
    return true
  } catch {
    return false
  }
}
