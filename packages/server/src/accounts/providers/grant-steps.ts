import type { GrantFailure, ScopeName } from '../../providers/contract/index.ts'
import { type ProviderName, screenName } from './names.ts'
import { failureSentence } from './failure-sentences.ts'
import type { SignInOutcome } from './sign-in-outcome.ts'
import type { AccountsOptions } from '../options.ts'
import type { ConsoleStep } from './door.ts'

/**
 * Derives from people's grants whether the registration's permissions last and whether all were granted. Google's apps
 * in testing get a week, so only a grant that has worked for longer proves that they last.
 */
export async function grantSteps(
  options: AccountsOptions,
  provider: ProviderName,
  signIn: SignInOutcome | undefined,
): Promise<ConsoleStep[]> {
  const grants = await options.database.query<GrantFacts>(
    `select granted_at as "grantedAt", worked_at as "workedAt", ends_at as "endsAt", died_at as "diedAt", scopes,
       failure, last_was_weekly as "lastWasWeekly"
     from account_grant where provider = $1 order by granted_at desc limit 1000`,
    [provider],
  )
  const permissions =
    refusedStep(provider, grants, signIn) ?? permissionStep(grants, options.oauth[provider].missing)
  return provider === 'provA' ? [consentStep(grants), permissions] : [permissions]
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

function consentStep(grants: readonly GrantFacts[]): ConsoleStep {
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

const inTesting =
  'The app is in testing: Google ends the newest sign-in after seven days. Publish the app (Audience, Publish app), then sign in once more.'
const published = 'A sign-in has lasted for more than eight days, so the app is published.'
const endedWeekly =
  'A sign-in ended after seven days, as all do while the app is in testing. Publish the app (Audience, Publish app), then sign in once more.'
const nobodyYet = 'Nobody has signed in yet. Connect a mailbox, then check again.'
const tooEarly =
  'Google does not tell. A sign-in that lasts for more than eight days proves it; until then look at Audience: the publishing status has to be “In production”.'

/** A permission that the newest sign-in was refused, or that somebody’s mailbox has lost since. */
function refusedStep(
  provider: ProviderName,
  grants: readonly GrantFacts[],
  signIn: SignInOutcome | undefined,
): ConsoleStep | undefined {
  const failures = [signIn?.failure, ...grants.map(({ failure }) => failure)]
  for (const failure of failures) {
    const sentence = failure ? refusal(provider, failure) : undefined
    if (sentence !== undefined) return { step: 'permissions', outcome: 'wrong', sentence }
  }
  return undefined
}

/** Undefined for a failure that says nothing of permissions. */
function refusal(provider: ProviderName, failure: GrantFailure): string | undefined {
  const name = screenName[provider]
  if (failure.kind === 'consent-needed') {
    const said = `${name} said: “${failure.said.replace(/[.\s]+$/, '')}”.`
    return failure.from === 'administrator'
      ? `An organisation does not let plMail in. ${said} Its ${name} administrator has to approve the application, or change what stands in the way.`
      : `A mailbox has lost a permission. ${said} Check the permissions of the registration, then sign in once more.`
  }
  const isOfRegistration = failure.kind === 'wrong-client' && failure.what === 'permissions'
  if (!isOfRegistration && failure.kind !== 'missing-scope') return undefined
  const { sentence, advice } = failureSentence(provider, failure)
  return isOfRegistration
    ? `${sentence} Add them, then sign in once more.`
    : `The newest sign-in failed. ${sentence} ${advice}`
}

function permissionStep(
  grants: readonly GrantFacts[],
  missing: (granted: readonly string[]) => ScopeName[],
): ConsoleStep {
  const step = 'permissions' as const
  const living = grants.filter(({ diedAt }) => diedAt === null)
  const [newest] = living
  if (newest === undefined) return { step, outcome: 'unknown', sentence: nobodyYet }
  const names = missing(newest.scopes)
  if (names.length === 0)
    return { step, outcome: 'works', sentence: 'The newest sign-in was granted everything.' }
  const sentence = `The newest sign-in was not granted: ${names.join(', ')}. Add it to the registration, then sign in once more.`
  return { step, outcome: 'wrong', sentence }
}
