import { createServer } from 'node:http'
import { once } from 'node:events'
import { type CalendarId, ProviderName } from '@plmail/wire'
import { expect, onTestFinished, test } from 'vitest'
import { calendarRefusal } from '../../../../../emulators/src/google/index.ts'
import { googleCalendarForTests } from '../../../../../server-testing/src/providers/google/calendar/test-google-calendar.ts'
import {
  email,
  openCalendar,
} from '../../../../../server-testing/src/providers/microsoft/calendar/test-microsoft-calendar.ts'
import {
  type CalendarsForTests,
  calendarsForTests,
} from '../../../../../server-testing/src/sync/calendars/test-calendars.ts'
import { type CalendarSession, ProviderError } from '../../../providers/contract/index.ts'
import { addWatch, keepGranted, watchesOfSource } from './watch-rows.ts'

/** Where the provider announces to: it says yes to everything. */
async function hook(): Promise<string> {
  const server = createServer((request, response) => {
    const token = new URL(request.url ?? '', 'http://hook').searchParams.get('validationToken')
    request.resume()
    response.writeHead(200, { 'content-type': 'text/plain' }).end(token ?? '')
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close().closeAllConnections())
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port')
  return `http://127.0.0.1:${address.port}/webhook`
}

/** Everything that announces the source, opened at the provider as `open` would. */
async function watchAll(
  rig: CalendarsForTests,
  session: CalendarSession,
  provider: ProviderName,
): Promise<void> {
  const address = await hook()
  const links = await rig.db.database.query<{ calendarId: CalendarId; remoteId: string }>(
    'select calendar_id as "calendarId", remote_id as "remoteId" from calendar_link order by calendar_id',
  )
  for (const [index, { calendarId, remoteId }] of links.entries()) {
    const id = `watch-${index}`
    const watch = await session.push?.watch(remoteId, {
      address,
      lifecycleAddress: address,
      secret: 'hush',
      id,
      known: undefined,
    })
    if (watch === undefined || watch === 'unsupported') throw new Error('Not watched')
    const row = await addWatch(rig.db.database, {
      calendarId,
      provider,
      remoteId: watch.id,
      secret: Buffer.alloc(32),
      address,
      openedAt: rig.clock.now(),
    })
    await keepGranted(rig.db.database, row, {
      remoteId: watch.id,
      resourceId: watch.resourceId,
      expiresAt: watch.expiresAt,
    })
  }
}

const rowsOf = (rig: CalendarsForTests) => watchesOfSource(rig.db.database, rig.sourceId)

/** `grant`: false once the permission is gone. */
async function atGoogle(grant = { isGood: true }) {
  const google = await googleCalendarForTests()
  onTestFinished(() => google[Symbol.asyncDispose]())
  google.calendars.account.addCalendar({
    id: 'team@group.calendar.google.com',
    summary: 'Team',
    accessRole: 'owner',
  })
  const open = () => {
    if (!grant.isGood) throw new ProviderError('expired-grant', 'The grant is gone')
    return google.session
  }
  const rig = await calendarsForTests(open, { kind: ProviderName.google })
  onTestFinished(() => rig[Symbol.asyncDispose]())
  await rig.visitNow()
  await watchAll(rig, google.session, ProviderName.google)
  const stopped = () =>
    google.sent.filter(({ url }) => url.endsWith('/channels/stop')).map(({ body }) => body)
  return { ...google, rig, stopped }
}

test('every channel of an account that goes is stopped at Google', async () => {
  const { rig, stopped, world } = await atGoogle()
  await rig.sync.watches.closeOf(rig.account)
  expect(
    stopped()
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual(['watch-0', 'watch-1'])
  expect([await rowsOf(rig), world.requests.problems()]).toEqual([[], []])
  await rig.sync.watches.closeOf(rig.account)
  expect(stopped()).toHaveLength(2)
})

test('a channel that Google refuses to stop keeps neither the others nor the account', async () => {
  const { rig, stopped, world } = await atGoogle()
  world.faults.arm({
    operation: 'calendar.channels.stop',
    times: 1,
    fault: calendarRefusal('api-disabled'),
  })
  await rig.sync.watches.closeOf(rig.account)
  expect([stopped().length, await rowsOf(rig)]).toEqual([2, []])
})

test('a permission that is gone keeps nobody from going', async () => {
  const grant = { isGood: true }
  const { rig, stopped } = await atGoogle(grant)
  grant.isGood = false
  await rig.sync.watches.closeOf(rig.account)
  expect([stopped(), await rowsOf(rig)]).toEqual([[], [expect.anything(), expect.anything()]])
})

test('every subscription of an account that goes is deleted at Microsoft', async () => {
  const { microsoft, session, calendars } = await openCalendar({ maxMinutes: 4_230 })
  calendars.add({ name: 'Team' })
  const rig = await calendarsForTests(() => session, { kind: ProviderName.microsoft })
  onTestFinished(() => rig[Symbol.asyncDispose]())
  await rig.visitNow()
  await watchAll(rig, session, ProviderName.microsoft)
  expect(microsoft.subscriptions(email).length).toBeGreaterThan(1)
  await rig.sync.watches.closeOf(rig.account)
  expect([microsoft.subscriptions(email), await rowsOf(rig)]).toEqual([[], []])
})
