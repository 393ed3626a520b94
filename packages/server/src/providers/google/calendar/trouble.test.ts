import { createServer, type IncomingHttpHeaders } from 'node:http'
import { once } from 'node:events'
import { describe, expect, onTestFinished, test } from 'vitest'
import { calendarRefusal } from '../../../../../emulators/src/google/index.ts'
import type { CalendarSession, EventPage } from '../../contract/index.ts'
import {
  ada,
  googleCalendarForTests,
} from '../../../../../server-testing/src/providers/google/calendar/test-google-calendar.ts'

const holidays = 'de.german#holiday@group.v.calendar.google.com'
const lunch = {
  summary: 'Lunch',
  start: { dateTime: '2026-11-24T12:00:00', timeZone: 'Europe/Berlin' },
  end: { dateTime: '2026-11-24T13:00:00', timeZone: 'Europe/Berlin' },
}

async function started() {
  const google = await googleCalendarForTests()
  onTestFinished(() => google[Symbol.asyncDispose]())
  const refuse = (operation: string, name: string) =>
    google.world.faults.arm({ operation, times: 1, fault: calendarRefusal(name) })
  return { ...google, refuse }
}

async function collect(session: CalendarSession, calendar: string, cursor?: string): Promise<EventPage[]> {
  const pages: EventPage[] = []
  for await (const page of session.pull(calendar, cursor)) pages.push(page)
  return pages
}

describe('calendars', () => {
  test('are told with their colours, their zone and what may be done with them', async () => {
    const { session, calendars } = await started()
    const { account } = calendars
    account.addCalendar({ id: holidays, summary: 'Holidays', accessRole: 'reader' })
    account.addCalendar({
      id: 'team@group.calendar.google.com',
      summary: 'Team',
      summaryOverride: 'My team',
      accessRole: 'writerWithoutPrivateAccess',
      timeZone: 'America/New_York',
      backgroundColor: '#16A765',
    })
    account.maxPageSize = 2
    expect(await session.calendars()).toEqual([
      expect.objectContaining({ id: ada, isDefault: true, mayWrite: true, mayWatch: true, color: '#9a9cff' }),
      expect.objectContaining({ id: holidays, isDefault: false, mayWrite: false, mayWatch: false }),
      expect.objectContaining({
        name: 'My team',
        mayWrite: false,
        timeZone: 'America/New_York',
        color: '#16a765',
      }),
    ])
  })

  test('say when they are busy, by Google’s own word', async () => {
    const { session, calendars } = await started()
    calendars.act({ kind: 'create', calendar: ada, event: lunch })
    const day = [new Date('2026-11-24T00:00:00Z'), new Date('2026-11-25T00:00:00Z')] as const
    expect(await session.freeBusy?.([ada], ...day)).toEqual([
      { from: new Date('2026-11-24T11:00:00Z'), to: new Date('2026-11-24T12:00:00Z') },
    ])
    const people = await session.fetchBusyTimes?.([ada, 'stranger@elsewhere.test'], ...day)
    expect(people).toEqual(new Map([[ada, await session.freeBusy?.([ada], ...day)]]))
    await expect(session.freeBusy?.(['nowhere'], ...day)).rejects.toMatchObject({ kind: 'gone' })
  })
})

describe('reading', () => {
  test('begins a year back and says so', async () => {
    const { session, calendars } = await started()
    const day = (date: string, next: string) => ({ summary: date, start: { date }, end: { date: next } })
    calendars.act({ kind: 'create', calendar: ada, event: day('2025-11-01', '2025-11-02') })
    calendars.act({ kind: 'create', calendar: ada, event: day('2025-12-01', '2025-12-02') })
    const old = { ...day('2020-01-01', '2020-01-02'), recurrence: ['RRULE:FREQ=YEARLY'] }
    calendars.act({ kind: 'create', calendar: ada, event: old })
    const [page] = await collect(session, ada)
    expect(page?.tellsFrom).toEqual(new Date('2025-11-21T09:00:00Z'))
    const titles = page?.changes.map((change) => change.kind === 'event' && change.event['title'])
    expect(titles).toEqual(['2025-12-01', '2020-01-01'])
    expect((await collect(session, ada, page?.cursor))[0]).not.toHaveProperty('tellsFrom')
  })

  test('tells a date of somebody’s series as an event where the series is not to be seen', async () => {
    const { session, calendars } = await started()
    const alone = { ...lunch, recurringEventId: 'hidden', originalStartTime: lunch.start }
    const calendar = calendars.account.calendar(ada)
    const dateTime = '2026-11-24T11:00:00.000Z'
    const time = { dateTime, timeZone: 'Europe/Berlin' }
    calendars.account.put(calendar, {
      ...alone,
      id: 'hidden_20261124T110000Z',
      status: 'confirmed',
      iCalUID: 'hidden@elsewhere.test',
      start: time,
      end: time,
      originalStartTime: time,
    })
    const [page] = await collect(session, ada)
    expect(page?.changes).toMatchObject([
      { kind: 'event', event: { title: 'Lunch', uid: 'hidden_20261124T110000Z@google.com' } },
    ])
  })

  test.each([
    ['throttled', 'throttled'],
    ['throttled-429', 'throttled'],
    ['use-limit', 'throttled'],
    ['api-disabled', 'denied'],
    ['backend-error', 'busy'],
    ['not-found', 'gone'],
  ])('is hindered by %s as %s', async (name, kind) => {
    const { session, refuse } = await started()
    refuse('calendar.events.list', name)
    await expect(collect(session, ada)).rejects.toMatchObject({ kind })
  })

  test('comes back after an hour where Google says that enough was written', async () => {
    const { session, refuse, world } = await started()
    refuse('calendar.events.list', 'use-limit')
    const error = await collect(session, ada).catch((caught: unknown) => caught)
    expect(error).toMatchObject({ until: new Date(world.clock.now().getTime() + 3_600_000) })
  })

  test('goes on with another token when the first one has ended', async () => {
    const { session, google } = await started()
    await session.calendars()
    google.grants.expireAccess(ada)
    expect(await session.calendars()).toHaveLength(1)
  })

  test('says that calendars were not allowed, and how to mend that', async () => {
    const { session, google } = await started()
    google.grants.untick(ada, 'https://www.googleapis.com/auth/calendar')
    google.grants.expireAccess(ada)
    await expect(session.calendars()).rejects.toMatchObject({
      kind: 'missing-scope',
      problem: { problem: 'event-limit/calendar-permission' },
    })
  })
})

describe('channels', () => {
  const options = (address: string, id: string) => ({
    address,
    lifecycleAddress: '',
    secret: 'hush',
    id,
    known: undefined,
  })

  test('are opened, announce with their secret, and are closed', async () => {
    const { session, calendars, world } = await started()
    const heard: IncomingHttpHeaders[] = []
    const server = createServer((request, response) => {
      heard.push(request.headers)
      request.resume()
      response.writeHead(204).end()
    })
    onTestFinished(() => void server.close())
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('No port')
    const watch = await session.push?.watch(ada, options(`http://127.0.0.1:${address.port}/hook`, 'c1'))
    expect(watch).toMatchObject({ id: 'c1', resourceId: expect.any(String) })
    if (watch === 'unsupported' || !watch) throw new Error('Not watched')
    expect(watch.expiresAt.getTime()).toBeGreaterThan(world.clock.now().getTime() + 6 * 86_400_000)
    calendars.act({ kind: 'create', calendar: ada, event: lunch })
    await world.delivery.settled()
    expect(
      heard.map((incomingHttpHeaders) => [
        incomingHttpHeaders['x-goog-resource-state'],
        incomingHttpHeaders['x-goog-channel-token'],
      ]),
    ).toEqual([
      ['sync', 'hush'],
      ['exists', 'hush'],
    ])
    await session.push?.unwatch(watch)
    await session.push?.unwatch(watch)
    expect(world.requests.problems()).toEqual([])
  })

  test('are not to be had for holidays, and refused in Google’s words for an address it does not trust', async () => {
    const { session, calendars, google } = await started()
    calendars.account.addCalendar({ id: holidays, summary: 'Holidays', accessRole: 'reader' })
    const address = 'https://mail.example.test/hook'
    expect(await session.push?.watch(holidays, options(address, 'c1'))).toBe('unsupported')
    for (const status of [400, 401, 403]) {
      google.channels.refuseAddress('https://mail.example.test', status)
      await expect(session.push?.watch(ada, options(address, `c-${status}`))).rejects.toMatchObject({
        kind: 'refused',
        detail: `Unauthorized WebHook callback channel: ${address}`,
      })
    }
  })
})
