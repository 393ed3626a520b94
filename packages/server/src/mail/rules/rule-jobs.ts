import type { AccountId, RuleId, RuleRunId } from '@plmail/wire'
import type { JobKind } from '../../jobs/index.ts'

const numbersIn = (payload: unknown, names: readonly string[]): number[] =>
  names.map((name) => {
    const value = (payload as Record<string, unknown> | null)?.[name]
    if (typeof value !== 'number' || !Number.isSafeInteger(value))
      throw new Error(`Job payload lacks ${name}`)
    return value
  })

/** Carries a rule out on mail that is here, batch by batch. */
export const ruleRun: JobKind<{ runId: RuleRunId }> = {
  name: 'mail.rule-run',
  lane: 'maintenance',
  maxAttempts: 10,
  parse: (payload) => ({ runId: numbersIn(payload, ['runId'])[0] as RuleRunId }),
}

/** Takes back what a run did. */
export const ruleUndo: JobKind<{ runId: RuleRunId }> = { ...ruleRun, name: 'mail.rule-undo' }

/** Switches a rule off whose folder is gone. */
export const ruleGiveUp: JobKind<{ personal: AccountId; ruleId: RuleId; folder: string }> = {
  name: 'mail.rule-give-up',
  lane: 'interactive',
  maxAttempts: 10,
  parse: (payload) => {
    const [personal, ruleId] = numbersIn(payload, ['personal', 'ruleId'])
    const { folder } = payload as { folder?: unknown }
    return { personal: personal as AccountId, ruleId: ruleId as RuleId, folder: String(folder ?? '') }
  },
}

/** A run and its undo never work at the same time. */
export const runQueue = (id: RuleRunId): string => `mail.rule-run:${id}`
