/** One line of the table: a value, what it may be, and further figures for whoever looks closer. */
export interface Row {
  what: string
  value: number
  unit: string
  /** What the value may be at most or has to be at least; absent where nothing is promised. */
  budget?: { atMost: number } | { atLeast: number }
  note?: string
}

export interface Stage {
  /** The checkout. */
  root: string
  /** Keeps the imported mailbox here and uses one that is there already. */
  dataFolder: string | undefined
  /** Messages in the mailbox; the budgets are for 20,000. */
  messages: number
  /** What is to be measured has one of these in its name; none for everything. */
  only: readonly string[]
  /** Tells the person waiting what is going on. */
  say(text: string): void
}

export interface Bench {
  name: string
  /** Takes minutes, so it runs only when it is asked for by its name. */
  isLong?: true
  run(stage: Stage): Promise<Row[]>
}

export function isAsked({ only }: Pick<Stage, 'only'>, what: string): boolean {
  return only.length === 0 || only.some((text) => what.includes(text))
}

export function isWithin({ value, budget }: Row): boolean {
  if (!budget) return true
  return 'atMost' in budget ? value <= budget.atMost : value >= budget.atLeast
}

/** The value below which the given share of `values` lies. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}

/** Three significant figures are more than a shared machine repeats. */
export function short(value: number): string {
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en')
  return value.toFixed(Math.abs(value) >= 10 ? 1 : 2)
}
