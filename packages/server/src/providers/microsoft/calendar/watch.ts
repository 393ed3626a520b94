import type { Clock } from '../../../kit/clock.ts'
import { type CalendarPush, ProviderError } from '../../contract/index.ts'
import { type Graph, segment } from '../graph.ts'
import { subscribe, unsubscribe } from '../push.ts'

/** One subscription a calendar; a calendar of somebody else's that may not be watched is refused with a 403. */
export function watchingOf(graph: Graph, clock: Clock): CalendarPush {
  return {
    watch: async (calendar, { address, lifecycleAddress, secret, known }) => {
      const resource = `me/calendars/${segment(calendar)}/events`
      try {
        const wanted = { resource, address, lifecycleAddress, secret, known: known?.id }
        const { id, expiresAt } = await subscribe(graph, clock, wanted)
        return { id, resourceId: null, expiresAt }
      } catch (error) {
        if (!(error instanceof ProviderError) || error.kind !== 'denied') throw error
        await graph.get('me/calendars', { $select: 'id', $top: '1' }, 'listing the calendars')
        return 'unsupported'
      }
    },
    unwatch: ({ id }) => unsubscribe(graph, id),
  }
}
