import { describe, expect, test } from 'vitest'
import { hourMs, wallOf } from '../records/index.ts'
import { settled } from '../records/mail/mail-server.fixture.ts'
import { calendarOnScreen } from './board.fixture.ts'
import type { Overlay } from './overlay.ts'

const tuesday = wallOf('2026-11-24')
const weekly = {
  id: 'E1_20261124T180000',
  baseEventId: 'E1',
  recurrenceId: '2026-11-24T18:00:00',
  title: 'Choir',
}

describe('what is on screen', () => {
  test('is the week of the day, from the day that weeks begin with, and the events in it', async () => {
    const { board, titles } = await calendarOnScreen([
      { id: 'E1', title: 'Dinner' },
      { id: 'E2', uid: 'next', title: 'Next week', start: '2026-12-01T09:00:00' },
    ])
    expect([board.days[0], board.days.at(-1)]).toEqual(['2026-11-23', '2026-11-29'])
    expect(titles()).toEqual(['Dinner'])
    expect(board.isLoading).toBe(false)
  })

  test('leaves out calendars that are hidden', async () => {
    const rights = { mayWriteAll: true, mayWriteOwn: true }
    const { titles } = await calendarOnScreen(undefined, [
      { id: 'C1', name: 'Work', isVisible: false, isDefault: true, myRights: rights },
    ])
    expect(titles()).toEqual([])
  })

  test('is loading before the first answer, and not for ever where none comes', async () => {
    const { board, at } = await calendarOnScreen()
    at.day = '2027-06-01'
    expect(board.isLoading).toBe(true)
    const away = await calendarOnScreen()
    away.server.isDown = true
    away.at.day = '2027-06-01'
    away.board.shared.events.want('2027-06-01', '2027-06-07')
    await settled()
    expect(away.board.isLoading).toBe(false)
  })
})

describe('a new event', () => {
  test('is written where it is, in the grid, and in a form outside the days shown', async () => {
    const { board } = await calendarOnScreen()
    const inside = { start: tuesday + 9 * hourMs, end: tuesday + 10 * hourMs, isAllDay: false }
    board.begin(inside)
    expect([board.quick, board.overlay]).toEqual([inside, undefined])
    board.quick = undefined
    board.begin({ ...inside, start: wallOf('2027-01-01'), end: wallOf('2027-01-02') })
    expect([board.quick, board.overlay?.kind]).toEqual([undefined, 'form'])
  })

  test('is there at once under the title that was typed, chosen, and undone', async () => {
    const { board, titles, stored, undoStack, toasts } = await calendarOnScreen([])
    board.begin({ start: tuesday + 9 * hourMs, end: tuesday + 10 * hourMs, isAllDay: false })
    const creating = board.createQuick('  Lunch ')
    await Promise.resolve()
    await creating
    expect([board.chosen?.event.title, titles()]).toEqual(['Lunch', ['Lunch']])
    expect([...stored.values()]).toMatchObject([
      { title: 'Lunch', start: '2026-11-24T09:00:00', timeZone: 'Europe/Berlin' },
    ])
    undoStack.undo(toasts)
    await settled()
    expect([stored.size, titles()]).toEqual([0, []])
  })

  test('without a title is none', async () => {
    const { board, argumentsOf } = await calendarOnScreen([])
    board.begin({ start: tuesday, end: tuesday + hourMs, isAllDay: false })
    await board.createQuick('   ')
    expect([board.quick, argumentsOf('CalendarEvent/set')]).toEqual([undefined, []])
  })

  test('that the server refuses comes back in a form, with what was typed', async () => {
    const { board, control, titles, toasts } = await calendarOnScreen([])
    control.refusal = { type: 'forbidden', description: 'The calendar is full' }
    board.begin({ start: tuesday, end: tuesday + hourMs, isAllDay: false })
    await board.createQuick('Lunch')
    expect(board.overlay).toMatchObject({ kind: 'form', title: 'Lunch' })
    expect([titles(), toasts.current?.tone]).toEqual([[], 'problem'])
    expect(toasts.current?.text).toContain('The calendar is full')
  })

  test('has no place where every calendar is only for reading, and says so', async () => {
    const { board, toasts } = await calendarOnScreen(
      [],
      [
        {
          id: 'C2',
          name: 'Holidays',
          isVisible: true,
          isDefault: false,
          myRights: { mayWriteAll: false, mayWriteOwn: false },
        },
      ],
    )
    board.createHere()
    expect([board.quick, board.overlay, toasts.current?.tone]).toEqual([undefined, undefined, 'problem'])
  })
})

describe('moving an event', () => {
  test('keeps its length, and its new time is what is written', async () => {
    const { board, event, starts, undoStack, toasts } = await calendarOnScreen()
    const dinner = event('Dinner')
    await board.place(dinner, dinner.start + 24 * hourMs, dinner.end + 24 * hourMs)
    expect(starts()).toEqual(['2026-11-25T18:00:00'])
    expect(event('Dinner').end - event('Dinner').start).toBe(hourMs)
    undoStack.undo(toasts)
    await settled()
    expect(starts()).toEqual(['2026-11-24T18:00:00'])
  })

  test('by keys is drawn with every key and written once, when they rest', async () => {
    const { board, event, starts, rest, argumentsOf } = await calendarOnScreen()
    for (let key = 0; key < 4; key += 1) board.nudge(event('Dinner'), hourMs / 4, 'both')
    expect([event('Dinner').start - tuesday, starts()]).toEqual([19 * hourMs, ['2026-11-24T18:00:00']])
    await rest()
    expect(starts()).toEqual(['2026-11-24T19:00:00'])
    expect(argumentsOf('CalendarEvent/set')).toHaveLength(1)
    expect(board.announced).toContain('Dinner')
  })

  test('is refused on a calendar that is only for reading, and of somebody else’s meeting', async () => {
    const { board, event, argumentsOf, toasts } = await calendarOnScreen([
      { id: 'E1', title: 'Christmas', calendarIds: { C2: true } },
      { id: 'E2', uid: 'meeting', title: 'Meeting', mayUpdateAll: false },
    ])
    await board.place(event('Christmas'), tuesday, tuesday + hourMs)
    expect(toasts.current?.text).toContain('Holidays')
    const { current } = toasts
    board.nudge(event('Meeting'), hourMs, 'both')
    expect([board.announced, toasts.current?.tone]).toEqual([toasts.current?.text, 'problem'])
    expect(toasts.current).not.toBe(current)
    expect(argumentsOf('CalendarEvent/set')).toEqual([])
  })

  test('that fails is where it was, with the reason and a way to try again', async () => {
    const { board, event, control, starts, toasts } = await calendarOnScreen()
    control.refusal = { type: 'notFound' }
    const dinner = event('Dinner')
    await board.place(dinner, dinner.start + hourMs, dinner.end + hourMs)
    expect(event('Dinner').start).toBe(dinner.start)
    control.refusal = undefined
    toasts.current?.action?.run()
    await settled()
    expect(starts()).toEqual(['2026-11-24T19:00:00'])
  })
})

describe('a series', () => {
  const asked = (overlay: Overlay | undefined) => {
    if (overlay?.kind !== 'scope') throw new Error('Nothing is asked')
    return overlay
  }

  test('is asked about before one of it is changed, and nothing happens on a second thought', async () => {
    const { board, event, argumentsOf } = await calendarOnScreen([weekly])
    const removing = board.remove(event('Choir'))
    expect(asked(board.overlay).scopes).toEqual(['one', 'following', 'all'])
    asked(board.overlay).drop()
    await removing
    expect(argumentsOf('CalendarEvent/set')).toEqual([])
  })

  test('of somebody else is declined once or for good, and people hear of it', async () => {
    const { board, event, argumentsOf } = await calendarOnScreen([
      { ...weekly, mayUpdateAll: false },
      { id: 'E1' },
    ])
    const removing = board.remove(event('Choir'))
    expect(asked(board.overlay).scopes).toEqual(['one', 'all'])
    asked(board.overlay).answer('all')
    await removing
    expect(argumentsOf('CalendarEvent/set')).toMatchObject([
      { destroy: ['E1'], sendSchedulingMessages: true },
    ])
  })
})

test('going elsewhere ends what was being written, and saves what keys moved', async () => {
  const { board, event, at, starts } = await calendarOnScreen()
  board.nudge(event('Dinner'), hourMs, 'both')
  board.begin({ start: tuesday, end: tuesday + hourMs, isAllDay: false })
  board.go('month', '2026-12-01')
  await settled()
  expect([at, board.quick]).toEqual([{ view: 'month', day: '2026-12-01' }, undefined])
  expect(starts()).toEqual(['2026-11-24T19:00:00'])
})

test('an event is opened to be read, and to be edited where that is allowed', async () => {
  const { board, event } = await calendarOnScreen([
    { id: 'E1', title: 'Dinner' },
    { id: 'E2', uid: 'c', title: 'Christmas', calendarIds: { C2: true } },
  ])
  board.open(event('Dinner'))
  expect([board.overlay?.kind, board.hasChosen]).toEqual(['card', true])
  board.edit(event('Dinner'))
  expect(board.overlay?.kind).toBe('form')
  expect(board.reopen({ occurrence: undefined, begin: event('Dinner'), title: '' })).toBe(false)
  board.edit(event('Christmas'))
  expect(board.overlay?.kind).toBe('card')
})
