import type { GraphMailbox } from '../mailbox/mailbox.ts'
import { withAnswer } from './answer-routes.ts'
import type { EmulatedCalendars } from './door.ts'
import { type EventState, getId, takings, toShownEvent } from '../mailbox/event-state.ts'
import { fillCalendars } from './fill.ts'

export function emulatedCalendars(mailbox: GraphMailbox): EmulatedCalendars {
  const { calendars: store, options, email: address, world, account } = mailbox
  const isImmutable = !options.ignoresImmutableId
  const idOfEvent = (state: EventState): string => getId(toShownEvent(state), store.ids, isImmutable)
  const idOfCalendar = (n: number): string => store.ids.calendar(n)

  function eventWith(id: string): EventState {
    const state = store.events.get(store.ids.read(id)?.n ?? 0)
    if (state) return state
    throw new Error(`No event has the id ${id}`)
  }
  function calendarWith(id: string): number {
    const n = store.ids.read(id)?.n
    if (n !== undefined && store.calendars.has(n)) return n
    throw new Error(`No calendar has the id ${id}`)
  }
  const first = [...store.calendars.values()][0]
  const defaultId = idOfCalendar(first?.n ?? 0)

  const door: EmulatedCalendars = {
    defaultId,
    add(facts) {
      const owner = { name: address, address }
      const usual = { color: 'auto', hexColor: '', canEdit: true, isDefault: false, owner }
      return idOfCalendar(store.addCalendar({ ...usual, ...facts }).n)
    },
    put: (facts, { calendar = defaultId, isOrganizer = true } = {}) =>
      idOfEvent(store.add({ calendar: calendarWith(calendar), facts, isOrganizer })),
    act(op) {
      if (op.kind === 'remove-calendar') return store.removeCalendar(calendarWith(op.calendar))
      const state = eventWith(op.id)
      if ('date' in op && !takesPlaceOn(state, op.date)) throw new Error(`Nothing takes place on ${op.date}`)
      switch (op.kind) {
        case 'change':
          return void store.change(state, op.facts)
        case 'change-occurrence':
          return void store.changeOccurrence(state, op.date, op.facts)
        case 'delete-occurrence':
          return void store.cancelOccurrence(state, op.date)
        case 'delete':
          return store.remove(state)
        case 'move':
          return void store.move(state, calendarWith(op.calendar))
        case 'answer': {
          const status = { response: op.response, time: '2026-11-21T09:00:00Z' }
          return void store.change(state, { attendees: withAnswer(state.facts, op.attendee, status) })
        }
      }
    },
    takesPlaceOn: (id, date) => takesPlaceOn(eventWith(id), date),
    fill: (planned) =>
      fillCalendars(door, { name: account.displayName, email: address }, planned, world.clock.now()),
    truth: () => ({
      calendars: [...store.calendars.values()].map(({ n, name, canEdit }) => ({
        id: idOfCalendar(n),
        name,
        canEdit,
      })),
      events: [...store.events.values()].map((state) => ({
        id: idOfEvent(state),
        calendar: idOfCalendar(state.calendar),
        facts: state.facts,
        exceptions: Object.fromEntries([...state.exceptions].map(([date, { facts }]) => [date, facts])),
        cancelled: [...state.cancelled],
      })),
      told: store.told,
    }),
    takings: (from, to) =>
      [...store.events.values()]
        .flatMap((state) => takings(state, { from: from.getTime(), to: to.getTime() }))
        .sort((a, b) => a.start - b.start)
        .map(({ state, facts, start, end }) => ({
          calendar: idOfCalendar(state.calendar),
          id: idOfEvent(state),
          subject: typeof facts['subject'] === 'string' ? facts['subject'] : '',
          start: new Date(start).toISOString(),
          end: new Date(end).toISOString(),
        })),
  }
  return door
}

function takesPlaceOn(state: EventState, date: string): boolean {
  const day = Date.parse(date)
  return takings(state, { from: day - 40 * 86_400_000, to: day + 40 * 86_400_000 }).some(
    (taking) => taking.date === date,
  )
}
