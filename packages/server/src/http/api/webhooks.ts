import {
  type AccountId,
  accountWireId,
  type RevealedAddress,
  type WatchedAccount,
  type WebhookRefusal,
  type WebhooksView,
  ProviderName,
} from '@plmail/wire'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { type Accounts, type AccountView, type Providers } from '../../accounts/index.ts'
import type { CalendarSync, KeptCalendar, RefusalSeen, Watches, WatchState } from '../../sync/index.ts'
import { type Coded, Problem } from '../guard/index.ts'
import { watchable } from './watchable.ts'

export interface WebhooksApiNeeds {
  accounts: Pick<Accounts, 'activeIds' | 'getOwner' | 'get'> & { providers: Pick<Providers, 'settings'> }
  watches: Pick<Watches, 'states' | 'refusals'>
  calendarSync: Pick<CalendarSync, 'selectSyncedCalendars'>
  /** Throws a Problem unless an administrator asks, from a page of ours. */
  requireAdmin(request: FastifyRequest, reply: FastifyReply): Promise<unknown>
}

/**
 * Serves the calls of providers and their outcomes: `/api/admin/webhooks`. The token in the push address is its only
 * protection, so only `POST /api/admin/webhooks/address` shows it.
 */
export function webhooksApi({
  accounts,
  watches,
  calendarSync,
  requireAdmin,
}: WebhooksApiNeeds): FastifyPluginAsync {
  const pushAddress = async () =>
    (await accounts.providers.settings(ProviderName.google)).pushAddresses.find(
      ({ purpose }) => purpose === 'mail',
    )?.url

  return async (app) => {
    app.get('/api/admin/webhooks', async (request, reply) => {
      await requireAdmin(request, reply)
      const [google, microsoft, views, refusals] = await Promise.all([
        accounts.providers.settings(ProviderName.google),
        accounts.providers.settings(ProviderName.microsoft),
        watchable(accounts),
        watches.refusals.list(),
      ])
      const ids = views.map((view) => view.id)
      const [states, syncedCalendars] = await Promise.all([
        watches.states(ids),
        calendarSync.selectSyncedCalendars(ids),
      ])
      const address = google.pushAddresses.find(({ purpose }) => purpose === 'mail')?.url
      const addressOf = new Map(views.map((view) => [view.id, view.address]))
      return {
        google: { topic: google.topic?.value ?? null, address: address?.split('?')[0] ?? null },
        addresses: [google, microsoft].flatMap(({ provider, pushAddresses }) =>
          pushAddresses.filter(({ url }) => url !== address).map((endpoint) => ({ ...endpoint, provider })),
        ),
        accounts: views.flatMap(
          (view) => wireAccount(view, states.get(view.id), refusals, syncedCalendars) ?? [],
        ),
        refusals: refusals.map((refusal) => wireRefusal(refusal, addressOf)),
      } satisfies Coded<WebhooksView>
    })
    app.post('/api/admin/webhooks/address', async (request, reply) => {
      await requireAdmin(request, reply)
      const url = await pushAddress()
      if (url === undefined) throw new Problem('not-found', { detail: { problem: 'webhook/no-push-token' } })
      void reply.header('cache-control', 'no-store')
      return { url } satisfies RevealedAddress
    })
  }
}

function wireAccount(
  { id, provider, address }: AccountView,
  state: WatchState | undefined,
  refusals: readonly RefusalSeen[],
  syncedCalendars: readonly KeptCalendar[],
): Coded<WatchedAccount> | undefined {
  if (provider === 'imap') return undefined
  const calendars = (announced: KeptCalendar['announced']) =>
    syncedCalendars.filter((calendar) => calendar.accountId === id && calendar.announced === announced).length
  return {
    id: accountWireId.encode(id),
    provider,
    address,
    condition: state?.condition ?? 'off',
    expiresAt: state?.expiresAt?.toISOString() ?? null,
    announcedAt: state?.announcedAt?.toISOString() ?? null,
    trouble: state?.trouble ?? null,
    refused: refusals
      .filter((refusal) => refusal.accountId === id)
      .reduce((sum, refusal) => sum + refusal.times, 0),
    calendars: { push: calendars('push'), polled: calendars('polled'), never: calendars('never') },
  }
}

function wireRefusal(refusal: RefusalSeen, addressOf: ReadonlyMap<AccountId, string>): Coded<WebhookRefusal> {
  const { endpoint, source, reason, times, accountId, firstAt, lastAt } = refusal
  return {
    endpoint,
    source,
    times,
    reason: { problem: `webhook/${reason}` },
    account: accountId === null ? null : (addressOf.get(accountId) ?? null),
    firstAt: firstAt.toISOString(),
    lastAt: lastAt.toISOString(),
  }
}
