import type { EventObject } from '@plmail/calendar-format'
import { describe, expect, test } from 'vitest'
import { InvitationBench } from '../../../../server-testing/src/calendar/invitations/invitation-bench.ts'

const bench = new InvitationBench()

describe('a reminder by mail', () => {
  const minute = 60_000
  /** Of an event in twenty minutes, ten minutes ahead: it has rung once this is done. */
  async function rung(): Promise<void> {
    const start = new Date(bench.parts.room.clock.now().getTime() + 20 * minute).toISOString().slice(0, 19)
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
    const calendarId = (await bench.parts.calendars.own(bench.parts.user)).id
    const create = [{ calendarId, event, source: 'user' as const }]
    await bench.parts.calendars.events.set(bench.parts.user, bench.parts.personal, {
      create,
      update: new Map(),
      destroy: [],
    })
    bench.parts.room.clock.advance(10 * minute + 1_000)
    expect(await bench.parts.reminders.sweep()).toBe(1)
  }
  const states = async () =>
    (await bench.parts.reminders.list(bench.parts.personal, null)).map(({ state }) => state)
  const subjects = async () =>
    (await bench.parts.sent())
      .map(({ text }) => /^Subject: (.*)$/m.exec(text)?.[1])
      .filter((one) => one?.includes('Tea'))

  test('is sent, and is no reminder of the page', async () => {
    await rung()
    expect(await subjects()).toHaveLength(1)
    expect(await states()).toEqual([])
  })

  test('that nobody takes is tried again while it is of use, and is missed then', async () => {
    bench.parts.isTaken = false
    await rung()
    expect(await subjects()).toHaveLength(1)
    await bench.parts.pass(5 * minute)
    expect(await states()).toEqual([])
    // An hour after it rang at the latest, or when the event begins.
    await bench.parts.pass(60 * minute)
    expect(await states()).toEqual(['missed'])
    // What is late is called off: it comes neither now nor twice.
    bench.parts.isTaken = true
    await bench.parts.pass(60 * minute)
    expect(await subjects()).toEqual([])
    expect(await states()).toEqual(['missed'])
  })
})
