import type { VirtualClock } from '../clock/clock.ts'

/**
 * A change to a mailbox, in order. `seq` counts from 1 without gaps; projections add gaps where their provider has
 * them.
 */
export interface Entry<Op> {
  seq: number
  at: Date
  op: Op
}

/** One append-only log per mailbox; Gmail's history and Graph's delta are both readings of it. */
export interface OperationLog<Op> {
  append(op: Op): Entry<Op>
  /** Everything after `seq`. */
  since(seq: number): readonly Entry<Op>[]
  /** The seq of the newest entry, 0 for an empty log. */
  readonly head: number
  /** Called within `append`, in order of registration. Answers how to stop. */
  onAppend(listener: (entry: Entry<Op>) => void): () => void
}

export function createLog<Op>(clock: VirtualClock): OperationLog<Op> {
  const entries: Entry<Op>[] = []
  const listeners = new Set<(entry: Entry<Op>) => void>()
  return {
    append(op) {
      const entry = { seq: entries.length + 1, at: clock.now(), op }
      entries.push(entry)
      for (const listener of Array.from(listeners)) listener(entry)
      return entry
    },
    since: (seq) => entries.slice(Math.max(0, seq)),
    get head() {
      return entries.length
    },
    onAppend(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
