import type {
  CalendarFormat,
  EventWriting,
  JsonObject,
  KnownEvent,
  RemoteChange,
  Written,
} from '../contract/index.ts'
import { type Dav, type DavAnswer, parseServerText } from './dav-client.ts'
import { fetchObjects, objectAs } from './objects.ts'

const toStored = (changes: RemoteChange[]): Written => ({ outcome: 'stored', changes })
const calendarText = { 'content-type': 'text/calendar; charset=utf-8' }

/** Each write names the version it is made against (RFC 4791 §5.3.4), so that nothing of somebody else is lost. */
export function writing(connection: Dav, format: CalendarFormat): EventWriting {
  const { request } = connection
  const objects = objectsOver(connection, format)
  return {
    create: async (calendar, event, { key, object }) => {
      const url = new URL(`${fileName(key)}.ics`, asFolder(calendar)).href
      const answer = await objects.put(url, newObject(format, event, object), { 'if-none-match': '*' })
      if (answer.status !== 412) return objects.written(answer, url)
      const existing = await objects.read(url)
      // The answer to an earlier try was lost: it is ours already.
      const isOurs = existing?.some(
        (change) => change.kind === 'event' && change.event['uid'] === event['uid'],
      )
      return existing && isOurs ? toStored(existing) : { outcome: 'conflict' }
    },
    isMadeWith: undefined,
    update: async (_calendar, storedEvent, event) => {
      const text = format.edit(storedEvent.raw, storedEvent.event, event)
      if (text === storedEvent.raw)
        return toStored(objectAs(format, storedEvent.id, storedEvent.version, storedEvent.raw))
      const answer = await objects.put(storedEvent.id, text, { 'if-match': storedEvent.version })
      return answer.status === 412
        ? objects.overtaken(storedEvent.id)
        : objects.written(answer, storedEvent.id)
    },
    destroy: async (_calendar, storedEvent, { notify }) => {
      // A server that tells people itself declines what a guest deletes, unless it is told not to (RFC 6638 §8.1).
      const silence: Record<string, string> = notify ? {} : { 'schedule-reply': 'F' }
      const headers = { 'if-match': storedEvent.version, ...silence }
      const answer = await request({
        method: 'DELETE',
        url: storedEvent.id,
        headers,
        doing: 'deleting an event',
      })
      if (answer.status < 300 || isGone(answer)) return toStored([])
      if (answer.status !== 412) return toRefused(answer, 'deleting an event')
      const outcome = await objects.overtaken(storedEvent.id)
      return outcome.outcome === 'gone' ? toStored([]) : outcome
    },
    move: (_from, to, storedEvent) => move(request, objects.read, to, storedEvent),
    answer: undefined,
  }
}

/** Begins with what the event was imported as: it says more than the event has properties for. */
function newObject(format: CalendarFormat, event: JsonObject, object: string | undefined): string {
  const [imported] = (object === undefined ? undefined : format.read(object)?.events) ?? []
  return object !== undefined && imported ? format.edit(object, imported, event) : format.write(event)
}

function objectsOver(connection: Dav, format: CalendarFormat) {
  /** As a pull tells it; undefined where nothing is. */
  const read = async (url: string): Promise<RemoteChange[] | undefined> => {
    const calendar = new URL('./', url).href
    for await (const changes of fetchObjects(connection, format, calendar, [url]))
      return changes.some((change) => change.kind === 'gone') ? undefined : changes
    return undefined
  }
  return {
    read,
    put: (url: string, text: string, condition: Readonly<Record<string, string>>) =>
      connection.request({
        method: 'PUT',
        url,
        doing: 'storing an event',
        body: text.replace(/\r?\n/g, '\r\n'),
        headers: { ...calendarText, ...condition },
      }),
    /** Servers write down what they are given in a way of their own, whatever their ETag promises (RFC 4791 §5.3.4). */
    written: async (answer: DavAnswer, url: string): Promise<Written> => {
      if (isGone(answer)) return { outcome: 'gone' }
      if (answer.status >= 300) return toRefused(answer, 'storing an event')
      const changes = await read(url)
      return changes ? toStored(changes) : { outcome: 'gone' }
    },
    /** The version was refused: somebody changed the object, or took it away, which some servers answer alike. */
    overtaken: async (url: string): Promise<Written> =>
      (await read(url)) === undefined ? { outcome: 'gone' } : { outcome: 'conflict' },
  }
}

/** By the server's own MOVE, which keeps what is not understood here. */
async function move(
  request: Dav['request'],
  read: (url: string) => Promise<RemoteChange[] | undefined>,
  to: string,
  storedEvent: KnownEvent,
): Promise<Written> {
  const doing = 'moving an event'
  const name = new URL(storedEvent.id).pathname.split('/').at(-1) ?? ''
  const destination = new URL(name, asFolder(to)).href
  const headers = { destination, overwrite: 'F', 'if-match': storedEvent.version }
  const answer = await request({ method: 'MOVE', url: storedEvent.id, headers, doing })
  if (answer.status === 412)
    return (await read(storedEvent.id)) ? { outcome: 'conflict' } : { outcome: 'gone' }
  if (isGone(answer)) return { outcome: 'gone' }
  if (answer.status >= 300) return toRefused(answer, doing)
  const moved = await read(destination)
  return moved ? toStored(moved) : { outcome: 'gone' }
}

const isGone = ({ status }: DavAnswer): boolean => status === 404 || status === 410

function toRefused(answer: DavAnswer, doing: string): Written {
  return {
    outcome: 'refused',
    problem: {
      problem: 'other/text',
      text: parseServerText(answer.text) ?? `The server answered ${answer.status} while ${doing}`,
    },
  }
}

const asFolder = (url: string): string => (url.endsWith('/') ? url : `${url}/`)

/** A key may have any characters; a name of a file has few (Windows servers refuse `:`). */
const fileName = (key: string): string => key.replace(/[^\w.@-]/g, '-').slice(0, 200)
