import { expect, test } from 'vitest'
import { judge, type Scope, swept } from './scopes.ts'

const hour = 3_600_000
const start = new Date('2026-11-01T00:00:00Z')

/** Ten days of looks, four an hour. Returns the hours at which everything was listed. */
function findSweeps(there: (at: number) => number, changedBySweep: (at: number) => number): number[] {
  const sweeps: number[] = []
  let scope: Scope | undefined
  for (let at = 0; at < 240; at += 0.25) {
    const now = new Date(start.getTime() + at * hour)
    const verdict = judge(scope, { mailboxId: null, localCount: 1_000, remoteCount: there(at) }, now)
    scope = verdict.scope
    if (verdict.sweep === undefined) continue
    sweeps.push(at)
    scope = swept(scope, verdict.sweep, changedBySweep(at), now)
  }
  return sweeps
}

const closest = (sweeps: readonly number[]) =>
  Math.min(...sweeps.slice(1).map((at, index) => at - (sweeps[index] ?? 0)))

test.each([
  { counts: 'lastingly the same', there: () => 1_041 },
  { counts: 'in another way every hour', there: (at: number) => 1_041 + Math.floor(at) },
  { counts: 'for the first time some days on', there: (at: number) => (at < 72.5 ? 1_000 : 1_041) },
  { counts: 'in another way with every look', there: (at: number) => 1_041 + ((at * 4) % 7) },
])('a folder that counts $counts is never swept twice within a day', ({ there }) => {
  for (const changed of [0, 1]) {
    const sweeps = findSweeps(there, () => changed)
    expect(closest(sweeps)).toBeGreaterThanOrEqual(24)
    expect(sweeps.length).toBeGreaterThanOrEqual(9)
  }
})

test('a difference that comes up on the first day is looked into at the second look that counts it', () => {
  expect(
    findSweeps(
      (at) => (at < 3 ? 1_000 : 1_041),
      () => 0,
    )[0],
  ).toBe(3.25)
})
