import type { AccountId, CalendarSourceId, UserId } from '@plmail/wire'
import type { Accounts } from '../accounts/index.ts'
import type { Events } from '../events/index.ts'
import type { Administration } from '../people/index.ts'

interface PauseNeeds {
  accounts: Accounts
  administration: Pick<Administration, 'pausedUsers'>
}

/** Accounts and calendar sources as those see them who talk to providers: what is paused is left out. */
export function withoutPaused({ accounts, administration }: PauseNeeds): Accounts {
  const sources = accounts.calendarSources
  const pausedAccounts = async () => {
    const lists = (await administration.pausedUsers()).map((userId) => accounts.list(userId))
    return new Set<AccountId>((await Promise.all(lists)).flat().map(({ id }) => id))
  }
  const pausedSources = async () => {
    const lists = (await administration.pausedUsers()).map((userId) => sources.ofUser(userId))
    return new Set<CalendarSourceId>((await Promise.all(lists)).flat().map(({ id }) => id))
  }
  return {
    ...accounts,
    activeIds: async () => {
      const [ids, paused] = await Promise.all([accounts.activeIds(), pausedAccounts()])
      return ids.filter((id) => !paused.has(id))
    },
    calendarSources: {
      ...sources,
      active: async () => {
        const [ids, paused] = await Promise.all([sources.active(), pausedSources()])
        return ids.filter((id) => !paused.has(id))
      },
      // A job is left alone as if its source were gone; enabling its user asks for another.
      get: async (id) => ((await pausedSources()).has(id) ? undefined : sources.get(id)),
    },
  }
}

interface ResumeNeeds {
  accounts: Pick<Accounts, 'list' | 'calendarSources'>
  events: Pick<Events, 'subscribe'>
  sync: { forget(id: AccountId): Promise<void>; refresh(id: AccountId): Promise<void> }
  calendarSync: { refresh(id: CalendarSourceId): Promise<void> }
}

/** Open connections end and everything is looked at again: what is paused by now is left alone then. */
export function followPausing({ accounts, events, sync, calendarSync }: ResumeNeeds): void {
  events.subscribe('mail-pausing-changed', 'mail-pausing', async ({ userId }: { userId: UserId }) => {
    for (const { id } of await accounts.list(userId)) {
      await sync.forget(id)
      await sync.refresh(id)
    }
    for (const { id } of await accounts.calendarSources.ofUser(userId)) await calendarSync.refresh(id)
  })
}
