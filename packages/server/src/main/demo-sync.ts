import type { Accounts } from '../accounts/index.ts'
import type { CalendarSync, Sync } from '../sync/index.ts'

/** The demo is not reached from outside, so that nothing announces anything to it. */
const everyMs = 5_000

/** Looks at every account all the time. Answers how to stop. */
export function syncContinuously(
  accounts: Pick<Accounts, 'activeIds'>,
  sync: Pick<Sync, 'refresh'>,
  calendars: Pick<CalendarSync, 'refreshAll'>,
) {
  let underWay: Promise<void> | undefined
  const syncAll = async () => {
    for (const id of await accounts.activeIds()) await sync.refresh(id)
    await calendars.refreshAll('all')
  }
  const timer = setInterval(() => {
    // A database that is away is told of by everything else.
    underWay ??= syncAll()
      .catch(() => {})
      .finally(() => (underWay = undefined))
  }, everyMs)
  return async (): Promise<void> => {
    clearInterval(timer)
    await underWay
  }
}
