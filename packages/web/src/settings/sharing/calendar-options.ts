import { usualColor } from '@plmail/wire'
import type { ListedCalendar } from '../../records/index.ts'

/** One calendar to choose or to tick. */
export interface CalendarOption {
  value: string
  text: string
  color: string
}

/** Calendars to choose among: with their account where two have one name. */
export function calendarOptions(
  calendars: readonly ListedCalendar[],
  accountOf: (accountId: string) => string | undefined,
): CalendarOption[] {
  return calendars.map(({ id, accountId, name, color }) => {
    const isOnly = calendars.every((calendar) => calendar.id === id || calendar.name !== name)
    const account = isOnly ? undefined : accountOf(accountId)
    return { value: id, text: account ? `${name} (${account})` : name, color: color ?? usualColor }
  })
}
