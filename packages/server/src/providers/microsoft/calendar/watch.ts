import type { Clock } from '../../../kit/clock.ts'
import type { CalendarPush } from '../../contract/index.ts'
import { type Graph, segment } from '../graph.ts'
import { subscribe, unsubscribe } from '../push.ts'

/**
 * One subscription a calendar. Graph has no word for "never": 403 also says that there are too many subscriptions, or that a
 * policy is in the way today. So it is tried again in an hour.
 */
export function createWatching(graph: Graph, clock: Clock): CalendarPush {
  return {
    watch: async (calendar, { address, lifecycleAddress, secret, known }) => {
      const resource = `me/calendars/${segment(calendar)}/events`
      const subscription = { resource, address, lifecycleAddress, secret, known: known?.id }
      const { id, expiresAt } = await subscribe(graph, clock, subscription)
      return { id, resourceId: null, expiresAt }
    },
    unwatch: ({ id }) => unsubscribe(graph, id),
  }
}
