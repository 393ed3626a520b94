import { createTopic } from '../records/index.ts'

/** The operations of a calendar, by the end of the command's id. */
export type CalendarDeed =
  | 'today'
  | 'day'
  | 'week'
  | 'workweek'
  | 'month'
  | 'agenda'
  | 'next'
  | 'previous'
  | 'new'
  | 'date'
  | 'search'
  | 'print'
  | 'options'
  | 'zoom-in'
  | 'zoom-out'
  | 'up'
  | 'down'
  | 'left'
  | 'right'
  | EventDeed

/** The operations on the selected event. */
type EventDeed = 'edit' | 'delete' | 'earlier' | 'later' | 'day-before' | 'day-after' | 'shorter' | 'longer'

/** A calendar on screen. */
interface OpenCalendar {
  run(deed: CalendarDeed): void
  /** Watched. Whether an event is chosen. */
  readonly hasChosen: boolean
}

/** An event that is to be written, as wall time of the reader's zone; an all-day one ends at the midnight after it. */
export interface ProposedEvent {
  title: string
  place: string
  start: number
  end: number
  isAllDay: boolean
}

/** The calendar that commands act on: a whole screen, or docked beside the mail. */
export interface CalendarDesk {
  /** Watched. */
  readonly current: OpenCalendar | undefined
  /** Watched. Keys are meant for the docked calendar while the focus is in it. */
  hasFocus: boolean
  /** What the next calendar that opens shows its form with. */
  proposed: ProposedEvent | undefined
  /** Returns a function that takes it away again. */
  show(calendar: OpenCalendar): () => void
}

export function createCalendarDesk(): CalendarDesk {
  const topic = createTopic()
  let current: OpenCalendar | undefined
  let hasFocus = false
  return {
    proposed: undefined,
    get current() {
      topic.watch()
      return current
    },
    get hasFocus() {
      topic.watch()
      return hasFocus
    },
    set hasFocus(has) {
      hasFocus = has
      topic.touch()
    },
    show(calendar) {
      current = calendar
      topic.touch()
      return () => {
        if (current === calendar) current = undefined
        topic.touch()
      }
    },
  }
}
