import { afterEach, expect } from 'vitest'
import type { World } from '../world.ts'

/**
 * Fails a test when the gate found a problem in anything that went over the wire. A test that provokes one reads it
 * from `world.requests.problems()` and clears the log.
 */
export function failOnSchemaProblems(world: () => Pick<World, 'requests'>): void {
  afterEach(() => {
    expect(world().requests.problems()).toEqual([])
  })
}
