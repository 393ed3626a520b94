import { displayName, entriesOf, listOf, recordOf, textOf } from '../cards/facts.ts'
import type { CardJson } from '../door.ts'
import { writtenDate } from './dates.ts'
import { escapeText, writeProperty } from './lines.ts'
import { nameKinds, phoneFeatures } from './names.ts'

type Json = Readonly<Record<string, unknown>>
export type VcardVersion = '3.0' | '4.0'
type Params = Array<readonly [string, string | readonly string[]]>

/** A Card as a vCard (RFC 9555): 4.0 as RFC 6350 has it, 3.0 as phones and older programs read it (RFC 2426). */
export function fromCard(card: CardJson, version: VcardVersion): string {
  const isOld = version === '3.0'
  const name = displayName(card) || textOf(card['uid'])
  const lines = [
    'BEGIN:VCARD\r\n',
    writeProperty('VERSION', version),
    writeProperty('UID', escapeText(textOf(card['uid']))),
    writeProperty('FN', escapeText(name)),
    ...nameLines(card, isOld),
    ...kindLines(card, isOld),
    ...entriesOf(card['nicknames']).map((one) => text('NICKNAME', textOf(one['name']), shared(one, isOld))),
    ...entriesOf(card['emails']).map((one) => text('EMAIL', textOf(one['address']), shared(one, isOld))),
    ...entriesOf(card['phones']).map((one) =>
      text('TEL', textOf(one['number']), shared(one, isOld, featuresOf(one))),
    ),
    ...entriesOf(card['addresses']).map((one) => addressLine(one, isOld)),
    ...entriesOf(card['organizations']).map((one) => organizationLine(one, isOld)),
    ...entriesOf(card['titles']).map((one) =>
      text(one['kind'] === 'role' ? 'ROLE' : 'TITLE', textOf(one['name']), []),
    ),
    ...entriesOf(card['notes']).map((one) => text('NOTE', textOf(one['note']), [])),
    ...entriesOf(card['anniversaries']).map(dateLine),
    ...entriesOf(card['links']).map((one) => plain('URL', textOf(one['uri']), shared(one, isOld))),
    ...entriesOf(card['onlineServices']).map((one) => serviceLine(one, isOld)),
    ...entriesOf(card['media']).map((one) => mediaLine(one, isOld)),
    ...keywordLines(card),
    textOf(card['prodId']) === '' ? '' : text('PRODID', textOf(card['prodId']), []),
    momentLine('CREATED', card['created'], isOld),
    momentLine('REV', card['updated'], isOld),
    ...keptLines(card),
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

function shared(one: Json, isOld: boolean, more: readonly string[] = []): Params {
  const contexts = recordOf(one['contexts'])
  const { pref } = one
  const types = [
    ...(contexts['work'] === true ? ['work'] : []),
    ...(contexts['private'] === true ? ['home'] : []),
    ...more,
    ...(isOld && pref === 1 ? ['pref'] : []),
  ]
  const params: Params = types.length > 0 ? [['TYPE', types]] : []
  return !isOld && typeof pref === 'number' ? [...params, ['PREF', String(pref)]] : params
}

function featuresOf(one: Json): string[] {
  const features = recordOf(one['features'])
  return [...phoneFeatures].filter(([, feature]) => features[feature] === true).map(([type]) => type)
}

function nameLines(card: CardJson, isOld: boolean): string[] {
  const components = listOf(recordOf(card['name'])['components'])
  // vCard 3.0 demands N (RFC 2426 §3.1.2).
  if (components.length === 0 && !isOld) return []
  const kinds = isOld ? nameKinds.slice(0, 5) : nameKinds
  const parts = kinds.map((kind) =>
    components
      .filter((one) => one['kind'] === kind)
      .map((one) => escapeText(textOf(one['value'])))
      .join(','),
  )
  while (parts.length > 5 && parts.at(-1) === '') parts.pop()
  return [writeProperty('N', parts.join(';'))]
}

function kindLines(card: CardJson, isOld: boolean): string[] {
  const kind = textOf(card['kind'])
  const members = Object.keys(recordOf(card['members']))
  const [kindName, memberName] = isOld
    ? ['X-ADDRESSBOOKSERVER-KIND', 'X-ADDRESSBOOKSERVER-MEMBER']
    : ['KIND', 'MEMBER']
  return [
    kind === '' || (isOld && kind === 'individual') ? '' : writeProperty(kindName, escapeText(kind)),
    ...members.map((uid) => writeProperty(memberName, escapeText(uid))),
  ]
}

const basic = ['postOfficeBox', 'apartment', 'name', 'locality', 'region', 'postcode', 'country']

function addressLine(one: Json, isOld: boolean): string {
  const components = listOf(one['components'])
  const parts = basic.map((kind) =>
    components
      .filter(
        (piece) => piece['kind'] === kind || (kind === 'name' && !basic.includes(textOf(piece['kind']))),
      )
      .map((piece) => textOf(piece['value']))
      .filter((value) => value !== '')
      .join(' '),
  )
  const full = textOf(one['full'])
  if (parts.every((part) => part === '') && full === '') return ''
  const code = textOf(one['countryCode'])
  const params = [
    ...shared(one, isOld),
    ...(full === '' || isOld ? [] : [['LABEL', full] as const]),
    ...(code === '' || isOld ? [] : [['CC', code] as const]),
  ]
  return writeProperty('ADR', parts.map(escapeText).join(';'), params)
}

function organizationLine(one: Json, isOld: boolean): string {
  const names = [textOf(one['name']), ...listOf(one['units']).map((unit) => textOf(unit['name']))]
  if (names.every((name) => name === '')) return ''
  return writeProperty('ORG', names.map(escapeText).join(';'), shared(one, isOld))
}

function dateLine(one: Json): string {
  const value = writtenDate(recordOf(one['date']))
  const name = { birth: 'BDAY', death: 'DEATHDATE', wedding: 'ANNIVERSARY' }[textOf(one['kind'])]
  return value === undefined || name === undefined ? '' : writeProperty(name, value)
}

function serviceLine(one: Json, isOld: boolean): string {
  const service = textOf(one['service'])
  const params: Params = [
    ...shared(one, isOld),
    ...(service === '' ? [] : [[isOld ? 'X-SERVICE-TYPE' : 'SERVICE-TYPE', service] as const]),
  ]
  const uri = textOf(one['uri'])
  return uri === '' ? text('SOCIALPROFILE', textOf(one['user']), params) : plain('IMPP', uri, params)
}

function mediaLine(one: Json, isOld: boolean): string {
  const name = textOf(one['kind']).toUpperCase()
  if (!['PHOTO', 'LOGO', 'SOUND'].includes(name)) return ''
  const uri = textOf(one['uri'])
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
  const words = Object.keys(recordOf(card['keywords']))
  return words.length === 0 ? [] : [writeProperty('CATEGORIES', words.map(escapeText).join(','))]
}

function momentLine(name: string, value: unknown, isOld: boolean): string {
  const moment = textOf(value)
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(moment) || (isOld && name === 'CREATED')) return ''
  return writeProperty(name, isOld ? moment : moment.replace(/[-:]|\.\d+/g, ''))
}

/** What came as vCard and is nothing in JSContact goes out as it came. */
function keptLines(card: CardJson): string[] {
  const kept = Array.isArray(card['vCardProps']) ? (card['vCardProps'] as unknown[]) : []
  return kept.flatMap((one) => {
    if (!Array.isArray(one)) return []
    const [name, params, , value] = one as unknown[]
    if (typeof name !== 'string' || !/^[a-z0-9-]{1,60}$/i.test(name) || typeof value !== 'string') return []
    if (/^(begin|end|version)$/i.test(name)) return []
    const { group, ...others } = recordOf(params)
    const written = Object.entries(others).flatMap(([key, values]) => {
      const texts = [values].flat().filter((text): text is string => typeof text === 'string')
      return /^[a-z0-9-]{1,60}$/i.test(key) ? [[key.toUpperCase(), texts] as const] : []
    })
    const named = typeof group === 'string' && /^[a-z0-9-]{1,60}$/i.test(group) ? group : null
    return [writeProperty(name.toUpperCase(), value.replace(/[\r\n]/g, ''), written, named)]
  })
}

const written = new Set([
  ...['@type', 'version', 'uid', 'kind', 'name', 'members', 'nicknames', 'emails', 'phones', 'addresses'],
  ...['organizations', 'titles', 'notes', 'anniversaries', 'links', 'onlineServices', 'media', 'keywords'],
  ...['prodId', 'created', 'updated', 'vCardProps'],
])

/** RFC 9555 §3.2.1: properties of JSContact that vCard has no word for. */
function unknownLines(card: CardJson): string[] {
  return Object.entries(card)
    .filter(([name]) => !written.has(name) && /^[A-Za-z][\w.:-]{0,100}$/.test(name))
    .map(([name, value]) => writeProperty('JSPROP', escapeText(JSON.stringify(value)), [['JSPTR', name]]))
}
