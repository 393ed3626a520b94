import type { OwnProof, SingleSignOnIdentityId, SingleSignOnSessionId, UserId } from '@plmail/wire'
import type { Changes } from '../../changes/index.ts'
import type { Events } from '../../events/index.ts'
import type { Clock } from '../../kit/clock.ts'
import type { Random } from '../../kit/random.ts'
import type { Cache, Cipher, Database, NotifiedCache } from '../../store/index.ts'
import type { Audit } from '../audit/types.ts'
import { isSame, sign } from '../keys.ts'
import type { Passwords } from '../passwords.ts'
import type { OpenSession } from '../session.ts'
import { begin } from './begin.ts'
import { checkRegistration } from './check-registration.ts'
import { complete } from './complete.ts'
import { createDiscovery, type DiscoverMetadata } from './discovery.ts'
import { effectiveSettings, type SettingsNeeds } from './effective-settings.ts'
import { deleteIdentity, listIdentities } from './identities.ts'
import { createLogOut, endSessionUrl, type LogoutNeeds } from './logout.ts'
import { type AskProvider, createProviderFetch } from './provider-fetch.ts'
import { readProof } from './provider-proofs.ts'
import { endOtherSessions, readSettings, saveSettings } from './save-settings.ts'
import type { SingleSignOn, SingleSignOnEnvironment, WaysIn } from './types.ts'

export interface SingleSignOnNeeds {
  store: Database
  cache: Pick<Cache, 'attempts'>
  changes: Pick<Changes, 'open'>
  clock: Clock
  random: Random
  cipher: Cipher
  events: Pick<Events, 'publish'>
  passwords: Passwords
  audit: Audit
  /** Told when sessions end. */
  sessions: Pick<NotifiedCache<OpenSession>, 'forget'>
  /** The guarded way to the provider. */
  ask: AskProvider
  environment: SingleSignOnEnvironment
  /** Signs tickets. */
  key: Uint8Array
}

export function createSingleSignOn(roomNeeds: SingleSignOnNeeds): SingleSignOn {
  const { store, clock } = roomNeeds
  const fetch = createProviderFetch(roomNeeds.ask)
  const { discover, forget } = createDiscovery({ fetch, clock })
  const needs = { ...roomNeeds, fetch, discover }
  return {
    waysIn: () => waysIn(needs),
    isOnlyWay: async () => (await waysIn(needs)).onlyWay === 'in-force',
    begin: (start) => begin(needs, start),
    complete: (answer) => complete(needs, answer),
    identities: (userId) => listIdentities(store, userId),
    unlink: (userId, id) => unlink(needs, userId, id),
    hasPassword: (userId) => hasPassword(store, userId),
    proof: (userId, session) => readProof(needs, userId, session),
    ownProof: (userId) => ownProof(needs, userId),
    ...tickets(needs),
    logOut: createLogOut(needs),
    settings: (address, mayBeOnlyWay) => readSettings(needs, address, mayBeOnlyWay),
    save: async (form, mayBeOnlyWay) => {
      const problems = await saveSettings(needs, form, mayBeOnlyWay)
      forget()
      return problems
    },
    check: (redirectUri) => {
      forget()
      return checkRegistration(needs, redirectUri)
    },
    allowPasswords: () => allowPasswords(needs),
    endOtherSignIns: () => endOtherSignIns(needs),
    sweep: () => sweep(store, clock.now()),
  }
}

/** Whether it is the only way is stored; whether that is in force the provider decides by answering. */
async function waysIn(needs: SettingsNeeds & { discover: DiscoverMetadata }): Promise<WaysIn> {
  const { provider, isOnlyWay } = await effectiveSettings(needs)
  if (!provider) return { name: undefined, onlyWay: 'off' }
  if (!isOnlyWay.value) return { name: provider.name, onlyWay: 'off' }
  const { ok } = await needs.discover(provider)
  return { name: provider.name, onlyWay: ok ? 'in-force' : 'provider-down' }
}

function tickets(needs: SingleSignOnNeeds & LogoutNeeds): Pick<SingleSignOn, 'ticket' | 'endSessionUrl'> {
  const signature = (id: string) => sign(needs.key, ['signed-out', id])
  return {
    ticket: (id) => `${id}.${signature(String(id)).toString('base64url')}`,
    endSessionUrl: async (ticket, returnTo) => {
      const [, id, presented] = /^([1-9][0-9]{0,15})\.([A-Za-z0-9_-]{43})$/.exec(ticket) ?? []
      if (id === undefined || presented === undefined) return undefined
      if (!isSame(signature(id), Buffer.from(presented, 'base64url'))) return undefined
      return endSessionUrl(needs, Number(id) as SingleSignOnSessionId, returnTo)
    },
  }
}

function unlink(
  { store, sessions, events }: SingleSignOnNeeds,
  userId: UserId,
  id: SingleSignOnIdentityId,
): Promise<'unlinked' | 'no-such-identity'> {
  return store.transaction(async (tx): Promise<'unlinked' | 'no-such-identity'> => {
    const issuer = await deleteIdentity(tx, userId, id)
    await sessions.forget(tx, String(userId))
    if (issuer === undefined) return 'no-such-identity'
    await events.publish('sign-in-changed', { tx, userId, change: 'identity-unlinked', subject: issuer })
    return 'unlinked'
  })
}

async function hasPassword(store: Database, userId: UserId): Promise<boolean> {
  const rows = await store.query('select 1 from app_user where id = $1 and has_password', [userId])
  return rows.length > 0
}

async function ownProof(needs: SingleSignOnNeeds, userId: UserId): Promise<OwnProof> {
  const [hasOwnPassword, { provider, isOnlyWay }] = await Promise.all([
    hasPassword(needs.store, userId),
    effectiveSettings(needs),
  ])
  return {
    hasPassword: hasOwnPassword,
    provider: provider?.name ?? null,
    mayChoosePassword: provider === undefined || !isOnlyWay.value,
  }
}

/** Stored, so that it holds against OIDC_ONLY too. */
async function allowPasswords(needs: SingleSignOnNeeds): Promise<boolean> {
  const { isOnlyWay } = await effectiveSettings(needs)
  await needs.store.query(
    `insert into single_sign_on_configuration (is_only_way, updated_at) values (false, $1)
     on conflict (only_row) do update set is_only_way = false, updated_at = excluded.updated_at`,
    [needs.clock.now()],
  )
  return isOnlyWay.value
}

async function endOtherSignIns(needs: SingleSignOnNeeds): Promise<void> {
  const { provider, isOnlyWay } = await effectiveSettings(needs)
  if (provider && isOnlyWay.value && isOnlyWay.from === 'environment')
    await needs.store.transaction((tx) => endOtherSessions(tx, needs.sessions))
}

/** An hour after it began, what no web session rests on serves nobody: the way to one is over by then. */
async function sweep(store: Database, now: Date): Promise<number> {
  const hourAgo = new Date(now.getTime() - 3_600_000)
  const flows = await store.query('delete from single_sign_on_flow where expires_at <= $1 returning 1', [now])
  await store.query('delete from single_sign_on_logout where expires_at <= $1', [now])
  const sessions = await store.query(
    `delete from single_sign_on_session s where begun_at <= $1
       and not exists (select from web_session w where w.single_sign_on_session_id = s.id) returning 1`,
    [hourAgo],
  )
  return flows.length + sessions.length
}
