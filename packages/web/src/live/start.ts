import { holdHub, type HubEvents, type HubParts } from './hub.ts'
import { shareAmongTabs, type LeaderParts } from './leader.ts'

/** Starts hearing; `on` is called in every tab, whichever of them holds the stream. */
export function startLive(parts: HubParts & LeaderParts, on: HubEvents): void {
  shareAmongTabs(
    parts,
    (tell) => {
      holdHub(parts, {
        message: (message) => tell({ kind: 'live', message }),
        connected: (isConnected) => tell({ kind: 'connected', isConnected }),
      })
    },
    (heard) => (heard.kind === 'live' ? on.message(heard.message) : on.connected(heard.isConnected)),
  )
}
