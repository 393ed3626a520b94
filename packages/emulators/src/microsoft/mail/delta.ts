import type { EmulatedAnswer } from '../../http/answer.ts'
import type { Entry } from '../../log/log.ts'
import { chance } from '../../random/seeded.ts'
import { ok, type GraphCall } from '../graph/call.ts'
import { badRequest, Refused } from '../refused.ts'
import { readCursor, writeCursor, type DeltaCursor } from './cursor.ts'
import type { MailOp } from '../mailbox/mail-store.ts'

/** Which things a delta is about, and how each is shown. */
export interface DeltaSource {
  kind: DeltaCursor['kind']
  folder: number
  /** The path without query, to which the tokens are added. */
  path: string
  /** `$select` and the like are checked here, before anything is read. */
  check(cursor: DeltaCursor): void
  /** Lists current items after the cursor's position, in the order of the cursor. */
  listFrom(cursor: DeltaCursor): Iterable<ListedItem>
  /** The key of what an entry is about, when it is about something of this source. */
  getKey(entry: Entry<MailOp>): number | undefined
  /** Returns the changes of an item since `cursor.from`; empty when there is nothing to report. */
  showChange(key: number, entries: ReadonlyArray<Entry<MailOp>>, cursor: DeltaCursor): readonly object[]
}

export interface ListedItem {
  at: number
  atTime: number | null
  show(): object
}

/** [D] A first round over a filter ends after this many. */
const maxFiltered = 5_000

/** One page of a delta, by the token of its link or from the beginning. */
export function answerDelta(call: GraphCall, source: DeltaSource, begin: () => DeltaCursor): EmulatedAnswer {
  const token = call.query.get('$deltatoken') ?? call.query.get('$skiptoken')
  const cursor = token === null ? begin() : continued(call, source, token)
  if (call.fault?.kind === 'cursor-gone' && token !== null) throw cursorGone(call, source)
  source.check(cursor)
  const page =
    paused(call, cursor) ??
    (cursor.upTo === null ? firstRound(source, cursor) : changes(call, source, cursor, cursor.upTo))
  return written(call, source, cursor, page)
}

interface Page {
  value: object[]
  /** The round goes on from here. */
  next: DeltaCursor | undefined
  /** The round is over and the next one reads from here. */
  last: DeltaCursor | undefined
}

function firstRound(source: DeltaSource, cursor: DeltaCursor): Page {
  const value: object[] = []
  let { at, atTime, served } = cursor
  let hasMore = false
  for (const entry of source.listFrom(cursor)) {
    if (cursor.since !== null && served >= maxFiltered) break
    if (value.length >= cursor.size) {
      hasMore = true
      break
    }
    value.push(entry.show())
    ;({ at, atTime } = entry)
    served++
  }
  const reached = { ...cursor, at, atTime, served, hasPaused: false }
  return hasMore
    ? { value, next: reached, last: undefined }
    : { value, next: undefined, last: changesFrom(reached, cursor.from) }
}

/** Returns the cursor of the next round. */
function changesFrom(cursor: DeltaCursor, seq: number): DeltaCursor {
  return { ...cursor, from: seq, upTo: seq, at: seq, atTime: null, served: 0, hasPaused: false }
}

/** A reading of the log: what each thing touched since then has become, in the order in which they were last touched. */
function changes(call: GraphCall, source: DeltaSource, cursor: DeltaCursor, upTo: number): Page {
  const { log } = call.mailbox.store
  const touched = new Map<number, Array<Entry<MailOp>>>()
  for (const entry of log.since(cursor.from)) {
    if (entry.seq > upTo) break
    const key = source.getKey(entry)
    if (key === undefined) continue
    const entries = touched.get(key) ?? []
    // Set anew, so that the order is that of the last touch.
    touched.delete(key)
    touched.set(key, [...entries, entry])
  }
  const value: object[] = []
  let { at } = cursor
  for (const [key, entries] of touched) {
    const last = entries.at(-1)?.seq ?? 0
    if (last <= cursor.at) continue
    if (value.length >= cursor.size)
      return { value, next: { ...cursor, upTo, at, hasPaused: false }, last: undefined }
    value.push(...source.showChange(key, entries, cursor))
    at = last
  }
  return { value, next: undefined, last: changesFrom(cursor, upTo) }
}

function written(call: GraphCall, source: DeltaSource, cursor: DeltaCursor, page: Page): EmulatedAnswer {
  const { world, email } = call.mailbox
  const isRepeated = call.fault?.kind === 'page-repeated'
  const token = (next: DeltaCursor): string =>
    writeCursor(getSecret(call), { ...next, issuedAt: world.clock.now().getTime() })
  const link = (name: string, next: DeltaCursor): string =>
    `${call.base}${source.path}?${name}=${token(next)}`
  const type = source.kind === 'messages' ? 'message' : 'mailFolder'
  const onward = isRepeated ? cursor : page.next
  const value = call.fault?.kind === 'page-skipped' ? [] : [...page.value]
  const [first] = value
  // [D] The same entry may come twice.
  if (
    first &&
    chance(world.seed, 'twice', email, source.folder, cursor.at, cursor.from) <
      call.mailbox.options.deltaNoise
  )
    value.push(first)
  return ok({
    '@odata.context': `${call.base}/$metadata#Collection(${type})`,
    value,
    ...(onward
      ? { '@odata.nextLink': link('$skiptoken', onward) }
      : page.last && { '@odata.deltaLink': link('$deltatoken', page.last) }),
  })
}

/** [D] A page may be empty and not be the last. Never twice in a row. */
function paused(call: GraphCall, cursor: DeltaCursor): Page | undefined {
  const { world, email, options } = call.mailbox
  const place = [email, cursor.kind, cursor.folder, cursor.from, cursor.at, cursor.atTime ?? 0]
  if (cursor.hasPaused || chance(world.seed, 'empty', ...place) >= options.deltaNoise) return undefined
  return { value: [], next: { ...cursor, hasPaused: true }, last: undefined }
}

function continued(call: GraphCall, source: DeltaSource, token: string): DeltaCursor {
  for (const name of call.query.keys())
    if (name !== '$deltatoken' && name !== '$skiptoken')
      throw badRequest(`The query parameter '${name}' cannot be added to a link.`)
  const cursor = readCursor(getSecret(call), token)
  if (cursor === undefined) throw badRequest('Badly formed token.')
  if (cursor.kind !== source.kind || cursor.folder !== source.folder)
    throw badRequest('The token does not belong to this resource.')
  const { world, options, store } = call.mailbox
  const now = world.clock.now().getTime()
  if (now - cursor.issuedAt > options.deltaLifeMs) throw cursorGone(call, source)
  const size = call.prefer.maxPageSize ?? cursor.size
  if (!call.query.has('$deltatoken')) return { ...cursor, size }
  return { ...cursor, size, upTo: Math.max(cursor.from, readableHead(call, store.log.head)) }
}

/** Under a lag, what happened just now cannot be read yet, though it was announced. */
export function readableHead(call: GraphCall, head: number): number {
  const { fault, mailbox } = call
  if (fault?.kind !== 'lag') return head
  const before = mailbox.world.clock.now().getTime() - fault.ms
  let seq = head
  while (seq > 0 && (mailbox.store.log.since(seq - 1)[0]?.at.getTime() ?? 0) > before) seq--
  return seq
}

/** [D] 410 or another 40x, the code in either spelling, with or without the link to begin again at. */
function cursorGone(call: GraphCall, source: DeltaSource): Refused {
  const { world, email } = call.mailbox
  const text = "The sync state generation is not found; generation value is ''."
  const dice = chance(world.seed, 'gone', email, source.folder, world.clock.now().getTime())
  const restart = { location: `${call.base}${source.path}` }
  if (dice < 0.4) return new Refused(410, 'SyncStateNotFound', text, restart)
  if (dice < 0.6) return new Refused(410, 'syncStateNotFound', text)
  if (dice < 0.8) return new Refused(410, 'resyncRequired', text)
  return new Refused(400, 'SyncStateNotFound', text)
}

function getSecret(call: GraphCall): string {
  return `${call.world.seed} ${call.mailbox.email}`
}
