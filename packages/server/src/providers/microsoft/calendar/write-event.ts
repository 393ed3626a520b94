import type { JsonObject } from '../../contract/index.ts'
import { type ReadonlyJson, readNumber, readObject, readString } from '../../contract/read-json.ts'
import { readDuration } from './duration.ts'
import { Inexpressible } from './inexpressible.ts'
import { writePeople } from './people.ts'
import { writePlaces } from './places.ts'
import { sensitivityWord, showAsWord } from './read-event.ts'
import { writeRule } from './rule.ts'
import { getStart, writeTimes } from './times.ts'
import { utc, windowsName, dayMs, startOfDay } from './zone-time.ts'

/**
 * An event of JSCalendar as Graph writes it, every property that can be written. Throws Inexpressible for what Graph has
 * no way to keep. `homeZone`: IANA, where whole days are whole.
 */
export function writeEvent(event: JsonObject, homeZone: string): ReadonlyJson {
  const rule = event['recurrenceRule']
  return {
    ...writeOccurrence(event, homeZone),
    sensitivity: getSensitivity(event),
    recurrence:
      typeof rule === 'object' && rule !== null
        ? writeRule(readObject(rule) as JsonObject, ...getFirst(event, homeZone))
        : null,
  }
}

function getFirst(event: JsonObject, homeZone: string): [number, string] {
  const start = getStart(event)
  if (event['showWithoutTime'] === true) return [startOfDay(start), windowsName(homeZone)]
  return [start, windowsName(readString(event['timeZone']) || utc)]
}

/** Returns the properties that an occurrence can have of its own. */
export function writeOccurrence(event: JsonObject, homeZone: string): ReadonlyJson {
  if (event['status'] === 'cancelled' && event['organizerCalendarAddress'] === undefined)
    throw new Inexpressible({ problem: 'event-limit/cancelled-without-guests', provider: 'Microsoft' })
  return {
    subject: readString(event['title']),
    body: {
      contentType: event['descriptionContentType'] === 'text/html' ? 'html' : 'text',
      content: readString(event['description']),
    },
    ...writeTimes(event, homeZone),
    locations: writePlaces(event),
    showAs: getShowAs(event),
    importance: getImportance(event),
    categories: Object.keys(readObject(event['keywords'])),
    attendees: writePeople(event),
    ...toReminder(event),
  }
}

const sensitivities: Record<string, string> = { public: 'normal', private: 'private', secret: 'confidential' }

function getSensitivity(event: JsonObject): string {
  const privacy = readString(event['privacy']) || 'public'
  const storedSensitivity = event[sensitivityWord]
  return privacy === 'private' && storedSensitivity === 'personal'
    ? storedSensitivity
    : (sensitivities[privacy] ?? 'private')
}

/** The word that was there before, as long as it does not say the contrary. */
function getShowAs(event: JsonObject): string {
  const isFree = event['freeBusyStatus'] === 'free'
  const storedShowAs = readString(event[showAsWord])
  const saysFree = storedShowAs === 'workingElsewhere'
  return storedShowAs !== '' && saysFree === isFree ? storedShowAs : isFree ? 'free' : 'busy'
}

function getImportance(event: JsonObject): string {
  const priority = readNumber(event['priority']) ?? 0
  return priority >= 1 && priority <= 4 ? 'high' : priority >= 6 ? 'low' : 'normal'
}

/** Graph rings once, at or before the start. */
function toReminder(event: JsonObject): ReadonlyJson {
  const alerts = Object.values(readObject(event['alerts'])).map(readObject)
  const [alert] = alerts
  if (!alert) return { isReminderOn: false }
  const trigger = readObject(alert['trigger'])
  const offset = readDuration(readString(trigger['offset']))
  const isPlain = trigger['relativeTo'] === undefined || trigger['relativeTo'] === 'start'
  const before = offset && -(offset.days * dayMs + offset.ms)
  if (alerts.length > 1 || !isPlain || before === undefined || before < 0)
    throw new Inexpressible({ problem: 'event-limit/one-reminder', provider: 'Microsoft' })
  return { isReminderOn: true, reminderMinutesBeforeStart: Math.round(before / 60_000) }
}
