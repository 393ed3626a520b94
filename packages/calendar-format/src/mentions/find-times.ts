import { startOfDay, writeDate, writeWallTime, type WallTime } from '../clocks/wall-time.ts'
import { findClock } from './mentioned-clock.ts'
import { findDays } from './mentioned-days.ts'
import { findPlace } from './mentioned-place.ts'

/** A day or a time that a text mentions, which whoever reads it may want in the calendar. */
export interface MentionedEvent {
  /** `2026-12-05`, or with a time `2026-12-05T15:00:00`. */
  start: string
  /** Undefined: the text does not say. Only with a time. */
  end: string | undefined
  /** IANA name, where the text names a zone of one meaning. */
  timeZone: string | undefined
  /** Empty where the text names none, or more than one. */
  place: string
}

/** What is read of a text, so that the longest costs no more than others; a line longer than that is no sentence. */
const maxLength = 20_000
const maxLineLength = 600
const maxMentions = 5

/** Where an older message begins that this one answers or passes on. */
const endOfOwn =
  /^(?:-{2,} ?(?:Original|Ursprüngliche|Forwarded|Weitergeleitete)|(?:From|Von|Gesendet|Sent): )|(?:\bwrote|\bschrieb)\b[^.]{0,120}:$/u

/**
 * Finds what a message proposes to come to: days and times after it was written. `writtenAt` is when that was, on the
 * clocks of whoever wrote it; years, weekdays and `tomorrow` are understood from there. Without `knowsDay` it may have been
 * the day before or after there, and weekdays and `tomorrow` mean nothing.
 */
export function findMentionedTimes(
  text: string,
  writtenAt: WallTime,
  { knowsDay }: { knowsDay: boolean },
): MentionedEvent[] {
  const lines = ownLines(text)
  const place = findPlace(lines)
  const mentions = lines.flatMap((line) => mentionsIn(line, writtenAt, knowsDay))
  const starts = new Set<string>()
  const events: MentionedEvent[] = []
  for (const mention of mentions) {
    const isStored =
      starts.has(mention.start) || mentions.some(({ start }) => start.startsWith(`${mention.start}T`))
    if (isStored) continue
    starts.add(mention.start)
    events.push({ ...mention, place })
    if (events.length === maxMentions) break
  }
  return events
}

function ownLines(text: string): string[] {
  const lines = text
    .slice(0, maxLength)
    .replaceAll(/[\u00a0\u2009\u202f]/g, ' ')
    .split(/\r?\n/)
  const end = lines.findIndex((line) => line.length <= maxLineLength && endOfOwn.test(line.trim()))
  return lines
    .slice(0, end < 0 ? lines.length : end)
    .filter((line) => line.length <= maxLineLength && !line.startsWith('>'))
}

function mentionsIn(
  line: string,
  writtenAt: WallTime,
  knowsDay: boolean,
): Array<Omit<MentionedEvent, 'place'>> {
  return findDays(line, writtenAt).flatMap((mention) => {
    if (!mention.isWhole && !knowsDay) return []
    const clock = findClock(line, mention)
    if (clock === 'doubtful') return []
    if (clock) {
      const start = mention.day + clock.from
      if (start <= writtenAt) return []
      const end = clock.to === undefined ? undefined : writeWallTime(mention.day + clock.to)
      return [{ start: writeWallTime(start), end, timeZone: clock.timeZone }]
    }
    if (!mention.isWhole || mention.day <= startOfDay(writtenAt)) return []
    return [{ start: writeDate(mention.day), end: undefined, timeZone: undefined }]
  })
}
