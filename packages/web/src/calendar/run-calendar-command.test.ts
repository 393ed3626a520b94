import { expect, test, vi } from 'vitest'
import type { Shown } from './grid/merge.ts'
import { type CommandedBoard, runCalendarCommand } from './run-calendar-command.ts'

const event = { key: 'lunch' } as Shown

/** A week on screen, with an event chosen or none. */
const board = (more: Partial<Pick<CommandedBoard, 'surface' | 'chosen'>> = {}) => ({
  app: { preferences: { set: vi.fn() } },
  surface: 'page' as const,
  view: 'week' as const,
  isNarrow: false,
  day: '2026-11-24',
  today: '2026-11-22',
  chosen: undefined,
  overlay: undefined,
  isSearching: false,
  go: vi.fn(),
  walk: vi.fn(),
  zoom: vi.fn(),
  createHere: vi.fn(),
  edit: vi.fn(),
  remove: vi.fn(async () => undefined),
  nudge: vi.fn(),
  ...more,
})

test('another view keeps the day, and is remembered on the page but not in the dock', () => {
  const [page, dock] = [board(), board({ surface: 'dock' })]
  runCalendarCommand(page, 'month')
  runCalendarCommand(dock, 'month')
  expect(page.go).toHaveBeenCalledWith('month', '2026-11-24')
  expect(page.app.preferences.set).toHaveBeenCalledWith({ calendarView: 'month' })
  expect(dock.go).toHaveBeenCalledWith('month', '2026-11-24')
  expect(dock.app.preferences.set).not.toHaveBeenCalled()
})

test('today keeps the view, and next goes on by what it shows', () => {
  const week = board()
  runCalendarCommand(week, 'today')
  runCalendarCommand(week, 'next')
  expect(week.go.mock.calls).toEqual([
    ['week', '2026-11-22'],
    ['week', '2026-12-01'],
  ])
})

test('commands on an event act on the chosen one', () => {
  const chosen = board({ chosen: event })
  runCalendarCommand(chosen, 'longer')
  runCalendarCommand(chosen, 'earlier')
  runCalendarCommand(chosen, 'edit')
  runCalendarCommand(chosen, 'delete')
  expect(chosen.nudge.mock.calls).toEqual([
    [event, 900_000, 'end'],
    [event, -900_000, 'both'],
  ])
  expect([chosen.edit.mock.calls, chosen.remove.mock.calls]).toEqual([[[event]], [[event]]])
})

test('without a chosen event editing begins a new one, and the others do nothing', () => {
  const empty = board()
  for (const command of ['edit', 'delete', 'later'] as const) runCalendarCommand(empty, command)
  expect(empty.createHere).toHaveBeenCalledOnce()
  expect(empty.remove).not.toHaveBeenCalled()
  expect(empty.nudge).not.toHaveBeenCalled()
})
