import { drawBody } from './draw-body.ts'
import type { SafeBody, RenderJob } from './rendering.ts'

export type Drawing = { ok: true; body: SafeBody } | { ok: false; why: 'too-slow' | 'crashed' }

/** The renderer: a worker thread in production, the current thread in tests of the output. */
export interface RenderRun {
  draw(job: RenderJob): Promise<Drawing>
  close(): Promise<void>
}

/** No time budget and no isolation: the caller vouches for the input. */
export const inThisThread: RenderRun = {
  draw: async (job) => ({ ok: true, body: drawBody(job) }),
  close: async () => {},
}
