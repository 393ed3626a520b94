import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readReservations } from './index.ts'

const script = (json: unknown, type = 'application/ld+json') =>
  `<html><body>Hello<SCRIPT type="${type}">${typeof json === 'string' ? json : JSON.stringify(json)}</script></body></html>`
const read = (json: unknown) => readReservations(script(json))
const flight = (more: object = {}, about: object = {}) => ({
  '@context': 'http://schema.org',
  '@type': 'FlightReservation',
  reservationNumber: 'RXJ34P',
  reservationStatus: 'http://schema.org/ReservationConfirmed',
  reservationFor: {
    '@type': 'Flight',
    flightNumber: '110',
    airline: { '@type': 'Airline', iataCode: 'UA' },
    departureAirport: { '@type': 'Airport', name: 'San Francisco Airport', iataCode: 'SFO' },
    arrivalAirport: { '@type': 'Airport', name: 'John F. Kennedy Airport', iataCode: 'JFK' },
    departureTime: '2027-03-04T20:15:00-08:00',
    arrivalTime: '2027-03-05T06:30:00-05:00',
    ...about,
  },
  ...more,
})

test('a flight is read with where it goes and when, on clocks that the message knows', () => {
  expect(read(flight())).toEqual([
    {
      kind: 'flight',
      name: 'UA110',
      place: '',
      reference: 'RXJ34P',
      isCancelled: false,
      from: 'San Francisco Airport (SFO)',
      to: 'John F. Kennedy Airport (JFK)',
      start: { local: '2027-03-05T04:15:00', timeZone: 'Etc/UTC', placeLocal: '2027-03-04T20:15:00' },
      end: { local: '2027-03-05T11:30:00', timeZone: 'Etc/UTC', placeLocal: '2027-03-05T06:30:00' },
      uid: expect.stringMatching(/^reservation-[0-9a-f]{32}$/) as string,
    },
  ])
})

test.each([
  [
    { '@type': 'LodgingReservation', checkinDate: '2027-04-11', checkoutDate: '2027-04-13' },
    { name: 'Hilton', address: { streetAddress: 'Main St 1', postalCode: '94103', addressLocality: 'Town' } },
    { kind: 'lodging', place: 'Main St 1, 94103 Town', start: { local: '2027-04-11', timeZone: null } },
  ],
  [
    { '@type': 'http://schema.org/EventReservation' },
    {
      name: 'Foo Fighters',
      startDate: '2027-03-06T19:30',
      location: { name: 'AT&T Park', address: 'Plaza 24' },
    },
    { kind: 'event', place: 'AT&T Park, Plaza 24', start: { local: '2027-03-06T19:30:00', timeZone: null } },
  ],
  [
    { '@type': ['TrainReservation'] },
    {
      trainNumber: 'ICE 71',
      departureStation: { name: 'Hamburg' },
      arrivalStation: 'Basel',
      departureTime: '2027-03-06T08:00:00Z',
    },
    {
      kind: 'train',
      name: 'ICE 71',
      from: 'Hamburg',
      to: 'Basel',
      end: null,
      start: { local: '2027-03-06T08:00:00', timeZone: 'Etc/UTC' },
    },
  ],
  [
    { '@type': 'FoodEstablishmentReservation', startTime: '2027-03-06T19:30:00+0100' },
    { name: 'Wagamama', address: '1 Tavistock Street' },
    { kind: 'restaurant', start: { local: '2027-03-06T18:30:00', timeZone: 'Etc/UTC' } },
  ],
])('%o is read', (item, reservationFor, expected) => {
  expect(read([{ '@graph': [{ ...item, reservationFor }] }])).toMatchObject([expected])
})

test('one that was cancelled says so under the uid it had, also when its time has changed', () => {
  const [before] = read(flight())
  const [after] = read(
    flight(
      { reservationStatus: 'http://schema.org/ReservationCancelled' },
      { departureTime: '2027-03-04T22:00:00-08:00' },
    ),
  )
  expect(after).toMatchObject({ isCancelled: true, uid: before?.uid })
})

test.each<[string, unknown]>([
  ['no JSON', '{"@type": "FlightReservation", '],
  ['of another type', { '@type': 'Order', reservationFor: {} }],
  ['named like a property of every object', { '@type': 'constructor', reservationFor: { name: 'x' } }],
  ['about nothing', { '@type': 'FlightReservation' }],
  ['without a time', flight({}, { departureTime: 'soon' })],
  ['at a time there never is', flight({}, { departureTime: '2027-02-30T20:15:00' })],
  ['a number', 7],
])('what is %s is none', (_, json) => {
  expect(read(json)).toEqual([])
})

test('it stays one line and short, ends after it begins, and one thing is told once', () => {
  const [reservation] = read(
    flight({ reservationNumber: `A\u202e\n${'x'.repeat(9_000)}` }, { arrivalTime: '2020-01-01T00:00:00Z' }),
  )
  expect(reservation?.reference).toMatch(/^A x{198}$/)
  expect(reservation?.end).toBeNull()
  expect(read([flight(), flight(), flight({ reservationNumber: 'other' })])).toHaveLength(2)
  expect(readReservations(script(flight(), 'text/javascript'))).toEqual([])
})

test('hostile bodies cost little and give little', () => {
  const bodies = [
    '<script type="application/ld+json">'.repeat(50_000),
    `${'<script'.repeat(100_000)} ld+json`,
    `<script ld+json ${'x'.repeat(1_000_000)}`,
    script(`${'['.repeat(60_000)}`),
    script(Array.from({ length: 400 }, (_, n) => flight({ reservationNumber: String(n) }))),
    script(flight({ reservationNumber: 'x'.repeat(100_000) })),
  ]
  const before = process.cpuUsage()
  expect(bodies.map((html) => readReservations(html).length)).toEqual([0, 0, 0, 0, 0, 0])
  // Seconds would be a walk back and forth over the body.
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(2_000)
  fc.assert(
    fc.property(fc.json(), fc.jsonValue(), (text, value) => {
      expect(read(text)).toEqual([])
      expect(read(flight({ reservationFor: value })).length).toBeLessThanOrEqual(1)
    }),
    { numRuns: 100 },
  )
})
