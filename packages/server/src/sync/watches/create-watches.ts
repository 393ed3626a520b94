import type { Events } from '../../events/index.ts'
import type { JobKind, Jobs } from '../../jobs/index.ts'
import { accountJob, pollUnheard, syncAccount } from '../sync-jobs.ts'
import { createAnnouncements, renewSoon, renewWatch } from './announcements.ts'
import { toCard } from './watch-cards.ts'
import { selectDelays } from './delays.ts'
import type { Renewed, Watches } from './types.ts'
import { createRefusals } from './refused-webhooks.ts'
import { obstacle, type RegisterNeeds, renewOne, switchOff, switchOn } from './register-watch.ts'
import { due, toWatchState, unheard, selectWatchedAccounts, selectWatches } from './watch-rows.ts'

export interface WatchesOptions extends RegisterNeeds {
  jobs: Jobs
  events: Pick<Events, 'subscribe'>
}

const renewWatches: JobKind<Record<string, never>> = {
  name: 'sync.renew-watches',
  lane: 'maintenance',
  maxAttempts: 8,
  parse: () => ({}),
}

/** Declares the jobs that keep registrations alive, and returns the door of instant delivery. */
export function createWatches(options: WatchesOptions): Watches {
  const { database, jobs, clock } = options
  const refusals = createRefusals(options)

  const renew: Watches['renew'] = async (which) => {
    const ids = which === 'due' ? await due(database, clock.now()) : await selectWatchedAccounts(database)
    const renewed: Renewed[] = []
    for (const id of ids) {
      const registration = await renewOne(options, id)
      if (registration) renewed.push(registration)
    }
    return renewed
  }
  const states: Watches['states'] = async (ids) => {
    const now = clock.now()
    const rows = await selectWatches(database, ids)
    return new Map(rows.map((row) => [row.account_id, toWatchState(row, now)]))
  }

  const registerAgain: Watches['registerAgain'] = (accountId) => renewSoon(jobs, accountId)
  options.events.subscribe('account-credentials-changed', 'watches', ({ accountId }) =>
    registerAgain(accountId),
  )

  jobs.handle(renewWatch, async ({ accountId }) => {
    await renewOne(options, accountId)
  })
  jobs.handle(renewWatches, async () => {
    await renew('due')
    await refusals.sweep()
  })
  jobs.schedule({ cron: '37 * * * *', kind: renewWatches })
  jobs.handle(pollUnheard, async () => {
    for (const accountId of await unheard(database, clock.now()))
      await jobs.enqueue(undefined, syncAccount, { accountId }, accountJob(syncAccount, accountId))
  })
  jobs.schedule({ cron: '*/2 * * * *', kind: pollUnheard })

  return {
    states,
    switchOn: (id) => switchOn(options, id),
    switchOff: (id) => switchOff(options, id),
    registerAgain,
    renew,
    prove: (id) => renewOne(options, id),
    obstacle: (provider) => obstacle(options, provider),
    delays: (ids) => selectDelays(database, ids),
    cards: async (views) => {
      const stateByAccount = await states(views.map((view) => view.id))
      return views.flatMap((view) => toCard(view, stateByAccount.get(view.id)) ?? [])
    },
    announcements: createAnnouncements(options),
    refusals,
    stop: () => refusals.whenWritten(),
  }
}
