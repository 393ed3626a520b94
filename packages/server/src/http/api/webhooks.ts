import {
  type AccountId,
  accountWireId,
  type RevealedAddress,
  type WatchedAccount,
  type WebhookRefusal,
  type WebhooksView,
} from '@plmail/wire'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { type Accounts, type AccountView, type Providers } from '../../accounts/index.ts'
import type {
  CalendarSync,
  KeptCalendar,
  RefusalReason,
  RefusalSeen,
  Watches,
  WatchState,
} from '../../sync/index.ts'
import { Problem } from '../guard/index.ts'
import { watchable } from './watchable.ts'

export interface WebhooksApiNeeds {
  accounts: Pick<Accounts, 'activeIds' | 'ownerOf' | 'get'> & { providers: Pick<Providers, 'settings'> }
  watches: Pick<Watches, 'states' | 'refusals'>
  calendarSync: Pick<CalendarSync, 'kept'>
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
    (await accounts.providers.settings('provA')).pushAddresses.find(({ purpose }) => purpose === 'mail')?.url

  return async (app) => {
    app.get('/api/admin/webhooks', async (request, reply) => {
      await requireAdmin(request, reply)
      const [google, microsoft, views, refusals] = await Promise.all([
        accounts.providers.settings('provA'),
        accounts.providers.settings('provB'),
        watchable(accounts),
        watches.refusals.list(),
      ])
      const ids = views.map((view) => view.id)
      const [states, syncedCalendars] = await Promise.all([watches.states(ids), calendarSync.kept(ids)])
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
      } satisfies WebhooksView
    })
    app.post('/api/admin/webhooks/address', async (request, reply) => {
      await requireAdmin(request, reply)
      const url = await pushAddress()
      if (url === undefined) throw new Problem('not-found', { detail: 'No push token is configured.' })
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
): WatchedAccount | undefined {
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

const sentences: Readonly<Record<RefusalReason, string>> = {
  'no-token': 'The address was called without a token.',
  'wrong-token': 'The token was not the one configured.',
  'no-identity': 'It was not signed by Google. Switch authentication on for the push subscription.',
  'invalid-identity': 'Its signature was not Google’s.',
  'expired-identity': 'Its signature had expired.',
  'wrong-audience': 'It was signed for another audience than the one configured.',
  'wrong-service-account': 'It was signed for another service account than the one configured.',
  'identity-keys-unreachable':
    'Google’s signing keys could not be fetched, so its signature could not be checked.',
  'token-not-configured': 'No push token is configured here, so every notification is turned away.',
  unreadable: 'The notification could not be understood.',
  'unknown-mailbox': 'It was about a mailbox that nobody here has switched on.',
  'unknown-channel': 'It named a channel that does not exist here.',
  'no-channel': 'It named no channel.',
  'unknown-subscription': 'It named a subscription that does not exist here.',
  'wrong-client-state': 'It did not know the secret of its subscription.',
}

function wireRefusal(refusal: RefusalSeen, addressOf: ReadonlyMap<AccountId, string>): WebhookRefusal {
  const { endpoint, source, reason, times, accountId, firstAt, lastAt } = refusal
  return {
    endpoint,
    source,
    times,
    reason: sentences[reason],
    account: accountId === null ? null : (addressOf.get(accountId) ?? null),
    firstAt: firstAt.toISOString(),
    lastAt: lastAt.toISOString(),
  }
}
