import { appendFileSync, mkdirSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The story of one seed, for whoever wants to hunt or to repeat it. */
interface SeedRun {
  complaints: readonly string[]
  /** One line a step; the word before the colon says who did it. */
  story: readonly string[]
}

/**
 * Seeds of this run: `CONVERGENCE_SEEDS=10001-10250`, `7020` or `7020,10001-10003`, else the usual ones. A long run is cut
 * into slices this way, each of which may run in a process of its own.
 */
export function seedsToRun(usual: number): number[] {
  const ranges = (process.env['CONVERGENCE_SEEDS'] ?? `1-${usual}`).split(',')
  return ranges.flatMap((range) => {
    const [first = 1, last = first] = range.split('-').map(Number)
    return Array.from({ length: last - first + 1 }, (_, index) => first + index)
  })
}

/**
 * Runs one seed. `CONVERGENCE_REPORT` names a file that gets a line of JSON for each: what was drawn, how long it took and
 * how it ended (`node tools/seed-table.mjs FILE` makes a table of them). Throws with all that is needed to run it again;
 * `test` is the `import.meta.url` of the test that runs it.
 */
export async function runSeed(
  { suite, side, seed, test }: { suite: string; side: string; seed: number; test: string },
  work: () => Promise<SeedRun>,
): Promise<void> {
  const startedAt = performance.now()
  const report = (complaints: readonly string[], story: readonly string[]) => {
    const file = process.env['CONVERGENCE_REPORT']
    if (!file) return
    mkdirSync(dirname(file), { recursive: true })
    const milliseconds = Math.round(performance.now() - startedAt)
    appendFileSync(
      file,
      `${JSON.stringify({ suite, side, seed, isSound: complaints.length === 0, milliseconds, drawn: drawn(story), complaints })}\n`,
    )
  }
  const path = relative(process.cwd(), fileURLToPath(test))
  const again = `CONVERGENCE_SEEDS=${seed} npx vitest run --project server ${path} -t "${side}"`
  let run: SeedRun
  try {
    run = await work()
  } catch (error) {
    report([String(error)], [])
    throw new Error(`seed ${seed}, again with: ${again}`, { cause: error })
  }
  report(run.complaints, run.story)
  if (run.complaints.length > 0)
    throw new Error(
      `seed ${seed}, again with: ${again}\n${run.complaints.join('\n')}\n\nWhat was done:\n${run.story.join('\n')}`,
    )
}

/** Faults and oddities by kind, read off the story: `network: {"kind":…` or in words, `odd: {"kind":…`, `kills …`. */
function drawn(story: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const line of story) {
    const kind =
      /^(?:network|odd): \{"kind":"([^"]+)"/.exec(line)?.[1] ??
      ['kill', 'network'].find((start) => line.startsWith(start))
    if (kind !== undefined) counts[kind] = (counts[kind] ?? 0) + 1
  }
  return counts
}
