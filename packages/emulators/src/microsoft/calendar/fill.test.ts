import { expect, test } from 'vitest'
import { workCalendars } from '../../generator/index.ts'
import { segment, startForTest } from '../microsoft-for-tests.ts'

const span = 'startDateTime=2026-11-16T00:00:00Z&endDateTime=2026-11-23T00:00:00Z'

test('a planned calendar is full of what calendars are full of, and passes the gate', async () => {
  const { ada, graph, world } = await startForTest()
  ada.calendars.fill(workCalendars)
  const { value: calendars } = await graph.pages('/me/calendars')
  expect(calendars.map(({ name, canEdit }) => [name, canEdit])).toEqual([
    ['Calendar', true],
    ['Harbour library', true],
    ['Larkfield: who is away', false],
  ])
  const week = (await graph.pages(`/me/calendarView?${span}`)).value
  expect(week.length).toBeGreaterThan(9)
  expect(week).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ sensitivity: 'private' }),
      expect.objectContaining({ showAs: 'free' }),
      expect.objectContaining({ isOnlineMeeting: true, originalStartTimeZone: 'Eastern Standard Time' }),
      expect.objectContaining({
        isOrganizer: false,
        responseStatus: expect.objectContaining({ response: 'tentativelyAccepted' }),
      }),
    ]),
  )
  const rounds = ada.calendars.takings(new Date('2026-06-01'), new Date('2027-03-01'))
  const hours = new Set(
    rounds.filter(({ subject }) => subject === 'Studio round').map(({ start }) => start.slice(11, 16)),
  )
  expect([...hours].sort()).toEqual(['07:00', '08:00'])
  const all = (
    await Promise.all(calendars.map(({ id }) => graph.pages(`/me/calendars/${segment(id)}/events`)))
  ).flatMap(({ value }) => value)
  expect(Math.max(...all.map(({ attendees }) => attendees.length))).toBe(201)
  for (const { id, type } of all)
    if (type === 'seriesMaster')
      await graph(
        `/me/events/${segment(id)}?$select=subject,cancelledOccurrences&$expand=exceptionOccurrences`,
      )
  expect(world.requests.problems()).toEqual([])
})

test('weeks of every weekday fill without a gap in their rules', async () => {
  for (const day of ['2026-11-16', '2026-11-22', '2027-02-28', '2028-02-29']) {
    const { ada, world } = await startForTest({ seed: day })
    await world.clock.advance(Date.parse(`${day}T09:00:00Z`) - world.clock.now().getTime())
    ada.calendars.fill(workCalendars)
    expect(ada.calendars.truth().events.length).toBeGreaterThan(20)
  }
})
