import { displayName, getEntries, readList, readRecord, readText } from '../cards/facts.ts'
import type { CardJson } from '../types.ts'
import { writtenDate } from './dates.ts'
import { escapeText, writeProperty } from './lines.ts'
import { nameKinds, phoneFeatures } from './names.ts'

type Json = Readonly<Record<string, unknown>>
export type VcardVersion = '3.0' | '4.0'
type Params = Array<readonly [string, string | readonly string[]]>

/** A Card as a vCard (RFC 9555): 4.0 as RFC 6350 has it, 3.0 as phones and older programs read it (RFC 2426). */
export function fromCard(card: CardJson, version: VcardVersion): string {
  const isOld = version === '3.0'
  const name = displayName(card) || readText(card['uid'])
  const lines = [
    'BEGIN:VCARD\r\n',
    writeProperty('VERSION', version),
    writeProperty('UID', escapeText(readText(card['uid']))),
    writeProperty('FN', escapeText(name)),
    ...nameLines(card, isOld),
    ...kindLines(card, isOld),
    ...getEntries(card['nicknames']).map((nickname) =>
      text('NICKNAME', readText(nickname['name']), shared(nickname, isOld)),
    ),
    ...getEntries(card['emails']).map((email) =>
      text('EMAIL', readText(email['address']), shared(email, isOld)),
    ),
    ...getEntries(card['phones']).map((phone) =>
      text('TEL', readText(phone['number']), shared(phone, isOld, getFeatures(phone))),
    ),
    ...getEntries(card['addresses']).map((address) => addressLine(address, isOld)),
    ...getEntries(card['organizations']).map((organization) => organizationLine(organization, isOld)),
    ...getEntries(card['titles']).map((title) =>
      text(title['kind'] === 'role' ? 'ROLE' : 'TITLE', readText(title['name']), []),
    ),
    ...getEntries(card['notes']).map((note) => text('NOTE', readText(note['note']), [])),
    ...getEntries(card['anniversaries']).map(dateLine),
    ...getEntries(card['links']).map((link) => plain('URL', readText(link['uri']), shared(link, isOld))),
    ...getEntries(card['onlineServices']).map((service) => serviceLine(service, isOld)),
    ...getEntries(card['media']).map((medium) => mediaLine(medium, isOld)),
    ...keywordLines(card),
    readText(card['prodId']) === '' ? '' : text('PRODID', readText(card['prodId']), []),
    momentLine('CREATED', card['created'], isOld),
    momentLine('REV', card['updated'], isOld),
    ...readKeptLines(card),
    ...(isOld ? [] : unknownLines(card)),
    'END:VCARD\r\n',
  ]
  return lines.join('')
}

/** A property that says nothing is not written. */
const text = (name: string, value: string, params: Params): string =>
  value === '' ? '' : writeProperty(name, escapeText(value), params)
const plain = (name: string, value: string, params: Params): string =>
  value === '' ? '' : writeProperty(name, value.replace(/[\r\n]/g, ''), params)

function shared(entry: Json, isOld: boolean, more: readonly string[] = []): Params {
  const contexts = readRecord(entry['contexts'])
  const { pref } = entry
  const types = [
    ...(contexts['work'] === true ? ['work'] : []),
    ...(contexts['private'] === true ? ['home'] : []),
    ...more,
    ...(isOld && pref === 1 ? ['pref'] : []),
  ]
  const params: Params = types.length > 0 ? [['TYPE', types]] : []
  return !isOld && typeof pref === 'number' ? [...params, ['PREF', String(pref)]] : params
}

function getFeatures(phone: Json): string[] {
  const features = readRecord(phone['features'])
  return [...phoneFeatures].filter(([, feature]) => features[feature] === true).map(([type]) => type)
}

function nameLines(card: CardJson, isOld: boolean): string[] {
  const components = readList(readRecord(card['name'])['components'])
  // vCard 3.0 demands N (RFC 2426 §3.1.2).
  if (components.length === 0 && !isOld) return []
  const kinds = isOld ? nameKinds.slice(0, 5) : nameKinds
  const parts = kinds.map((kind) =>
    components
      .filter((component) => component['kind'] === kind)
      .map((component) => escapeText(readText(component['value'])))
      .join(','),
  )
  while (parts.length > 5 && parts.at(-1) === '') parts.pop()
  return [writeProperty('N', parts.join(';'))]
}

function kindLines(card: CardJson, isOld: boolean): string[] {
  const kind = readText(card['kind'])
  const members = Object.keys(readRecord(card['members']))
  const [kindName, memberName] = isOld
    ? ['X-ADDRESSBOOKSERVER-KIND', 'X-ADDRESSBOOKSERVER-MEMBER']
    : ['KIND', 'MEMBER']
  return [
    kind === '' || (isOld && kind === 'individual') ? '' : writeProperty(kindName, escapeText(kind)),
    ...members.map((uid) => writeProperty(memberName, escapeText(uid))),
  ]
}

const basic = ['postOfficeBox', 'apartment', 'name', 'locality', 'region', 'postcode', 'country']

function addressLine(address: Json, isOld: boolean): string {
  const components = readList(address['components'])
  const parts = basic.map((kind) =>
    components
      .filter(
        (piece) => piece['kind'] === kind || (kind === 'name' && !basic.includes(readText(piece['kind']))),
      )
      .map((piece) => readText(piece['value']))
      .filter((value) => value !== '')
      .join(' '),
  )
  const full = readText(address['full'])
  if (parts.every((part) => part === '') && full === '') return ''
  const code = readText(address['countryCode'])
  const params = [
    ...shared(address, isOld),
    ...(full === '' || isOld ? [] : [['LABEL', full] as const]),
    ...(code === '' || isOld ? [] : [['CC', code] as const]),
  ]
  return writeProperty('ADR', parts.map(escapeText).join(';'), params)
}

function organizationLine(organization: Json, isOld: boolean): string {
  const names = [
    readText(organization['name']),
    ...readList(organization['units']).map((unit) => readText(unit['name'])),
  ]
  if (names.every((name) => name === '')) return ''
  return writeProperty('ORG', names.map(escapeText).join(';'), shared(organization, isOld))
}

function dateLine(anniversary: Json): string {
  const value = writtenDate(readRecord(anniversary['date']))
  const name = { birth: 'BDAY', death: 'DEATHDATE', wedding: 'ANNIVERSARY' }[readText(anniversary['kind'])]
  return value === undefined || name === undefined ? '' : writeProperty(name, value)
}

function serviceLine(onlineService: Json, isOld: boolean): string {
  const service = readText(onlineService['service'])
  const params: Params = [
    ...shared(onlineService, isOld),
    ...(service === '' ? [] : [[isOld ? 'X-SERVICE-TYPE' : 'SERVICE-TYPE', service] as const]),
  ]
  const uri = readText(onlineService['uri'])
  return uri === ''
    ? text('SOCIALPROFILE', readText(onlineService['user']), params)
    : plain('IMPP', uri, params)
}

function mediaLine(medium: Json, isOld: boolean): string {
  const name = readText(medium['kind']).toUpperCase()
  if (!['PHOTO', 'LOGO', 'SOUND'].includes(name)) return ''
  const uri = readText(medium['uri'])
  const [, type = '', bytes] = /^data:\w+\/([\w.+-]+);base64,([A-Za-z0-9+/=]*)$/.exec(uri) ?? []
  if (isOld && bytes !== undefined) {
    return writeProperty(name, bytes, [
      ['ENCODING', 'b'],
      ['TYPE', type.toUpperCase()],
    ])
  }
  return plain(name, uri, isOld ? [['VALUE', 'uri']] : [])
}

function keywordLines(card: CardJson): string[] {
  const words = Object.keys(readRecord(card['keywords']))
  return words.length === 0 ? [] : [writeProperty('CATEGORIES', words.map(escapeText).join(','))]
}

function momentLine(name: string, value: unknown, isOld: boolean): string {
  const moment = readText(value)
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(moment) || (isOld && name === 'CREATED')) return ''
  return writeProperty(name, isOld ? moment : moment.replace(/[-:]|\.\d+/g, ''))
}

/** Returns the lines that came as vCard and have no JSContact form, as they came. */
function readKeptLines(card: CardJson): string[] {
  const properties = Array.isArray(card['vCardProps']) ? (card['vCardProps'] as unknown[]) : []
  return properties.flatMap((property) => {
    if (!Array.isArray(property)) return []
    const [name, params, , value] = property as unknown[]
    if (typeof name !== 'string' || !/^[a-z0-9-]{1,60}$/i.test(name) || typeof value !== 'string') return []
    if (/^(begin|end|version)$/i.test(name)) return []
    const { group, ...otherParameters } = readRecord(params)
    const written = Object.entries(otherParameters).flatMap(([key, values]) => {
      const texts = [values].flat().filter((item): item is string => typeof item === 'string')
      return /^[a-z0-9-]{1,60}$/i.test(key) ? [[key.toUpperCase(), texts] as const] : []
    })
    const named = typeof group === 'string' && /^[a-z0-9-]{1,60}$/i.test(group) ? group : null
    return [writeProperty(name.toUpperCase(), value.replace(/[\r\n]/g, ''), written, named)]
  })
}

const written = new Set([
  '@type',
  'version',
  'uid',
  'kind',
  'name',
  'members',
  'nicknames',
  'emails',
  'phones',
  'addresses',
  'organizations',
  'titles',
  'notes',
  'anniversaries',
  'links',
  'onlineServices',
  'media',
  'keywords',
  'prodId',
  'created',
  'updated',
  'vCardProps',
])

/** RFC 9555 §3.2.1: properties of JSContact that vCard has no word for. */
function unknownLines(card: CardJson): string[] {
  return Object.entries(card)
    .filter(([name]) => !written.has(name) && /^[A-Za-z][\w.:-]{0,100}$/.test(name))
    .map(([name, value]) => writeProperty('JSPROP', escapeText(JSON.stringify(value)), [['JSPTR', name]]))
}
