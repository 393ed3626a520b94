/** One of several ways an evaluation can go, remembered so that the next run takes the next one. */
interface Fork {
  taken: number
  ways: number
}

export class TooManyVariants extends Error {}

/** One run of an evaluation. */
export interface Run {
  /** Picks one of `options`; the same key picks the same one for the whole run. */
  choose<Option>(key: unknown, options: readonly Option[]): Option
  readonly picked: ReadonlyMap<unknown, unknown>
}

/** More ways than this are no list that a person could read either. */
const maxRuns = 1500

/** Runs `work` once for each combination of what it chooses, and returns what each run gave. */
export function everyVariant<Result>(work: (run: Run) => Result): Result[] {
  const results: Result[] = []
  let forks: Fork[] = []
  for (let runs = 1; ; runs++) {
    if (runs > maxRuns) throw new TooManyVariants()
    results.push(work(runAlong(forks)))
    const last = forks.findLastIndex(({ taken, ways }) => taken + 1 < ways)
    if (last === -1) return results
    forks = forks.slice(0, last + 1)
    const fork = forks[last]
    if (fork) fork.taken++
  }
}

function runAlong(forks: Fork[]): Run {
  let next = 0
  const picked = new Map<unknown, unknown>()
  return {
    picked,
    choose: <Option>(key: unknown, options: readonly Option[]): Option => {
      if (picked.has(key)) return picked.get(key) as Option
      const fork = (forks[next] ??= { taken: 0, ways: options.length })
      next++
      const option = options[fork.taken] as Option
      picked.set(key, option)
      return option
    },
  }
}
