import type { Alert } from '@plmail/wire'
import { dayMs, hourMs, minuteMs, spanOf } from '../../records/index.ts'
import { calendarWords as words } from '../../words/index.ts'

/** Minutes before the start that are offered. */
export const leads = [0, 5, 10, 15, 30, 60, 120, 1_440, 2_880, 10_080]

/** Minutes between the reminder and the start; undefined for other kinds of trigger. */
export function leadOf({ trigger }: Alert): number | undefined {
  if (!('offset' in trigger) || trigger.relativeTo === 'end') return undefined
  const isBefore = trigger.offset.startsWith('-')
  const { days, ms } = spanOf(trigger.offset.replace(/^[-+]/, ''))
  const minutes = (days * dayMs + ms) / minuteMs
  return isBefore || minutes === 0 ? minutes : undefined
}

export const alertOf = (minutes: number, action: 'display' | 'email'): Alert => ({
  '@type': 'Alert',
  trigger: { '@type': 'OffsetTrigger', offset: minutes === 0 ? 'PT0S' : `-PT${String(minutes)}M` },
  action,
})

/** "1 hour 45 minutes". */
export function lengthText(ms: number): string {
  const [hours, minutes] = [Math.floor(ms / hourMs), Math.round((ms % hourMs) / minuteMs)]
  const { reminder } = words
  return [
    hours > 0 ? reminder.hours({ count: hours }) : '',
    minutes > 0 ? reminder.minutes({ count: minutes }) : '',
  ]
    .filter((part) => part !== '')
    .join(' ')
}

/** "10 minutes before", in the largest unit that is whole. */
export function leadSentence(minutes: number): string {
  if (minutes === 0) return words.reminder.atStart
  const ms = minutes * minuteMs
  const { days, hours, minutes: many, before } = words.reminder
  if (ms % dayMs === 0) return before({ amount: days({ count: ms / dayMs }) })
  return before({ amount: ms % hourMs === 0 ? hours({ count: ms / hourMs }) : many({ count: minutes }) })
}

export function reminderSentence(alert: Alert): string {
  const minutes = leadOf(alert)
  const when = minutes === undefined ? words.form.keptReminder : leadSentence(minutes)
  return alert.action === 'email' ? `${when} (${words.reminder.by.email})` : when
}
