import { type Day, hourMs, instantIn, wallIn, wallOf } from '../../records/index.ts'
import type { DateText } from '../date-text.ts'

/** What the clocks of a second zone show when those of the grid show this hour: with minutes where it is no full hour. */
export function secondHourText(
  dateText: Pick<DateText, 'hour' | 'time'>,
  { day, hour, zone, secondZone }: { day: Day; hour: number; zone: string; secondZone: string },
): string {
  const wall = wallIn(instantIn(wallOf(day) + hour * hourMs, zone), secondZone)
  return wall % hourMs === 0 ? dateText.hour(wall) : dateText.time(wall)
}

/** The city that an IANA zone is named after: "Buenos Aires" of `America/Argentina/Buenos_Aires`. */
export function cityOf(zone: string): string {
  return (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')
}
