import type { ShareDetail } from '@plmail/wire'
import ICAL from 'ical.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type PublicCalendar,
  publicCalendar,
} from '../../../../../server-testing/src/http/pages/public-calendar.ts'

let at: PublicCalendar
beforeAll(async () => {
  at = await publicCalendar()
})
afterAll(() => at[Symbol.asyncDispose]())

/** The public calendar's clock stands at a Monday noon, 2 March 2026; the owner lives in Berlin. */
const window = { kind: 'fixed' as const, from: '2026-03-02', to: '2026-04-12' }
const weekly = { start: '2026-01-05T09:00:00', recurrenceRule: { frequency: 'weekly' } }
const wholly: ShareDetail[] = ['Title', 'Location']

async function writeFile(event: Record<string, unknown>, details: ShareDetail[], more: object = { window }) {
  const calendarIds = [await at.calendar('Shared')]
  await at.event(calendarIds[0]!, { title: 'Choir', ...event })
  const { token } = await at.share({ calendarIds, details, ...more })
  const { body } = await at.http.app.inject({ url: `/share/${token}/calendar.ics` })
  return { token, body, entries: getEntries(body) }
}

/** Draws a file as a calendar program does, with another reader than ours. */
function getEntries(body: string): string[] {
  const calendar = new ICAL.Component(ICAL.parse(body))
  for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone)
  const components = calendar.getAllSubcomponents('vevent')
  const masters = components.filter((component) => !component.hasProperty('recurrence-id'))
  const drawn = masters.flatMap((component) => {
    const event = new ICAL.Event(component)
    for (const exception of components)
      if (exception.hasProperty('recurrence-id') && exception.getFirstPropertyValue('uid') === event.uid)
        event.relateException(exception)
    if (!event.isRecurring())
      return [`${event.summary} ${event.startDate.toJSDate().toISOString().slice(0, 16)}`]
    const walk = event.iterator()
    const times: string[] = []
    for (let next = walk.next(); next && times.length < 1_000; next = walk.next()) {
      const { item, startDate } = event.getOccurrenceDetails(next)
      times.push(`${item.summary} ${startDate.toJSDate().toISOString().slice(0, 16)}`)
    }
    return times
  })
  return drawn.sort((a, b) => (a.slice(-16) < b.slice(-16) ? -1 : 1))
}

describe('a series that is shared', () => {
  test('is one series in its own zone, over the change of the clocks, within the days of the link', async () => {
    const { body, entries } = await writeFile(weekly, wholly)
    expect(body.match(/BEGIN:VEVENT/g)).toHaveLength(1)
    expect(body).toContain('DTSTART;TZID=Europe/Berlin:20260302T090000')
    expect(body).toMatch(/RRULE:FREQ=WEEKLY;UNTIL=20260406T070000Z/)
    expect(entries).toEqual([
      'Choir 2026-03-02T08:00',
      'Choir 2026-03-09T08:00',
      'Choir 2026-03-16T08:00',
      'Choir 2026-03-23T08:00',
      'Choir 2026-03-30T07:00',
      'Choir 2026-04-06T07:00',
    ])
  })

  test('tells neither when it began nor how often it will take place', async () => {
    const rule = { frequency: 'weekly', interval: 2, count: 99 }
    const { body } = await writeFile({ ...weekly, recurrenceRule: rule }, wholly)
    expect(body).not.toMatch(/20260105|COUNT|202[789]/)
  })

  test('has its moved dates, and lacks those that were left out', async () => {
    const recurrenceOverrides = {
      '2026-03-09T09:00:00': { start: '2026-03-10T15:00:00', title: 'Choir, on Tuesday' },
      '2026-03-16T09:00:00': { excluded: true },
      '2026-03-23T09:00:00': { status: 'cancelled' },
    }
    const { body, entries } = await writeFile({ ...weekly, recurrenceOverrides }, wholly)
    expect(body).toContain('RECURRENCE-ID;TZID=Europe/Berlin:20260309T090000')
    expect(entries).toEqual([
      'Choir 2026-03-02T08:00',
      'Choir\\, on Tuesday 2026-03-10T14:00'.replace('\\', ''),
      'Choir 2026-03-30T07:00',
      'Choir 2026-04-06T07:00',
    ])
  })

  test('keeps a date that is private apart, under an id that does not lead to the series', async () => {
    const recurrenceOverrides = {
      '2026-03-09T09:00:00': { start: '2026-03-10T15:00:00', 'plmail:privacy': 'private', title: 'Doctor' },
    }
    const { body, entries } = await writeFile({ ...weekly, recurrenceOverrides }, wholly)
    expect(entries).toContain('Busy 2026-03-10T14:00')
    expect(body).not.toContain('Doctor')
    const ids = [...body.matchAll(/^UID:(.*)\r$/gm)].map(([, id]) => id)
    expect(new Set(ids).size).toBe(2)
  })

  test('keeps a date that was moved into the days from outside of them apart', async () => {
    const recurrenceOverrides = { '2026-02-23T09:00:00': { start: '2026-03-04T09:00:00' } }
    const { body, entries } = await writeFile({ ...weekly, recurrenceOverrides }, wholly)
    expect(entries).toContain('Choir 2026-03-04T08:00')
    expect(body).not.toContain('20260223')
  })

  test.each([
    ['whose title is not told', {}, ['Location'] as ShareDetail[]],
    ['that is private', { privacy: 'private' }, wholly],
    [
      'of another zone while places are not told',
      { timeZone: 'America/New_York' },
      ['Title'] as ShareDetail[],
    ],
  ])('%s stays single times in UTC', async (_which, more, details) => {
    const { body, entries } = await writeFile({ ...weekly, ...more }, details)
    expect(body).not.toMatch(/RRULE|TZID|RECURRENCE-ID/)
    expect(new Set([...body.matchAll(/^UID:(.*)\r$/gm)].map(([, id]) => id)).size).toBe(entries.length)
  })

  test('is drawn by other programs as the page draws it, whatever its rule', async () => {
    const rules = [
      { frequency: 'daily', interval: 3 },
      { frequency: 'weekly', interval: 2, byDay: [{ day: 'mo' }, { day: 'fr' }] },
      { frequency: 'monthly', byDay: [{ day: 'tu', nthOfPeriod: -1 }] },
      { frequency: 'monthly', byMonthDay: [1, 15, 31] },
      { frequency: 'monthly', byDay: [{ day: 'mo' }, { day: 'tu' }], bySetPosition: [-1] },
      { frequency: 'yearly', byMonth: [3, 4], byDay: [{ day: 'sa' }] },
      { frequency: 'weekly', count: 12 },
    ]
    for (const recurrenceRule of rules) {
      const event = { ...weekly, recurrenceRule }
      const asSeries = await writeFile(event, wholly)
      const single = await writeFile({ ...event, privacy: 'private' }, wholly)
      expect(asSeries.entries, JSON.stringify(recurrenceRule)).toEqual(
        single.entries.map((entry) => entry.replace('Busy', 'Choir')),
      )
    }
  })

  test('of whole days is one of dates', async () => {
    const event = { showWithoutTime: true, duration: 'P1D', start: '2026-01-05T00:00:00', timeZone: null }
    const { body } = await writeFile({ ...event, recurrenceRule: { frequency: 'weekly' } }, wholly)
    expect(body).toMatch(
      /DTSTART;VALUE=DATE:20260302\r\nDURATION:P1D\r\nRRULE:FREQ=WEEKLY;UNTIL=20260406\r\n/,
    )
  })
})

describe('an entry of the file', () => {
  test('says when it was changed, and with a larger number than before, where its title is told', async () => {
    const calendarIds = [await at.calendar('Revised')]
    await at.event(calendarIds[0]!, { title: 'Talk', start: '2026-03-03T10:00:00' })
    const read = async (details: ShareDetail[]) => {
      const { token } = await at.share({ calendarIds, details, window })
      return (await at.http.app.inject({ url: `/share/${token}/calendar.ics` })).body
    }
    const before = await read(['Title'])
    await at.db.database.query(`update calendar_event set updated_at = updated_at + interval '90 seconds'`)
    const after = await read(['Title'])
    const [was, is] = [before, after].map((body) => /LAST-MODIFIED:(\S+)\r\nSEQUENCE:(\d+)/.exec(body)!)
    expect([Number(is![2]) - Number(was![2]), is![1]! > was![1]!]).toEqual([90, true])
    expect(after).toContain(`DTSTAMP:${is![1]}`)
    expect(await read([])).not.toMatch(/LAST-MODIFIED|SEQUENCE/)
  })
})

describe('files of more than they can hold', () => {
  test('say so, and never that a time is free of which they know nothing', async () => {
    const calendarIds = [await at.calendar('Full')]
    for (let hour = 8; hour < 15; hour++)
      await at.event(calendarIds[0]!, {
        start: `2026-03-02T${String(hour).padStart(2, '0')}:00:00`,
        duration: 'PT30M',
        recurrenceRule: { frequency: 'daily' },
      })
    const { token } = await at.share({ calendarIds, window: { kind: 'rolling', days: 366 } })
    const busy = (await at.http.app.inject({ url: `/share/${token}/freebusy.ifb` })).body
    const [, until] = /DTEND:(\S+)/.exec(busy)!
    const last = [...busy.matchAll(/FREEBUSY;FBTYPE=BUSY:\S+\/(\S+)/g)].at(-1)![1]!
    expect(until! < '20270101').toBe(true)
    expect(until! >= last && until!.slice(0, 8) <= next(last)).toBe(true)
    expect(busy).not.toContain('METHOD')
    const calendar = (await at.http.app.inject({ url: `/share/${token}/calendar.ics` })).body
    expect(calendar.replace(/\r\n /g, '')).toMatch(/SUMMARY:There are more entries than fit here/)
    expect(calendar).toMatch(new RegExp(`DTSTART;VALUE=DATE:${until!.slice(0, 8)}`))
  })
})

const next = (compact: string): string => String(Number(compact.slice(0, 8)) + 1)
