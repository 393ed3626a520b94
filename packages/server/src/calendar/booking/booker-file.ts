import { getClock, writeCalendar, writeDuration, writeWallTime } from '@plmail/calendar-format'
import { type BookingRow, getState } from './booking-rows.ts'
import { deriveUid } from './booking-identifiers.ts'

/**
 * The appointment for the booker's calendar. It names no organizer: whoever booked with a foreign address would learn the
 * owner's, which the confirmation tells to the address alone. The confirmation has the same UID and takes its place.
 */
export function bookerFile(booking: BookingRow, ownerName: string, location: string, at: Date): string {
  const { startsAt, endsAt, timeZone, revision, pageName } = booking
  const zone = getClock(timeZone) ? timeZone : 'Etc/UTC'
  const start = startsAt.getTime()
  const event = {
    '@type': 'Event',
    version: '2.0',
    uid: deriveUid(booking.manageNonce),
    sequence: revision,
    title: `${pageName} – ${ownerName}`,
    status: getState(booking) === 'confirmed' ? 'confirmed' : 'cancelled',
    start: writeWallTime(getClock(zone)?.wallTimeAt(start) ?? start),
    duration: writeDuration({ days: 0, ms: endsAt.getTime() - start }),
    timeZone: zone,
    ...(location === '' ? {} : { locations: { place: { '@type': 'Location', name: location } } }),
  }
  return writeCalendar({ events: [event], at })
}
