import { createHmac } from 'node:crypto'
import {
  getClock,
  type EventObject,
  isObject,
  type Occurrence,
  occurrenceObject,
  type Privacy,
  type WallTime,
  writeWallTime,
} from '@plmail/calendar-format'
import { textOfHtml } from '@plmail/mail-format'
import { datePrivacyName, type ShareDetail } from '@plmail/wire'
import { isTakenPartIn } from '../events/participation.ts'
import type { SharedOccurrence, SharedRevision } from './types.ts'

/** One taking place of an event in a calendar that the link shows. */
export interface SharedTaking extends Occurrence {
  uid: string
  event: EventObject
  privacy: Privacy
  createdAt: Date
  updatedAt: Date
}

export interface PlacedOccurrence {
  entry: SharedOccurrence
  taking: SharedTaking
  /** Under its own name, and with every detail that the link tells: no copy hides anything of it. */
  isShownWhole: boolean
}

export interface Redaction {
  details: ReadonlySet<ShareDetail>
  secret: Buffer
  /** The owner's. */
  zone: string
  ownAddresses: ReadonlySet<string>
}

/**
 * Returns the occurrences as strangers see them: each once, however many calendars have a copy, with the strictest
 * privacy of any copy. Every public answer is made from these and nothing else.
 */
export function placeOccurrences(takings: readonly SharedTaking[], how: Redaction): PlacedOccurrence[] {
  const copies = grouped(takings, (taking) => getIdentity(taking, how.zone))
  const entries = [...copies].flatMap(([identity, all]) => {
    const privacy = strictest(all.map(getPrivacy))
    const apart = grouped(all, ({ start, end }) => `${start} ${end}`)
    return [...apart.values()].flatMap(([copy], index) => {
      // Copies that were moved apart are drawn apart, and no two entries of a file share an id.
      const name = index === 0 || !copy ? identity : `${identity}\n${copy.start}`
      if (!copy) return []
      const isShownWhole = index === 0 && privacy === 'public'
      return redacted({ ...copy, privacy }, name, how).map((entry) => ({ entry, taking: copy, isShownWhole }))
    })
  })
  return entries.sort(({ entry: a }, { entry: b }) => a.start - b.start || a.end - b.end)
}

/** The same event at the same original start, in whatever zone a copy says so. */
function getIdentity({ uid, event, recurrenceId }: SharedTaking, zone: string): string {
  const own = event['showWithoutTime'] === true ? undefined : event['timeZone']
  const clock = getClock(typeof own === 'string' ? own : zone)
  return `${uid}\n${clock?.instantAt(recurrenceId) ?? recurrenceId}`
}

function grouped<T>(all: readonly T[], getKey: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of all) {
    const group = groups.get(getKey(item))
    if (group) group.push(item)
    else groups.set(getKey(item), [item])
  }
  return groups
}

const order: readonly Privacy[] = ['public', 'private', 'secret']
const strictest = (all: readonly Privacy[]): Privacy =>
  all.reduce(
    (widest, privacy) => (order.indexOf(privacy) > order.indexOf(widest) ? privacy : widest),
    'public',
  )

/** Returns the privacy of this date, which may hide more than its series. */
function getPrivacy({ event, recurrenceId, privacy }: SharedTaking): Privacy {
  const { recurrenceOverrides } = event
  const patch = isObject(recurrenceOverrides) ? recurrenceOverrides[writeWallTime(recurrenceId)] : undefined
  const own = isObject(patch) ? patch[datePrivacyName] : undefined
  return own === undefined ? privacy : strictest([privacy, own === 'secret' ? 'secret' : 'private'])
}

function redacted(taking: SharedTaking, identity: string, how: Redaction): SharedOccurrence[] {
  const occurrence = occurrenceObject(taking.event, taking.recurrenceId)
  if (!occurrence || taking.privacy === 'secret' || occurrence['status'] === 'cancelled') return []
  if (!isTakenPartIn(occurrence, how.ownAddresses)) return []
  const may = (detail: ShareDetail): boolean => taking.privacy === 'public' && how.details.has(detail)
  const isFree = occurrence['freeBusyStatus'] === 'free'
  // Without its title it would only say "busy", which it is not.
  if (isFree && !may('Title')) return []
  return [
    {
      uid: createHmac('sha256', how.secret).update(identity).digest('hex').slice(0, 40),
      ...getTimes(taking, occurrence, how.zone),
      isFree,
      revision: may('Title') ? getRevision(taking) : null,
      title: may('Title') ? readText(occurrence['title']).trim() : null,
      location: may('Location') ? getLocation(occurrence) : null,
      description: may('Description') ? getDescription(occurrence) : null,
      participants: may('Participants') ? getNames(occurrence) : null,
    },
  ]
}

/** The seconds from the first version to this one: later versions have larger numbers. */
function getRevision({ createdAt, updatedAt }: SharedTaking): SharedRevision {
  const at = updatedAt.getTime()
  return { at, number: Math.max(0, Math.round((at - createdAt.getTime()) / 1_000)) }
}

function getTimes(
  { start, end }: Occurrence,
  occurrence: EventObject,
  zone: string,
): Pick<SharedOccurrence, 'isAllDay' | 'start' | 'end' | 'startWall' | 'endWall'> {
  const clock = getClock(zone)
  const wallAt = (instant: number): WallTime => clock?.wallTimeAt(instant) ?? instant
  const isAllDay = occurrence['showWithoutTime'] === true
  return { isAllDay, start, end, startWall: wallAt(start), endWall: wallAt(end) }
}

function getLocation(event: EventObject): string | null {
  const names = getValues(event['locations']).map((location) => readText(location['name']).trim())
  return joinTexts(names.filter((name) => name !== ''))
}

function getDescription(event: EventObject): string | null {
  const text = readText(event['description'])
  const isHtml = event['descriptionContentType'] === 'text/html'
  const plain = (isHtml ? textOfHtml(text, { maxCharacters: maxHtmlLength }) : text).trim()
  return plain === '' ? null : plain
}

/** Far more than anybody writes about an appointment. */
const maxHtmlLength = 100_000

function getNames(event: EventObject): string[] | null {
  const names = getValues(event['participants']).map((participant) => {
    const address =
      readText(participant['email']) || readText(participant['calendarAddress']).replace(/^mailto:/i, '')
    return readText(participant['name']).trim() || address
  })
  const distinct = [...new Set(names.filter((name) => name !== ''))]
  return distinct.length > 0 ? distinct : null
}

const joinTexts = (texts: readonly string[]): string | null => (texts.length > 0 ? texts.join(', ') : null)
const readText = (json: unknown): string => (typeof json === 'string' ? json : '')
const getValues = (json: unknown): EventObject[] =>
  isObject(json) ? Object.values(json).filter(isObject) : []
