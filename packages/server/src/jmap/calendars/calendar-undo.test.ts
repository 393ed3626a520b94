import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EventIntent } from '../../calendar/index.ts'
import {
  type CalendarCalls,
  createCalendarCalls,
  weeklyEvent,
} from '../../../../server-testing/src/jmap/calendars/calendar-calls.ts'
import { calendarsFor } from '../../../../server-testing/src/jmap/calendars/calendars-behind-jmap.ts'
import { type JmapForTests, jmapForTests } from '../../../../server-testing/src/jmap/test-jmap.ts'

type Json = Record<string, unknown>
let rig: JmapForTests
let calls: CalendarCalls
const intents: EventIntent[] = []
beforeAll(async () => {
  rig = await jmapForTests({ jmap: (room) => ({ calendars: calendarsFor(room, intents) }) })
  calls = createCalendarCalls(rig.ada)
})
afterAll(() => rig[Symbol.asyncDispose]())

describe('taking back', () => {
  const changeOnce = async (args: Json, name = 'CalendarEvent/set') =>
    String((await calls.ask(name, { ...args }))['journalId'])
  const undo = async (id: string) => {
    const [[, answer] = ['']] = await rig.ada.call(['Journal/undo', { ids: [id] }])
    return answer as Json
  }

  test('brings back what was destroyed, under its id, and tells those who keep it', async () => {
    const id = await calls.create(weeklyEvent({ title: 'Kept' }))
    const entry = await changeOnce({ destroy: [id] })
    expect(await calls.get(id)).toEqual({})
    expect(await undo(entry)).toMatchObject({ undone: [{ id: entry, restored: [id], skipped: [] }] })
    expect(await calls.get(id)).toMatchObject({ id, title: 'Kept' })
    expect(intents.at(-1)).toMatchObject({ before: undefined, after: { title: 'Kept' } })
    expect(await undo(entry)).toMatchObject({ notUndone: { [entry]: { type: 'alreadyUndone' } } })
  })

  test('sets back what was changed, and leaves what was changed again', async () => {
    const id = await calls.create(weeklyEvent({ title: 'First', location: 'x' }))
    const entry = await changeOnce({ update: { [id]: { title: 'Second', start: '2026-11-04T10:00:00' } } })
    await calls.update(id, { title: 'Third' })
    expect(await undo(entry)).toMatchObject({ undone: [{ restored: [id], skipped: [id] }] })
    expect(await calls.get(id)).toMatchObject({ title: 'Third', start: '2026-11-04T09:00:00' })
  })

  test('removes what was made, while it is what it was', async () => {
    const creation = await calls.ask('CalendarEvent/set', { create: { e: weeklyEvent() } })
    const { id } = (creation['created'] as { e: { id: string } }).e
    expect(await undo(String(creation['journalId']))).toMatchObject({ undone: [{ restored: [id] }] })
    expect(await calls.get(id)).toEqual({})
  })

  test('brings a calendar back with its events', async () => {
    const work = await calls.newCalendar('Back')
    const id = await calls.create(weeklyEvent({ calendarIds: { [work]: true } }))
    const entry = await changeOnce({ destroy: [work], onDestroyRemoveEvents: true }, 'Calendar/set')
    expect(await undo(entry)).toMatchObject({ undone: [{ restored: [id] }] })
    expect((await calls.ask('Calendar/get', { ids: [work] }))['list']).toMatchObject([{ name: 'Back' }])
    expect(await calls.get(id)).toMatchObject({ calendarIds: { [work]: true } })
    const renamed = await changeOnce(
      { update: { [work]: { name: 'Renamed', color: '#111111' } } },
      'Calendar/set',
    )
    await calls.ask('Calendar/set', { update: { [work]: { color: '#222222' } } })
    await undo(renamed)
    expect((await calls.ask('Calendar/get', { ids: [work] }))['list']).toMatchObject([
      { name: 'Back', color: '#222222' },
    ])
  })

  test('is for whoever did it', async () => {
    const entry = await changeOnce({ create: { e: weeklyEvent() } })
    const [[, answer] = ['']] = await rig.bob.call(['Journal/undo', { ids: [entry] }])
    expect(answer).toMatchObject({ notUndone: { [entry]: { type: 'notFound' } } })
  })
})
