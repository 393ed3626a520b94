import { drawBody } from './draw-body.ts'
import type { RenderedBody, RenderJob } from './rendering.ts'

export type Drawing = { ok: true; body: RenderedBody } | { ok: false; why: 'too-slow' | 'crashed' }

/** Where drawing happens: in a worker thread in production, in this thread for tests of what is drawn. */
export interface RenderRun {
  draw(job: RenderJob): Promise<Drawing>
  close(): Promise<void>
}

/** No time budget and no isolation: the caller vouches for the input. */
export const inThisThread: RenderRun = {
  draw: async (job) => ({ ok: true, body: drawBody(job) }),
  close: async () => {},
}
