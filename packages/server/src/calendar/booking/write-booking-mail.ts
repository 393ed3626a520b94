import { catalogueOf } from '@plmail/words'
import { type Language, localeWithoutRegion } from '@plmail/wire'
import {
  getClock,
  type EventObject,
  writeCalendar,
  writeDuration,
  writeWallTime,
} from '@plmail/calendar-format'
import type { BookingRow } from './booking-rows.ts'
import type { BookingMail } from './booking-mail.ts'
import { deriveUid } from './booking-identifiers.ts'

export type Occasion = 'confirmed' | 'moved' | 'cancelled'

export interface BookingMailFacts {
  booking: BookingRow
  occasion: Occasion
  /** As whom it is sent. */
  from: { name: string; email: string }
  /** The owner's. */
  zone: string
  language: Language
  location: string
  /** By which the booking can be changed; undefined where this installation does not know its own address. */
  manageAddress: string | undefined
  at: Date
}

/** Writes to the person who booked: an invitation by the owner, so that their calendar hears of changes. */
export function writeMailToBooker(facts: BookingMailFacts): BookingMail {
  const { booking, occasion, from, location, manageAddress } = facts
  const words = catalogueOf(booking.language).bookingMail
  const owner = from.name || from.email
  const lines = [
    words.intro({ occasion, name: booking.pageName, owner }),
    '',
    words.when({ time: formatWhen(booking, booking.timeZone, booking.language), zone: booking.timeZone }),
    ...(location === '' ? [] : [words.where({ place: location })]),
    ...(occasion === 'cancelled' || manageAddress === undefined
      ? []
      : ['', words.manage({ address: manageAddress })]),
  ]
  const method = occasion === 'cancelled' ? ('CANCEL' as const) : ('REQUEST' as const)
  return {
    to: booking.email,
    replyTo: undefined,
    subject: words.subject({ occasion, name: booking.pageName }),
    text: `${lines.join('\n')}\n`,
    calendar: { method, text: writeCalendar({ events: [invitation(facts)], method, at: facts.at }) },
  }
}

/** Writes to the owner, who has the event in the calendar already. */
export function writeMailToOwner({ booking, occasion, from, zone, language }: BookingMailFacts): BookingMail {
  const words = catalogueOf(language).bookingMail
  const saying = { occasion, booker: `${booking.name} <${booking.email}>`, name: booking.pageName }
  const lines = [
    isByOwner(booking, occasion) ? words.byYou(saying) : words.notice(saying),
    '',
    words.when({ time: formatWhen(booking, zone, language), zone }),
    ...(booking.note === '' ? [] : ['', words.note, booking.note]),
  ]
  return {
    to: from.email,
    replyTo: booking.email,
    subject: words.ownerSubject({ occasion, name: booking.pageName, booker: booking.name }),
    text: `${lines.join('\n')}\n`,
    calendar: undefined,
  }
}

/** Owners are told of their own changes as such; what was only booked is always somebody else's doing. */
function isByOwner({ cancelledBy, isPlaced }: BookingRow, occasion: Occasion): boolean {
  return occasion === 'cancelled' ? cancelledBy === 'owner' : occasion === 'moved' && isPlaced
}

function formatWhen({ startsAt, endsAt }: BookingRow, timeZone: string, language: Language): string {
  const zone = getClock(timeZone) ? timeZone : 'UTC'
  const day = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const
  const time = { hour: '2-digit', minute: '2-digit' } as const
  return new Intl.DateTimeFormat(localeWithoutRegion(language), {
    ...day,
    ...time,
    timeZone: zone,
  }).formatRange(startsAt, endsAt)
}

function invitation({ booking, occasion, from, zone, location, at }: BookingMailFacts): EventObject {
  const start = booking.startsAt.getTime()
  const owner = `mailto:${from.email}`
  const person = { '@type': 'Participant' }
  return {
    '@type': 'Event',
    version: '2.0',
    uid: deriveUid(booking.manageNonce),
    sequence: booking.revision,
    title: booking.pageName,
    status: occasion === 'cancelled' ? 'cancelled' : 'confirmed',
    start: writeWallTime(getClock(zone)?.wallTimeAt(start) ?? start),
    duration: writeDuration({ days: 0, ms: booking.endsAt.getTime() - start }),
    timeZone: zone,
    updated: `${at.toISOString().slice(0, 19)}Z`,
    ...(location === '' ? {} : { locations: { place: { '@type': 'Location', name: location } } }),
    organizerCalendarAddress: owner,
    participants: {
      owner: {
        ...person,
        name: from.name,
        calendarAddress: owner,
        roles: { owner: true, attendee: true },
        participationStatus: 'accepted',
      },
      booker: {
        ...person,
        calendarAddress: `mailto:${booking.email}`,
        roles: { attendee: true },
        participationStatus: 'accepted',
      },
    },
  }
}
