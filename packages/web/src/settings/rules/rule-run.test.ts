import type { Rule } from '@plmail/wire'
import { describe, expect, test } from 'vitest'
import { isRunning, isUndoable } from './rule-run.ts'

type Run = NonNullable<Rule['run']>
const now = Date.parse('2026-11-24T12:00:00Z')
const run = (more: Partial<Run>): Run =>
  ({ id: 'R1', state: 'done', changed: 3, beganAt: '2026-11-24T11:00:00Z', ...more }) as Run

describe('a run of a rule', () => {
  test.each(['running', 'undoing'] as const)('that is %s cannot be begun again', (state) => {
    expect(isRunning(run({ state }))).toBe(true)
    expect(isUndoable(run({ state }), now)).toBe(false)
  })

  test('is none where the rule never ran', () => {
    expect(isRunning(null)).toBe(false)
  })

  test.each(['done', 'failed'] as const)('that is %s can be taken back for a day', (state) => {
    expect(isUndoable(run({ state }), now)).toBe(true)
    expect(isUndoable(run({ state, beganAt: '2026-11-23T12:00:01Z' }), now)).toBe(true)
    expect(isUndoable(run({ state, beganAt: '2026-11-23T12:00:00Z' }), now)).toBe(false)
  })

  test('that changed nothing, or was taken back, has no way back', () => {
    expect(isUndoable(run({ changed: 0 }), now)).toBe(false)
    expect(isUndoable(run({ state: 'undone' }), now)).toBe(false)
  })
})
