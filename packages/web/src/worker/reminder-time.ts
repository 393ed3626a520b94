import type { ReminderView } from '@plmail/wire'
import type { NotifySettings } from '../disk/notifying.ts'

/**
 * The day and the time of what a notification reminds of, on the clocks of the account: those of the device may be
 * others. Settings that were kept before they had a zone are read on the device's clocks.
 */
export function reminderTime(
  { start, isAllDay }: Pick<ReminderView, 'start' | 'isAllDay'>,
  { language, locale = language, timeZone }: Pick<NotifySettings, 'language' | 'locale' | 'timeZone'>,
): { day: string; when: string } {
  const at = new Date(start)
  const zone = timeZone === undefined ? {} : { timeZone }
  const civil = new Intl.DateTimeFormat('sv', { dateStyle: 'short', ...zone })
  const day = new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long', ...zone })
  const hours = new Intl.DateTimeFormat(locale, { timeStyle: 'short', ...zone })
  return {
    day: civil.format(at),
    when: isAllDay ? day.format(at) : `${day.format(at)}, ${hours.format(at)}`,
  }
}
