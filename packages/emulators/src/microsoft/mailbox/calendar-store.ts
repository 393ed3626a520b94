import { createLog, type OperationLog } from '../../log/log.ts'
import type { World } from '../../world.ts'
import { createEventIds, type EventIds } from './event-ids.ts'
import { readRecurrence } from './recurrence.ts'
import type { EventState, EventFacts } from './event-state.ts'

export interface CalendarFacts {
  name: string
  color: string
  hexColor: string
  canEdit: boolean
  isDefault: boolean
  owner: { name: string; address: string }
}

export interface CalendarState extends CalendarFacts {
  readonly n: number
}

/** A change to an event: its state before and after. */
export interface CalendarOp {
  event: number
  calendar: number
  before: EventState | undefined
  after: EventState | undefined
}

/** A message about meetings that Exchange sends by itself; clients cannot prevent it [K]. */
export interface MeetingNotice {
  kind: 'request' | 'cancel' | 'reply'
  subject: string
  to: readonly string[]
  comment: string
  at: string
}

interface NewCalendarEvent {
  calendar: number
  facts: EventFacts
  transactionId?: string | undefined
  isOrganizer?: boolean
}

export interface CalendarStore {
  readonly ids: EventIds
  readonly log: OperationLog<CalendarOp>
  readonly calendars: ReadonlyMap<number, CalendarState>
  readonly events: ReadonlyMap<number, EventState>
  readonly told: MeetingNotice[]
  /** Transaction ids of every event ever created, including deleted ones. */
  readonly transactions: ReadonlySet<string>
  addCalendar(facts: CalendarFacts): CalendarState
  removeCalendar(n: number): void
  add(event: NewCalendarEvent): EventState
  /** Changes an event or a whole series. New times make new occurrences: exceptions are lost [K]. */
  change(state: EventState, facts: EventFacts): EventState
  /** Changes one occurrence, which becomes an exception. */
  changeOccurrence(state: EventState, date: string, facts: EventFacts): EventState
  cancelOccurrence(state: EventState, date: string): EventState
  /** Into another calendar, by somebody at Outlook: Graph itself has no way to. */
  move(state: EventState, calendar: number): EventState
  remove(state: EventState): void
}

export function createCalendarStore(world: World, email: string, ownerName: string): CalendarStore {
  const ids = createEventIds(`${world.seed} ${email}`)
  const log = createLog<CalendarOp>(world.clock)
  const calendars = new Map<number, CalendarState>()
  const events = new Map<number, EventState>()
  const transactions = new Set<string>()
  let last = 1
  let lastVersion = 0
  const now = (): number => world.clock.now().getTime()

  function put(before: EventState | undefined, after: EventState): EventState {
    events.set(after.n, after)
    log.append({ event: after.n, calendar: after.calendar, before, after })
    return after
  }

  const store: CalendarStore = {
    ids,
    log,
    calendars,
    events,
    told: [],
    transactions,
    addCalendar(facts) {
      const calendar = { ...facts, n: ++last }
      calendars.set(calendar.n, calendar)
      return calendar
    },
    removeCalendar(n) {
      for (const state of Array.from(events.values())) if (state.calendar === n) store.remove(state)
      calendars.delete(n)
    },
    add({ calendar, facts, transactionId, isOrganizer = true }) {
      const version = ++lastVersion
      if (transactionId !== undefined) transactions.add(transactionId)
      const { recurrence, ...rest } = facts
      return put(undefined, {
        n: ++last,
        calendar,
        facts: { ...rest, ...(recurrence ? { recurrence } : {}) },
        recurrence: recurrence ? readRecurrence(recurrence) : undefined,
        generation: 1,
        exceptions: new Map(),
        cancelled: new Set(),
        version,
        wholeVersion: version,
        createdAt: now(),
        modifiedAt: now(),
        transactionId,
        isOrganizer,
      })
    },
    change(state, changes) {
      const facts: Record<string, unknown> = { ...state.facts, ...changes }
      if (facts['recurrence'] === null) delete facts['recurrence']
      const { recurrence } = facts
      const times = ['start', 'end', 'isAllDay', 'recurrence']
      const isOther = times.some((name) => JSON.stringify(facts[name]) !== JSON.stringify(state.facts[name]))
      const version = ++lastVersion
      return put(state, {
        ...state,
        facts,
        recurrence: recurrence ? readRecurrence(recurrence) : undefined,
        ...(isOther ? { generation: state.generation + 1, exceptions: new Map(), cancelled: new Set() } : {}),
        version,
        wholeVersion: version,
        modifiedAt: now(),
      })
    },
    changeOccurrence(state, date, changes) {
      const version = ++lastVersion
      const facts = { ...state.exceptions.get(date)?.facts, ...changes }
      const exception = { facts, version, modifiedAt: now() }
      const exceptions = new Map([...state.exceptions, [date, exception] as const])
      return put(state, { ...state, exceptions, version, modifiedAt: now() })
    },
    cancelOccurrence(state, date) {
      const exceptions = new Map([...state.exceptions].filter(([exceptionDate]) => exceptionDate !== date))
      const cancelled = new Set([...state.cancelled, date])
      return put(state, { ...state, exceptions, cancelled, version: ++lastVersion, modifiedAt: now() })
    },
    move(state, calendar) {
      const version = ++lastVersion
      log.append({ event: state.n, calendar: state.calendar, before: state, after: undefined })
      return put(undefined, { ...state, calendar, version, wholeVersion: version, modifiedAt: now() })
    },
    remove(state) {
      events.delete(state.n)
      log.append({ event: state.n, calendar: state.calendar, before: state, after: undefined })
    },
  }
  store.addCalendar({
    name: 'Calendar',
    color: 'auto',
    hexColor: '',
    canEdit: true,
    isDefault: true,
    owner: { name: ownerName, address: email },
  })
  return store
}
