import type { Outcome } from '../records/index.ts'
import type { App } from './app.ts'

/** Says that something was done, where a sentence is given for it, and always why it was not. */
export function showOutcome(
  toasts: Pick<App['toasts'], 'show'>,
  outcome: Outcome<unknown>,
  done?: string,
): void {
  if (!outcome.ok) toasts.show({ text: outcome.why, tone: 'problem' })
  else if (done !== undefined) toasts.show({ text: done, tone: 'plain' })
}
