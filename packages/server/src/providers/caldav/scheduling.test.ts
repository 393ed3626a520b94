import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  type SchedulingServer,
  startSchedulingServer,
} from '../../../../server-testing/src/servers/scheduling-server.ts'
import { createEventMirror } from '../../../../server-testing/src/providers/contract/event-mirror.ts'
import {
  needsFor,
  type TestCalDav,
  testCalDav,
} from '../../../../server-testing/src/providers/caldav/test-caldav.ts'
import { createCalDavSession } from './index.ts'

/** A server that tells people itself what becomes of a meeting (RFC 6638). */
let caldav: TestCalDav
let server: SchedulingServer
beforeAll(async () => {
  caldav = await testCalDav()
  server = await startSchedulingServer(caldav.radicale, 'anna@example.test')
})
beforeEach(() => {
  server.delivered.length = 0
  server.undeliverable.clear()
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await caldav[Symbol.asyncDispose]()
})

const session = () => createCalDavSession(needsFor(`${server.address}/anna/`))

test('says for whom it does so, in the listing of its calendars', async () => {
  const remoteCalendars = await session().calendars()
  expect(remoteCalendars.map(({ tellsFor }) => tellsFor)).toEqual([
    ['anna@example.test'],
    ['anna@example.test'],
  ])
})

test('is not asked who its user is where it keeps calendars and no more', async () => {
  const remoteCalendars = await caldav.session().calendars()
  expect(remoteCalendars.map(({ tellsFor }) => tellsFor)).toEqual([undefined, undefined])
})

/** A weekly meeting of the boss, put into anna's calendar by the server; as it is known then. */
async function meeting(name: string) {
  const [calendar] = await session().calendars()
  const url = `${calendar!.id}${name}.ics`
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Boss//EN',
    'BEGIN:VEVENT',
    `UID:${name}@corp.test`,
    'DTSTAMP:20261101T090000Z',
    'SUMMARY:Round',
    'DTSTART:20261123T080000Z',
    'DURATION:PT30M',
    'RRULE:FREQ=WEEKLY',
    'ORGANIZER;CN=Boss:mailto:boss@corp.test',
    'ATTENDEE;CN=Anna;PARTSTAT=ACCEPTED:mailto:anna@example.test',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]
  const headers = { 'content-type': 'text/calendar' }
  const placed = await caldav.radicale.request(
    'anna',
    'PUT',
    url.replace(server.address, caldav.radicale.address),
    { headers, body: lines.join('\r\n') },
  )
  expect(placed.status).toBe(201)
  const opened = session()
  const mirror = createEventMirror(opened, calendar!.id)
  await mirror.look()
  return { calendar: calendar!.id, stored: mirror.pulled(url), write: opened.write! }
}

test('declines one date that a guest takes out of a series, once, by an excluded date', async () => {
  const { calendar, stored, write } = await meeting('one-date')
  const event = {
    ...stored.event,
    recurrenceOverrides: { '2026-11-30T08:00:00': { excluded: true } },
  }
  expect(await write.update(calendar, stored, event, { notify: true })).toMatchObject({ outcome: 'stored' })
  expect(server.delivered).toEqual([
    {
      method: 'REPLY',
      uid: 'one-date@corp.test',
      recurrenceId: '20261130T080000Z',
      status: 'DECLINED',
      to: 'boss@corp.test',
    },
  ])
})

test('declines what a guest deletes, and keeps silent where nobody is to be told', async () => {
  const told = await meeting('told')
  await told.write.destroy(told.calendar, told.stored, { notify: true })
  expect(server.delivered).toMatchObject([{ method: 'REPLY', recurrenceId: undefined, status: 'DECLINED' }])
  const silent = await meeting('silent')
  await silent.write.destroy(silent.calendar, silent.stored, { notify: false })
  expect(server.delivered).toHaveLength(1)
})

/** A meeting of anna's own with a guest, as the server answers its being made. */
async function invited(name: string, guest: string) {
  const [calendar] = await session().calendars()
  const event = {
    '@type': 'Event',
    uid: `${name}@example.test`,
    title: 'Lunch',
    start: '2026-11-24T12:00:00',
    timeZone: 'Europe/Berlin',
    duration: 'PT1H',
    organizerCalendarAddress: 'mailto:anna@example.test',
    participants: {
      me: { calendarAddress: 'mailto:anna@example.test', roles: { owner: true } },
      guest: { calendarAddress: `mailto:${guest}`, roles: { attendee: true } },
    },
  }
  const written = await session().write!.create(calendar!.id, event, { key: name, notify: true })
  const [change] = written.outcome === 'stored' ? written.changes : []
  return change?.kind === 'event' ? getStatuses(change.event) : undefined
}

function getStatuses(event: object): Record<string, unknown> {
  const { participants } = event as { participants: Record<string, Record<string, unknown>> }
  return Object.fromEntries(
    Object.values(participants).map((person) => [person['calendarAddress'], person['scheduleStatus']]),
  )
}

test('says which guest an invitation reached, and which not', async () => {
  server.undeliverable.set('nobody@nowhere.test', '3.7')
  expect(await invited('reached', 'ben@example.test')).toEqual({
    'mailto:anna@example.test': undefined,
    'mailto:ben@example.test': ['1.2'],
  })
  expect(await invited('lost', 'nobody@nowhere.test')).toEqual({
    'mailto:anna@example.test': undefined,
    'mailto:nobody@nowhere.test': ['3.7'],
  })
  expect(server.delivered.map(({ to }) => to)).toEqual(['ben@example.test'])
})

test('says of the organizer that an answer did not arrive', async () => {
  server.undeliverable.set('boss@corp.test', '5.1')
  const { calendar, stored, write } = await meeting('unanswered')
  const participants = Object.fromEntries(
    Object.entries(stored.event['participants'] as Record<string, object>).map(([id, person]) => [
      id,
      { ...person, participationStatus: 'declined' },
    ]),
  )
  const written = await write.update(calendar, stored, { ...stored.event, participants }, { notify: true })
  const [change] = written.outcome === 'stored' ? written.changes : []
  expect(change?.kind === 'event' && getStatuses(change.event)).toMatchObject({
    'mailto:boss@corp.test': ['5.1'],
    'mailto:anna@example.test': undefined,
  })
})
