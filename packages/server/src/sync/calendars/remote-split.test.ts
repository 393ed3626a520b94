import { type EventObject, parseWallTime, writeWallTime } from '@plmail/calendar-format'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../../server-testing/src/store/test-database.ts'
import type { CalendarId, JournalId } from '@plmail/wire'
import {
  type CalendarsForTests,
  calendarsForTests,
} from '../../../../server-testing/src/sync/calendars/test-calendars.ts'
import {
  openServer,
  type OtherSide,
  type ProviderServer,
  type SideName,
} from '../../../../server-testing/src/sync/calendars/other-sides.ts'

/** Every Tuesday at eight, once with a title of its own before the split and once behind it, once left out. */
const run: EventObject = {
  '@type': 'Event',
  version: '2.0',
  uid: 'run@example.test',
  title: 'Run by the river',
  start: '2026-11-24T08:00:00',
  timeZone: 'Europe/Berlin',
  duration: 'PT1H',
  recurrenceRule: { '@type': 'RecurrenceRule', frequency: 'weekly', count: 10 },
}
const overrides: EventObject = {
  '2026-12-01T08:00:00': { title: 'Run in the dark' },
  '2026-12-22T08:00:00': { title: 'Run before Christmas' },
  '2026-12-29T08:00:00': { excluded: true },
}

const places: readonly SideName[] = ['memory, whole', 'memory, apart', 'Google', 'Microsoft', 'Radicale']

let db: TestDatabase
beforeAll(async () => {
  db = await testDatabase()
})
afterAll(() => db[Symbol.asyncDispose]())

describe.each(places)('this and following of a series that is kept at %s', (name) => {
  let place: ProviderServer
  let side: OtherSide
  let rig: CalendarsForTests
  let work: CalendarId
  let seed = 0
  beforeAll(async () => {
    place = await openServer[name]()
  })
  afterAll(() => place[Symbol.asyncDispose]())
  beforeEach(async () => {
    side = await place.person(++seed)
    const [calendar] = side.calendars
    await side.other.write!.create(
      calendar,
      { ...run, recurrenceOverrides: overrides },
      { key: 'run', notify: false },
    )
    rig = await calendarsForTests(() => side.session, { db })
    await rig.visitNow()
    const [row] = await db.database.query<{ id: CalendarId }>(
      'select calendar_id as id from calendar_link where source_id = $1 and remote_id = $2',
      [rig.sourceId, calendar],
    )
    work = row!.id
    return () => rig[Symbol.asyncDispose]()
  })

  /** What takes place, here as the provider tells it to a device that knows nothing yet. */
  async function takings(of: CalendarsForTests, calendarId: CalendarId): Promise<string[]> {
    const window = {
      from: Date.parse('2026-11-01T00:00:00Z'),
      to: Date.parse('2027-03-01T00:00:00Z'),
      timeZone: 'Europe/Berlin',
      calendarIds: [calendarId],
    }
    const { takings: all } = await of.calendars.events.within(of.account, window)
    return all.map(({ start, end, event, recurrenceId }) => {
      const own = recurrenceId === undefined ? undefined : event['recurrenceOverrides']
      const override = (own as Record<string, EventObject> | undefined)?.[writeWallTime(recurrenceId ?? 0)]
      const minutes = (end - start) / 60_000
      return `${new Date(start).toISOString().slice(0, 16)} ${minutes} ${String(override?.['title'] ?? event['title'])}`
    })
  }
  async function afresh(): Promise<string[]> {
    const other = await calendarsForTests(() => side.other, { db })
    await other.visitNow()
    const [row] = await db.database.query<{ id: CalendarId }>(
      'select calendar_id as id from calendar_link where source_id = $1 and remote_id = $2',
      [other.sourceId, side.calendars[0]],
    )
    const told = await takings(other, row!.id)
    await other[Symbol.asyncDispose]()
    return told
  }
  async function settled(): Promise<void> {
    for (let round = 0; round < 3; round++) {
      await rig.visitNow()
    }
    const waiting = await db.database.query('select said from event_outbox where account_id = $1', [
      rig.account,
    ])
    expect([waiting, await rig.sync.conflicts.list(rig.account)]).toEqual([[], []])
  }
  async function split(at: string, patch: EventObject): Promise<JournalId> {
    const { id } = (await rig.events(work)).find(({ event }) => event['title'] === run['title'])!
    const done = await rig.calendars.events.split(rig.user, rig.account, {
      id,
      recurrenceId: parseWallTime(at)!,
      patch,
      uid: `after-${at}@example.test`,
    })
    if (done === 'state-mismatch' || done.refusal) throw new Error(JSON.stringify(done))
    return done.journalId!
  }

  test('is there twice as two series, and as one again once it is taken back', async () => {
    const before = await takings(rig, work)
    expect(before).toEqual([
      '2026-11-24T07:00 60 Run by the river',
      '2026-12-01T07:00 60 Run in the dark',
      '2026-12-08T07:00 60 Run by the river',
      '2026-12-15T07:00 60 Run by the river',
      '2026-12-22T07:00 60 Run before Christmas',
      '2027-01-05T07:00 60 Run by the river',
      '2027-01-12T07:00 60 Run by the river',
      '2027-01-19T07:00 60 Run by the river',
      '2027-01-26T07:00 60 Run by the river',
    ])
    const journalId = await split('2026-12-15T08:00:00', { start: '2026-12-15T09:00:00' })
    await settled()
    const after = [
      ...before.slice(0, 3),
      '2026-12-15T08:00 60 Run by the river',
      '2026-12-22T08:00 60 Run before Christmas',
      '2027-01-05T08:00 60 Run by the river',
      '2027-01-12T08:00 60 Run by the river',
      '2027-01-19T08:00 60 Run by the river',
      '2027-01-26T08:00 60 Run by the river',
    ]
    expect([await takings(rig, work), await afresh()]).toEqual([after, after])
    expect(await rig.calendars.undo(rig.user, journalId)).toMatchObject({ ok: true, skipped: [] })
    await settled()
    expect([await takings(rig, work), await afresh()]).toEqual([before, before])
  })

  test('may be split again and again', async () => {
    await split('2026-12-15T08:00:00', { title: 'Run uphill' })
    await settled()
    await split('2026-12-08T08:00:00', { duration: 'PT2H' })
    await settled()
    const after = [
      '2026-11-24T07:00 60 Run by the river',
      '2026-12-01T07:00 60 Run in the dark',
      '2026-12-08T07:00 120 Run by the river',
      '2026-12-15T07:00 60 Run uphill',
      '2026-12-22T07:00 60 Run before Christmas',
      '2027-01-05T07:00 60 Run uphill',
      '2027-01-12T07:00 60 Run uphill',
      '2027-01-19T07:00 60 Run uphill',
      '2027-01-26T07:00 60 Run uphill',
    ]
    expect([await takings(rig, work), await afresh()]).toEqual([after, after])
  })
})
