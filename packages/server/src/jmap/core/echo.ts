import { capability } from '@plmail/wire'
import type { Method } from '../engine/method.ts'

/** Core/echo (RFC 8620 §4). */
export const echo: Method = {
  capability: capability.core,
  run: async (args) => ({ ...args }),
}
