import { fixedClock } from '../../../../server/src/kit/clock.ts'
import { systemRandom } from '../../../../server/src/kit/random.ts'
import { inThisThread } from '../../../../server/src/safety/render/render-run.ts'
import { createRenderer } from '../../../../server/src/safety/render/renderer.ts'
import type { RenderInput } from '../../../../server/src/safety/render/rendering.ts'

const renderer = createRenderer({
  clock: fixedClock(new Date('2026-11-21T10:00:00Z')),
  random: systemRandom,
  imageKey: 'k',
  run: inThisThread,
})

/** A body as a reader in light colours gets it who has not asked for pictures, unless told otherwise. */
export async function render(html: string | null, more: Partial<RenderInput> = {}) {
  return await renderer.message_render({
    html,
    text: null,
    inlineImages: {},
    images: 'blocked',
    theme: 'light',
    origin: 'https://mail.example',
    ...more,
  })
}

/** What stands between the box that is measured, and the script. */
export function inside(srcdoc: string): string {
  return /<plmail-body>([\s\S]*)<\/plmail-body>/.exec(srcdoc)?.[1] ?? ''
}

export async function drawn(html: string, more: Partial<RenderInput> = {}): Promise<string> {
  return inside((await render(html, more)).srcdoc)
}
