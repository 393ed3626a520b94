import { type EventWriting, ProviderError, type Written } from '../../contract/index.ts'
import { readObject } from '../../contract/read-json.ts'
import { type Graph, segment } from '../graph.ts'
import { findOccurrences } from './occurrences.ts'
import { fetchOwner, readOne } from './read.ts'
import { answerRefusals, toStored } from './write.ts'

type Answer = NonNullable<EventWriting['answer']>

const actions = { accepted: 'accept', tentative: 'tentativelyAccept', declined: 'decline' } as const

/** Answers an invitation; Exchange tells the organizer, and takes what was declined out of the calendar [F]. */
export function createAnswer(graph: Graph): Answer {
  return (calendar, storedEvent, { status, comment, recurrenceId }) =>
    answerRefusals(async (): Promise<Written> => {
      const owner = await fetchOwner(graph, calendar)
      const change = { recurrenceId: recurrenceId ?? '', kind: 'leave-out' } as const
      const occurrenceIds =
        recurrenceId === undefined ? undefined : await findOccurrences(graph, storedEvent, [change])
      const id = occurrenceIds?.get(change.recurrenceId) ?? storedEvent.id
      // Who wants no answer is sent none: Exchange refuses to [F].
      const sendResponse = hasAskedForAnswer(storedEvent.raw)
      const body = { sendResponse, ...(sendResponse && comment !== '' ? { comment } : {}) }
      await graph.send('POST', `me/events/${segment(id)}/${actions[status]}`, body, 'answering an invitation')
      const changes = await readOne(graph, calendar, storedEvent.id, owner)
      if (!changes) return toStored([{ kind: 'gone', id: storedEvent.id }])
      const isTold = new Set(changes.map((eventChange) => eventChange.id))
      const gone = [...storedEvent.occurrences.values()].filter((occurrence) => !isTold.has(occurrence.id))
      return toStored([
        ...changes,
        ...gone.map((occurrence) => ({ kind: 'gone', id: occurrence.id }) as const),
      ])
    })
}

function hasAskedForAnswer(raw: string): boolean {
  try {
    return readObject(JSON.parse(raw))['responseRequested'] !== false
  } catch (cause) {
    throw new ProviderError('malformed', 'What Microsoft told of the invitation is not there', { cause })
  }
}
