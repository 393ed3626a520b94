import type { Method } from '../engine/method.ts'

/** Core/echo (RFC 8620 §4). */
export const echo: Method = {
  run: async (args) => ({ ...args }),
}
