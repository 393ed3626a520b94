import type { Rule } from '@plmail/wire'

type Run = NonNullable<Rule['run']>

/** The server keeps what a run did for a day. */
const undoableMs = 24 * 3_600_000

export const isRunning = (run: Run | null): boolean => run?.state === 'running' || run?.state === 'undoing'

/** A run that is over, changed something, and is not too long ago. */
export function isUndoable({ state, changed, beganAt }: Run, now: number): boolean {
  const isOver = state === 'done' || state === 'failed'
  return isOver && changed > 0 && now - Date.parse(beganAt) < undoableMs
}
