import { storedProblem } from '@plmail/wire'
import {
  type ProviderError as Trouble,
  ProviderError,
  problemOfProvider,
} from '../../providers/contract/index.ts'
import { backOff, needsPerson } from '../observe.ts'
import { dropCursor, selectLink } from './links.ts'
import { putBack, type Waiting, waitingAt, waitingById } from './outbox-rows.ts'
import { type Pulling, pullCalendar } from './pull-calendar.ts'
import { sendPut } from './send-put.ts'
import { sendRemoval } from './send-removal.ts'
import type { Came, SendNeeds } from './send-context.ts'

/** Failures in a row after which the provider is left alone for now. */
const maxInVain = 2
/** Tries of one event in which somebody else was faster each time. */
const maxRounds = 3

/**
 * Sends everything that is due, an event at a time; one that fails waits by itself and stops no other. Answers the
 * trouble that would have stopped all of them: nothing that waits is touched by it, so it leaves once that is mended.
 */
export async function sendDue(needs: SendNeeds, pulling: Pulling): Promise<Trouble | undefined> {
  const { database, clock } = needs
  let inVain = 0
  for await (const waiting of dueRows(needs, pulling)) {
    pulling.signal.throwIfAborted()
    try {
      await sendOne(needs, pulling, waiting)
      inVain = 0
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      if (needsPerson(error) || error.kind === 'throttled') return error
      await putBack(database, waiting.id, backOff(clock.now(), waiting.attempts + 1), getWords(error))
      inVain++
      if (inVain >= maxInVain && passes(error)) return error
    }
  }
  return undefined
}

/** Each once, those that come up meanwhile too: what a move leaves behind is removed before anybody finds it twice. */
async function* dueRows(
  { database, clock }: SendNeeds,
  { sourceId }: Pulling,
): AsyncGenerator<Waiting, undefined> {
  const seenIds = new Set<number>()
  for (;;) {
    const due = (await waitingAt(database, sourceId, clock.now())).filter(({ id }) => !seenIds.has(id))
    if (due.length === 0) return undefined
    for (const waiting of due) {
      seenIds.add(waiting.id)
      yield waiting
    }
  }
}

/** Returns whether a problem is one of the connection, not of a single event. */
const passes = ({ kind }: Trouble): boolean => kind === 'unreachable' || kind === 'busy'

export const getWords = (error: Trouble): string => storedProblem(problemOfProvider(error))

async function sendOne(needs: SendNeeds, pulling: Pulling, { id, attempts }: Waiting): Promise<void> {
  const { database, clock } = needs
  for (let round = 1; round <= maxRounds; round++) {
    const waiting = await waitingById(database, id)
    // What was pulled meanwhile may have settled it.
    if (!waiting) return
    const came = await send(needs, pulling, waiting)
    if (came === 'settled') return
    if (came === 'later') break
    if (came === 'again') continue
    await pullAgain(needs, pulling, waiting, round)
  }
  const reason = storedProblem({ problem: 'calendar/keeps-changing' })
  if (await waitingById(database, id)) await putBack(database, id, backOff(clock.now(), attempts + 1), reason)
}

const send = (needs: SendNeeds, pulling: Pulling, waiting: Waiting): Promise<Came> =>
  waiting.kind === 'put' ? sendPut(needs, pulling, waiting) : sendRemoval(needs, pulling, waiting)

/** Somebody else has changed or removed it: what the provider has now decides what becomes of the change. */
async function pullAgain(needs: SendNeeds, pulling: Pulling, waiting: Waiting, round: number): Promise<void> {
  const link = await selectLink(needs.database, waiting.calendarId)
  if (!link) return
  // Changes alone did not tell it.
  if (round > 1) await dropCursor(needs.database, link.calendarId)
  await pullCalendar(needs, pulling, round > 1 ? { ...link, cursor: null } : link)
}
