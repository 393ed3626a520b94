import { type EventWriting, ProviderError, type Written } from '../../contract/index.ts'
import { objectOf } from '../../contract/read-json.ts'
import { type Graph, segment } from '../graph.ts'
import { findOccurrences } from './occurrences.ts'
import { ownerOf, readOne } from './read.ts'
import { answered, stored } from './write.ts'

type Answer = NonNullable<EventWriting['answer']>

const actions = { accepted: 'accept', tentative: 'tentativelyAccept', declined: 'decline' } as const

/** Answers an invitation; Exchange tells the organizer, and takes what was declined out of the calendar [F]. */
export function answerOf(graph: Graph): Answer {
  return (calendar, known, { status, comment, recurrenceId }) =>
    answered(async (): Promise<Written> => {
      const owner = await ownerOf(graph, calendar)
      const change = { recurrenceId: recurrenceId ?? '', kind: 'leave-out' } as const
      const found = recurrenceId === undefined ? undefined : await findOccurrences(graph, known, [change])
      const id = found?.get(change.recurrenceId) ?? known.id
      // Who wants no answer is sent none: Exchange refuses to [F].
      const sendResponse = asked(known.raw)
      const body = { sendResponse, ...(sendResponse && comment !== '' ? { comment } : {}) }
      await graph.send('POST', `me/events/${segment(id)}/${actions[status]}`, body, 'answering an invitation')
      const told = await readOne(graph, calendar, known.id, owner)
      if (!told) return stored([{ kind: 'gone', id: known.id }])
      const isTold = new Set(told.map((one) => one.id))
      const gone = [...known.occurrences.values()].filter((one) => !isTold.has(one.id))
      return stored([...told, ...gone.map((one) => ({ kind: 'gone', id: one.id }) as const)])
    })
}

function asked(raw: string): boolean {
  try {
    return objectOf(JSON.parse(raw))['responseRequested'] !== false
  } catch (cause) {
    throw new ProviderError('malformed', 'What Microsoft told of the invitation is not there', { cause })
  }
}
