import type { App, CalendarDeed, CalendarViewName } from '../commands/index.ts'
import type { Day } from '../records/index.ts'
import type { WalkDirection } from './arrow-keys.ts'
import { nudges } from './event-times.ts'
import { stepped } from './grid/days.ts'
import type { Shown } from './grid/merge.ts'
import type { Overlay } from './overlay.ts'

/** The parts of a calendar on screen that commands use. */
export interface CommandedBoard {
  readonly app: { readonly preferences: Pick<App['preferences'], 'set'> }
  readonly surface: 'page' | 'dock'
  readonly view: CalendarViewName
  /** Whether a week is a few days only, as on a phone. */
  readonly isNarrow: boolean
  readonly day: Day
  readonly today: Day
  readonly chosen: Shown | undefined
  overlay: Overlay | undefined
  isSearching: boolean
  go(view: CalendarViewName, day: Day): void
  walk(direction: WalkDirection): void
  zoom(by: 1 | -1): void
  createHere(): void
  edit(event: Shown): void
  remove(event: Shown): Promise<void>
  nudge(event: Shown, by: number, part: 'both' | 'end'): void
}

/** Runs a command on a calendar; those on an event act on the chosen one, if there is one. */
export function runCalendarCommand(board: CommandedBoard, command: CalendarDeed): void {
  const { chosen, view, day } = board
  switch (command) {
    case 'today':
      return board.go(view, board.today)
    case 'day':
    case 'week':
    case 'workweek':
    case 'month':
    case 'agenda':
      if (board.surface === 'page') board.app.preferences.set({ calendarView: command })
      return board.go(command, day)
    case 'next':
      return board.go(view, stepped(view, day, 1, board.isNarrow))
    case 'previous':
      return board.go(view, stepped(view, day, -1, board.isNarrow))
    case 'new':
      return board.createHere()
    case 'date':
    case 'options':
      board.overlay = { kind: command }
      return
    case 'search':
      board.isSearching = true
      return
    case 'print':
      return window.print()
    case 'zoom-in':
      return board.zoom(1)
    case 'zoom-out':
      return board.zoom(-1)
    case 'up':
    case 'down':
    case 'left':
    case 'right':
      return board.walk(command)
    case 'edit':
      return chosen ? board.edit(chosen) : board.createHere()
    case 'delete':
      if (chosen) void board.remove(chosen)
      return
    default:
      if (chosen)
        board.nudge(chosen, nudges[command], command === 'longer' || command === 'shorter' ? 'end' : 'both')
  }
}
