import type { JsonObject } from '../../contract/index.ts'
import { type ReadonlyJson, objectOf } from '../../contract/read-json.ts'
import type { Reckoning } from './reckoning.ts'
import { type GoogleEventFields, textOf, valuesOf } from './fields.ts'

/** Limits of Google (events, `reminders.overrides`): at most five reminders, at most four weeks before. */
const mostReminders = 5
const longestMinutes = 40_320

/** Alerts, or the calendar's own where nothing else is said. */
export function writeReminders(
  event: JsonObject,
  _raw: ReadonlyJson | undefined,
  by: Reckoning,
): GoogleEventFields {
  const alerts = valuesOf(event['alerts'])
  if (alerts.length === 0) {
    const useDefault = event['useDefaultAlerts'] === true
    return { fields: { reminders: { useDefault, overrides: [] } } }
  }
  if (alerts.length > mostReminders)
    return { refused: `Google Calendar keeps ${mostReminders} reminders of an event at most.` }
  const overrides = alerts.map((alert) => {
    const minutes = minutesBefore(objectOf(alert['trigger']), by)
    return minutes === undefined
      ? undefined
      : { method: alert['action'] === 'email' ? 'email' : 'popup', minutes }
  })
  if (!overrides.every((override) => override !== undefined))
    return {
      refused:
        'Google Calendar reminds at the start of an event or up to four weeks before it, by the minute.',
    }
  return { fields: { reminders: { useDefault: false, overrides } } }
}

function minutesBefore(trigger: ReadonlyJson, by: Reckoning): number | undefined {
  const offset = textOf(trigger['offset'])
  if (trigger['relativeTo'] === 'end') return undefined
  const duration = by.parseDuration(offset.replace(/^[-+]/, ''))
  if (!duration) return undefined
  const minutes = duration.days * 1440 + duration.ms / 60_000
  const isBefore = offset.startsWith('-') || minutes === 0
  return isBefore && Number.isInteger(minutes) && minutes <= longestMinutes ? minutes : undefined
}
