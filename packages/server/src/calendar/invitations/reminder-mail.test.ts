import type { EventObject } from '@plmail/calendar-format'
import { describe, expect, test } from 'vitest'
import { InvitationBench } from '../../../../server-testing/src/calendar/invitations/invitation-bench.ts'

const bench = new InvitationBench()

describe('a reminder by mail', () => {
  const minute = 60_000
  /** Of an event in twenty minutes, ten minutes ahead: it has rung once this is done. */
  async function rung(): Promise<void> {
    const start = new Date(bench.held.room.clock.now().getTime() + 20 * minute).toISOString().slice(0, 19)
    const trigger = { '@type': 'OffsetTrigger', offset: '-PT10M' }
    const event: EventObject = {
      '@type': 'Event',
      uid: 'tea',
      title: 'Tea',
      start,
      duration: 'PT1H',
      timeZone: 'Etc/UTC',
      alerts: { a: { trigger, action: 'email' } },
    }
    const calendarId = (await bench.held.calendars.own(bench.held.user)).id
    const create = [{ calendarId, event, source: 'user' as const }]
    await bench.held.calendars.events.set(bench.held.user, bench.held.personal, {
      create,
      update: new Map(),
      destroy: [],
    })
    bench.held.room.clock.advance(10 * minute + 1_000)
    expect(await bench.held.reminders.sweep()).toBe(1)
  }
  const states = async () =>
    (await bench.held.reminders.list(bench.held.personal, null)).map(({ state }) => state)
  const subjects = async () =>
    (await bench.held.sent())
      .map(({ text }) => /^Subject: (.*)$/m.exec(text)?.[1])
      .filter((one) => one?.includes('Tea'))

  test('is sent, and is no reminder of the page', async () => {
    await rung()
    expect(await subjects()).toHaveLength(1)
    expect(await states()).toEqual([])
  })

  test('that nobody takes is tried again while it is of use, and is missed then', async () => {
    bench.held.isTaken = false
    await rung()
    expect(await subjects()).toHaveLength(1)
    await bench.held.pass(5 * minute)
    expect(await states()).toEqual([])
    // An hour after it rang at the latest, or when the event begins.
    await bench.held.pass(60 * minute)
    expect(await states()).toEqual(['missed'])
    // What is late is called off: it comes neither now nor twice.
    bench.held.isTaken = true
    await bench.held.pass(60 * minute)
    expect(await subjects()).toEqual([])
    expect(await states()).toEqual(['missed'])
  })
})
