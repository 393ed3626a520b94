import type { EventPreview } from '@plmail/wire'
import { instantIn, isZone, wallOf } from '../../../records/index.ts'
import { type DateWords, meetingWords } from '../../../words/index.ts'
import { meetingTime } from '../invitation/meeting-time.ts'

/**
 * When an event of a calendar file is: in the reader's zone, with its own beside it where the clocks differ. A time
 * without a zone is the same on every clock.
 */
export function eventTime(
  { start, end, timeZone }: Pick<EventPreview, 'start' | 'end' | 'timeZone'>,
  dates: Pick<DateWords, 'locale' | 'clock'>,
  zone: string | undefined,
): string | null {
  if (start === null) return null
  const instants = { start: instantOf(start, timeZone), end: instantOf(end ?? start, timeZone) }
  const isFloating = timeZone === null && !start.endsWith('Z')
  const { local, own } = meetingTime(
    {
      start: new Date(instants.start).toISOString(),
      end: new Date(Math.max(instants.start, instants.end)).toISOString(),
      event: {
        showWithoutTime: !start.includes('T'),
        timeZone: isFloating ? null : (timeZone ?? 'Etc/UTC'),
      },
    },
    dates,
    zone,
  )
  return own === null || timeZone === null
    ? local
    : `${local} ${meetingWords.inZone({ time: own.time, zone: own.zone })}`
}

function instantOf(written: string, timeZone: string | null): number {
  if (written.endsWith('Z')) return Date.parse(written)
  // A zone that this browser does not know is read as the server read it: in UTC.
  return timeZone !== null && isZone(timeZone) && written.includes('T')
    ? instantIn(wallOf(written), timeZone)
    : wallOf(written)
}
