import { createServer, type IncomingHttpHeaders } from 'node:http'
import { once } from 'node:events'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { at, lunch, own, startCalendarForTest, weekly, type Called } from './calendar-for-tests.ts'
import { calendarRefusal } from './refusals.ts'

const reason = ({ body }: Called): string => body.error.errors[0]!.reason
const holidays = 'de.german#holiday@group.v.calendar.google.com'

async function listening() {
  const heard: IncomingHttpHeaders[] = []
  const server = createServer((request, response) => {
    heard.push(request.headers)
    request.resume()
    response.writeHead(204).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port')
  return { heard, address: `http://127.0.0.1:${address.port}/hook` }
}

describe('access', () => {
  test('wants a scope for calendars', async () => {
    const { call } = await startCalendarForTest('https://mail.google.com/ openid email')
    const refused = await call('GET', '/users/me/calendarList')
    expect([refused.status, reason(refused)]).toEqual([403, 'insufficientPermissions'])
  })

  test('lets each role see and do what it may', async () => {
    const { call, calendars } = await startCalendarForTest()
    const secret = { ...lunch, visibility: 'private' }
    for (const [accessRole, seen, mayWrite] of [
      ['freeBusyReader', [undefined, undefined], false],
      ['reader', [undefined, 'Lunch'], false],
      ['writerWithoutPrivateAccess', [undefined, 'Lunch'], true],
      ['writer', ['Lunch', 'Lunch'], true],
    ] as const) {
      const calendar = calendars.account.addCalendar({ summary: accessRole, accessRole: 'owner' })
      for (const event of [secret, lunch]) calendars.act({ kind: 'create', calendar: calendar.id, event })
      calendar.accessRole = accessRole
      const address = `/calendars/${encodeURIComponent(calendar.id)}/events`
      const { items } = (await call('GET', address)).body
      expect(items.map(({ summary }) => summary)).toEqual(seen)
      const [first, second] = items
      expect((await call('PATCH', `${address}/${second!.id}`, { summary: 'B' })).status).toBe(
        mayWrite ? 200 : 403,
      )
      const onSecret = await call('PATCH', `${address}/${first!.id}`, { summary: 'B' })
      expect(onSecret.status).toBe(accessRole === 'writer' ? 200 : 403)
    }
  })

  test('lists calendars, hidden ones only when asked', async () => {
    const { call, calendars } = await startCalendarForTest()
    calendars.account.addCalendar({ summary: 'Hidden', hidden: true })
    expect((await call('GET', '/users/me/calendarList')).body.items).toMatchObject([
      { id: 'ada@example.test', primary: true },
    ])
    expect((await call('GET', '/users/me/calendarList?showHidden=true')).body.items).toHaveLength(2)
  })

  test('has a limit a minute', async () => {
    const { call, calendars } = await startCalendarForTest()
    calendars.account.quota.charge(599)
    expect((await call('GET', '/colors')).body.event['11']).toMatchObject({ background: '#dc2127' })
    const refused = await call('GET', '/colors')
    expect([403, 429]).toContain(refused.status)
    expect(reason(refused)).toBe('rateLimitExceeded')
  })

  test('does what is asked and loses the answer, or refuses as it was armed to', async () => {
    const { call, world } = await startCalendarForTest()
    world.faults.arm({
      operation: 'calendar.events.insert',
      times: 1,
      fault: { kind: 'reset', when: 'after' },
    })
    await expect(call('POST', own, { ...lunch, id: 'abcde' })).rejects.toThrow(/fetch failed/)
    expect((await call('POST', own, { ...lunch, id: 'abcde' })).status).toBe(409)
    world.faults.arm({ operation: 'calendar.*', times: 1, fault: calendarRefusal('use-limit') })
    expect(reason(await call('GET', own))).toBe('quotaExceeded')
  })

  test('says when somebody is busy', async () => {
    const { call } = await startCalendarForTest()
    await call('POST', own, lunch)
    await call('POST', own, {
      ...lunch,
      start: at('2026-11-24T12:30:00+01:00'),
      end: at('2026-11-24T14:00:00+01:00'),
    })
    await call('POST', own, { ...weekly, transparency: 'transparent' })
    const asked = {
      timeMin: '2026-11-24T00:00:00Z',
      timeMax: '2026-11-25T00:00:00Z',
      items: [{ id: 'primary' }, { id: 'no' }],
    }
    const { calendars } = (await call('POST', '/freeBusy', asked)).body
    expect(calendars['primary']!.busy).toEqual([
      { start: '2026-11-24T11:00:00Z', end: '2026-11-24T13:00:00Z' },
    ])
    expect(calendars['no']!.errors).toEqual([{ domain: 'global', reason: 'notFound' }])
  })
})

describe('channels', () => {
  test('announce each change until they are stopped', async () => {
    const { call, world } = await startCalendarForTest()
    const { heard, address } = await listening()
    const request = { id: 'channel-1', type: 'web_hook', address, token: 'hush', params: { ttl: '3600' } }
    const { body } = await call('POST', `${own}/watch`, request)
    expect(Number(body.expiration)).toBe(world.clock.now().getTime() + 3_600_000)
    await call('POST', own, lunch)
    await world.delivery.settled()
    expect(heard.map((incomingHttpHeaders) => incomingHttpHeaders['x-goog-resource-state'])).toEqual([
      'sync',
      'exists',
    ])
    expect(heard[0]).toMatchObject({ 'x-goog-message-number': '1', 'x-goog-channel-token': 'hush' })
    expect(heard[1]).toMatchObject({
      'x-goog-channel-id': 'channel-1',
      'x-goog-resource-id': body.resourceId,
    })
    expect(reason(await call('POST', `${own}/watch`, request))).toBe('channelIdNotUnique')
    const stop = { id: 'channel-1', resourceId: body.resourceId }
    expect((await call('POST', '/channels/stop', stop)).status).toBe(204)
    expect((await call('POST', '/channels/stop', stop)).status).toBe(404)
    await call('POST', own, lunch)
    await world.delivery.settled()
    expect(heard).toHaveLength(2)
    expect(world.requests.problems()).toEqual([])
  })

  test('are refused for holidays, without HTTPS, and at an address that Google does not trust', async () => {
    const { call, calendars, google } = await startCalendarForTest()
    calendars.account.addCalendar({ id: holidays, summary: 'Holidays', accessRole: 'reader' })
    const request = { id: 'c', type: 'web_hook', address: 'https://mail.example.test/hook' }
    const watch = (calendar: string, body: object) =>
      call('POST', `/calendars/${encodeURIComponent(calendar)}/events/watch`, body)
    expect(reason(await watch(holidays, request))).toBe('pushNotSupportedForRequestedResource')
    expect(reason(await watch('primary', { ...request, address: 'http://mail.example.test' }))).toBe(
      'push.webhookUrlNotHttps',
    )
    for (const status of [400, 401, 403]) {
      google.channels.refuseAddress('https://mail.example.test', status)
      const refused = await watch('primary', request)
      expect([refused.status, reason(refused)]).toEqual([status, 'push.webhookUrlUnauthorized'])
    }
  })
})

test('whatever is asked, the API refuses in its own words and goes on', async () => {
  const { google, calendars } = await startCalendarForTest()
  const { call } = await startCalendarForTest()
  calendars.act({ kind: 'create', calendar: 'primary', event: { ...weekly, id: 'abcde' } })
  const pieces = fc.constantFrom(
    'calendars',
    'primary',
    'events',
    'abcde',
    'abcde_20261013T070000Z',
    'abcde_x',
    'instances',
    'move',
    'watch',
    'users',
    'me',
    'calendarList',
    'freeBusy',
    'channels',
    'stop',
    'colors',
    '..',
    '%00',
    '🙂',
    '',
    'import',
  )
  const queries = fc.constantFrom(
    '',
    '?syncToken=x',
    '?pageToken=x',
    '?maxResults=-1',
    '?maxResults=x',
    '?timeMin=x',
    '?originalStart=x',
    '?destination=x',
    '?fields=((',
    '?singleEvents=true&timeMax=9999-12-31T00:00:00Z',
    '?%',
  )
  const time = fc.oneof(
    fc.json(),
    fc.constant({ date: '2026-99-99' }),
    fc.constant({ dateTime: 'x', timeZone: 'Mars' }),
  )
  const body = fc.oneof(
    fc.constant(undefined),
    fc.jsonValue(),
    fc.record(
      {
        start: time,
        end: time,
        recurrence: fc.array(fc.constantFrom('RRULE:FREQ=DAILY;INTERVAL=0', 'EXDATE:x', 'x')),
      },
      { requiredKeys: [] },
    ),
  )
  const method = fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE')
  await fc.assert(
    fc.asyncProperty(
      method,
      fc.array(pieces, { maxLength: 5 }),
      queries,
      body,
      async (verb, path, query, content) => {
        const sent = verb === 'GET' ? undefined : content
        const { status, body: said } = await call(verb, `/${path.join('/')}${query}`, sent)
        expect(status).toBeLessThan(500)
        expect(status < 400 || said.error.errors[0]?.reason).toBeTruthy()
      },
    ),
    { numRuns: 150 },
  )
  expect(google.urls.calendar).toMatch(/calendar\/v3$/)
})
