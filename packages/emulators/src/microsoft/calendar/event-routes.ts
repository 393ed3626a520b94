import type { EmulatedAnswer } from '../../http/answer.ts'
import { chance } from '../../random/seeded.ts'
import {
  accepted,
  bodyObject,
  created,
  noContent,
  ok,
  parameter,
  readCalendars,
  writeCalendars,
  type GraphCall,
  type Route,
} from '../graph/call.ts'
import { drill, matches, parseFilter } from '../graph/filter.ts'
import { getContext, pageOfAll } from '../graph/paging.ts'
import { readSelection } from '../graph/selection.ts'
import { Refused } from '../refused.ts'
import { eventDelta } from './delta.ts'
import { eventJson, eventView } from './event-json.ts'
import { readEvent } from './event-input.ts'
import { getOccurrence, type ShownEvent, takings, toShownEvent } from '../mailbox/event-state.ts'
import { getCalendar, getEvent, readSpan, refuseReadOnly, refuseStale } from './lookup.ts'
import { tellAttendees } from './tell.ts'

const read = { scopes: readCalendars }
const write = { scopes: writeCalendars }
const views = ['calendars/:calendar/calendarView', 'calendar/calendarView', 'calendarView']
const lists = ['calendars/:calendar/events', 'calendar/events', 'events']
const eventPaths = ['calendars/:calendar/events/:event', 'events/:event']

export const eventRoutes: readonly Route[] = [
  ...views.flatMap((path): Route[] => [
    { method: 'GET', path, operation: 'graph.calendarView.list', ...read, run: view },
    { method: 'GET', path: `${path}/delta`, operation: 'graph.calendarView.delta', ...read, run: eventDelta },
  ]),
  ...lists.flatMap((path): Route[] => [
    { method: 'GET', path, operation: 'graph.events.list', ...read, run: list },
    { method: 'POST', path, operation: 'graph.events.create', ...write, run: create },
  ]),
  ...eventPaths.flatMap((path): Route[] => [
    { method: 'GET', path, operation: 'graph.events.get', ...read, run: get },
    { method: 'PATCH', path, operation: 'graph.events.update', ...write, run: update },
    { method: 'DELETE', path, operation: 'graph.events.delete', ...write, run: remove },
    { method: 'POST', path: `${path}/cancel`, operation: 'graph.events.cancel', ...write, run: cancel },
    {
      method: 'GET',
      path: `${path}/instances`,
      operation: 'graph.events.instances',
      ...read,
      run: instances,
    },
  ]),
]

/** [D] What is read of one event only. */
function refuseInLists(call: GraphCall): void {
  if (/cancelledOccurrences/i.test(call.query.get('$select') ?? ''))
    throw new Refused(400, 'ErrorInvalidRequest', 'cancelledOccurrences can be read of one event only.')
}

function shownAll(call: GraphCall, all: readonly ShownEvent[]): EmulatedAnswer {
  refuseInLists(call)
  const filter = call.query.get('$filter')
  const chosen = readSelection('event', call.query)
  const how = eventView(call)
  const whole = { fields: undefined, expand: [] }
  const parsed = filter === null ? undefined : parseFilter(filter)
  const value = all
    .filter((event) => {
      if (!parsed) return true
      const json = eventJson(event, how, whole)
      return matches(parsed, (path) => drill(json, path.split('/')))
    })
    .map((event) => eventJson(event, how, chosen))
  return pageOfAll(call, value)
}

/** Single events and series, never occurrences [D]. */
function list(call: GraphCall): EmulatedAnswer {
  const { n } = getCalendar(call)
  const states = [...call.mailbox.calendars.events.values()].filter(({ calendar }) => calendar === n)
  return shownAll(call, states.map(toShownEvent))
}

function view(call: GraphCall): EmulatedAnswer {
  const { n } = getCalendar(call)
  const span = readSpan(call)
  const states = [...call.mailbox.calendars.events.values()].filter(({ calendar }) => calendar === n)
  const all = states.flatMap((state) => takings(state, span))
  return shownAll(
    call,
    all.sort((a, b) => a.start - b.start),
  )
}

function instances(call: GraphCall): EmulatedAnswer {
  const { state } = getEvent(call)
  const span = readSpan(call)
  if (!state.recurrence)
    throw new Refused(400, 'ErrorInvalidRequest', 'The event is not the master of a series.')
  return shownAll(call, takings(state, span))
}

function get(call: GraphCall): EmulatedAnswer {
  return ok(shown(call, getEvent(call)))
}

function shown(call: GraphCall, event: ShownEvent): object {
  const selection = readSelection('event', call.query)
  return { '@odata.context': getContext(call), ...eventJson(event, eventView(call), selection) }
}

/**
 * The same transaction twice gives one event: told either with it or by a 409 [F]. Of an event that is gone by then the
 * transaction may be known still: restoring from a backup meets that (alcionai/corso #2490) [F].
 */
function create(call: GraphCall): EmulatedAnswer {
  const { calendars: store, world, email } = call.mailbox
  const calendar = getCalendar(call)
  refuseReadOnly(call, { calendar: calendar.n })
  const { transactionId, ...body } = bodyObject(call)
  const existing = [...store.events.values()].find(
    (event) => transactionId !== undefined && event.transactionId === transactionId,
  )
  const isPast = !existing && typeof transactionId === 'string' && store.transactions.has(transactionId)
  if ((existing || isPast) && chance(world.seed, 'again', email, String(transactionId)) < 0.5)
    throw new Refused(
      409,
      'ErrorDuplicateTransactionId',
      "Your request can't be completed. A duplicate transaction ID was found.",
    )
  if (existing) return created(shown(call, toShownEvent(existing)))
  const { account } = call
  const facts = {
    organizer: { emailAddress: { name: account.displayName, address: account.email } },
    ...readEvent(call, body, {}),
  }
  const state = store.add({
    calendar: calendar.n,
    facts,
    transactionId: typeof transactionId === 'string' ? transactionId : undefined,
  })
  tellAttendees(call, 'request', facts)
  return created(shown(call, toShownEvent(state)))
}

function update(call: GraphCall): EmulatedAnswer {
  const { calendars: store } = call.mailbox
  const event = getEvent(call)
  refuseReadOnly(call, event.state)
  refuseStale(call, event)
  const facts = readEvent(call, bodyObject(call), event.facts)
  if (event.date !== undefined && 'recurrence' in facts)
    throw new Refused(400, 'ErrorInvalidRequest', 'An occurrence has no recurrence of its own.')
  const state =
    event.date === undefined
      ? store.change(event.state, facts)
      : store.changeOccurrence(event.state, event.date, facts)
  const now =
    event.date === undefined ? toShownEvent(state) : (getOccurrence(state, event.date) ?? toShownEvent(state))
  if (state.isOrganizer) tellAttendees(call, 'request', now.facts)
  return ok(shown(call, now))
}

/** [D] By its organizer only, with a comment for those invited; it is no longer there then. */
function cancel(call: GraphCall): EmulatedAnswer {
  const { calendars: store } = call.mailbox
  const { state, date, facts } = getEvent(call)
  if (!state.isOrganizer)
    throw new Refused(
      400,
      'ErrorInvalidRequest',
      "Your request can't be completed. You need to be an organizer to cancel a meeting.",
    )
  const comment = parameter(call, 'comment')
  tellAttendees(call, 'cancel', facts, typeof comment === 'string' ? comment : '')
  if (date === undefined) store.remove(state)
  else store.cancelOccurrence(state, date)
  return accepted
}

function remove(call: GraphCall): EmulatedAnswer {
  const { calendars: store } = call.mailbox
  const event = getEvent(call)
  refuseReadOnly(call, event.state)
  refuseStale(call, event)
  if (event.state.isOrganizer) tellAttendees(call, 'cancel', event.facts)
  if (event.date === undefined) store.remove(event.state)
  else store.cancelOccurrence(event.state, event.date)
  return noContent
}
