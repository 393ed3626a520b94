import type { CalendarEventView, SetError } from '@plmail/wire'
import { describe, expect, test } from 'vitest'
import { createToasts, createUndoStack } from '../../commands/index.ts'
import type { EventLook, EventWrites, EventRecords, ListedCalendar } from '../../records/index.ts'
import { localOf, occurrenceOf } from '../../records/index.ts'
import type { Shown } from '../grid/merge.ts'
import { createDeeds, type DeedsParts } from './event-actions.ts'

const zone = 'Europe/Berlin'
const lunch: CalendarEventView = {
  id: 'E1',
  baseEventId: null,
  calendarIds: { K1: true },
  isDraft: false,
  isOrigin: true,
  '@type': 'Event',
  uid: 'lunch',
  title: 'Lunch',
  start: '2026-11-24T12:00:00',
  duration: 'PT1H',
  timeZone: zone,
}
const shown = (event: CalendarEventView, copies: Shown['copies'] = [], accountId = 'A1'): Shown => ({
  ...occurrenceOf(accountId, event, zone),
  copies,
})
const calendar = (more: Partial<ListedCalendar> = {}) =>
  ({ accountId: 'A1', id: 'K1', isVisible: true, ...more }) as ListedCalendar

interface Write {
  accountId: string
  writes: EventWrites | undefined
  tells: boolean | undefined
}

/** A calendar whose server answers each write as the test says; what was written and drawn is noted. */
function board(stored: CalendarEventView[] = [lunch]) {
  const written: Write[] = []
  const drawn: EventLook[] = []
  const answers: Array<SetError | 'offline' | undefined> = []
  const madeVisible: string[] = []
  let gate: Promise<void> | undefined
  const events: Pick<EventRecords, 'whole' | 'write'> = {
    whole: async (_accountId, id) => stored.find((event) => event.id === id),
    async write({ accountId, writes, look, sendSchedulingMessages }) {
      drawn.push(look)
      const asked = await writes()
      await gate
      written.push({ accountId, writes: asked, tells: sendSchedulingMessages })
      const why = asked === undefined ? 'offline' : answers.shift()
      if (why !== undefined) return { ok: false, why: why === 'offline' ? undefined : why }
      const ids = Object.fromEntries(
        Object.keys(asked?.create ?? {}).map((name) => [name, `N${written.length}`]),
      )
      return { ok: true, ids, journalId: undefined, lookBack: (occurrences) => occurrences }
    },
  }
  const undoStack = createUndoStack()
  const toasts = createToasts(() => () => undefined)
  const calendars = {
    get: (_accountId: string, id: string) => ({
      myRights: { mayWriteAll: id !== 'readOnly', mayWriteOwn: false },
    }),
    update: async ({ id }: ListedCalendar) => void madeVisible.push(id),
  }
  const deeds = createDeeds({
    events,
    calendars,
    zone,
    newUid: () => 'new-uid',
    toasts,
    undoStack,
  } as unknown as DeedsParts)
  return {
    deeds,
    written,
    drawn,
    answers,
    madeVisible,
    toasts,
    undo: () => undoStack.undo(toasts),
    hold() {
      let release: () => void = () => undefined
      gate = new Promise((resolve) => (release = resolve))
      return () => {
        gate = undefined
        release()
      }
    },
  }
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 0))

describe('a new event', () => {
  const dinner = { title: 'Dinner', start: '2026-11-24T19:00:00', duration: 'PT2H', timeZone: zone }

  test('is drawn at once, made with a uid of its own, and destroyed by undo', async () => {
    const { deeds, written, drawn, undo } = board()
    expect(await deeds.create(calendar(), dinner)).toBe(true)
    const [event] = drawn[0]?.([]) ?? []
    expect([event?.event.title, localOf(event?.start ?? 0)]).toEqual(['Dinner', '2026-11-24T19:00:00'])
    expect(written[0]?.writes?.create).toMatchObject({
      made: { uid: 'new-uid', title: 'Dinner', calendarIds: { K1: true } },
    })
    undo()
    await settled()
    expect(written[1]?.writes).toEqual({ destroy: ['N1'] })
  })

  test('that is undone before the server has answered is destroyed once it has', async () => {
    const { deeds, written, undo, hold } = board()
    const release = hold()
    const creating = deeds.create(calendar(), dinner)
    undo()
    await settled()
    expect(written).toEqual([])
    release()
    await creating
    await settled()
    expect(written.map(({ writes }) => Object.keys(writes ?? {}))).toEqual([['create'], ['destroy']])
  })

  test('shows the calendar that it goes into', async () => {
    const { deeds, madeVisible } = board()
    await deeds.create(calendar({ isVisible: false }), dinner)
    expect(madeVisible).toEqual(['K1'])
  })

  test('can be changed before it has an id, and the change waits for that', async () => {
    const { deeds, written, drawn, hold } = board()
    const release = hold()
    const creating = deeds.create(calendar(), dinner)
    await settled()
    const [unnamed] = drawn[0]?.([]) ?? []
    if (!unnamed) throw new Error('Nothing was drawn')
    const changing = deeds.change({ ...unnamed, copies: [] }, { title: 'Supper' }, 'all', 'Changed')
    release()
    await Promise.all([creating, changing])
    expect(written[1]?.writes).toEqual({ update: { N1: { title: 'Supper' } } })
  })
})

describe('a change of an event', () => {
  test('is made to every copy that may be written, and undone in all of them', async () => {
    const copy = shown({ ...lunch, id: 'E2', calendarIds: { K2: true } }, [], 'A2')
    const readOnly = shown({ ...lunch, id: 'E3', calendarIds: { readOnly: true } }, [], 'A3')
    const { deeds, written, undo } = board()
    await deeds.change(shown(lunch, [copy, readOnly]), { title: 'Brunch' }, 'all', 'Changed')
    expect(written.map(({ accountId, writes }) => [accountId, writes?.update])).toEqual([
      ['A1', { E1: { title: 'Brunch' } }],
      ['A2', { E2: { title: 'Brunch' } }],
    ])
    undo()
    await settled()
    expect(written.slice(2).map(({ accountId, writes }) => [accountId, writes?.update])).toEqual([
      ['A2', { E2: { title: 'Lunch' } }],
      ['A1', { E1: { title: 'Lunch' } }],
    ])
  })

  test('that one calendar refuses is taken back in the others, and says why', async () => {
    const copy = shown({ ...lunch, id: 'E2', calendarIds: { K2: true } }, [], 'A2')
    const { deeds, written, answers, toasts } = board()
    answers.push(undefined, { type: 'forbidden', description: 'It is locked' })
    expect(await deeds.change(shown(lunch, [copy]), { title: 'Brunch' }, 'all', 'Changed')).toBe(false)
    expect(written.at(-1)).toMatchObject({ accountId: 'A1', writes: { update: { E1: { title: 'Lunch' } } } })
    expect(toasts.current).toMatchObject({
      tone: 'problem',
      text: expect.stringContaining('It is locked') as string,
    })
  })

  test('without an answer offers to try again, and then is made', async () => {
    const { deeds, written, answers, toasts } = board()
    answers.push('offline')
    expect(await deeds.change(shown(lunch), { title: 'Brunch' }, 'all', 'Changed')).toBe(false)
    toasts.current?.action?.run()
    await settled()
    expect(written.map(({ writes }) => writes?.update)).toEqual([
      { E1: { title: 'Brunch' } },
      { E1: { title: 'Brunch' } },
    ])
  })

  test('that failed goes back to its form instead, where that is still open', async () => {
    const { deeds, answers, toasts } = board()
    answers.push('offline')
    await deeds.change(shown(lunch), { title: 'Brunch' }, 'all', 'Changed', { giveBack: () => true })
    expect(toasts.current?.tone).toBe('problem')
    expect(toasts.current?.action).toBeUndefined()
  })

  test('of a property that the grid has not loaded is undone to what the server has', async () => {
    const described = { ...lunch, description: 'Bring bread' }
    const { deeds, written, undo } = board([described])
    await deeds.change(shown(lunch), { description: 'Bring wine' }, 'all', 'Changed')
    undo()
    await settled()
    expect(written[1]?.writes?.update).toEqual({ E1: { description: 'Bring bread' } })
  })

  test('of an event that is gone writes nothing', async () => {
    const { deeds, written, toasts } = board([])
    expect(await deeds.change(shown(lunch), { description: 'x' }, 'all', 'Changed')).toBe(false)
    expect(written.map(({ writes }) => writes)).toEqual([undefined])
    expect(toasts.current?.tone).toBe('problem')
  })

  test('tells the people only when asked to', async () => {
    const { deeds, written } = board()
    await deeds.change(shown(lunch), { title: 'A' }, 'all', 'Changed')
    await deeds.change(shown(lunch), { title: 'B' }, 'all', 'Changed', { tellsPeople: true })
    expect(written.map(({ tells }) => tells)).toEqual([false, true])
  })
})

describe('an event that goes', () => {
  test('to another account is made there first, whole, and then leaves this one', async () => {
    const whole = { ...lunch, description: 'Bring bread', location: null } as unknown as CalendarEventView
    const { deeds, written } = board([whole])
    await deeds.moveTo(shown(lunch), whole, calendar({ accountId: 'A2', id: 'K9' }), { title: 'Brunch' })
    expect(written.map(({ accountId }) => accountId)).toEqual(['A2', 'A1'])
    const made = written[0]?.writes?.create?.['made']
    expect(made).toMatchObject({ title: 'Brunch', description: 'Bring bread', calendarIds: { K9: true } })
    expect(made).not.toHaveProperty('location')
    expect(made).not.toHaveProperty('id')
    expect(written[1]?.writes).toMatchObject({ destroy: ['E1'] })
  })

  test('stays where the other account will not have it', async () => {
    const { deeds, written, answers } = board()
    answers.push({ type: 'overQuota' })
    expect(await deeds.moveTo(shown(lunch), lunch, calendar({ accountId: 'A2', id: 'K9' }), {})).toBe(false)
    expect(written).toHaveLength(1)
  })

  test('declines the meeting of somebody else, who hears of it', async () => {
    const { deeds, written, toasts } = board()
    await deeds.remove(shown(lunch), 'all', true)
    expect(written[0]).toMatchObject({ tells: true, writes: { destroy: ['E1'] } })
    expect(toasts.current?.text).toContain('Lunch')
  })
})
