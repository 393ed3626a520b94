import type { EmulatedAnswer } from '../../http/answer.ts'
import { chance } from '../../random/seeded.ts'
import { ok, type GraphCall } from '../graph/call.ts'
import { badRequest, Refused } from '../refused.ts'
import { signedToken, readSignedToken } from '../signed-token.ts'
import { briefJson, eventJson, eventView, type EventView, idIn } from './event-json.ts'
import {
  type EventState,
  type ShownEvent,
  type EventSpan,
  takings,
  touches,
  toShownEvent,
} from '../mailbox/event-state.ts'
import { getCalendar, readSpan } from './lookup.ts'

/** How far a view was read. The window goes with it and stays as it is [D]. */
interface Cursor extends EventSpan {
  calendar: number
  size: number
  /** The log before this entry is covered once the round ends. */
  since: number
  /** The entry up to which a round of changes reads; null in a first round, which lists what is there. */
  upTo: number | null
  /** How many entries of the round were served. */
  served: number
  /** The key of the last one served in a first round. */
  after: string
  hasPaused: boolean
  issuedAt: number
}

interface Entry {
  key: string
  json: object
}

/** [D] */
const refused = ['$select', '$filter', '$orderby', '$search', '$expand']
const usualPage = 10

/** `calendarView/delta`: what takes place in a window, and what changed of it since. */
export function eventDelta(call: GraphCall): EmulatedAnswer {
  const token = call.query.get('$deltatoken') ?? call.query.get('$skiptoken')
  const cursor = token === null ? begin(call) : continued(call, token)
  if (call.fault?.kind === 'cursor-gone' && token !== null) throw cursorGone(call)
  const entries = cursor.upTo === null ? listed(call, cursor) : changed(call, cursor, cursor.upTo)
  const { world, email, options } = call.mailbox
  const pause = chance(world.seed, 'empty view', email, cursor.calendar, cursor.since, cursor.served)
  if (!cursor.hasPaused && pause < options.deltaNoise)
    return page(call, [], { ...cursor, hasPaused: true }, false)
  const value = entries.slice(0, cursor.size)
  const next = {
    ...cursor,
    hasPaused: false,
    served: cursor.served + value.length,
    after: value.at(-1)?.key ?? cursor.after,
  }
  if (call.fault?.kind === 'page-repeated') return page(call, value, cursor, false)
  if (entries.length > cursor.size) return page(call, value, next, false)
  const since = cursor.upTo ?? cursor.since
  return page(call, value, { ...next, since, upTo: since, served: 0, after: '' }, true)
}

function page(call: GraphCall, entries: readonly Entry[], next: Cursor, isLast: boolean): EmulatedAnswer {
  const issuedAt = call.world.clock.now().getTime()
  const token = signedToken(getSecret(call), { ...next, issuedAt })
  const link = (name: string): string => `${call.base}${call.path}?${name}=${token}`
  return ok({
    '@odata.context': `${call.base}/$metadata#Collection(event)`,
    value: entries.map(({ json }) => json),
    ...(isLast ? { '@odata.deltaLink': link('$deltatoken') } : { '@odata.nextLink': link('$skiptoken') }),
  })
}

function begin(call: GraphCall): Cursor {
  for (const name of call.query.keys())
    if (refused.includes(name.toLowerCase()))
      throw new Refused(400, 'ErrorInvalidUrlQuery', `The query option ${name} is not supported here.`)
  return {
    ...readSpan(call),
    calendar: getCalendar(call).n,
    size: call.prefer.maxPageSize ?? usualPage,
    // All of it is listed as it is now, under a lag too: what was made and taken away since would never be told.
    since: call.mailbox.calendars.log.head,
    upTo: null,
    served: 0,
    after: '',
    hasPaused: false,
    issuedAt: 0,
  }
}

function continued(call: GraphCall, token: string): Cursor {
  for (const name of call.query.keys())
    if (name !== '$deltatoken' && name !== '$skiptoken')
      throw badRequest(`The query parameter '${name}' cannot be added to a link.`)
  const cursor = readSignedToken(getSecret(call), token) as Cursor | undefined
  if (cursor === undefined) throw badRequest('Badly formed token.')
  if (cursor.calendar !== getCalendar(call).n) throw badRequest('The token does not belong to this resource.')
  const { world, options } = call.mailbox
  if (world.clock.now().getTime() - cursor.issuedAt > options.deltaLifeMs) throw cursorGone(call)
  const size = call.prefer.maxPageSize ?? cursor.size
  if (!call.query.has('$deltatoken')) return { ...cursor, size }
  return { ...cursor, size, upTo: Math.max(cursor.since, readable(call)) }
}

/** Under a lag, what happened just now cannot be read yet, though it was announced. */
function readable(call: GraphCall): number {
  const { log } = call.mailbox.calendars
  if (call.fault?.kind !== 'lag') return log.head
  const before = call.world.clock.now().getTime() - call.fault.ms
  let seq = log.head
  while (seq > 0 && (log.since(seq - 1)[0]?.at.getTime() ?? 0) > before) seq--
  return seq
}

/** Single events, series and each taking place of them, in the order of their keys. */
function listed(call: GraphCall, cursor: Cursor): Entry[] {
  const view = eventView(call)
  return [...call.mailbox.calendars.events.values()]
    .filter(({ calendar }) => calendar === cursor.calendar)
    .flatMap((state) => shownIn(state, cursor))
    .map((shown) => ({ key: getKey(shown), shown }))
    .filter(({ key }) => key > cursor.after)
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .slice(0, cursor.size + 1)
    .map(({ key, shown }) => ({ key, json: toJson(shown, view) }))
}

/** Lists the parts of an event inside the window: nothing, the event, or the series with its occurrences there. */
function shownIn(state: EventState, span: EventSpan): ShownEvent[] {
  const inside = takings(state, span)
  return state.recurrence && inside.length > 0 ? [toShownEvent(state), ...inside] : inside
}

const getKey = ({ state, date }: ShownEvent): string => `${String(state.n).padStart(9, '0')} ${date ?? ''}`

function toJson(shown: ShownEvent, view: EventView): object {
  const json =
    shown.type === 'occurrence'
      ? briefJson(shown, view)
      : eventJson(shown, view, { fields: undefined, expand: [] })
  return { '@odata.type': '#microsoft.graph.event', ...json }
}

/**
 * Lists the outcome for each event touched since: entries that are new or different, and `@removed` for events that
 * were deleted, left the window, or changed without ever being in it [D]. A deleted occurrence is reported in no other
 * way.
 */
function changed(call: GraphCall, cursor: Cursor, upTo: number): Entry[] {
  const touched = new Map<number, { before: EventState | undefined; after: EventState | undefined }>()
  for (const { seq, op } of call.mailbox.calendars.log.since(cursor.since)) {
    if (seq > upTo) break
    if (op.calendar !== cursor.calendar) continue
    const first = touched.get(op.event)
    touched.delete(op.event)
    touched.set(op.event, { before: first ? first.before : op.before, after: op.after })
  }
  const view = eventView(call)
  const all = [...touched.values()].flatMap(({ before, after }) =>
    getDeltaEntries(before, after, cursor, view),
  )
  return all.slice(cursor.served)
}

function getDeltaEntries(
  before: EventState | undefined,
  after: EventState | undefined,
  span: EventSpan,
  view: EventView,
): Entry[] {
  const versions = (state: EventState | undefined) =>
    new Map((state ? shownIn(state, span) : []).map((shown) => [idIn(shown, view), shown]))
  const [was, is] = [versions(before), versions(after)]
  const isWhole = before?.wholeVersion !== after?.wholeVersion
  const news = [...is.values()].filter((entry) => {
    const shownBefore = was.get(idIn(entry, view))
    // That one occurrence changed does not make the series worth telling.
    return !shownBefore || (entry.type === 'seriesMaster' ? isWhole : shownBefore.version !== entry.version)
  })
  const gone = [...was.keys()].filter((id) => !is.has(id))
  const never =
    was.size === 0 && is.size === 0 ? [before, after].flatMap((state) => state ?? []).slice(-1) : []
  const outside = never
    .filter((state) => !touches(toShownEvent(state), span))
    .map((state) => idIn(toShownEvent(state), view))
  return [
    ...news.map((entry) => ({ key: '', json: toJson(entry, view) })),
    ...[...gone, ...outside].map((id) => ({ key: '', json: removed(id) })),
  ]
}

function removed(id: string): object {
  return { '@odata.type': '#microsoft.graph.event', id, '@removed': { reason: 'deleted' } }
}

/** [D] 410 or another 40x, the code in either spelling. */
function cursorGone(call: GraphCall): Refused {
  const { world, email } = call.mailbox
  const text = "The sync state generation is not found; generation value is ''."
  const dice = chance(world.seed, 'view gone', email, world.clock.now().getTime())
  if (dice < 0.4) return new Refused(410, 'SyncStateNotFound', text)
  if (dice < 0.7) return new Refused(410, 'syncStateNotFound', text)
  return new Refused(400, 'SyncStateNotFound', text)
}

const getSecret = (call: GraphCall): string => `${call.world.seed} ${call.mailbox.email} view`
