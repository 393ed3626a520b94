import { toProjection } from '@plmail/calendar-format'
import type { CalendarSourceId } from '@plmail/wire'
import type { CalendarSource } from '../../accounts/index.ts'
import { type Calendars } from '../../calendar/index.ts'
import type { Change, Changes } from '../../changes/index.ts'
import type { Clock } from '../../kit/clock.ts'
import type { Log } from '../../kit/log.ts'
import { type CalendarSession, type EventPage, ProviderError } from '../../providers/contract/index.ts'
import type { Database } from '../../store/index.ts'
import { type Applying, applyChanges } from './apply-remote.ts'
import { beginReading, keepPosition, type Link } from './links.ts'
import {
  countEvents,
  forgetUnheard,
  markHeard,
  noteOrphans,
  type RemoteEvent,
  unheardSince,
  untold,
  unstored,
} from './remote-events.ts'
import { notifyConflicts } from './notify-conflicts.ts'
import type { Struck } from './record-conflict.ts'

export interface PullNeeds {
  database: Database
  changes: Changes
  calendars: Pick<Calendars, 'provided'>
  clock: Clock
  log: Log
}

export interface Pulling {
  session: CalendarSession
  source: 'provider' | 'feed'
  sourceId: CalendarSourceId
  kind: CalendarSource['kind']
  signal: AbortSignal
}

/** In one transaction, so that nobody who writes to the account waits long. */
const changesAtOnce = 200

const cause = { actor: { kind: 'provider' as const }, verb: 'sync-calendar' }

/**
 * Brings in what changed in one calendar. Pages are applied as they come; the cursor moves with the end of the last one,
 * so a pull that was cut off is repeated, and what it told already is recognised by its versions.
 */
export async function pullCalendar(needs: PullNeeds, pulling: Pulling, link: Link): Promise<void> {
  const isDue = link.readAnewAt !== null && link.readAnewAt <= needs.clock.now()
  const cursor = isDue ? undefined : (link.cursor ?? undefined)
  let reading = cursor === undefined ? await beginReading(needs.database, link.calendarId) : undefined
  const toldWindow: Pick<Reached, 'tellsFrom' | 'tellsUntil'> = {
    tellsFrom: undefined,
    tellsUntil: undefined,
  }
  let readAnewAt: Date | undefined
  let end: string | undefined
  for await (const page of pulling.session.pull(link.remoteId, cursor)) {
    pulling.signal.throwIfAborted()
    if (page.reset && reading === undefined) reading = await beginReading(needs.database, link.calendarId)
    toldWindow.tellsFrom ??= page.tellsFrom
    toldWindow.tellsUntil ??= page.tellsUntil
    readAnewAt = page.readAnewAt ?? readAnewAt
    end = page.cursor ?? end
    const position = { link, reading, ...toldWindow, readAnewAt, end: page.cursor }
    await applyPage(needs, pulling, position, page)
  }
  if (end === undefined)
    throw new ProviderError('malformed', 'The calendar was told without an end, so that no cursor came')
}

interface Reached {
  link: Link
  /** The number of this reading, where everything is read. */
  reading: number | undefined
  tellsFrom: Date | undefined
  tellsUntil: Date | undefined
  readAnewAt: Date | undefined
  /** On the last page. */
  end: string | undefined
}

async function applyPage(
  needs: PullNeeds,
  pulling: Pulling,
  reached: Reached,
  page: EventPage,
): Promise<void> {
  const { link } = reached
  const applying = createApplying(pulling, reached)
  for (let at = 0; at === 0 || at < page.changes.length; at += changesAtOnce) {
    const part = page.changes.slice(at, at + changesAtOnce)
    const isLast = reached.end !== undefined && at + changesAtOnce >= page.changes.length
    if (part.length === 0 && !isLast) return
    const { result } = await needs.changes.write(link.accountId, cause, async (change) => {
      const struck = await applyChanges(needs, change, applying, part)
      const ids = part.map(({ id }) => id)
      await markHeard(change.tx, link.calendarId, ids)
      if (isLast) struck.push(...(await finish(needs, change, pulling, reached)))
      return { struck, userId: change.userId }
    })
    await notifyConflicts(needs.changes, result.userId, result.struck)
  }
}

function createApplying({ source, session }: Pulling, reached: Reached): Applying {
  const { link, reading } = reached
  const isMadeWith = session.write?.isMadeWith
  return { link, source, isMadeWith, reading: reading ?? link.reading, ...getNewsOption(reached, source) }
}

/**
 * Returns which changes of a pull are news. A public feed is no news to anybody, and a read of a window reports only
 * changes to events that are stored already.
 */
function getNewsOption(
  { link, reading, tellsUntil }: Reached,
  source: 'provider' | 'feed',
): { news?: 'all' | 'of-known' } {
  if (source === 'feed' || link.cursor === null) return {}
  return { news: reading === undefined || tellsUntil === undefined ? 'all' : 'of-known' }
}

/** The last page: what a reading of everything lacked has gone, and the cursor moves. */
async function finish(
  needs: PullNeeds,
  change: Change,
  pulling: Pulling,
  reached: Reached,
): Promise<Struck[]> {
  const { link, reading } = reached
  const { tx, at } = change
  const applying = createApplying(pulling, reached)
  const struck: Struck[] = []
  let shrunkenAt: Date | null = null
  if (reading !== undefined) {
    const absent = (await untold(tx, link.calendarId, reading)).filter((row) => !isOutside(row, reached))
    if (link.shrunkenAt === null && (await isImplausible(change, link, absent))) {
      needs.log.event('sync.calendar-shrunken', { calendarId: link.calendarId, absent: absent.length })
      shrunkenAt = at
    } else {
      const gone = absent.map(({ remoteId: id }) => ({ kind: 'gone' as const, id }))
      struck.push(...(await applyChanges(needs, change, applying, gone)))
    }
  }
  // What stood in the way of those that could not be stored may have gone.
  const again = await unstored(tx, link.calendarId)
  const unchanged = again.map(({ remoteId: id, version, lastSynced: event, raw }) => ({
    kind: 'event' as const,
    id,
    version,
    event,
    raw,
  }))
  if (unchanged.length > 0) struck.push(...(await applyChanges(needs, change, applying, unchanged)))
  await noteOrphans(tx, link.calendarId)
  const position = {
    cursor: shrunkenAt ? null : (reached.end ?? null),
    readAnewAt: (await isAnyUnheard(change, link)) ? at : anew(reached),
    shrunkenAt,
  }
  await keepPosition(tx, link.calendarId, at, position)
  return struck
}

/** A reading of everything that names no time ends the one named before. */
const anew = ({ readAnewAt, reading }: Reached): Date | null | undefined =>
  readAnewAt ?? (reading === undefined ? undefined : null)

/** A provider that is slow to tell has told by then. */
const slownessMs = 15 * 60_000

/**
 * Whether something that was put there from here is still not told: somebody removed it before it could be, and of what
 * came and went between two looks a provider need not tell at all. Only a reading of everything says so.
 */
async function isAnyUnheard({ tx, at }: Change, { calendarId }: Link): Promise<boolean> {
  const ids = await unheardSince(tx, calendarId, new Date(at.getTime() - slownessMs))
  await forgetUnheard(tx, ids)
  return ids.length > 0
}

/** Ended before what is told at all, or begins after it. */
function isOutside(
  { lastSynced, recurrenceId }: RemoteEvent,
  { tellsFrom, tellsUntil }: Pick<Reached, 'tellsFrom' | 'tellsUntil'>,
): boolean {
  const [from, until] = [tellsFrom?.getTime() ?? -Infinity, tellsUntil?.getTime() ?? Infinity]
  if (recurrenceId !== null) {
    const at = Date.parse(`${recurrenceId}Z`)
    return at < from || at >= until
  }
  if (typeof lastSynced['start'] !== 'string') return false
  const { first, last } = toProjection(lastSynced)
  return (last !== null && last < from) || first >= until
}

const min = 20

/** Most of a calendar is not removed on one reading's word: the next one has to say the same. */
async function isImplausible(change: Change, link: Link, absent: readonly RemoteEvent[]): Promise<boolean> {
  const gone = absent.filter(({ seriesId }) => seriesId === null).length
  return gone >= min && gone * 2 > (await countEvents(change.tx, link.calendarId))
}
