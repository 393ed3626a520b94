import { type UserId, ProviderName } from '@plmail/wire'
import type { AccountsOptions } from '../options.ts'
import { type Finding, type HealthRow, toFinding } from './findings.ts'
import type { HealthCard } from './types.ts'
import { registrationCard, registrationId, secretCard } from './registration-card.ts'
import { sourcedValues } from '../providers/effective-settings.ts'

const worstFirst: ReadonlyArray<HealthCard['severity']> = ['critical', 'warning', 'notice']

/** The user's cards, worst first; an administrator's also of registrations that only others' accounts suffer from. */
export async function healthCards(
  options: AccountsOptions,
  user: { id: UserId; isAdmin: boolean },
): Promise<HealthCard[]> {
  const { database, clock, oauth } = options
  const rows = await database.query<HealthRow>(
    `select a.id, a.provider, a.address, a.settings, a.condition, a.condition_detail as detail,
       a.condition_since as since, a.last_synced_at as "lastSyncedAt",
       g.tenant, g.scopes, g.granted_at as "grantedAt", g.worked_at as "workedAt", g.died_at as "diedAt",
       g.ends_at as "endsAt", g.last_was_weekly as "lastWasWeekly"
     from mail_account a left join account_grant g on g.account_id = a.id
     where a.user_id = $1 order by a.sort_order, a.id`,
    [user.id],
  )
  const findings = rows.flatMap((row) => toFinding(row, clock.now(), oauth(user.id)) ?? [])
  const registrations = await registrationCards(options, user.isAdmin, rows)
  const secrets = user.isAdmin ? await secretCards(options, registrations) : []
  const cards = [...onceEach(findings), ...registrations, ...secrets]
  return cards.toSorted((a, b) => worstFirst.indexOf(a.severity) - worstFirst.indexOf(b.severity))
}

/** Findings with one cause become one card that names every account. */
function onceEach(findings: readonly Finding[]): HealthCard[] {
  const cards = new Map<string, HealthCard>()
  for (const { account, ...card } of findings) {
    const before = cards.get(card.id)
    if (before) before.accounts.push(account)
    else cards.set(card.id, { ...card, accounts: [account] })
  }
  return [...cards.values()]
}

/** One root cause is said once: not where the provider has refused this server already. */
async function secretCards(
  options: AccountsOptions,
  registrations: readonly HealthCard[],
): Promise<HealthCard[]> {
  if (registrations.some(({ id }) => id === registrationId(ProviderName.microsoft))) return []
  const { secretExpiresOn } = await sourcedValues(options, ProviderName.microsoft)
  const card =
    secretExpiresOn === null
      ? undefined
      : secretCard(ProviderName.microsoft, secretExpiresOn, options.clock.now())
  return card ? [card] : []
}

async function registrationCards(
  { database }: AccountsOptions,
  isAdmin: boolean,
  own: readonly HealthRow[],
): Promise<HealthCard[]> {
  const troubles = await database.query<{
    provider: ProviderName
    accounts: number
    since: Date
    said: string | null
  }>(
    `select provider, count(*) as accounts, min(condition_since) as since, max(condition_detail) as said
     from mail_account where condition = 'wrong-client' and provider in ('provA', 'provB')
     group by provider order by provider`,
  )
  return troubles.flatMap((trouble) => {
    const accounts = own.filter(
      ({ provider, condition }) => provider === trouble.provider && condition === 'wrong-client',
    )
    if (!isAdmin && accounts.length === 0) return []
    return registrationCard({ ...trouble, own: accounts, isAdmin })
  })
}
