import { getClock, type EventObject, isObject, localEnd, parseWallTime } from '@plmail/calendar-format'
import { getLanguage } from '@plmail/wire'
import { catalogueOf } from '@plmail/words'
import type { Speech } from './invitation-parts.ts'
import { plainAddress, participantAt } from './participants.ts'

export type MailKind =
  'REMINDER' | 'REQUEST' | 'UPDATE' | 'CANCEL' | 'COUNTER' | 'accepted' | 'tentative' | 'declined'

/**
 * Writes the plain text of a message about a meeting, for people whose program reads no calendars, in the sender's
 * language.
 */
export function mailText(
  what: MailKind,
  event: EventObject,
  from: string,
  speech: Speech,
): { subject: string; body: string } {
  const texts = catalogueOf(getLanguage(speech.locale)).meetingMail
  const title = singleLine(event['title']) || texts.untitled
  const me = participantAt(event, from)?.[1]
  const comment = typeof me?.['participationComment'] === 'string' ? me['participationComment'].trim() : ''
  const place = getPlace(event)
  const lines = [
    what === 'REMINDER'
      ? texts.reminder
      : texts.sentence({ kind: what, who: singleLine(me?.['name']) || from }),
    ...(comment && isAnswer(what) ? ['', comment] : []),
    '',
    title,
    texts.when({ time: whenText(what, event, speech) }),
    ...(place ? [texts.where({ place })] : []),
    ...(event['recurrenceRule'] === undefined ? [] : [texts.repeats]),
  ]
  return { subject: texts.subject({ kind: what, title }).slice(0, 250), body: `${lines.join('\n')}\n` }
}

const isAnswer = (what: MailKind): boolean => ['accepted', 'tentative', 'declined'].includes(what)

const singleLine = (json: unknown): string =>
  typeof json === 'string' ? json.replace(/\s+/g, ' ').trim().slice(0, 200) : ''

function getPlace({ locations, virtualLocations }: EventObject): string {
  const named = isObject(locations) ? Object.values(locations).find(isObject) : undefined
  const virtual = isObject(virtualLocations) ? Object.values(virtualLocations).find(isObject) : undefined
  return singleLine(named?.['name']) || singleLine(virtual?.['uri'])
}

/**
 * To others in the zone of the event, which is named. A reminder goes to oneself: it is in the reader's zone, with that
 * of the event beside it where the clocks differ. A day is the same day everywhere.
 */
function whenText(what: MailKind, event: EventObject, { locale, timeZone }: Speech): string {
  // An event may end in another zone than it begins in; a reader is told of one.
  const { endTimeZone: _endZone, ...withOneZone } = event
  const start = parseWallTime(String(event['start'])) ?? 0
  const end = localEnd(withOneZone)
  if (event['showWithoutTime'] === true) {
    const day = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: 'UTC' })
    const last = end - 86_400_000
    return last > start ? day.formatRange(start, last) : day.format(start)
  }
  const zone =
    typeof event['timeZone'] === 'string' && getClock(event['timeZone']) ? event['timeZone'] : timeZone
  const clock = getClock(zone)
  const from = clock?.instantAt(start) ?? start
  const to = clock?.instantAt(end) ?? end
  const rangeIn = (zoneName: string): string =>
    new Intl.DateTimeFormat(locale, {
      dateStyle: 'full',
      timeStyle: 'short',
      timeZone: zoneName,
    }).formatRange(from, to)
  const own = rangeIn(zone)
  if (what !== 'REMINDER') return `${own} (${zone})`
  const inOwnZone = rangeIn(timeZone)
  return inOwnZone === own ? own : `${inOwnZone} (${own}, ${zone})`
}

/** Returns the kind of a message, by its method and content. */
export function chooseMailKind(method: string, event: EventObject, from: string, isKnown: boolean): MailKind {
  if (method === 'REQUEST') return isKnown ? 'UPDATE' : 'REQUEST'
  if (method === 'CANCEL' || method === 'COUNTER') return method
  const status = plainAddress(participantAt(event, from)?.[1]['participationStatus'])
  return status === 'accepted' || status === 'declined' ? status : 'tentative'
}
