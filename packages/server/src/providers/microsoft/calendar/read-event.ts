import { mayUpdateAllName } from '@plmail/wire'
import type { JsonObject } from '../../contract/index.ts'
import {
  type ReadonlyJson,
  readNumber,
  readObject,
  readObjects,
  readString,
  readStrings,
} from '../../contract/read-json.ts'
import { plainIn } from './plain-body.ts'
import { readPeople } from './people.ts'
import { readPlaces } from './places.ts'
import { readRule } from './rule.ts'
import { readTimes, zoneOfEvent } from './times.ts'

/** Words of Graph for which JSCalendar has one that says less. */
export const showAsWord = 'microsoft.com:showAs'
export const sensitivityWord = 'microsoft.com:sensitivity'

/** An event of Graph as one of JSCalendar; undefined where it does not say when it is. */
export function readEvent(event: ReadonlyJson, owner: string): JsonObject | undefined {
  const times = readTimes(event)
  if (!times) return undefined
  const recurrence = readObject(event['recurrence'])
  return {
    '@type': 'Event',
    version: '2.0',
    uid: readString(event['iCalUId']) || readString(event['id']),
    ...instants(event),
    ...readFacts(event, owner),
    ...getPrivacy(event),
    ...getOwnership(event),
    ...times,
    ...(recurrence['pattern'] === undefined ? {} : { recurrenceRule: readRule(recurrence) }),
  }
}

/** Outlook takes a guest's changes into their copy alone, and the organizer's next change undoes them. */
function getOwnership(event: ReadonlyJson): JsonObject {
  if (event['isOrganizer'] === false) return { [mayUpdateAllName]: false }
  const isMeeting = event['isOrganizer'] === true && readObjects(event['attendees']).length > 0
  return isMeeting ? { [mayUpdateAllName]: true } : {}
}

/** Reads the properties that an occurrence can have of its own, and a series for all. */
export function readOccurrence(
  event: ReadonlyJson,
  series: ReadonlyJson,
  owner: string,
): JsonObject | undefined {
  const times = readTimes(event, zoneOfEvent(series))
  return times && { ...readFacts(event, owner), ...times }
}

function readFacts(event: ReadonlyJson, owner: string): JsonObject {
  const subject = readString(event['subject'])
  const keywords = readStrings(event['categories'])
  return {
    ...(subject === '' ? {} : { title: subject }),
    ...getDescription(readObject(event['body'])),
    ...(event['isCancelled'] === true ? { status: 'cancelled' } : {}),
    ...fetchBusyTimes(readString(event['showAs'])),
    ...getImportance(event['importance']),
    ...(keywords.length === 0
      ? {}
      : { keywords: Object.fromEntries(keywords.map((keyword) => [keyword, true])) }),
    ...readPlaces(event),
    ...readPeople(event, owner),
    ...toAlert(event),
  }
}

function instants(event: ReadonlyJson): JsonObject {
  const of = (name: string, from: string): JsonObject => {
    const at = Date.parse(readString(event[from]))
    return Number.isNaN(at) ? {} : { [name]: new Date(at).toISOString() }
  }
  return { ...of('created', 'createdDateTime'), ...of('updated', 'lastModifiedDateTime') }
}

function getDescription({ content, contentType }: ReadonlyJson): JsonObject {
  const text = readString(content)
  const plain = readString(contentType).toLowerCase() === 'html' ? plainIn(text) : text
  if (plain === undefined) return { description: text, descriptionContentType: 'text/html' }
  return plain.trim() === '' ? {} : { description: plain }
}

/** Whoever works elsewhere works: only a free time and that one leave their owner free. */
function fetchBusyTimes(showAs: string): JsonObject {
  const isFree = showAs === 'free' || showAs === 'workingElsewhere'
  return {
    ...(isFree ? { freeBusyStatus: 'free' } : {}),
    ...(['', 'free', 'busy'].includes(showAs) ? {} : { [showAsWord]: showAs }),
  }
}

/** Returns the privacy of an event. An unknown sensitivity counts as private. */
export function getPrivacy({ sensitivity }: ReadonlyJson): JsonObject {
  if (sensitivity === 'normal' || sensitivity === undefined) return {}
  if (sensitivity === 'confidential') return { privacy: 'secret' }
  return { privacy: 'private', ...(sensitivity === 'personal' ? { [sensitivityWord]: 'personal' } : {}) }
}

/** 1 is the highest and 9 the lowest (RFC 8984 §4.4.1). */
function getImportance(importance: unknown): JsonObject {
  if (importance === 'high') return { priority: 1 }
  return importance === 'low' ? { priority: 9 } : {}
}

function toAlert(event: ReadonlyJson): JsonObject {
  if (event['isReminderOn'] !== true) return {}
  const minutes = readNumber(event['reminderMinutesBeforeStart']) ?? 0
  const trigger = { '@type': 'OffsetTrigger', offset: minutes < 0 ? `PT${-minutes}M` : `-PT${minutes}M` }
  return { alerts: { reminder: { '@type': 'Alert', action: 'display', trigger } } }
}
