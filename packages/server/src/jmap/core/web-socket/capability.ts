import { capability } from '@plmail/wire'
import type { Capability } from '../../engine/capability.ts'

/** RFC 8887: requests and push over a WebSocket. */
export function createWebSocketCapability(): Capability {
  return {
    uri: capability.websocket,
    ofServer: (origin) => ({ url: `${origin.replace(/^http/, 'ws')}/jmap/ws`, supportsPush: true }),
  }
}
