import { holdHub, type HubEvents, type HubParts } from './hub.ts'
import { shareAmongTabs, type LeaderParts } from './leader.ts'

/**
 * Starts hearing; `on` is called in every tab, whichever of them holds the stream. Returns how to connect anew, which
 * the tab that holds it does: a connection that was slept through looks open, and nothing comes of it any more.
 */
export function startLive(parts: HubParts & LeaderParts, on: HubEvents): () => void {
  let stop: (() => void) | undefined
  let connect: (() => void) | undefined
  shareAmongTabs(
    parts,
    (tell) => {
      connect = () => {
        stop?.()
        stop = holdHub(parts, {
          message: (message) => tell({ kind: 'live', message }),
          connected: (isConnected) => tell({ kind: 'connected', isConnected }),
        })
      }
      connect()
    },
    (message) => (message.kind === 'live' ? on.message(message.message) : on.connected(message.isConnected)),
  )
  return () => connect?.()
}
