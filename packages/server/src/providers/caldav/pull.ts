import { type CalendarFormat, type EventPage, ProviderError } from '../contract/index.ts'
import { type CalDavCursor, readCursor, writeCursor } from './cursor.ts'
import { type Dav, unexpected } from './dav-client.ts'
import { dav, type DavResponse, hasType, type Multistatus, readMultistatus, getText } from './multistatus.ts'
import { fetchObjects } from './objects.ts'
import { type CollectionState, fetchState } from './collection-state.ts'
import { escapeXml } from './xml.ts'

/** Lists the changes by the best means the server has: RFC 6578, else its ctag and the stored etags. */
export async function* pullCalendar(
  connection: Dav,
  format: CalendarFormat,
  calendar: string,
  cursor: string | undefined,
): AsyncGenerator<EventPage> {
  const state = await fetchState(connection, calendar)
  const since = cursor === undefined ? undefined : readCursor(cursor)
  const fits = since !== undefined && (since.kind === 'token') === state.offersSync
  const ledger = { connection, format, calendar, reset: cursor !== undefined && !fits }
  if (!state.offersSync) return yield* byEtags(ledger, state, fits ? since : undefined)
  if (fits && since.kind === 'token') {
    const first = await changesSince(connection, calendar, since.token)
    if (first !== 'unusable') return yield* byTokens(ledger, first)
    ledger.reset = true
  }
  const whole = await changesSince(connection, calendar, '')
  if (whole === 'unusable') throw new ProviderError('malformed', 'The server refuses to list a calendar')
  yield* byTokens(ledger, whole)
}

interface Reading {
  connection: Dav
  format: CalendarFormat
  calendar: string
  /** Until the first page has said so. */
  reset: boolean
}

/** Pages of a server that cuts its answer (507 for the collection itself, RFC 6578 §3.6) are followed to their end. */
async function* byTokens(reading: Reading, first: Multistatus): AsyncGenerator<EventPage> {
  const { connection, calendar } = reading
  let answer: Multistatus = first
  for (;;) {
    const token = answer.syncToken
    if (token === undefined)
      throw new ProviderError('malformed', 'A listing of changes came without its token')
    const { gone, changed, isCut } = sortResponses(answer.responses, calendar)
    yield* fetchChanges(reading, gone, changed)
    if (!isCut) return yield closing(reading, { kind: 'token', token })
    const next = await changesSince(connection, calendar, token)
    if (next === 'unusable' || next.syncToken === token)
      throw new ProviderError('malformed', 'A listing of changes does not come to its end')
    answer = next
  }
}

function sortResponses(responses: readonly DavResponse[], calendar: string) {
  const ownPath = new URL(calendar).pathname.replace(/\/$/, '')
  const isItself = ({ url }: DavResponse) => new URL(url).pathname.replace(/\/$/, '') === ownPath
  const members = responses.filter((response) => !isItself(response) && !hasType(response, dav('collection')))
  return {
    isCut: responses.some((response) => isItself(response) && response.status === 507),
    gone: members.filter(({ status }) => status === 404).map(({ url }) => url),
    changed: members.filter(({ status }) => status !== 404).map(({ url }) => url),
  }
}

async function changesSince(
  { request }: Dav,
  calendar: string,
  token: string,
): Promise<Multistatus | 'unusable'> {
  const doing = 'asking what changed in a calendar'
  const answer = await request({
    method: 'REPORT',
    url: calendar,
    doing,
    depth: '0',
    body: `<?xml version="1.0" encoding="utf-8"?>
<sync-collection xmlns="DAV:">
  <sync-token>${escapeXml(token)}</sync-token><sync-level>1</sync-level>
  <prop><getetag/><resourcetype/></prop>
</sync-collection>`,
  })
  const read = answer.status === 207 ? readMultistatus(answer.text, answer.url) : undefined
  if (read) return read
  if (answer.status === 404) throw new ProviderError('gone', `Nothing is there while ${doing}`)
  const isTokenRefused = [400, 403, 409, 410, 412, 507].includes(answer.status)
  if (token !== '' && isTokenRefused) return 'unusable'
  throw unexpected(answer, doing)
}

/** A changed ctag says that something changed; the etags of all objects, against those of before, say what. */
async function* byEtags(
  reading: Reading,
  { ctag }: CollectionState,
  since: CalDavCursor | undefined,
): AsyncGenerator<EventPage> {
  const before = since?.kind === 'etags' ? since : undefined
  if (before && ctag !== undefined && before.ctag === ctag) return yield closing(reading, before)
  const etags = await fetchEtags(reading)
  const etagById = new Map(Object.entries(before?.etags ?? {}))
  const gone = [...etagById.keys()].filter((url) => !etags.has(url))
  const changed = [...etags].flatMap(([url, etag]) => (etagById.get(url) === etag ? [] : [url]))
  yield* fetchChanges(reading, gone, changed)
  yield closing(reading, { kind: 'etags', ctag, etags: Object.fromEntries(etags) })
}

async function fetchEtags({ connection, calendar }: Reading): Promise<Map<string, string>> {
  const { responses } = await connection.multistatus({
    method: 'PROPFIND',
    url: calendar,
    depth: '1',
    doing: 'listing a calendar',
    body: `<?xml version="1.0" encoding="utf-8"?>
<propfind xmlns="DAV:"><prop><getetag/><resourcetype/></prop></propfind>`,
  })
  return new Map(
    responses.flatMap((response) => {
      const etag = getText(response, dav('getetag'))
      return etag === undefined || hasType(response, dav('collection')) ? [] : [[response.url, etag] as const]
    }),
  )
}

async function* fetchChanges(
  reading: Reading,
  gone: readonly string[],
  changed: readonly string[],
): AsyncGenerator<EventPage> {
  if (gone.length > 0)
    yield page(
      reading,
      gone.map((id) => ({ kind: 'gone', id })),
    )
  const { connection, format, calendar } = reading
  for await (const changes of fetchObjects(connection, format, calendar, changed))
    yield page(reading, changes)
}

function page(reading: Reading, changes: EventPage['changes'], cursor?: string): EventPage {
  const { reset } = reading
  reading.reset = false
  return { changes, reset, cursor }
}

const closing = (reading: Reading, cursor: CalDavCursor): EventPage => page(reading, [], writeCursor(cursor))
