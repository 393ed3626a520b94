import { expect, test } from 'vitest'
import { reservationTime } from './reservation-time.ts'

const dates = { locale: 'en-GB', clock: {} }
const reservationText = (time: Parameters<typeof reservationTime>[0], zone = 'Europe/Berlin') =>
  reservationTime(time, dates, zone).replaceAll(/\s+/gu, ' ')

test('a booking is told on the reader’s clocks, with those of the place beside them', () => {
  const departure = {
    local: '2027-03-05T23:40:00',
    timeZone: 'Etc/UTC',
    placeLocal: '2027-03-05T18:40:00',
  } as const
  expect(reservationText(departure)).toMatch(
    /^Saturday,? 6 March 2027(,| at) 00:40 \(5 Mar 2027, 18:40 local time\)$/,
  )
  expect(reservationText(departure, 'Etc/UTC')).toMatch(
    /^Friday,? 5 March 2027(,| at) 23:40 \(18:40 local time\)$/,
  )
})

test('nothing stands beside it on the same clocks, where no other is known, and of a day', () => {
  const arrival = {
    local: '2027-03-05T17:40:00',
    timeZone: 'Etc/UTC',
    placeLocal: '2027-03-05T18:40:00',
  } as const
  expect(reservationText(arrival)).toMatch(/ 18:40$/)
  expect(reservationText({ local: '2027-03-05T17:40:00', timeZone: 'Etc/UTC' })).toMatch(/ 18:40$/)
  expect(reservationText({ local: '2027-03-05T17:40:00', timeZone: null })).toMatch(/ 17:40$/)
  expect(reservationText({ local: '2027-03-05', timeZone: null })).toMatch(/^Friday,? 5 March 2027$/)
})
