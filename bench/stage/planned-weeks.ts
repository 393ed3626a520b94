import { eventListProperties } from '@plmail/wire'
import { administrator } from './imported.ts'
import type { JmapClient } from './jmap-client.ts'
import type { Operation } from './measure.ts'
import { signIn } from './session.ts'

/** How many events the week on screen has. */
export const eventsOfAWeek = 120
const monday = Date.UTC(2027, 2, 8)

/** A day of that week, `2027-03-10`; 0 is its Monday. */
export const weekday = (n: number): string => new Date(monday + n * 86_400_000).toISOString().slice(0, 10)

export interface Planned {
  /** The account with the calendar. */
  accountId: string
  client: JmapClient
}

/** Fills a week; every tenth event of it is a series that goes on, so that the months around have something as well. */
export async function plan(address: string): Promise<Planned> {
  const { email, password } = administrator
  const session = await signIn(address, email, password)
  const { token } = (await session.post('/api/session/token', {})) as { token: string }
  const answer = await fetch(`${address}/jmap/session`, { headers: { authorization: `Bearer ${token}` } })
  const { primaryAccounts } = (await answer.json()) as { primaryAccounts: Record<string, string> }
  const accountId = primaryAccounts['urn:ietf:params:jmap:calendars']
  if (accountId === undefined) throw new Error('There is no account with a calendar')
  const create = Object.fromEntries(Array.from({ length: eventsOfAWeek }, (_, n) => [`e${n}`, event(n)]))
  const client = await session.jmap()
  const [[, response]] = await client.calls(['CalendarEvent/set', { accountId, create }, '0'])
  if (Object.keys((response['created'] as object | null) ?? {}).length !== eventsOfAWeek)
    throw new Error(`Not every event could be made: ${JSON.stringify(response['notCreated'])}`)
  return { accountId, client }
}

function event(n: number): Record<string, unknown> {
  const hour = String(7 + (n % 12)).padStart(2, '0')
  return {
    '@type': 'Event',
    title: `Event ${n}`,
    timeZone: 'Europe/Berlin',
    start: `${weekday(n % 7)}T${hour}:${n % 2 ? '30' : '00'}:00`,
    duration: n % 3 ? 'PT1H' : 'PT45M',
    ...(n % 10 === 0
      ? { recurrenceRule: { '@type': 'RecurrenceRule', frequency: 'daily', interval: 2, count: 300 } }
      : {}),
  }
}

/** What the web client asks for to draw the six weeks of a month. */
export function monthView({ accountId }: Planned): Operation {
  const zone = { accountId, timeZone: 'Europe/Berlin' }
  const query = {
    ...zone,
    expandRecurrences: true,
    limit: 1_000,
    sort: [{ property: 'start' }],
    filter: { after: '2027-03-01T00:00:00', before: '2027-04-12T00:00:00' },
  }
  const ids = { resultOf: '0', name: 'CalendarEvent/query', path: '/ids' }
  return {
    what: 'month view of the server, 360 events in six weeks',
    budgetMs: 10,
    run: (client) =>
      client.calls(
        ['CalendarEvent/query', query, '0'],
        ['CalendarEvent/get', { ...zone, '#ids': ids, properties: eventListProperties }, '1'],
      ),
  }
}
