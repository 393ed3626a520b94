import type { EventObject } from '@plmail/calendar-format'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  type PublicCalendar,
  publicCalendar,
} from '../../../../../server-testing/src/http/pages/public-calendar.ts'
import { bookingVisitor } from '../../../../../server-testing/src/http/pages/book/booking-visitor.ts'

let at: PublicCalendar
beforeEach(async () => {
  at = await publicCalendar()
})
afterEach(() => at[Symbol.asyncDispose]())

const { get, book, offered, listSlots, own } = bookingVisitor(() => at)

const localDay = (slot: string, timeZone: string) =>
  new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date(`${slot.replace(' ', 'T')}Z`))

describe('times that are offered', () => {
  const hours = [{ weekday: 2, from: 540, to: 720 }]
  const slots = async (settings: Record<string, unknown>) =>
    (await listSlots((await at.page({ settings: { hours, ...settings } })).token)).map((slot) =>
      slot.slice(5, 16),
    )

  test('leave out what the calendars have, private and secret too, and nothing that is free, cancelled or refused', async () => {
    const calendarId = await own()
    const all: EventObject[] = [
      { start: '2026-03-03T09:00:00', duration: 'PT30M', privacy: 'secret' },
      { start: '2026-03-03T10:00:00', duration: 'PT30M', privacy: 'private' },
      { start: '2026-03-03T11:00:00', freeBusyStatus: 'free' },
      { start: '2026-03-03T11:00:00', status: 'cancelled' },
      {
        start: '2026-03-03T11:00:00',
        participants: {
          a: {
            '@type': 'Participant',
            calendarAddress: 'mailto:ada@example.test',
            participationStatus: 'declined',
          },
        },
      },
    ]
    for (const event of all) await at.event(calendarId, event)
    expect(await slots({ horizonDays: 7 })).toEqual([
      '03-03 08:30',
      '03-03 09:30',
      '03-03 10:00',
      '03-03 10:30',
    ])
    expect(await slots({ horizonDays: 7, bufferBefore: 30 })).toEqual(['03-03 10:00', '03-03 10:30'])
    expect(await slots({ horizonDays: 7, bufferAfter: 30 })).toEqual([
      '03-03 09:30',
      '03-03 10:00',
      '03-03 10:30',
    ])
  })

  test('keep to several blocks, dates of their own, steps, notice, horizon and limits', async () => {
    const two = [
      { weekday: 2, from: 540, to: 600 },
      { weekday: 2, from: 660, to: 720 },
    ]
    expect(await slots({ hours: two, horizonDays: 7 })).toEqual([
      '03-03 08:00',
      '03-03 08:30',
      '03-03 10:00',
      '03-03 10:30',
    ])
    const overrides = [
      { date: '2026-03-03', blocks: [] },
      { date: '2026-03-04', blocks: [{ from: 600, to: 630 }] },
    ]
    expect(await slots({ overrides, horizonDays: 7 })).toEqual(['03-04 09:00'])
    expect(
      await slots({
        slotMinutes: 60,
        stepMinutes: 15,
        horizonDays: 7,
        hours: [{ weekday: 2, from: 540, to: 630 }],
      }),
    ).toEqual(['03-03 08:00', '03-03 08:15', '03-03 08:30'])
    expect(await slots({ noticeMinutes: 25 * 60, horizonDays: 7 })).toEqual([
      '03-03 09:00',
      '03-03 09:30',
      '03-03 10:00',
      '03-03 10:30',
    ])
    expect(await slots({ horizonDays: 1 })).toEqual([])
    const { token } = await at.page({
      settings: {
        hours: [...hours, { weekday: 3, from: 540, to: 600 }],
        perDay: 1,
        perWeek: 2,
        horizonDays: 6,
      },
    })
    await book(token, '2026-03-03 09:00:00')
    expect(await listSlots(token)).toEqual(['2026-03-04 08:00:00', '2026-03-04 08:30:00'])
    await book(token, '2026-03-04 08:00:00')
    expect(await listSlots(token)).toEqual([])
  })

  test('give a holiday in Auckland no slot on that local day, and slots on the next morning', async () => {
    at.turn.zone = 'Pacific/Auckland'
    await at.event(await own(), {
      showWithoutTime: true,
      timeZone: null,
      start: '2026-03-04T00:00:00',
      duration: 'P1D',
    })
    const every = Array.from({ length: 7 }, (_, index) => ({ weekday: index + 1, from: 0, to: 1440 }))
    const { token } = await at.page({ settings: { hours: every, slotMinutes: 60, horizonDays: 4 } })
    const days = new Set((await listSlots(token)).map((slot) => localDay(slot, 'Pacific/Auckland')))
    expect([...days].sort()).toEqual(['2026-03-02', '2026-03-03', '2026-03-05', '2026-03-06'])
    expect(await listSlots(token)).toContain('2026-03-04 11:00:00')
  })

  test('are marked in the month, where each day that has some leads to its week', async () => {
    const { token } = await at.page({ settings: { hours, horizonDays: 40 } })
    const page = async (query: string) => (await get(`/book/${token}${query}`)).body
    const days = (body: string) =>
      [...body.matchAll(/w=(\d{4}-\d\d-\d\d)"\s+aria-label="([^"]+): free times"/g)].map(([, week, day]) => [
        week,
        day!.replace(',', ''),
      ])
    const march = await page('')
    expect(days(march)).toEqual([
      ['2026-03-02', 'Tuesday 3 March 2026'],
      ['2026-03-09', 'Tuesday 10 March 2026'],
      ['2026-03-16', 'Tuesday 17 March 2026'],
      ['2026-03-23', 'Tuesday 24 March 2026'],
      ['2026-03-30', 'Tuesday 31 March 2026'],
    ])
    expect(march).not.toContain('Show February 2026')
    const next = /href="([^"]+)"\s+aria-label="Show April 2026"/.exec(march)![1]!.replaceAll('&amp;', '&')
    const april = (await get(next)).body
    expect(days(april)).toEqual([['2026-04-06', 'Tuesday 7 April 2026']])
    expect(april).toContain('Show March 2026')
    expect(april).not.toContain('Show May 2026')
    // The week that is shown is not changed by it.
    expect(offered(march)).toEqual(expect.arrayContaining(['2026-03-03 08:00:00']))
    expect(offered(march).every((slot) => slot < '2026-03-09')).toBe(true)
  })

  test('are shown where the visitor is, without script', async () => {
    const { token } = await at.page({ settings: { hours, horizonDays: 7 } })
    const { body } = await get(`/book/${token}?tz=America/New_York`)
    expect(body).toContain('America/New York')
    expect(body).toMatch(/>\s*0?3:00\s*</)
    expect(offered(body)).toContain('2026-03-03 08:00:00')
    expect((await get(`/book/${token}?tz=Not/AZone&w=never`)).body).toContain('Europe/Berlin')
    expect(body).not.toMatch(/<script|style=|onload=/)
  })

  test('are explained to the owner, each with its reason', async () => {
    await at.event(await own(), {
      title: 'Dentist',
      start: '2026-03-03T10:00:00',
      duration: 'PT30M',
      privacy: 'secret',
    })
    const { id, token } = await at.page({ settings: { hours, noticeMinutes: 24 * 60 + 45, horizonDays: 7 } })
    await book(token, '2026-03-03 10:00:00')
    const explained = await at.booking.pages.explain(at.owner.personal, id, '2026-03-03')
    expect(explained?.map(({ refusal, because }) => [refusal, because])).toEqual([
      ['too-soon', null],
      ['too-soon', null],
      ['busy', 'Dentist'],
      [null, null],
      ['booked', 'Talk — Ben'],
      [null, null],
    ])
  })
})
