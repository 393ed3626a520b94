import type { CalendarEventView } from '@plmail/wire'
import { expect, test } from 'vitest'
import type { CalendarContext } from './calendar-context.ts'
import type { CalendarRecords } from './calendars.ts'
import { createEvents } from './events.ts'
import { settled } from '../mail/mail-server.fixture.ts'
import { wallOf } from './wall-time.ts'

/** A calendar with one event, told of by answers that can be held. */
function setting() {
  let title = 'Dinner'
  let gate: Promise<void> | undefined
  let answers = 0
  let tell: (changed: readonly string[] | 'all') => void = () => undefined
  const event = (): CalendarEventView =>
    ({
      id: 'E1',
      uid: 'E1',
      calendarIds: { C1: true },
      title,
      start: '2026-03-10T18:00:00',
      duration: 'PT1H',
      timeZone: 'Etc/UTC',
    }) as never
  const send = async () => {
    const list = [event()]
    answers += 1
    // The second asks for the months around those on screen, and for those again.
    if (answers === 2) await gate
    return { of: () => ({ ok: true, value: { ids: ['E1'], list } }) }
  }
  const context = {
    jmap: { send },
    listen: (listener: typeof tell) => {
      tell = listener
      return () => undefined
    },
  } as unknown as CalendarContext
  const calendars = {
    all: () => [{ accountId: 'A1' }],
    loaded: async () => undefined,
  } as unknown as CalendarRecords
  const events = createEvents(context, calendars, 'Etc/UTC')
  return {
    events,
    titles: () =>
      events.within(wallOf('2026-03-01'), wallOf('2026-04-01')).map((occurrence) => occurrence.event.title),
    rename: (next: string) => {
      title = next
      tell(['A1'])
    },
    hold() {
      let release = (): void => undefined
      gate = new Promise((resolve) => (release = resolve))
      return () => {
        gate = undefined
        release()
      }
    },
  }
}

test('days that are being asked for when something changes in them are asked for again', async () => {
  const { events, titles, rename, hold } = setting()
  const release = hold()
  events.want('2026-03-01', '2026-03-31')
  await settled()
  rename('Supper')
  release()
  await settled()
  expect(titles()).toEqual(['Supper'])
})
