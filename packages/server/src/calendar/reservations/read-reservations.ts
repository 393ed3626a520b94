import { createHash } from 'node:crypto'
import { parseWallTime, writeWallTime } from '@plmail/calendar-format'
import type { ReservationTime, ReservationView } from '@plmail/wire'
import { isObject, type LinkedData, linkedDataIn } from './json-ld.ts'

export type Reservation = ReservationView

const maxReservations = 10
const maxTextLength = 200

/** Reads the reservations in the HTML of a message. */
export function readReservations(html: string): Reservation[] {
  if (!html.includes('ld+json')) return []
  const reservationByKey = new Map<string, Reservation>()
  for (const item of linkedDataIn(html)) {
    const read = toReservation(item)
    if (read && !reservationByKey.has(read.uid)) reservationByKey.set(read.uid, read)
  }
  return [...reservationByKey.values()].slice(0, maxReservations)
}

type ReservationText = Pick<Reservation, 'kind' | 'name' | 'from' | 'to' | 'place'> & {
  start: unknown
  end: unknown
}

const readers: Readonly<Record<string, (item: LinkedData, subject: LinkedData) => ReservationText>> = {
  FlightReservation: (_, flight) => journey('flight', flight, flightName(flight), 'Airport'),
  TrainReservation: (_, train) =>
    journey('train', train, text(train['trainName']) || text(train['trainNumber']), 'Station'),
  BusReservation: (_, bus) =>
    journey('bus', bus, text(bus['busName']) || text(bus['busNumber']), 'BusStop', 'Station'),
  LodgingReservation: (item, house) => ({
    kind: 'lodging',
    name: text(house['name']),
    from: '',
    to: '',
    place: getAddress(house),
    start: item['checkinTime'] ?? item['checkinDate'],
    end: item['checkoutTime'] ?? item['checkoutDate'],
  }),
  EventReservation: (_, event) => ({
    kind: 'event',
    name: text(event['name']),
    from: '',
    to: '',
    place: readPlace(event['location']),
    start: event['startDate'],
    end: event['endDate'],
  }),
  FoodEstablishmentReservation: (item, house) => ({
    kind: 'restaurant',
    name: text(house['name']),
    from: '',
    to: '',
    place: getAddress(house),
    start: item['startTime'],
    end: item['endTime'],
  }),
}

function toReservation(item: LinkedData): Reservation | undefined {
  const type = getType(item)
  const { reservationFor } = item
  if (!Object.hasOwn(readers, type) || !isObject(reservationFor)) return undefined
  const reservation = readers[type]?.(item, reservationFor)
  const start = readTime(reservation?.start)
  if (
    !reservation ||
    !start ||
    (reservation.name === '' && (reservation.from === '' || reservation.to === ''))
  )
    return undefined
  const { kind, name, from, to, place } = reservation
  const end = readTime(reservation.end)
  const reference = text(item['reservationNumber'] ?? item['reservationId'])
  // Where a booking has several parts, each is another thing; a new time of the same one is not.
  const about = reference === '' ? [start.local] : [reference]
  return {
    kind,
    name,
    from,
    to,
    place,
    reference,
    start,
    end: end && isAfter(end, start) ? end : null,
    isCancelled: /(^|\/)(Reservation)?Cancelled$/i.test(text(item['reservationStatus'])),
    uid: getUid([kind, name, from, to, ...about]),
  }
}

const getType = ({ '@type': type }: LinkedData): string =>
  text(Array.isArray(type) ? type[0] : type).replace(/^https?:\/\/schema\.org\//, '')

function journey(
  kind: 'flight' | 'train' | 'bus',
  subject: LinkedData,
  name: string,
  ...stops: string[]
): ReservationText {
  const stop = (way: 'departure' | 'arrival') =>
    stops.map((place) => subject[`${way}${place}`]).find((value) => value !== undefined)
  return {
    kind,
    name,
    from: stopName(stop('departure')),
    to: stopName(stop('arrival')),
    place: '',
    start: subject['departureTime'],
    end: subject['arrivalTime'],
  }
}

function flightName({ airline, provider, flightNumber }: LinkedData): string {
  const by = isObject(airline) ? airline : isObject(provider) ? provider : {}
  const number = text(flightNumber)
  const code = text(by['iataCode'])
  return number.startsWith(code) ? number : `${code}${number}`
}

function stopName(value: unknown): string {
  if (!isObject(value)) return text(value)
  const [name, code] = [text(value['name']), text(value['iataCode'])]
  return name !== '' && code !== '' ? `${name} (${code})` : name || code
}

function readPlace(value: unknown): string {
  if (!isObject(value)) return text(value)
  return [text(value['name']), getAddress(value)].filter((part) => part !== '').join(', ')
}

function getAddress({ address }: LinkedData): string {
  if (!isObject(address)) return text(address)
  const { streetAddress, postalCode, addressLocality } = address
  const town = [text(postalCode), text(addressLocality)].filter((part) => part !== '').join(' ')
  return [text(streetAddress), town].filter((part) => part !== '').join(', ')
}

/** One line of what a stranger wrote. */
function text(value: unknown): string {
  if (typeof value !== 'string' && typeof value !== 'number') return ''
  return String(value)
    .slice(0, 4 * maxTextLength)
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, maxTextLength)
}

const shape = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d)(:\d\d)?(?:\.\d{1,9})?(Z|[+-]\d\d:?\d\d)?)?$/

/** ISO 8601 as schema.org has it. */
function readTime(value: unknown): ReservationTime | null {
  const match = typeof value === 'string' ? shape.exec(value.trim()) : null
  if (!match) return null
  const [, day = '', time, seconds = ':00', offset] = match
  const local = time === undefined ? day : `${day}T${time}${seconds}`
  if (parseWallTime(time === undefined ? `${day}T00:00:00` : local) === undefined) return null
  if (offset === undefined) return { local, timeZone: null }
  const instant = Date.parse(`${local}${offset.replace(/^([+-]\d\d)(\d\d)$/, '$1:$2')}`)
  if (Number.isNaN(instant)) return null
  // Z is what programs write that know no place.
  const placeLocal = offset === 'Z' ? {} : { placeLocal: local }
  return { local: writeWallTime(instant), timeZone: 'Etc/UTC', ...placeLocal }
}

const isAfter = (end: ReservationTime, start: ReservationTime): boolean =>
  end.timeZone === start.timeZone && end.local.length === start.local.length && end.local > start.local

const getUid = (parts: readonly string[]): string =>
  `reservation-${createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32)}`
