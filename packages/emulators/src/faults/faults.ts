import { chance } from '../random/seeded.ts'

/**
 * A fault an operation can be armed with. http/answer.ts applies `status`, `reset`, `delay`, `slow-body`, `truncate`
 * and `html` on the wire; the others mean something only to the operation, which receives them.
 */
export type Fault =
  | { kind: 'status'; status: number; body?: unknown; headers?: Record<string, string> }
  /** `after`: the work is done but the reply is lost. */
  | { kind: 'reset'; when: 'before' | 'after' }
  | { kind: 'delay'; ms: number }
  | { kind: 'slow-body'; ms: number }
  | { kind: 'truncate' }
  /** The page of some proxy, with status 502. */
  | { kind: 'html' }
  | { kind: 'token-expires' }
  | { kind: 'cursor-gone' }
  | { kind: 'part-missing' }
  | { kind: 'page-repeated' }
  /** A page of changes comes without them and the next link goes on behind them [F]. */
  | { kind: 'page-skipped' }
  /** A change is announced this many virtual milliseconds before it can be read. */
  | { kind: 'lag'; ms: number }

export interface Armed {
  /** `gmail.users.messages.list`, `graph.messages.delta`, `google.token` … or `*`; `graph.*` means all that begin so. */
  operation: string
  /** The address of the mailbox; absent means any. */
  account?: string
  /** How often it strikes; absent means until cleared. */
  times?: number
  /** Between 0 and 1; absent means each time. */
  probability?: number
  fault: Fault
}

export interface Faults {
  arm(fault: Armed): void
  clear(): void
  /** Lists the faults still armed, in the order of arming; the first match is applied. */
  list(): readonly Armed[]
  take(operation: string, account: string | undefined): Fault | undefined
}

interface Loaded {
  armed: Armed
  left: number
  ordinal: number
  /** Calls that matched so far, by operation and account. */
  calls: Map<string, number>
}

/**
 * Faults that replay exactly: whether one strikes depends on the seed and on how often this operation was called
 * for this account, never on how the calls of different accounts interleaved.
 */
export function createFaults(seed: string | number): Faults {
  let loaded: Loaded[] = []
  let ordinal = 0
  return {
    arm(armed) {
      loaded.push({ armed, left: armed.times ?? Infinity, ordinal: ordinal++, calls: new Map() })
    },
    clear() {
      loaded = []
      ordinal = 0
    },
    list: () =>
      loaded.map((fault) => (fault.left === Infinity ? fault.armed : { ...fault.armed, times: fault.left })),
    take(operation, account) {
      const striking = loaded.find((fault) => matches(fault.armed, operation, account) && strikes(fault))
      if (striking === undefined) return undefined
      striking.left--
      loaded = loaded.filter((fault) => fault.left > 0)
      return striking.armed.fault

      function strikes(fault: Loaded): boolean {
        const key = `${operation} ${account ?? ''}`
        const call = (fault.calls.get(key) ?? 0) + 1
        fault.calls.set(key, call)
        const probability = fault.armed.probability ?? 1
        return probability >= 1 || chance(seed, fault.ordinal, operation, account, call) < probability
      }
    },
  }
}

function matches(armed: Armed, operation: string, account: string | undefined): boolean {
  if (armed.account !== undefined && armed.account !== account) return false
  if (armed.operation.endsWith('*')) return operation.startsWith(armed.operation.slice(0, -1))
  return armed.operation === operation
}
