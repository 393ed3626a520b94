import type { JsonObject } from '../../contract/index.ts'
import { type ReadonlyJson, readObject } from '../../contract/read-json.ts'
import type { Reckoning } from './reckoning.ts'
import { type GoogleEventFields, readText, getValues } from './fields.ts'

/** Limits of Google (events, `reminders.overrides`): at most five reminders, at most four weeks before. */
const maxReminders = 5
const maxMinutes = 40_320

/** Alerts, or the calendar's own where nothing else is said. */
export function writeReminders(
  event: JsonObject,
  _raw: ReadonlyJson | undefined,
  by: Reckoning,
): GoogleEventFields {
  const alerts = getValues(event['alerts'])
  if (alerts.length === 0) {
    const useDefault = event['useDefaultAlerts'] === true
    return { fields: { reminders: { useDefault, overrides: [] } } }
  }
  if (alerts.length > maxReminders)
    return {
      refused: { problem: 'event-limit/most-reminders', provider: 'Google Calendar', most: maxReminders },
    }
  const overrides = alerts.map((alert) => {
    const minutes = minutesBefore(readObject(alert['trigger']), by)
    return minutes === undefined
      ? undefined
      : { method: alert['action'] === 'email' ? 'email' : 'popup', minutes }
  })
  if (!overrides.every((override) => override !== undefined))
    return {
      refused: { problem: 'event-limit/reminder-times', provider: 'Google Calendar' },
    }
  return { fields: { reminders: { useDefault: false, overrides } } }
}

function minutesBefore(trigger: ReadonlyJson, by: Reckoning): number | undefined {
  const offset = readText(trigger['offset'])
  if (trigger['relativeTo'] === 'end') return undefined
  const duration = by.parseDuration(offset.replace(/^[-+]/, ''))
  if (!duration) return undefined
  const minutes = duration.days * 1440 + duration.ms / 60_000
  const isBefore = offset.startsWith('-') || minutes === 0
  return isBefore && Number.isInteger(minutes) && minutes <= maxMinutes ? minutes : undefined
}
