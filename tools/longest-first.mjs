import { existsSync } from 'node:fs'
import { BaseSequencer } from 'vitest/node'

/**
 * The test files that take longest, longest first: measured on two cores. Begun last, each of them would leave all workers
 * but its own without work at the end.
 */
const longest = [
  'test/journeys/type-at-once.test.ts',
  'test/journeys/node-versions.test.ts',
  'test/journeys/crash-and-recovery.test.ts',
  'packages/server/src/sync/calendars/calendar-convergence.test.ts',
  'packages/server/src/sync/by-item/item-convergence.test.ts',
  'test/journeys/keyboard-walk.test.ts',
  'packages/server/src/sync/outbox/sent-copy.test.ts',
  'test/journeys/reminders.test.ts',
  'test/journeys/invitation.test.ts',
  'test/journeys/write-and-lose-nothing.test.ts',
  'test/journeys/new-mail-to-screen.test.ts',
  'test/journeys/send-offline.test.ts',
  'test/journeys/demo.test.ts',
  'test/journeys/hostile-corpus.test.ts',
]

for (const path of longest)
  if (!existsSync(path)) throw new Error(`${path} is listed among the longest tests and doesn't exist`)

/** Begins the longest files first, and leaves the rest to the order of the test runner. */
export class LongestFirst extends BaseSequencer {
  async sort(files) {
    const rankOf = ({ moduleId }) => {
      const index = longest.findIndex((path) => moduleId.endsWith(`/${path}`))
      return index < 0 ? longest.length : index
    }
    return (await super.sort(files)).toSorted((a, b) => rankOf(a) - rankOf(b))
  }
}
