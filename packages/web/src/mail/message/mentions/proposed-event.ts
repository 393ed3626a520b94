import type { MentionedTime } from '@plmail/wire'
import type { ProposedEvent } from '../../../commands/index.ts'
import { dayMs, hourMs, instantIn, minuteMs, wallIn, wallOf } from '../../../records/index.ts'

/** The reader's own zone, and now. */
export interface ReaderClock {
  zone: string
  now: number
}

/**
 * The event that a mentioned time proposes to its reader. Where the text names no zone it is on the reader's clocks, unless
 * those of whoever wrote it show another time: then it is anybody's guess, and there is no proposal. Nor for what is over.
 */
export function proposedEvent(
  { start, end, timeZone, offset, place }: MentionedTime,
  subject: string,
  { zone, now }: ReaderClock,
): ProposedEvent | undefined {
  const title = subject.replace(/^(?:(?:re|aw|fwd?|wg): *)+/i, '').trim()
  const isAllDay = start.length === 10
  const begin = isAllDay ? wallOf(start) : readerWall(start, timeZone, zone)
  const rest = isAllDay ? dayMs : hourMs
  const finish = end === null ? begin + rest : readerWall(end, timeZone, zone)
  if (finish <= wallIn(now, zone)) return undefined
  if (!isAllDay && timeZone === null && offset !== null) {
    const readerOffset = (begin - instantIn(begin, zone)) / minuteMs
    const writtenOffset = (wallIn(now, zone) - now) / minuteMs
    // The writer's clocks as they are now or will be then: summer time comes to both sides on days of its own.
    if (offset !== readerOffset && offset !== writtenOffset) return undefined
  }
  return { title, place, start: begin, end: finish, isAllDay }
}

const readerWall = (local: string, timeZone: string | null, zone: string): number =>
  timeZone === null ? wallOf(local) : wallIn(instantIn(wallOf(local), timeZone), zone)
