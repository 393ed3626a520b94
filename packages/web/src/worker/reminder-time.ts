import type { ReminderView } from '@plmail/wire'
import type { notifications } from '@plmail/words/every-language/notifications'
import type { NotifySettings } from '../disk/notifying.ts'
import { ownClock } from '../words/own-clock.ts'

/**
 * The day and the time of what a notification reminds of, on the clocks of the account: those of the device may be
 * others. The time on the clocks of the event's own zone stands beside it where they differ. Settings that were kept before they had a zone are read on the device's clocks.
 */
export function reminderTime(
  { start, isAllDay, timeZone: eventZone }: Pick<ReminderView, 'start' | 'isAllDay' | 'timeZone'>,
  { language, locale = language, timeZone }: Pick<NotifySettings, 'language' | 'locale' | 'timeZone'>,
  words: Pick<(typeof notifications)['en'], 'inZone'>,
): { day: string; when: string } {
  const at = new Date(start)
  const zone = timeZone === undefined ? {} : { timeZone }
  const civil = new Intl.DateTimeFormat('sv', { dateStyle: 'short', ...zone })
  const day = new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long', ...zone })
  const hours = new Intl.DateTimeFormat(locale, { timeStyle: 'short', ...zone })
  const when = isAllDay ? day.format(at) : `${day.format(at)}, ${hours.format(at)}`
  const own = isAllDay ? undefined : ownClock({ start: at }, eventZone, timeZone, { locale, clock: {} })
  return { day: civil.format(at), when: own ? `${when} ${words.inZone(own)}` : when }
}
