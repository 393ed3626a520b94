import type { EmulatedAnswer } from '../../http/answer.ts'
import { accepted, type GraphCall, parameter, type Route, writeCalendars } from '../graph/call.ts'
import { Refused } from '../refused.ts'
import { readAddress } from './event-input.ts'
import type { EventFacts } from '../mailbox/event-state.ts'
import { getEvent } from './lookup.ts'
import { tell } from './tell.ts'

const answers = {
  accept: 'accepted',
  decline: 'declined',
  tentativelyAccept: 'tentativelyAccepted',
} as const

/** `accept`, `decline`, `tentativelyAccept`, of an event or of one occurrence. */
export const answerRoutes: readonly Route[] = Object.entries(answers).map(([name, response]) => ({
  method: 'POST',
  path: `events/:event/${name}`,
  operation: `graph.events.${name}`,
  scopes: writeCalendars,
  run: (call) => answer(call, response),
}))

function answer(call: GraphCall, response: (typeof answers)[keyof typeof answers]): EmulatedAnswer {
  const { calendars: store, email, world } = call.mailbox
  const { state, facts, date } = getEvent(call)
  if (state.isOrganizer)
    throw new Refused(
      400,
      'ErrorInvalidRequest',
      "Your request can't be completed. You can't respond to this meeting because you're the meeting organizer.",
    )
  const isTold = parameter(call, 'sendResponse') !== false
  // [F]
  if (isTold && facts['responseRequested'] === false)
    throw new Refused(400, 'ErrorInvalidRequest', 'The meeting organizer has not requested a response.')
  const comment = parameter(call, 'comment')
  if (isTold)
    tell(call.mailbox, {
      kind: 'reply',
      facts,
      to: [readAddress(facts['organizer'])],
      comment: typeof comment === 'string' ? comment : '',
    })
  const time = `${world.clock.now().toISOString().slice(0, 19)}Z`
  const changes: EventFacts = {
    responseStatus: { response, time },
    showAs: response === 'accepted' ? 'busy' : 'tentative',
    attendees: withAnswer(facts, email, { response, time }),
  }
  // [F] What is declined leaves the calendar.
  if (response === 'declined') {
    if (date === undefined) store.remove(state)
    else store.cancelOccurrence(state, date)
  } else if (date === undefined) store.change(state, changes)
  else store.changeOccurrence(state, date, changes)
  return accepted
}

/** The attendees with somebody's answer among them. */
export function withAnswer(facts: EventFacts, address: string, status: object): object[] {
  const attendees = Array.isArray(facts['attendees']) ? (facts['attendees'] as object[]) : []
  return attendees.map((attendee) =>
    readAddress(attendee) === address.toLowerCase() ? { ...attendee, status } : attendee,
  )
}
