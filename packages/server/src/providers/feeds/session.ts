import { setImmediate as turn } from 'node:timers/promises'
import {
  type CalendarFormat,
  type CalendarSession,
  type EventPage,
  ProviderError,
  type RemoteChange,
} from '../contract/index.ts'
import { type FeedNeeds, fetchFeed, type Validators } from './fetch-feed.ts'
import { type FeedEvent, type FeedParts, splitFeed } from './split-feed.ts'

export interface FeedSessionNeeds extends FeedNeeds {
  format: Pick<CalendarFormat, 'read'>
  access: {
    name: string
    /** As `feedAddress` makes it. */
    address: string
    /** When somebody last wanted it looked at, whatever its maker says of intervals. */
    askedAt: Date | undefined
  }
}

/** The one calendar that a feed is. */
const feed = 'feed'

const quarter = 15 * 60_000
const day = 24 * 60 * 60_000
/** Polls come a little early or late. */
const slack = 60_000
/** So that nobody else waits while a large file is read. */
const eventsAtOnce = 500

/** A calendar file by its address (webcal): read-only, known by digests of what it said last. */
export function createFeedSession(needs: FeedSessionNeeds): CalendarSession {
  return {
    calendars: async () => [
      {
        id: feed,
        name: needs.access.name,
        description: null,
        color: null,
        timeZone: null,
        mayWrite: false,
        isDefault: false,
        mayWatch: false,
      },
    ],
    pull: (_calendar, cursor) => pull(needs, cursor),
    write: undefined,
    push: undefined,
    freeBusy: undefined,
  }
}

/** The state of a file at the last read. */
interface FeedCursor {
  validators: Validators
  /** Milliseconds. */
  fetchedAt: number
  interval: number
  /** Digest of each event by its id. */
  events: Readonly<Record<string, string>>
}

async function* pull(needs: FeedSessionNeeds, cursor: string | undefined): AsyncGenerator<EventPage> {
  const { access, clock } = needs
  const since = cursor === undefined ? undefined : readCursor(cursor)
  const reset = cursor !== undefined && since === undefined
  const now = clock.now().getTime()
  const isAsked = since !== undefined && (access.askedAt?.getTime() ?? 0) > since.fetchedAt
  if (since && !isAsked && now < since.fetchedAt + since.interval - slack)
    return yield { changes: [], reset: false, cursor }
  const fetched = await fetchFeed(needs, access.address, since?.validators)
  if (fetched === 'unchanged')
    return yield { changes: [], reset: false, cursor: JSON.stringify({ ...since, fetchedAt: now }) }
  const parts = getParts(fetched.text)
  const hashById = new Map(Object.entries(since?.events ?? {}))
  const gone = [...hashById.keys()].filter((id) => !parts.events.has(id))
  yield { changes: gone.map((id) => ({ kind: 'gone', id })), reset, cursor: undefined }
  const changed = [...parts.events].filter(([id, { digest }]) => hashById.get(id) !== digest)
  for (let from = 0; from < changed.length; from += eventsAtOnce) {
    yield {
      changes: read(needs, parts, changed.slice(from, from + eventsAtOnce)),
      reset: false,
      cursor: undefined,
    }
    await turn()
  }
  const events = Object.fromEntries([...parts.events].map(([id, { digest }]) => [id, digest]))
  const interval = Math.min(Math.max(parts.interval ?? quarter, quarter), day)
  const end: FeedCursor = { validators: fetched.validators, fetchedAt: now, interval, events }
  yield { changes: [], reset: false, cursor: JSON.stringify(end) }
}

function getParts(text: string): FeedParts {
  const parts = splitFeed(text)
  if (!parts)
    throw new ProviderError('malformed', 'What is at the address is no calendar', {
      problem: { problem: 'feed/not-a-calendar' },
    })
  return parts
}

/** Each is read by itself, with the zones of the file, so that one that cannot be read hides no other. */
function read(
  { format }: FeedSessionNeeds,
  { zones }: FeedParts,
  some: ReadonlyArray<readonly [string, FeedEvent]>,
): RemoteChange[] {
  const texts = some.flatMap(([, event]) => event.texts)
  const whole = format.read(wrapped([...zones, ...texts]))
  const byUid = new Map(whole?.events.map((event) => [event['uid'], event]))
  return some.flatMap(([id, { uid, digest, texts: own }]) => {
    const event = byUid.get(uid)
    return event
      ? [
          {
            kind: 'event' as const,
            id,
            version: digest,
            event,
            raw: wrapped([...collectZones(own, zones), ...own]),
          },
        ]
      : []
  })
}

/** The zones that the event names: without them nobody could say later when it takes place. */
function collectZones(texts: readonly string[], zones: readonly string[]): string[] {
  const namedZones = new Set(
    texts.flatMap((text) => [...text.matchAll(/;TZID="?([^";:\r\n]+)/gi)].map(([, name]) => name)),
  )
  return zones.filter((zone) => namedZones.has(/^TZID[^:\r\n]*:(.*)$/im.exec(zone)?.[1]?.trim()))
}

const wrapped = (parts: readonly string[]): string =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...parts, 'END:VCALENDAR', ''].join('\r\n')

/** Undefined for what this cannot have written. */
function readCursor(text: string): FeedCursor | undefined {
  try {
    const parsed: unknown = JSON.parse(text)
    const isOurs =
      typeof parsed === 'object' && parsed !== null && 'events' in parsed && 'fetchedAt' in parsed
    return isOurs ? (parsed as FeedCursor) : undefined
  } catch {
    return undefined
  }
}

/** Reads the feed at an address before anybody subscribes to it. Throws ProviderError with a sentence. */
export async function checkFeed(
  needs: FeedNeeds,
  address: string,
): Promise<{ name: string | undefined; events: number }> {
  const fetched = await fetchFeed(needs, address, undefined)
  const parts = getParts(fetched === 'unchanged' ? '' : fetched.text)
  return { name: parts.name, events: parts.events.size }
}
