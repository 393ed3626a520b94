import type { AccountId } from '@plmail/wire'
import type { OAuthProvider } from '../../providers/contract/index.ts'
import type { AccountView, Condition } from '../door.ts'
import { type ProviderName, screenName } from '../providers/names.ts'
import { expectedEnd, isNear, lastedAWeek } from '../grants/lifetime.ts'
import { missingSentence } from '../providers/failure-sentences.ts'
import { type AccountRow, hostOf } from '../rows.ts'
import { conditionSentence } from '../sentences.ts'
import type { Fact, HealthCard, Repair } from './door.ts'

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
export function findingOf(row: HealthRow, now: Date, oauth: OAuth): Finding | undefined {
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
    title: `${hostOf(row)} does not let plMail in`,
    text: textOf(row),
    facts: [since(row), ...lastSynced(row)],
    said: row.detail,
    repair: { kind: 'password', label: 'Change password' },
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
        title: `${screenName[provider]} wants to be asked again`,
        text: textOf(row),
        facts: [since(row), ...lastSynced(row)],
        said: row.detail,
        repair: signInAgain(provider),
      }
    case 'blocked':
      return {
        id: `blocked-${provider}-${row.tenant ?? ''}`,
        kind: 'blocked',
        severity: 'critical',
        title: 'The organisation does not let plMail in',
        text: textOf(row),
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
  label: `Sign in to ${screenName[provider]} again`,
})

/** A grant that is over. One that lasted a week names the cause, which is the same for all accounts that share it. */
function overFinding(row: HealthRow, provider: ProviderName): Card {
  const { grantedAt, workedAt, diedAt } = row
  const facts: Fact[] = [
    ...(grantedAt ? [{ label: 'Signed in', at: grantedAt }] : []),
    { label: 'Ended', at: diedAt ?? row.since },
    ...(grantedAt && diedAt ? [{ label: 'Lasted', text: lasted(grantedAt, diedAt) }] : []),
  ]
  const shared = { severity: 'critical', facts, said: row.detail, repair: signInAgain(provider) } as const
  if (grantedAt && workedAt && diedAt && lastedAWeek({ provider, grantedAt, workedAt, diedAt })) {
    return {
      ...shared,
      id: `testing-${provider}`,
      kind: 'testing-status',
      title: 'Google ended the sign-in after a week',
      text: 'Google does so while the app that this server is registered as is in testing. Sign in again to go on for another week. To end this for good, its administrator publishes the app (Google Auth Platform, Audience, Publish app); after that, sign in once more.',
    }
  }
  return {
    ...shared,
    id: `grant-${row.id}`,
    kind: 'grant-over',
    title: `The sign-in to ${screenName[provider]} has ended`,
    text: `${screenName[provider]} ends it when the password changes, when access is withdrawn, or when it was not used for months. Mail that is here stays readable; sign in again to go on.`,
  }
}

function lasted(from: Date, to: Date): string {
  const hours = (to.getTime() - from.getTime()) / 3_600_000
  if (hours < 48) return `${Math.max(1, Math.round(hours))} hours`
  return `${Math.round(hours / 24)} days`
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
    title: `The sign-in to ${screenName[provider]} is about to end`,
    text: endsAt
      ? `${screenName[provider]} said when it ends. Sign in again before that, and no mail is late.`
      : 'The last one ended after a week, as all do while the app that this server is registered as is in testing. Sign in again before that, and no mail is late.',
    facts: [
      { label: 'Signed in', at: grantedAt },
      { label: 'Expected to end', at: end },
    ],
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
    title: 'Something was not granted',
    text: `${missingSentence(provider, absent)} Everything else works. Sign in again and grant it too.`,
    facts: [{ label: 'Signed in', at: grantedAt }],
    said: null,
    repair: signInAgain(provider),
  }
}

/** Trouble of the server or of the way to it: one card for all accounts there, and mostly nothing to do. */
function serverFinding(row: HealthRow): Card | undefined {
  if (['new', 'ok', 'wrong-client'].includes(row.condition)) return undefined
  const host = hostOf(row)
  const isLasting = row.condition === 'tls' || row.condition === 'unreachable'
  return {
    id: `${row.condition}-${host}`,
    kind: 'server',
    severity: isLasting ? 'warning' : 'notice',
    title: isLasting ? `No connection to ${host}` : `${host} does not answer as it should`,
    text: textOf(row),
    facts: [since(row), ...lastSynced(row)],
    said: row.detail,
    repair: null,
  }
}

const textOf = (row: HealthRow) => conditionSentence(row.condition, row.provider, hostOf(row)) ?? ''
const since = (row: HealthRow): Fact => ({ label: 'Since', at: row.since })
const lastSynced = ({ lastSyncedAt }: HealthRow): Fact[] =>
  lastSyncedAt ? [{ label: 'Last synced', at: lastSyncedAt }] : []
