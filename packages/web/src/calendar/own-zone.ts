import { dayMs, dayOf, type ShownOccurrence, ownZoneTimes } from '../records/index.ts'
import { calendarWords as words, zoneName } from '../words/index.ts'
import type { DateText } from './date-text.ts'

/**
 * The times of an event in its own zone, to stand beside those in the reader's: "(18:30–20:30 in Europe/Berlin)", with the
 * day where that is another one. Undefined where the clocks show the same.
 */
export function ownZoneText(
  dateText: DateText,
  occurrence: Pick<ShownOccurrence, 'event' | 'start'>,
  zone: string,
): string | undefined {
  const own = ownZoneTimes(occurrence.event, zone)
  if (!own) return undefined
  const { start, end } = own
  if (end - start > dayMs)
    return words.card.inZone({
      time: dateText.when({ start, end, isAllDay: false }),
      zone: zoneName(own.zone),
    })
  const hours = dateText.hours(own)
  const day = dayOf(start)
  return words.card.inZone({
    time: day === dayOf(occurrence.start) ? hours : `${dateText.shortDay(day)}, ${hours}`,
    zone: zoneName(own.zone),
  })
}
