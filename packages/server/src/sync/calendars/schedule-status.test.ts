import { type EventObject, isObject } from '@plmail/calendar-format'
import type { CalendarId } from '@plmail/wire'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  type SchedulingServer,
  startSchedulingServer,
} from '../../../../server-testing/src/servers/scheduling-server.ts'
import {
  needsFor,
  type TestCalDav,
  testCalDav,
} from '../../../../server-testing/src/providers/caldav/test-caldav.ts'
import {
  type CalendarsForTests,
  calendarsForTests,
} from '../../../../server-testing/src/sync/calendars/test-calendars.ts'
import { createCalDavSession } from '../../providers/caldav/index.ts'

/** Radicale behind a server that sends invitations itself and says what became of them (RFC 6638 §7.3). */
let caldav: TestCalDav
let server: SchedulingServer
let rig: CalendarsForTests
let work: CalendarId
beforeAll(async () => {
  caldav = await testCalDav()
  server = await startSchedulingServer(caldav.radicale, 'anna@example.test')
  rig = await calendarsForTests(() => createCalDavSession(needsFor(`${server.address}/anna/`)))
  await rig.visitNow()
  work = await rig.calendarNamed('Work')
})
beforeEach(() => server.undeliverable.clear())
afterAll(async () => {
  await rig[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
  await caldav[Symbol.asyncDispose]()
})

const lunch = (uid: string): EventObject => ({
  '@type': 'Event',
  uid: `${uid}@example.test`,
  title: uid,
  start: '2026-11-24T12:00:00',
  timeZone: 'Europe/Berlin',
  duration: 'PT1H',
  organizerCalendarAddress: 'mailto:anna@example.test',
  participants: {
    me: { '@type': 'Participant', calendarAddress: 'mailto:anna@example.test', roles: { owner: true } },
    guest: {
      '@type': 'Participant',
      calendarAddress: 'mailto:nobody@nowhere.test',
      roles: { attendee: true },
    },
  },
})

/** The guest as the event has them here: with the id that they have in the file. */
async function guestOf(title: string): Promise<{ id: string; guest: EventObject }> {
  const { event } = await rig.eventNamed(title)
  const people = Object.entries(isObject(event['participants']) ? event['participants'] : {})
  const [entry] = people.filter(
    ([, person]) => isObject(person) && person['calendarAddress'] === 'mailto:nobody@nowhere.test',
  )
  if (!entry || !isObject(entry[1])) throw new Error('The guest is gone')
  return { id: entry[0], guest: entry[1] }
}
const news = () => rig.calendars.notifications.list(rig.account, null)
const conflicts = () => rig.sync.conflicts.list(rig.account)

test('an invitation that its server could not deliver is known of its guest, and is nobody’s change', async () => {
  server.undeliverable.set('nobody@nowhere.test', '3.7')
  await rig.create(work, lunch('Lost'))
  await rig.visitNow()
  expect((await guestOf('Lost')).guest['scheduleStatus']).toEqual(['3.7'])
  expect([await news(), await conflicts()]).toEqual([[], []])
})

test('the status is another as soon as the next message gets through', async () => {
  server.undeliverable.set('nobody@nowhere.test', '5.1')
  const id = await rig.create(work, lunch('Late'))
  await rig.visitNow()
  server.undeliverable.clear()
  await rig.patch(id, { title: 'Later' })
  await rig.visitNow()
  expect((await guestOf('Later')).guest['scheduleStatus']).toEqual(['1.2'])
})

test('what the server says afterwards neither is news nor takes a change back that waits here', async () => {
  const id = await rig.create(work, lunch('Slow'))
  await rig.visitNow()
  const { id: guestId } = await guestOf('Slow')
  const file = await storedFile('Slow')
  const body = file.text.replace(/SCHEDULE-STATUS="1.2"/, 'SCHEDULE-STATUS="5.1"')
  const headers = { 'content-type': 'text/calendar' }
  await caldav.radicale.request('anna', 'PUT', file.url, { headers, body })
  const optional = { [`participants/${guestId}/roles`]: { attendee: true, optional: true } }
  await rig.patch(id, optional)
  server.undeliverable.set('nobody@nowhere.test', '5.1')
  await rig.visitNow()
  await rig.visitNow()
  const { guest } = await guestOf('Slow')
  expect(guest).toMatchObject({ roles: { attendee: true, optional: true }, scheduleStatus: ['5.1'] })
  expect([await news(), await conflicts()]).toEqual([[], []])
})

test('a program that writes a status of its own is not believed', async () => {
  const id = await rig.create(work, lunch('Told'))
  await rig.visitNow()
  const { id: guestId } = await guestOf('Told')
  await rig.patch(id, { [`participants/${guestId}/scheduleStatus`]: ['5.3'] })
  expect((await guestOf('Told')).guest['scheduleStatus']).toEqual(['1.2'])
})

/** Of the event with this title, as Radicale keeps it. */
async function storedFile(title: string): Promise<{ url: string; text: string }> {
  const rows = await rig.db.database.query<{ url: string }>(
    `select remote_id as url from remote_event where last_synced->>'title' = $1`,
    [title],
  )
  const url = (rows[0]?.url ?? '').replace(server.address, caldav.radicale.address)
  const answer = await caldav.radicale.request('anna', 'GET', url, {})
  return { url, text: await answer.text() }
}
