import { type ProblemDetail, ProviderName } from '@plmail/wire'
import type { GrantFailure, ScopeName } from '../../providers/contract/index.ts'
import { screenName } from './provider-names.ts'
import { explainFailure, getPermissions, withoutEnd } from './failure-problem.ts'
import type { SignInOutcome } from './sign-in-outcome.ts'
import type { AccountsOptions } from '../options.ts'
import type { CodedStep } from './types.ts'

/**
 * Derives from people's grants whether the registration's permissions last and whether all were granted. Google's apps
 * in testing get a week, so only a grant that has worked for longer proves that they last.
 */
export async function grantSteps(
  options: AccountsOptions,
  provider: ProviderName,
  signIn: SignInOutcome | undefined,
): Promise<CodedStep[]> {
  const grants = await options.database.query<GrantFacts>(
    `select granted_at as "grantedAt", worked_at as "workedAt", ends_at as "endsAt", died_at as "diedAt", scopes,
       failure, last_was_weekly as "lastWasWeekly"
     from account_grant where provider = $1 order by granted_at desc limit 1000`,
    [provider],
  )
  const permissions =
    describeRefusal(provider, grants, signIn) ??
    permissionStep(grants, options.oauth('installation')[provider].missing)
  return provider === ProviderName.google ? [consentStep(grants), permissions] : [permissions]
}

interface GrantFacts {
  grantedAt: Date
  workedAt: Date
  endsAt: Date | null
  diedAt: Date | null
  scopes: string[]
  failure: GrantFailure | null
  lastWasWeekly: boolean
}

const dayMs = 86_400_000
/** A week, and a day for clocks and for the last refresh. */
const longerThanTestingMs = 8 * dayMs

function consentStep(grants: readonly GrantFacts[]): CodedStep {
  const step = 'consent' as const
  const living = grants.filter(({ diedAt }) => diedAt === null)
  const [newest] = living
  const endsSoon =
    newest?.endsAt && newest.endsAt.getTime() - newest.grantedAt.getTime() < longerThanTestingMs
  if (endsSoon) return { step, outcome: 'wrong', sentence: inTesting }
  const hasLasted = living.some(
    ({ grantedAt, workedAt }) => workedAt.getTime() - grantedAt.getTime() > longerThanTestingMs,
  )
  if (hasLasted) return { step, outcome: 'works', sentence: published }
  if (grants.some(({ lastWasWeekly }) => lastWasWeekly))
    return { step, outcome: 'wrong', sentence: endedWeekly }
  return { step, outcome: 'unknown', sentence: newest === undefined ? nobodyYet : tooEarly }
}

const inTesting = { problem: 'registration/in-testing' } as const
const published = { problem: 'registration/published' } as const
const endedWeekly = { problem: 'registration/ended-weekly' } as const
const nobodyYet = { problem: 'registration/nobody-signed-in' } as const
const tooEarly = { problem: 'registration/publication-unknown' } as const

/** A permission that the newest sign-in was refused, or that somebody’s mailbox has lost since. */
function describeRefusal(
  provider: ProviderName,
  grants: readonly GrantFacts[],
  signIn: SignInOutcome | undefined,
): CodedStep | undefined {
  const failures = [signIn?.failure, ...grants.map(({ failure }) => failure)]
  for (const failure of failures) {
    const sentence = failure ? refusal(provider, failure) : undefined
    if (sentence !== undefined) return { step: 'permissions', outcome: 'wrong', sentence }
  }
  return undefined
}

/** Undefined for a failure that says nothing of permissions. */
function refusal(provider: ProviderName, failure: GrantFailure): ProblemDetail | undefined {
  if (failure.kind === 'consent-needed') {
    const serverText = withoutEnd(failure.said)
    return failure.from === 'administrator'
      ? { problem: 'registration/organisation-blocks', provider: screenName[provider], serverText }
      : { problem: 'registration/permission-lost', serverText }
  }
  const isOfRegistration = failure.kind === 'wrong-client' && failure.what === 'permissions'
  if (!isOfRegistration && failure.kind !== 'missing-scope') return undefined
  const { problem, advice } = explainFailure(provider, failure)
  return isOfRegistration
    ? { problem: 'registration/add-permissions', failure: problem }
    : { problem: 'registration/sign-in-failed', failure: problem, advice }
}

function permissionStep(
  grants: readonly GrantFacts[],
  missing: (granted: readonly string[]) => ScopeName[],
): CodedStep {
  const step = 'permissions' as const
  const living = grants.filter(({ diedAt }) => diedAt === null)
  const [newest] = living
  if (newest === undefined) return { step, outcome: 'unknown', sentence: nobodyYet }
  const names = missing(newest.scopes)
  if (names.length === 0)
    return { step, outcome: 'works', sentence: { problem: 'registration/everything-granted' } }
  const sentence = {
    problem: 'registration/not-everything-granted',
    permissions: getPermissions(names),
  } as const
  return { step, outcome: 'wrong', sentence }
}
