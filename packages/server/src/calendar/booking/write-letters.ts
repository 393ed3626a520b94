import {
  clockOf,
  type EventObject,
  writeCalendar,
  writeDuration,
  writeWallTime,
} from '@plmail/calendar-format'
import type { BookingRow } from './booking-rows.ts'
import type { BookingMail } from './letter.ts'
import { letterWords, type LetterWords } from './letter-words.ts'
import { uidOf } from './made-of-nonce.ts'

export type Occasion = 'confirmed' | 'moved' | 'cancelled'

export interface LetterFacts {
  booking: BookingRow
  occasion: Occasion
  /** As whom it is sent. */
  from: { name: string; email: string }
  /** The owner's. */
  zone: string
  language: 'en' | 'de'
  location: string
  /** By which the booking can be changed; undefined where this installation does not know its own address. */
  manageAddress: string | undefined
  at: Date
}

/** To who booked: an invitation by the owner, so that their calendar hears of changes. */
export function letterToBooker(facts: LetterFacts): BookingMail {
  const { booking, occasion, from, location, manageAddress } = facts
  const words = letterWords[booking.language]
  const owner = from.name || from.email
  const lines = [
    words.intro[occasion](booking.pageName, owner),
    '',
    words.when(whenOf(booking, booking.timeZone, booking.language), booking.timeZone),
    ...(location === '' ? [] : [words.where(location)]),
    ...(occasion === 'cancelled' || manageAddress === undefined ? [] : ['', words.manage(manageAddress)]),
  ]
  const method = occasion === 'cancelled' ? ('CANCEL' as const) : ('REQUEST' as const)
  return {
    to: booking.email,
    replyTo: undefined,
    subject: `${words[occasion]}: ${booking.pageName}`,
    text: `${lines.join('\n')}\n`,
    calendar: { method, text: writeCalendar({ events: [invitation(facts)], method, at: facts.at }) },
  }
}

/** To the owner, who has the event in the calendar already. */
export function letterToOwner({ booking, occasion, from, zone, language }: LetterFacts): BookingMail {
  const words = letterWords[language]
  const who = `${booking.name} <${booking.email}>`
  const lines = [
    saidToOwner(booking, occasion, words)(who, booking.pageName),
    '',
    words.when(whenOf(booking, zone, language), zone),
    ...(booking.note === '' ? [] : ['', words.note, booking.note]),
  ]
  return {
    to: from.email,
    replyTo: booking.email,
    subject: `${words[occasion]}: ${booking.pageName} — ${booking.name}`,
    text: `${lines.join('\n')}\n`,
    calendar: undefined,
  }
}

function saidToOwner(
  { cancelledBy, isPlaced }: BookingRow,
  occasion: Occasion,
  { byYou, notice }: LetterWords,
): (who: string, name: string) => string {
  if (occasion === 'cancelled' && cancelledBy === 'owner') return byYou.cancelled
  return occasion === 'moved' && isPlaced ? byYou.moved : notice[occasion]
}

function whenOf({ startsAt, endsAt }: BookingRow, timeZone: string, language: 'en' | 'de'): string {
  const zone = clockOf(timeZone) ? timeZone : 'UTC'
  const locale = language === 'de' ? 'de-DE' : 'en-GB'
  const day = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const
  const time = { hour: '2-digit', minute: '2-digit' } as const
  return new Intl.DateTimeFormat(locale, { ...day, ...time, timeZone: zone }).formatRange(startsAt, endsAt)
}

function invitation({ booking, occasion, from, zone, location, at }: LetterFacts): EventObject {
  const start = booking.startsAt.getTime()
  const owner = `mailto:${from.email}`
  const person = { '@type': 'Participant' }
  return {
    '@type': 'Event',
    version: '2.0',
    uid: uidOf(booking.manageNonce),
    sequence: booking.revision,
    title: booking.pageName,
    status: occasion === 'cancelled' ? 'cancelled' : 'confirmed',
    start: writeWallTime(clockOf(zone)?.wallTimeAt(start) ?? start),
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
