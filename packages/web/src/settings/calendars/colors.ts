import { calendarColors } from '@plmail/wire'

/** Those to choose from for a calendar that has a colour: its own may be any, in lower case. */
export function colorsWith(own: string | null): readonly string[] {
  return own === null || calendarColors.some((color) => color === own) ? calendarColors : [own, ...calendarColors]
}
