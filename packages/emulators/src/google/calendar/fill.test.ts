import { describe, expect, test } from 'vitest'
import { computeEaster } from '../../generator/calendar/holidays.ts'
import { dateInWeek } from '../../generator/calendar/plan.ts'
import { homeCalendars } from '../../generator/index.ts'
import { type Reply, startCalendarForTest } from './calendar-for-tests.ts'

async function filled() {
  const running = await startCalendarForTest()
  running.calendars.fill(homeCalendars)
  const calendars = (await running.call('GET', '/users/me/calendarList')).body.items
  const list = async (calendar: string, query = ''): Promise<Reply[]> =>
    (await running.call('GET', `/calendars/${encodeURIComponent(calendar)}/events?maxResults=2500${query}`))
      .body.items
  return { ...running, calendars, list }
}

describe('a calendar that looks like somebody’s', () => {
  test('passes the gate, series across the change of clocks and two hundred guests included', async () => {
    const { calendars, list, world } = await filled()
    expect(calendars).toHaveLength(4)
    const events = (await Promise.all(calendars.map(({ id }) => list(id)))).flat()
    expect(events.length).toBeGreaterThan(80)
    const window = '&singleEvents=true&timeMin=2026-06-01T00:00:00Z&timeMax=2027-03-01T00:00:00Z'
    const rehearsals = (await list('primary', window)).filter(({ summary }) => summary === 'Choir rehearsal')
    const times = new Set(rehearsals.map(({ start }) => start.dateTime.slice(11)))
    expect([...times].toSorted()).toEqual(['18:30:00+01:00', '19:30:00+01:00', '19:30:00+02:00'])
    expect(Math.max(...events.map(({ attendees }) => attendees?.length ?? 0))).toBe(202)
    expect(world.requests.problems()).toEqual([])
  })

  test('has something in the present week, some of it private, free, by day or elsewhere', async () => {
    const { list } = await filled()
    const window = '&singleEvents=true&timeMin=2026-11-16T00:00:00Z&timeMax=2026-11-23T00:00:00Z'
    const week = await list('primary', window)
    expect(week.length).toBeGreaterThan(9)
    expect(week).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ visibility: 'private' }),
        expect.objectContaining({ transparency: 'transparent' }),
        expect.objectContaining({ hangoutLink: expect.stringMatching(/^https:\/\/meet/) }),
        expect.objectContaining({ status: 'tentative' }),
      ]),
    )
  })

  test('lets nobody write into what others share', async () => {
    const { calendars, call } = await filled()
    const shared = calendars.filter(({ summary }) => !['ada@example.test', 'Family'].includes(summary))
    expect(shared).toHaveLength(2)
    const event = { start: { date: '2026-11-24' }, end: { date: '2026-11-25' } }
    for (const { id } of shared)
      expect((await call('POST', `/calendars/${encodeURIComponent(id)}/events`, event)).status).toBe(403)
  })
})

test('weeks begin on Monday, on every day of them', () => {
  for (const day of ['2026-11-16', '2026-11-18', '2026-11-22'])
    expect(dateInWeek(new Date(`${day}T12:00:00Z`), { week: 1, day: 0 })).toBe('2026-11-23')
})

test('Easter is when it is', () => {
  expect([2024, 2025, 2026, 2027, 2038].map(computeEaster)).toEqual([
    '2024-03-31',
    '2025-04-20',
    '2026-04-05',
    '2027-03-28',
    '2038-04-25',
  ])
})
