/** One request as it was seen on the wire, and what the schema gate found wrong with it or with its reply. */
export interface Exchange {
  operation: string
  account: string | undefined
  method: string
  /** Path and query. */
  url: string
  /** 0 when the connection was cut before a reply. */
  status: number
  at: Date
  problems: string[]
}

export interface RequestLog {
  record(exchange: Exchange): void
  /** The newest, oldest first; at most 20,000, so that a demo left running stays small. */
  all(): readonly Exchange[]
  /** Every problem so far, also of exchanges that are no longer kept, each opening with its method and URL; at most 1,000. */
  problems(): readonly string[]
  clear(): void
}

const maxRetained = 20_000
const maxProblems = 1_000

export function createRequestLog(): RequestLog {
  let exchanges: Exchange[] = []
  let problems: string[] = []
  return {
    record(exchange) {
      exchanges.push(exchange)
      if (exchanges.length >= maxRetained * 2) exchanges = exchanges.slice(-maxRetained)
      for (const problem of exchange.problems)
        if (problems.length < maxProblems) problems.push(`${exchange.method} ${exchange.url}: ${problem}`)
    },
    all: () => exchanges.slice(-maxRetained),
    problems: () => problems,
    clear() {
      exchanges = []
      problems = []
    },
  }
}
