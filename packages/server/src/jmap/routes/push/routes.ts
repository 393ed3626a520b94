import type { FastifyInstance } from 'fastify'
import { createFanOut } from '../../../http/live/index.ts'
import { routeUpgrades } from './upgrades.ts'
import { webSocket, type WebSocketNeeds } from './web-socket.ts'
import { eventSource, type EventSourceNeeds } from './event-source.ts'

type RouteNeeds = Omit<
  EventSourceNeeds & WebSocketNeeds,
  'fanOut' | 'beatMs' | 'minPingSeconds' | 'changes' | 'takeUpgrade'
>

export interface PushRouteNeeds extends RouteNeeds {
  changes: EventSourceNeeds['changes'] & Parameters<typeof createFanOut>[0]
  /** Tests only: faster than clients are served. */
  pace?: Partial<Pace>
}

export type Pace = Pick<EventSourceNeeds, 'beatMs' | 'minPingSeconds'>

// Below the minute after which many networks drop a silent connection; pings every few seconds drain batteries.
const usualPace: Pace = { beatMs: 25_000, minPingSeconds: 5 }

/** Registers the routes that notify connected clients of changes. */
export function pushRoutes(needs: PushRouteNeeds) {
  const fanOut = createFanOut(needs.changes)
  const live = { ...needs, fanOut, ...usualPace, ...needs.pace }
  return async (app: FastifyInstance): Promise<void> => {
    app.addHook('onReady', () => fanOut.start())
    app.addHook('onClose', () => fanOut.stop())
    app.get('/jmap/eventsource', { exposeHeadRoute: false }, eventSource(live))
    const ws = webSocket({ ...live, takeUpgrade: routeUpgrades(app) })
    app.get('/jmap/ws', { exposeHeadRoute: false }, ws)
  }
}
