import type { CalendarEventView } from '@plmail/wire'
import { describe, expect, test } from 'vitest'
import { settled } from '../mail/mail-server.fixture.ts'
import type { CalendarContext } from './calendar-context.ts'
import type { CalendarRecords } from './calendars.ts'
import { createEvents } from './events.ts'
import { occurrenceOf } from './occurrence.ts'
import { wallOf } from './wall-time.ts'

const zone = 'Etc/UTC'
const event = (id: string, title: string): CalendarEventView =>
  ({
    id,
    uid: id,
    calendarIds: { C1: true },
    title,
    start: '2026-03-10T18:00:00',
    duration: 'PT1H',
    timeZone: zone,
  }) as never

/** A calendar of two dinners that others see as well; the server takes writes, refuses them, or is away. */
async function calendar() {
  const stored = new Map([
    ['E1', event('E1', 'Dinner')],
    ['E2', event('E2', 'Supper')],
  ])
  const server = { refuses: false, isDown: false }
  let gate: Promise<void> | undefined
  const send = async (batch: { calls: readonly [string, Record<string, unknown>, string][] }) => {
    const isWrite = batch.calls.some(([name]) => name === 'CalendarEvent/set')
    if (isWrite) await gate
    if (server.isDown) return undefined
    if (!isWrite)
      return { of: () => ({ ok: true, value: { ids: [...stored.keys()], list: [...stored.values()] } }) }
    const { update = {} } = (batch.calls[0]?.[1] ?? {}) as { update?: Record<string, object> }
    if (server.refuses)
      return { of: () => ({ ok: true, value: { notUpdated: { E1: { type: 'forbidden' } } } }) }
    for (const [id, patch] of Object.entries(update))
      stored.set(id, { ...stored.get(id), ...patch } as CalendarEventView)
    return { of: () => ({ ok: true, value: { journalId: 'J1' } }) }
  }
  const context = { jmap: { send }, listen: () => () => undefined } as unknown as CalendarContext
  const calendars = {
    all: () => [{ accountId: 'A1' }],
    loaded: () => Promise.resolve(),
  } as unknown as CalendarRecords
  const events = createEvents(context, calendars, zone)
  events.want('2026-03-01', '2026-03-31')
  await settled()
  const rename = (title: string) =>
    events.write({
      accountId: 'A1',
      writes: () => Promise.resolve({ update: { E1: { title } } }),
      look: (occurrences) =>
        occurrences.map((occurrence) =>
          occurrence.id === 'E1' ? occurrenceOf('A1', { ...occurrence.event, title }, zone) : occurrence,
        ),
    })
  return {
    events,
    server,
    stored,
    rename,
    titles: () =>
      events
        .within(wallOf('2026-03-01'), wallOf('2026-04-01'))
        .map((occurrence) => occurrence.event.title)
        .toSorted(),
    hold() {
      let release: () => void = () => undefined
      gate = new Promise((resolve) => (release = resolve))
      return release
    },
  }
}

describe('a change of an event', () => {
  test('shows at once, and stays when the server has taken it', async () => {
    const { rename, titles, hold } = await calendar()
    const release = hold()
    const writing = rename('Feast')
    expect(titles()).toEqual(['Feast', 'Supper'])
    release()
    await writing
    await settled()
    expect(titles()).toEqual(['Feast', 'Supper'])
  })

  test('that is refused is gone again, and says why', async () => {
    const { rename, titles, server } = await calendar()
    server.refuses = true
    expect(await rename('Feast')).toMatchObject({ ok: false, why: { type: 'forbidden' } })
    await settled()
    expect(titles()).toEqual(['Dinner', 'Supper'])
  })

  test('that reached nobody is gone again, and nothing is asked anew', async () => {
    const { rename, titles, server } = await calendar()
    server.isDown = true
    expect(await rename('Feast')).toEqual({ ok: false, why: undefined })
    await settled()
    expect(titles()).toEqual(['Dinner', 'Supper'])
  })

  test('of an event that could not be read is not written', async () => {
    const { events, stored } = await calendar()
    const outcome = await events.write({
      accountId: 'A1',
      writes: () => Promise.resolve(undefined),
      look: (occurrences) => occurrences,
    })
    expect(outcome).toEqual({ ok: false, why: undefined })
    expect(stored.get('E1')?.title).toBe('Dinner')
  })

  test('keeps what another change does meanwhile to another event', async () => {
    const { rename, titles, hold, events } = await calendar()
    const release = hold()
    const first = rename('Feast')
    const second = events.write({
      accountId: 'A1',
      writes: () => Promise.resolve({ update: { E2: { title: 'Snack' } } }),
      look: (occurrences) =>
        occurrences.map((occurrence) =>
          occurrence.id === 'E2'
            ? occurrenceOf('A1', { ...occurrence.event, title: 'Snack' }, zone)
            : occurrence,
        ),
    })
    expect(titles()).toEqual(['Feast', 'Snack'])
    release()
    await Promise.all([first, second])
    await settled()
    expect(titles()).toEqual(['Feast', 'Snack'])
  })

  test('is taken back as it looked before, and other changes stay', async () => {
    const { rename, titles, events } = await calendar()
    const done = await rename('Feast')
    await settled()
    if (!done.ok) throw new Error('The server took it.')
    void events.write({
      accountId: 'A1',
      writes: () => Promise.resolve({ update: { E1: { title: 'Dinner' } } }),
      look: done.lookBack,
    })
    expect(titles()).toEqual(['Dinner', 'Supper'])
    await settled()
    expect(titles()).toEqual(['Dinner', 'Supper'])
  })
})
