import { isUniversalTime } from '@plmail/wire'
import type { DateWords } from './dates.ts'
import { zoneName } from './zone-name.ts'

/** How the user has times written. */
type Conventions = Pick<DateWords, 'locale' | 'clock'>

/** The time on the clocks of another zone, to stand beside the reader's time: "(18:30 in Berlin)". */
export interface OwnClock {
  time: string
  zone: string
}

/**
 * The time of an event on the clocks of its own zone, with the day where that is another one there. Undefined where the
 * reader's clocks show the same, where it has no zone that this browser knows, and where its zone is universal time.
 */
export function ownClock(
  { start, end = start }: { start: Date; end?: Date },
  eventZone: string | null,
  readerZone: string | undefined,
  { locale, clock }: Conventions,
): OwnClock | undefined {
  if (eventZone === null || isUniversalTime(eventZone) || !isKnownZone(eventZone)) return undefined
  const instants = [start, end]
  if (instants.every((at) => wallIn(at, eventZone) === wallIn(at, readerZone))) return undefined
  const isSameDay = instants.every((at) => dayIn(at, eventZone) === dayIn(at, readerZone))
  const format = new Intl.DateTimeFormat(locale, {
    ...(isSameDay ? {} : { dateStyle: 'medium' as const }),
    timeZone: eventZone,
    timeStyle: 'short',
    ...clock,
  })
  const time = end > start ? format.formatRange(start, end) : format.format(start)
  return { time, zone: zoneName(eventZone) }
}

const civil = (timeZone: string | undefined, timeStyle?: 'short'): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('sv', {
    ...(timeZone === undefined ? {} : { timeZone }),
    ...(timeStyle ? { timeStyle } : {}),
    dateStyle: 'short',
  })

const wallIn = (at: Date, timeZone: string | undefined): string => civil(timeZone, 'short').format(at)
const dayIn = (at: Date, timeZone: string | undefined): string => civil(timeZone).format(at)

function isKnownZone(timeZone: string): boolean {
  try {
    civil(timeZone)
    return true
  } catch {
    return false
  }
}
