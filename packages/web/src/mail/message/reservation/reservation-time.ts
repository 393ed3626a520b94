import type { ReservationTime } from '@plmail/wire'
import { type DateWords, meetingWords } from '../../../words/index.ts'

/**
 * When something that was booked begins or ends: on the reader's clocks, with those of the place beside them where they
 * show something else. A time of which only the place's clocks are known is told on those, and a day is a day.
 */
export function reservationTime(
  { local, timeZone, placeLocal }: ReservationTime,
  dates: Pick<DateWords, 'locale' | 'clock'>,
  readerZone: string | undefined,
): string {
  if (local.length === 10) return write(`${local}T00:00:00`, 'UTC', { dateStyle: 'full' }, dates)
  const full = { dateStyle: 'full', timeStyle: 'short' } as const
  if (timeZone === null) return write(local, 'UTC', full, dates)
  const readerTime = write(local, readerZone, full, dates)
  if (placeLocal === undefined || write(placeLocal, 'UTC', full, dates) === readerTime) return readerTime
  const day = { dateStyle: 'full' } as const
  const isSameDay = write(placeLocal, 'UTC', day, dates) === write(local, readerZone, day, dates)
  const style = isSameDay
    ? ({ timeStyle: 'short' } as const)
    : ({ dateStyle: 'medium', timeStyle: 'short' } as const)
  const placeTime = write(placeLocal, 'UTC', style, dates)
  return `${readerTime} (${placeTime} ${meetingWords.reservations.local})`
}

/** A time that is written without its zone, read in UTC. */
function write(
  local: string,
  timeZone: string | undefined,
  style: Pick<Intl.DateTimeFormatOptions, 'dateStyle' | 'timeStyle'>,
  { locale, clock }: Pick<DateWords, 'locale' | 'clock'>,
): string {
  const format = new Intl.DateTimeFormat(locale, {
    ...style,
    ...(style.timeStyle ? clock : {}),
    ...(timeZone === undefined ? {} : { timeZone }),
  })
  return format.format(new Date(`${local}Z`))
}
