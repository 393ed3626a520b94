import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { readCalendar } from '@plmail/calendar-format'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { fixedClock } from '../../kit/clock.ts'
import { createOutboundRequest } from '../../safety/index.ts'
import type { AskServer } from '../contract/index.ts'
import type { EventPage } from '../contract/index.ts'
import { createFeedSession, feedAddress, checkFeed } from './index.ts'
import { network } from '../../../../server-testing/src/egress/test-network.ts'

type Handler = (request: IncomingMessage, response: ServerResponse) => void

let handler: Handler = (_request, response) => void response.end()
let asked: IncomingMessage[] = []
const server = createServer((request, response) => {
  asked.push(request)
  handler(request, response)
})
let address = ''
const clock = fixedClock(new Date('2026-11-22T08:00:00Z'))
const send = createOutboundRequest({
  network,
  reason: 'feed',
  allowHttp: true,
  allowedHosts: ['127.0.0.1'],
})
const ask: AskServer = (serverRequest) => send(serverRequest, 'installation')
const format = {
  read: (text: string) => {
    const read = readCalendar(text)
    return read && { name: read.name, events: read.events.map(({ event }) => event) }
  },
}

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/calendar.ics`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => void (asked = []))

const session = (askedAt?: Date) =>
  createFeedSession({ ask, clock, format, access: { name: 'Holidays', address, askedAt } })

async function pull(cursor?: string, askedAt?: Date) {
  const pages: EventPage[] = []
  for await (const page of session(askedAt).pull('feed', cursor)) pages.push(page)
  const changes = pages.flatMap((page) => page.changes)
  const events = changes.flatMap((change) => (change.kind === 'event' ? [change] : []))
  const gone = changes.flatMap((change) => (change.kind === 'gone' ? [change.id] : []))
  return {
    pages,
    events,
    gone,
    titles: events.map(({ event }) => event['title']),
    cursor: pages.at(-1)?.cursor,
  }
}

const event = (uid: string, title: string, ...more: string[]): string[] => [
  'BEGIN:VEVENT',
  ...(uid === '' ? [] : [`UID:${uid}`]),
  'DTSTART:20261124T120000Z',
  'DURATION:PT1H',
  `SUMMARY:${title}`,
  ...more,
  'END:VEVENT',
]
const file = (...lines: string[]): string =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n')
const serving =
  (text: string | (() => string), headers: Record<string, string> = {}): Handler =>
  (_request, response) =>
    void response.writeHead(200, headers).end(typeof text === 'string' ? text : text())

describe('a feed', () => {
  test('is read once, and then asked only whether it changed', async () => {
    handler = (request, response) => {
      const isKnown = request.headers['if-none-match'] === '"v1"'
      if (isKnown) response.writeHead(304).end()
      else serving(file(...event('a', 'First'), ...event('b', 'Second')), { etag: '"v1"' })(request, response)
    }
    const first = await pull()
    expect(first.titles).toEqual(['First', 'Second'])
    await clock.advance(16 * 60_000)
    const second = await pull(first.cursor)
    expect(second.pages.flatMap((page) => page.changes)).toEqual([])
    expect(asked).toHaveLength(2)
  })

  test('that changed tells only what is new, different or gone', async () => {
    const stamped = (stamp: string) => [...event('a', 'Same', `DTSTAMP:${stamp}`), ...event('b', 'Old')]
    handler = serving(file(...stamped('20260101T000000Z'), ...event('c', 'Leaves')))
    const first = await pull()
    handler = serving(
      file(...stamped('20270101T000000Z').map((line) => line.replace('Old', 'New')), ...event('d', 'Comes')),
    )
    await clock.advance(16 * 60_000)
    const second = await pull(first.cursor)
    expect(second.titles).toEqual(['New', 'Comes'])
    expect(second.gone).toEqual([first.events.find((item) => item.event['title'] === 'Leaves')?.id])
  })

  test('keeps its changed occurrences with their series, and its own zones', async () => {
    const zone = ['BEGIN:VTIMEZONE', 'TZID:Ours', 'BEGIN:STANDARD', 'DTSTART:19700101T000000']
    const fixed = [...zone, 'TZOFFSETFROM:+0545', 'TZOFFSETTO:+0545', 'END:STANDARD', 'END:VTIMEZONE']
    const at = (name: string, time: string) => `${name};TZID=Ours:202611${time}`
    handler = serving(
      file(
        ...fixed,
        'BEGIN:VEVENT',
        'UID:a',
        at('RECURRENCE-ID', '25T090000'),
        at('DTSTART', '25T110000'),
        'END:VEVENT',
        'BEGIN:VEVENT',
        'UID:a',
        at('DTSTART', '24T090000'),
        'RRULE:FREQ=DAILY;COUNT=3',
        'END:VEVENT',
      ),
    )
    const { events } = await pull()
    expect(events.map((item) => item.event)).toMatchObject([
      {
        start: '2026-11-24T09:00:00',
        timeZone: expect.stringMatching(/^Asia\/Kath?mandu$/),
        recurrenceOverrides: { '2026-11-25T09:00:00': { start: '2026-11-25T11:00:00' } },
      },
    ])
    // An export of the event begins with its text, which nobody could place without the zone.
    expect(events[0]!.raw).toContain('TZID:Ours')
  })

  test('is left alone as long as it asks to be, unless somebody asks', async () => {
    handler = serving(file('REFRESH-INTERVAL;VALUE=DURATION:PT6H', ...event('a', 'A')))
    const first = await pull()
    await clock.advance(3 * 60 * 60_000)
    expect((await pull(first.cursor)).cursor).toBe(first.cursor)
    expect(asked).toHaveLength(1)
    await pull(first.cursor, clock.now())
    expect(asked).toHaveLength(2)
    await clock.advance(3 * 60 * 60_000)
    await pull(first.cursor)
    expect(asked).toHaveLength(3)
  })

  test.each([
    ['PT1M', 15 * 60_000],
    ['P30D', 24 * 60 * 60_000],
    ['soon', 15 * 60_000],
  ])('that wants to be looked at every %s is within reason', async (interval, expected) => {
    handler = serving(file(`X-PUBLISHED-TTL:${interval}`, ...event('a', 'A')))
    expect(JSON.parse((await pull()).cursor ?? '')).toMatchObject({ interval: expected })
  })

  test('without UIDs tells the same events under the same ids', async () => {
    handler = serving(() => file(...event('', 'A', `X-SEEN:${asked.length}`), ...event('', 'B')))
    const [first, second] = [await pull(), await pull()]
    expect(first.events.map(({ id }) => id)).toEqual(second.events.map(({ id }) => id))
    expect(new Set(first.events.map(({ event: one }) => one['uid'])).size).toBe(2)
  })

  test('starts over when its cursor is of no use', async () => {
    handler = serving(file(...event('a', 'A')))
    const { pages, titles } = await pull('nonsense')
    expect([pages[0]?.reset, titles]).toEqual([true, ['A']])
  })

  test('is looked at before anybody subscribes', async () => {
    handler = serving(file('X-WR-CALNAME:School\\, 3b', ...event('a', 'A')))
    expect(await checkFeed({ ask, clock }, address)).toEqual({ name: 'School, 3b', events: 1 })
    expect(feedAddress(' webcal://example.org/a.ics?x=Y ')).toBe('https://example.org/a.ics?x=Y')
    expect(feedAddress('example.org/a.ics')).toBe('https://example.org/a.ics')
  })
})

describe('a server', () => {
  test.each([
    [401, 'wrong-credentials'],
    [403, 'denied'],
    [404, 'gone'],
    [410, 'gone'],
    [429, 'throttled'],
    [500, 'busy'],
    [503, 'throttled'],
  ])('that answers %d is told as %s', async (status, kind) => {
    handler = (_request, response) => void response.writeHead(status, { 'retry-after': '120' }).end()
    const until = kind === 'throttled' ? { until: new Date(clock.now().getTime() + 120_000) } : {}
    await expect(pull()).rejects.toMatchObject({ kind, ...until })
  })

  test('may send on three times, never to an address that is not allowed', async () => {
    handler = (request, response) => {
      const hop = Number(/\d*$/.exec(request.url ?? '')?.[0] ?? 0)
      if (hop < 3) response.writeHead(302, { location: `/hop${hop + 1}` }).end()
      else serving(file(...event('a', 'Arrived')))(request, response)
    }
    expect((await pull()).titles).toEqual(['Arrived'])
    handler = (_request, response) => void response.writeHead(302, { location: '/again' }).end()
    await expect(pull()).rejects.toMatchObject({ kind: 'refused' })
    handler = (_request, response) =>
      void response.writeHead(302, { location: 'http://169.254.169.254/' }).end()
    await expect(pull()).rejects.toMatchObject({ kind: 'refused', detail: 'refused-address' })
  })
})

describe('a hostile feed', () => {
  test.each([
    ['a page', '<!doctype html><title>Sign in</title>'],
    ['nothing', ''],
    ['a packed file that is none', Buffer.concat([Buffer.from([0x1f, 0x8b]), Buffer.alloc(50)])],
    ['a packed file that grows beyond measure', gzipSync(Buffer.alloc(64 * 1024 * 1024, 'BEGIN:VEVENT\n'))],
    ['a file that is too large', Buffer.alloc(8 * 1024 * 1024 + 1, 'X')],
    ['a hundred thousand events', `BEGIN:VCALENDAR\n${'BEGIN:VEVENT\nEND:VEVENT\n'.repeat(100_000)}`],
  ])('that is %s is refused with a problem', async (_what, body) => {
    handler = (_request, response) => void response.end(body)
    await expect(pull()).rejects.toMatchObject({
      kind: 'malformed',
      problem: { problem: expect.stringMatching(/^feed\//) as string },
    })
  })

  test('that is packed and honest is read', async () => {
    handler = (_request, response) => void response.end(gzipSync(file(...event('a', 'Packed'))))
    expect((await pull()).titles).toEqual(['Packed'])
  })

  test('whose zones change every second is read as if it had none, at once', async () => {
    const zone = (rule: string, index: number) => [
      'BEGIN:VTIMEZONE',
      `TZID:Z${index}`,
      'BEGIN:STANDARD',
      'DTSTART:00010101T000000',
      'TZOFFSETFROM:+0100',
      'TZOFFSETTO:+0233',
      rule,
      'END:STANDARD',
      'END:VTIMEZONE',
    ]
    const rules = ['RRULE:FREQ=SECONDLY', 'RRULE:FREQ=YEARLY;BYSECOND=1,2,3;BYMINUTE=1,2', 'RRULE:FREQ=DAILY']
    const zones = rules.flatMap((rule, index) => zone(rule, index))
    const events = rules.flatMap((_rule, index) =>
      event(`z${index}`, `Z${index}`).map((line) =>
        line.replace('DTSTART:20261124T120000Z', `DTSTART;TZID=Z${index}:20261124T120000`),
      ),
    )
    handler = serving(file(...zones, ...events))
    const starts = (await pull()).events.map((item) => [item.event['start'], item.event['timeZone']])
    expect(starts).toEqual(rules.map(() => ['2026-11-24T12:00:00', undefined]))
  })

  test('with blocks that open and never close, nest and lie about their ends is read to its end', async () => {
    const nested = Array.from({ length: 5_000 }, () => 'BEGIN:VALARM')
    handler = serving(
      file(
        'END:VEVENT',
        'BEGIN:VEVENT',
        'SUMMARY:Open',
        ...event('a', 'Whole'),
        ...event('b', 'Deep', ...nested),
      ),
    )
    expect((await pull()).titles).toContain('Whole')
  })

  test('with thousands of changes to one series keeps what can be shown', async () => {
    const changed = Array.from({ length: 5_000 }, (_, index) =>
      event(
        'a',
        `Changed ${index}`,
        `RECURRENCE-ID:2026${String((index % 12) + 1).padStart(2, '0')}01T120000Z`,
      ),
    )
    handler = serving(file(...event('a', 'Series', 'RRULE:FREQ=DAILY'), ...changed.flat()))
    expect((await pull()).titles).toEqual(['Series'])
  })

  test('cut and broken anywhere gives events or a sentence', async () => {
    const whole = file(
      ...event('a', 'A', 'RRULE:FREQ=WEEKLY'),
      ...event('b', 'B', 'BEGIN:VALARM', 'END:VALARM'),
    )
    let text = whole
    handler = serving(() => text)
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length), fc.nat(60), fc.string(), async (from, length, instead) => {
        text = whole.slice(0, from) + instead + whole.slice(from + length)
        const outcome = await pull().catch((error: unknown) => error)
        expect(outcome).toMatchObject(outcome instanceof Error ? { kind: 'malformed' } : {})
      }),
      { numRuns: 100 },
    )
  })
})
