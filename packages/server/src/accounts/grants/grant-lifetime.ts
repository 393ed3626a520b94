import { ProviderName } from '@plmail/wire'

const dayMs = 86_400_000

/** The known lifetime of a grant: it worked until `workedAt` at least and was over at `diedAt`. */
export interface Life {
  provider: ProviderName
  grantedAt: Date
  workedAt: Date
  diedAt: Date
}

/**
 * Whether a grant lasted about a week, as those of a Google app in testing do. Looked at every quarter of an hour, an
 * end shows within an hour; after a longer silence nobody can tell, and the cause is not named.
 */
export function lastedAWeek({ provider, grantedAt, workedAt, diedAt }: Life): boolean {
  const [worked, died] = [workedAt, diedAt].map((at) => (at.getTime() - grantedAt.getTime()) / dayMs)
  if (worked === undefined || died === undefined) return false
  return provider === ProviderName.google && worked < 7.3 && died > 6.5 && died < 8
}

/**
 * When the present grant will end, judging by the provider's word or by the one before it; undefined when there is
 * nothing to judge by, or when it has outlived the week.
 */
export function expectedEnd(
  grant: { grantedAt: Date; endsAt: Date | null; lastWasWeekly: boolean },
  now: Date,
): Date | undefined {
  if (grant.endsAt) return grant.endsAt
  if (!grant.lastWasWeekly) return undefined
  const end = new Date(grant.grantedAt.getTime() + 7 * dayMs)
  return now.getTime() - end.getTime() > dayMs ? undefined : end
}

/** The warning comes a day or two before (spec, Sign-in grant). */
export const isNear = (end: Date, now: Date): boolean => end.getTime() - now.getTime() < 2 * dayMs
