import { createRenderer, inThisThread } from '../packages/server/src/safety/index.ts'
import { systemClock } from '../packages/server/src/kit/clock.ts'
import { systemRandom } from '../packages/server/src/kit/random.ts'
import { newsletter } from './stage/newsletter.ts'
import { type Bench, percentile, type Row, short } from './stage/rows.ts'

/** What drawing a newsletter of 100 KB costs, in the CPU time that its worker thread would use. */
export const render: Bench = {
  name: 'render',
  run: async () => {
    const html = newsletter(100 * 1024)
    const renderer = createRenderer({
      clock: systemClock,
      random: systemRandom,
      imageKey: 'k'.repeat(64),
      run: inThisThread,
    })
    const draw = (theme: 'light' | 'dark') =>
      renderer.message_render({
        html,
        text: null,
        inlineImages: {},
        images: 'blocked' as const,
        theme,
        origin: 'https://mail.example',
      })
    return [
      await row('message_render, 100 KB newsletter', () => draw('light'), { atMost: 25 }),
      await row('the same, dark theme', () => draw('dark'), { atMost: 25 }),
    ]
  },
}

async function row(what: string, draw: () => Promise<unknown>, budget: { atMost: number }): Promise<Row> {
  const times: number[] = []
  for (let count = 0; count < 60; count++) {
    const before = process.cpuUsage()
    await draw()
    const { user, system } = process.cpuUsage(before)
    times.push((user + system) / 1000)
  }
  const warm = times.slice(10)
  const note = `first ${short(times[0] ?? 0)}, p95 ${short(percentile(warm, 0.95))}`
  return { what, value: percentile(warm, 0.5), unit: 'ms CPU', budget, note }
}
