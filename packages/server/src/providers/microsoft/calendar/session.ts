import {
  type CalendarSession,
  type EventPage,
  ProviderError,
  type Written,
  problemOfProvider,
} from '../../contract/index.ts'
import { readObject } from '../../contract/read-json.ts'
import { GraphError } from '../classify.ts'
import type { Graph } from '../graph.ts'
import { type GraphNeeds, openGraph } from '../open-graph.ts'
import { createAnswer } from './answer.ts'
import { fetchBusyTimes, busyTimes } from './busy.ts'
import { fetchHomeZone, listCalendars } from './calendars.ts'
import { pull } from './pull.ts'
import { createWatching } from './watch.ts'
import { createWriting } from './write.ts'

/** The calendars of a mailbox by Microsoft Graph. It holds no connection. */
export function createMicrosoftCalendarSession(needs: GraphNeeds): CalendarSession {
  const graph = openGraph(needs)
  let home: Promise<string | null> | undefined
  const homeZone = () => (home ??= fetchHomeZone(graph))
  const writing = createWriting({ graph, homeZone })
  const answer = createAnswer(graph)
  const push = createWatching(graph, needs.clock)
  const explainingFaults = <Result>(work: () => Promise<Result>) =>
    work().catch((error) => explained(graph, error))
  const written = (work: () => Promise<Written>): Promise<Written> =>
    explainingFaults(work).catch((error: unknown) => {
      // Everything else may be done: it is this calendar that nobody but its owner may write to.
      if (!(error instanceof ProviderError) || error.kind !== 'denied') throw error
      return { outcome: 'refused', problem: problemOfProvider(error) }
    })
  return {
    calendars: () => explainingFaults(async () => listCalendars(graph, await homeZone())),
    pull: (calendar, cursor) => explainedPages(graph, pull(graph, calendar, cursor)),
    write: {
      create: (...rest) => written(() => writing.create(...rest)),
      isMadeWith: (key, { raw }) => readObject(JSON.parse(raw))['transactionId'] === key,
      update: (...rest) => written(() => writing.update(...rest)),
      destroy: (...rest) => written(() => writing.destroy(...rest)),
      move: undefined, // Graph has no way to
      answer: (...rest) => written(() => answer(...rest)),
    },
    push: {
      watch: (...rest) => explainingFaults(() => push.watch(...rest)),
      unwatch: (watch) => explainingFaults(() => push.unwatch(watch)),
    },
    freeBusy: (calendars, from, to) => explainingFaults(() => busyTimes(graph, calendars, from, to)),
    fetchBusyTimes: (addresses, from, to) =>
      explainingFaults(() => fetchBusyTimes(graph, addresses, from, to)),
  }
}

async function* explainedPages(graph: Graph, pages: AsyncIterable<EventPage>): AsyncGenerator<EventPage> {
  try {
    yield* pages
  } catch (error) {
    await explained(graph, error)
  }
}

/** A 403 is of one calendar, or of all of them: then the permission was not given when signing in. */
async function explained(graph: Graph, error: unknown): Promise<never> {
  if (!isForbidden(error)) throw error
  try {
    await graph.get('me/calendars', { $select: 'id', $top: '1' }, 'listing the calendars')
  } catch (second) {
    if (!isForbidden(second)) throw error
    throw new ProviderError('missing-scope', 'Microsoft was not asked for calendars when signing in', {
      cause: error,
      ...(second.detail === undefined ? {} : { detail: second.detail }),
    })
  }
  throw error
}

const isForbidden = (error: unknown): error is GraphError =>
  error instanceof GraphError && error.status === 403
