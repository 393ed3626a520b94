import type { ReservationView } from '@plmail/wire'
import { expect, test } from 'vitest'
import { eventOf } from './reservations.ts'

const reservation: ReservationView = {
  kind: 'flight',
  name: 'UA110',
  from: 'SFO',
  to: 'JFK',
  place: '',
  reference: 'R1',
  isCancelled: false,
  start: { local: '2027-03-05T04:15:00', timeZone: 'Etc/UTC' },
  end: { local: '2027-03-05T11:30:00', timeZone: 'Etc/UTC' },
  uid: 'u',
}

test('what was booked becomes an event of its length, where it begins', () => {
  expect(eventOf(reservation, 'UA110')).toEqual({
    '@type': 'Event',
    uid: 'u',
    title: 'UA110',
    start: '2027-03-05T04:15:00',
    timeZone: 'Etc/UTC',
    duration: 'PT7H15M',
    description: 'R1',
    locations: { place: { '@type': 'Location', name: 'SFO' } },
  })
})

test('without an end it lasts an hour, days last from the first to the last morning', () => {
  expect(eventOf({ ...reservation, end: null }, 'x')).toMatchObject({ duration: 'PT1H' })
  const days = {
    start: { local: '2027-04-11', timeZone: null },
    end: { local: '2027-04-13', timeZone: null },
  }
  const stay = { ...reservation, ...days, place: 'Main St 1', reference: '' }
  expect(eventOf(stay, 'Hilton')).toEqual({
    '@type': 'Event',
    uid: 'u',
    title: 'Hilton',
    start: '2027-04-11T00:00:00',
    duration: 'P2D',
    showWithoutTime: true,
    locations: { place: { '@type': 'Location', name: 'Main St 1' } },
  })
  expect(eventOf({ ...stay, end: null }, 'Hilton')).toMatchObject({ duration: 'P1D' })
})
