import type { JsonObject } from '../../contract/index.ts'
import { type ReadonlyJson, numberOf, objectOf, stringOf } from '../../contract/read-json.ts'
import { readDuration } from './duration.ts'
import { Inexpressible } from './inexpressible.ts'
import { writePeople } from './people.ts'
import { writePlaces } from './places.ts'
import { sensitivityWord, showAsWord } from './read-event.ts'
import { writeRule } from './rule.ts'
import { startOf, writeTimes } from './times.ts'
import { utc, windowsName, dayMs, startOfDay } from './zone-time.ts'

/**
 * An event of JSCalendar as Graph writes it, every property that can be written. Throws Inexpressible for what Graph has
 * no way to keep. `homeZone`: IANA, where whole days are whole.
 */
export function writeEvent(event: JsonObject, homeZone: string): ReadonlyJson {
  const rule = event['recurrenceRule']
  return {
    ...writeOccurrence(event, homeZone),
    sensitivity: sensitivityOf(event),
    recurrence:
      typeof rule === 'object' && rule !== null
        ? writeRule(objectOf(rule) as JsonObject, ...firstOf(event, homeZone))
        : null,
  }
}

function firstOf(event: JsonObject, homeZone: string): [number, string] {
  const start = startOf(event)
  if (event['showWithoutTime'] === true) return [startOfDay(start), windowsName(homeZone)]
  return [start, windowsName(stringOf(event['timeZone']) || utc)]
}

/** Returns the properties that an occurrence can have of its own. */
export function writeOccurrence(event: JsonObject, homeZone: string): ReadonlyJson {
  if (event['status'] === 'cancelled' && event['organizerCalendarAddress'] === undefined)
    throw new Inexpressible(
      'Microsoft keeps no cancelled events that nobody else was asked to: delete it instead.',
    )
  return {
    subject: stringOf(event['title']),
    body: {
      contentType: event['descriptionContentType'] === 'text/html' ? 'html' : 'text',
      content: stringOf(event['description']),
    },
    ...writeTimes(event, homeZone),
    locations: writePlaces(event),
    showAs: showAsOf(event),
    importance: importanceOf(event),
    categories: Object.keys(objectOf(event['keywords'])),
    attendees: writePeople(event),
    ...reminderOf(event),
  }
}

const sensitivities: Record<string, string> = { public: 'normal', private: 'private', secret: 'confidential' }

function sensitivityOf(event: JsonObject): string {
  const privacy = stringOf(event['privacy']) || 'public'
  const storedSensitivity = event[sensitivityWord]
  return privacy === 'private' && storedSensitivity === 'personal'
    ? storedSensitivity
    : (sensitivities[privacy] ?? 'private')
}

/** The word that was there before, as long as it does not say the contrary. */
function showAsOf(event: JsonObject): string {
  const isFree = event['freeBusyStatus'] === 'free'
  const storedShowAs = stringOf(event[showAsWord])
  const saysFree = storedShowAs === 'workingElsewhere'
  return storedShowAs !== '' && saysFree === isFree ? storedShowAs : isFree ? 'free' : 'busy'
}

function importanceOf(event: JsonObject): string {
  const priority = numberOf(event['priority']) ?? 0
  return priority >= 1 && priority <= 4 ? 'high' : priority >= 6 ? 'low' : 'normal'
}

/** Graph rings once, at or before the start. */
function reminderOf(event: JsonObject): ReadonlyJson {
  const alerts = Object.values(objectOf(event['alerts'])).map(objectOf)
  const [alert] = alerts
  if (!alert) return { isReminderOn: false }
  const trigger = objectOf(alert['trigger'])
  const offset = readDuration(stringOf(trigger['offset']))
  const isPlain = trigger['relativeTo'] === undefined || trigger['relativeTo'] === 'start'
  const before = offset && -(offset.days * dayMs + offset.ms)
  if (alerts.length > 1 || !isPlain || before === undefined || before < 0)
    throw new Inexpressible('Microsoft keeps one reminder of an event, at its start or before.')
  return { isReminderOn: true, reminderMinutesBeforeStart: Math.round(before / 60_000) }
}
