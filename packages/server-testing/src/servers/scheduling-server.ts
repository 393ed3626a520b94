import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { Radicale } from './radicale.ts'

/** An iTIP message that the server delivered by itself (RFC 6638 §3.2). */
interface DeliveredInvitation {
  method: 'REQUEST' | 'REPLY'
  uid: string
  /** As it stands in the file, without a zone; undefined for the whole event. */
  recurrenceId: string | undefined
  /** Of a reply. */
  status: string | undefined
  to: string
}

/** Radicale that also does the scheduling of its users, which Radicale itself leaves to the programs. */
export interface SchedulingServer extends AsyncDisposable {
  /** `http://127.0.0.1:…`, without a path. */
  address: string
  /** Oldest first. */
  delivered: DeliveredInvitation[]
  /** Addresses that it cannot deliver to, with the code of the reason (RFC 6638 §3.2.9). */
  undeliverable: Map<string, string>
}

/**
 * As Apple's and Cyrus's servers do (RFC 6638): it says `calendar-auto-schedule`, names the address of its user, and
 * compares each file that is stored with the one before. What a guest takes out of a series is declined for that date
 * (§3.2.2.1), what a guest deletes as a whole, unless `Schedule-Reply` says otherwise (§8.1). What became of each message it
 * writes into the stored file (§7.3).
 */
export async function startSchedulingServer(
  radicale: Radicale,
  userAddress: string,
): Promise<SchedulingServer> {
  const delivered: DeliveredInvitation[] = []
  const undeliverable = new Map<string, string>()
  const pass = async (request: IncomingMessage, body: Buffer): Promise<Response> => {
    const { method = 'GET', url = '/' } = request
    const hasBody = body.length > 0
    return fetch(radicale.address + url, {
      method,
      headers: passedOn(request),
      redirect: 'manual',
      ...(hasBody ? { body: new Uint8Array(body) } : {}),
    })
  }
  const fileAt = async (request: IncomingMessage): Promise<string> => {
    const authorization = request.headers.authorization ?? ''
    const answer = await fetch(radicale.address + (request.url ?? '/'), { headers: { authorization } })
    const text = await answer.text()
    return answer.status === 200 ? text : ''
  }
  const answer = async (request: IncomingMessage, reply: ServerResponse): Promise<void> => {
    const body = await buffer(request)
    const isWriting =
      request.url?.endsWith('.ics') === true && ['PUT', 'DELETE'].includes(request.method ?? '')
    const before = isWriting ? await fileAt(request) : ''
    const after = request.method === 'PUT' ? body.toString() : ''
    const isSilent = !isWriting || request.headers['schedule-reply'] === 'F'
    const messages = isSilent ? [] : getMessages(before, after, userAddress)
    const codeOf = (address: string): string => undeliverable.get(address) ?? '1.2'
    const passed = await pass(
      request,
      after === '' ? body : Buffer.from(withStatuses(after, messages, codeOf)),
    )
    if (passed.ok) delivered.push(...messages.filter(({ to }) => !undeliverable.has(to)))
    const text = (await passed.text()).replace(
      '<C:calendar-user-address-set>',
      `<C:schedule-outbox-URL><href>/outbox/</href></C:schedule-outbox-URL>$&<href>mailto:${userAddress}</href>`,
    )
    const headers = Object.fromEntries(passed.headers)
    delete headers['content-length']
    delete headers['content-encoding']
    reply
      .writeHead(passed.status, { ...headers, dav: `${headers['dav'] ?? '1'}, calendar-auto-schedule` })
      .end(text)
  }
  const server = createServer((request, reply) => {
    answer(request, reply).catch((error: unknown) => reply.writeHead(502).end(String(error)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    delivered,
    undeliverable,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function passedOn({ headers }: IncomingMessage): Record<string, string> {
  const names = [
    'authorization',
    'content-type',
    'depth',
    'destination',
    'if-match',
    'if-none-match',
    'overwrite',
  ]
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = headers[name]
      return typeof value === 'string' ? [[name, value] as const] : []
    }),
  )
}

/** The file with the code of each message at the person whom it was for, in the place of the one before. */
function withStatuses(
  text: string,
  messages: readonly DeliveredInvitation[],
  codeOf: (address: string) => string,
): string {
  if (messages.length === 0) return text
  const isAnswered = messages.some(({ method }) => method === 'REPLY')
  const recipients = new Set(messages.map(({ to }) => to))
  const person = isAnswered ? /^ORGANIZER(?:;.*)?:mailto:([^:]+)$/i : /^ATTENDEE(?:;.*)?:mailto:([^:]+)$/i
  const lines = text.replace(/\r?\n[ \t]/g, '').split(/\r?\n/)
  return lines
    .map((line) => {
      const address = person.exec(line)?.[1]?.toLowerCase() ?? ''
      if (!recipients.has(address)) return line
      return line
        .replace(/;SCHEDULE-STATUS=(?:"[^"]*"|[^;:]*)/i, '')
        .replace(/^\w+/, (name) => `${name};SCHEDULE-STATUS="${codeOf(address)}"`)
    })
    .join('\r\n')
}

interface Component {
  uid: string
  organizer: string
  /** Undefined for the series, or the event that does not repeat. */
  recurrenceId: string | undefined
  excluded: string[]
  /** PARTSTAT by address. */
  statuses: Map<string, string>
}

function getMessages(before: string, after: string, user: string): DeliveredInvitation[] {
  const [were, are] = [getComponents(before), getComponents(after)]
  const first = are[0] ?? were[0]
  if (!first || first.organizer === '') return []
  const { uid, organizer } = first
  if (organizer !== user) return getReplies(were, are, { uid, user, organizer })
  if (before === after) return []
  const guests = [...first.statuses.keys()].filter((address) => address !== user)
  return guests.map((to) => ({ method: 'REQUEST', uid, recurrenceId: undefined, status: undefined, to }))
}

interface Guest {
  uid: string
  user: string
  organizer: string
}

/** What the organizer has not heard of this guest yet. */
function getReplies(
  were: Component[],
  are: Component[],
  { uid, user, organizer }: Guest,
): DeliveredInvitation[] {
  const reply = (recurrenceId: string | undefined, status: string): DeliveredInvitation => ({
    method: 'REPLY',
    uid,
    recurrenceId,
    status,
    to: organizer,
  })
  const statusIn = (components: Component[], recurrenceId: string | undefined) =>
    (
      components.find((component) => component.recurrenceId === recurrenceId) ?? seriesIn(components)
    )?.statuses.get(user)
  const seriesIn = (components: Component[]) =>
    components.find((component) => component.recurrenceId === undefined)
  if (are.length === 0) return statusIn(were, undefined) === undefined ? [] : [reply(undefined, 'DECLINED')]
  const excludedBefore = seriesIn(were)?.excluded ?? []
  const excluded = (seriesIn(are)?.excluded ?? []).filter((date) => !excludedBefore.includes(date))
  const answered = are.flatMap(({ recurrenceId }) => {
    const [was, is] = [statusIn(were, recurrenceId), statusIn(are, recurrenceId)]
    return is === undefined || is === was || is === 'NEEDS-ACTION' ? [] : [reply(recurrenceId, is)]
  })
  return [...answered, ...(were.length > 0 ? excluded.map((date) => reply(date, 'DECLINED')) : [])]
}

function getComponents(text: string): Component[] {
  const lines = text.replace(/\r?\n[ \t]/g, '').split(/\r?\n/)
  const components: Component[] = []
  let current: Component | undefined
  let nested = 0
  for (const line of lines) {
    if (line === 'BEGIN:VEVENT') {
      current = { uid: '', organizer: '', recurrenceId: undefined, excluded: [], statuses: new Map() }
      components.push(current)
    } else if (line === 'END:VEVENT') current = undefined
    else if (line.startsWith('BEGIN:')) nested++
    else if (line.startsWith('END:')) nested--
    else if (current && nested <= 1) readLine(current, line)
  }
  return components
}

function readLine(component: Component, line: string): void {
  const [, name = '', parameters = '', value = ''] =
    /^([\w-]+)((?:;[\w-]+=(?:"[^"]*"|[^":;]*))*):(.*)$/.exec(line) ?? []
  const address = value.replace(/^mailto:/i, '').toLowerCase()
  // Who sets the agent to something else speaks for himself (§7.1).
  const isServers = !/;SCHEDULE-AGENT=(?!SERVER)/i.test(parameters)
  if (name === 'UID') component.uid = value
  else if (name === 'ORGANIZER' && isServers) component.organizer = address
  else if (name === 'RECURRENCE-ID') component.recurrenceId = value
  else if (name === 'EXDATE') component.excluded.push(...value.split(','))
  else if (name === 'ATTENDEE')
    component.statuses.set(address, /;PARTSTAT=([\w-]+)/i.exec(parameters)?.[1] ?? 'NEEDS-ACTION')
}
