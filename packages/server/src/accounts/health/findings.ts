import type { AccountId, ProblemDetail, ProviderName } from '@plmail/wire'
import type { OAuthProvider } from '../../providers/contract/index.ts'
import type { AccountView, Condition } from '../types.ts'
import { screenName } from '../providers/provider-names.ts'
import { expectedEnd, isNear, lastedAWeek } from '../grants/grant-lifetime.ts'
import { conditionProblem } from '../condition-problem.ts'
import { missingProblem } from '../providers/failure-problem.ts'
import { type AccountRow, getHost } from '../account-rows.ts'
import type { Fact, HealthCard, Repair } from './types.ts'

/** An account with its grant, where it has one. */
export interface HealthRow {
  id: AccountId
  provider: AccountView['provider']
  address: string
  settings: AccountRow['settings']
  condition: Condition
  detail: string | null
  since: Date
  lastSyncedAt: Date | null
  tenant: string | null
  scopes: string[] | null
  grantedAt: Date | null
  workedAt: Date | null
  diedAt: Date | null
  endsAt: Date | null
  lastWasWeekly: boolean | null
}

/** A problem of one account; findings with the same id have the same cause. */
export type Finding = Omit<HealthCard, 'accounts'> & { account: HealthCard['accounts'][number] }

type OAuth = Readonly<Record<ProviderName, Pick<OAuthProvider, 'needs' | 'missing'>>>

/** The worst that is the matter with an account, unless it is the registration's, which is no account's own. */
export function toFinding(row: HealthRow, now: Date, oauth: OAuth): Finding | undefined {
  const finding = row.provider === 'imap' ? passwordFinding(row) : grantFinding(row, row.provider, now, oauth)
  const rest = finding ?? serverFinding(row)
  return rest && { ...rest, account: { id: row.id, address: row.address } }
}

type Card = Omit<HealthCard, 'accounts'>

function passwordFinding(row: HealthRow): Card | undefined {
  if (!['wrong-credentials', 'expired-grant', 'denied'].includes(row.condition)) return undefined
  return {
    id: `password-${row.id}`,
    kind: 'password',
    severity: 'critical',
    title: { problem: 'health/no-access', host: getHost(row) },
    text: getText(row),
    facts: [since(row), ...lastSynced(row)],
    said: row.detail,
    repair: { kind: 'password', label: { problem: 'health/change-password' } },
  }
}

function grantFinding(row: HealthRow, provider: ProviderName, now: Date, oauth: OAuth): Card | undefined {
  switch (row.condition) {
    case 'expired-grant':
      return overFinding(row, provider)
    case 'denied':
      return {
        id: `access-${row.id}`,
        kind: 'access-missing',
        severity: 'critical',
        title: { problem: 'health/asks-again', provider: screenName[provider] },
        text: getText(row),
        facts: [since(row), ...lastSynced(row)],
        said: row.detail,
        repair: signInAgain(provider),
      }
    case 'blocked':
      return {
        id: `blocked-${provider}-${row.tenant ?? ''}`,
        kind: 'blocked',
        severity: 'critical',
        title: { problem: 'health/organisation-blocks' },
        text: getText(row),
        facts: [since(row), ...lastSynced(row)],
        said: row.detail,
        repair: null,
      }
    case 'new':
    case 'ok':
      return endFinding(row, provider, now) ?? missingFinding(row, provider, oauth[provider])
    default:
      return undefined
  }
}

const signInAgain = (provider: ProviderName): Repair => ({
  kind: 'reconnect',
  provider,
  label: { problem: 'health/sign-in-again', provider: screenName[provider] },
})

/** A grant that is over. One that lasted a week names the cause, which is the same for all accounts that share it. */
function overFinding(row: HealthRow, provider: ProviderName): Card {
  const { grantedAt, workedAt, diedAt } = row
  const facts: Fact[] = [
    ...(grantedAt ? [signedIn(grantedAt)] : []),
    { label: { problem: 'health/ended' }, at: diedAt ?? row.since },
    ...(grantedAt && diedAt ? [lasted(grantedAt, diedAt)] : []),
  ]
  const shared = { severity: 'critical', facts, said: row.detail, repair: signInAgain(provider) } as const
  if (grantedAt && workedAt && diedAt && lastedAWeek({ provider, grantedAt, workedAt, diedAt })) {
    return {
      ...shared,
      id: `testing-${provider}`,
      kind: 'testing-status',
      title: { problem: 'health/testing-status' },
      text: { problem: 'health/testing-status-text' },
    }
  }
  return {
    ...shared,
    id: `grant-${row.id}`,
    kind: 'grant-over',
    title: { problem: 'health/grant-over', provider: screenName[provider] },
    text: { problem: 'health/grant-over-text', provider: screenName[provider] },
  }
}

const signedIn = (at: Date): Fact => ({ label: { problem: 'health/signed-in' }, at })

function lasted(from: Date, to: Date): Fact {
  const hours = (to.getTime() - from.getTime()) / 3_600_000
  const text: ProblemDetail =
    hours < 48
      ? { problem: 'health/hours', hours: Math.max(1, Math.round(hours)) }
      : { problem: 'health/days', days: Math.round(hours / 24) }
  return { label: { problem: 'health/lasted' }, text }
}

/** Said before it happens: by the provider's word, or because the one before ended after a week. */
function endFinding(row: HealthRow, provider: ProviderName, now: Date): Card | undefined {
  const { grantedAt, endsAt } = row
  if (!grantedAt) return undefined
  const end = expectedEnd({ grantedAt, endsAt, lastWasWeekly: row.lastWasWeekly ?? false }, now)
  if (!end || !isNear(end, now)) return undefined
  return {
    id: `ends-${row.id}`,
    kind: 'grant-ends-soon',
    severity: 'warning',
    title: { problem: 'health/grant-ends-soon', provider: screenName[provider] },
    text: endsAt
      ? { problem: 'health/provider-named-end', provider: screenName[provider] }
      : { problem: 'health/ends-after-a-week' },
    facts: [signedIn(grantedAt), { label: { problem: 'health/expected-end' }, at: end }],
    said: null,
    repair: signInAgain(provider),
  }
}

/** Mail works, something beside it was not granted. */
function missingFinding(
  { id, scopes, grantedAt }: HealthRow,
  provider: ProviderName,
  { needs, missing }: OAuth[ProviderName],
): Card | undefined {
  const names = missing(scopes ?? [])
  if (!scopes || !grantedAt || names.length === 0) return undefined
  const absent = needs.filter(({ name }) => names.includes(name))
  return {
    id: `missing-${id}`,
    kind: 'access-missing',
    severity: 'warning',
    title: { problem: 'health/access-missing' },
    text: { problem: 'health/access-missing-text', missing: missingProblem(provider, absent) },
    facts: [signedIn(grantedAt)],
    said: null,
    repair: signInAgain(provider),
  }
}

/** Trouble of the server or of the way to it: one card for all accounts there, and mostly nothing to do. */
function serverFinding(row: HealthRow): Card | undefined {
  if (['new', 'ok', 'wrong-client'].includes(row.condition)) return undefined
  const host = getHost(row)
  const isLasting = ['tls', 'unreachable', 'switched-off'].includes(row.condition)
  return {
    id: `${row.condition}-${host}`,
    kind: 'server',
    severity: isLasting ? 'warning' : 'notice',
    title: isLasting ? { problem: 'health/no-connection', host } : { problem: 'health/answers-badly', host },
    text: getText(row),
    facts: [since(row), ...lastSynced(row)],
    said: row.detail,
    repair: null,
  }
}

/** Only cards of trouble ask for it, and every trouble has its problem. */
const getText = (row: HealthRow): ProblemDetail =>
  conditionProblem(row.condition, row.provider, getHost(row)) ?? {
    problem: 'other/unknown',
    code: row.condition,
  }
const since = (row: HealthRow): Fact => ({ label: { problem: 'health/since' }, at: row.since })
const lastSynced = ({ lastSyncedAt }: HealthRow): Fact[] =>
  lastSyncedAt ? [{ label: { problem: 'health/last-synced' }, at: lastSyncedAt }] : []
