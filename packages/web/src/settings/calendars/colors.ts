import { calendarColors } from '@plmail/wire'

/** Lists the colours offered for a calendar, including its own, which may be any, in lower case. */
export function colorsWith(own: string | null): readonly string[] {
  return own === null || calendarColors.some((color) => color === own)
    ? calendarColors
    : [own, ...calendarColors]
}
