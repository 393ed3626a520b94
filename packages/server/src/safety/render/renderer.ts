import type { Clock } from '../../kit/clock.ts'
import type { Random } from '../../kit/random.ts'
import { sealReader } from '../images/picture-reader.ts'
import { type ImageKey, unixDay } from '../images/signed-url.ts'
import type { RenderRun } from './render-run.ts'
import { englishWords, type SafeBody, type RenderInput, type RenderJob } from './rendering.ts'

export interface RendererOptions {
  clock: Clock
  random: Random
  /** The secret that `createImageProxy` checks with. */
  imageKey: ImageKey
  run: RenderRun
}

export interface Renderer {
  /** The one function that may emit a stranger's HTML. */
  message_render(input: RenderInput): Promise<SafeBody>
  close(): Promise<void>
}

export function createRenderer({ clock, random, imageKey, run }: RendererOptions): Renderer {
  return {
    async message_render({ reader, ...input }) {
      const job: RenderJob = {
        ...input,
        ...(reader && { sealedReader: sealReader(reader, imageKey) }),
        words: input.words ?? englishWords,
        effort: 'full',
        nonce: random(16).toString('base64'),
        imageKey,
        today: unixDay(clock.now()),
      }
      const full = await run.draw(job)
      if (full.ok) return full.body
      const plain = await run.draw({ ...job, effort: 'words' })
      if (plain.ok) return plain.body
      throw new Error(`A message body could not be drawn, not even its words: ${plain.why}`)
    },
    close: () => run.close(),
  }
}
