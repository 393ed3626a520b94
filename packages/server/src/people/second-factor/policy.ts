import type { SecondFactorRequirement } from '@plmail/wire'
import type { Clock } from '../../kit/clock.ts'
import type { Database, NotifiedCache } from '../../store/index.ts'
import type { Audit, AuditActor } from '../audit/types.ts'
import type { OpenSession } from '../session.ts'

/** Who has to have a second factor, and from when on. */
interface SecondFactorPolicy {
  requiredOf: SecondFactorRequirement
  /** Days from `since`, or from the making of a user if that was later, until they reach nothing else without one. */
  graceDays: number
  /** Null: it was never set. */
  since: Date | null
}

export interface SecondFactorPolicies {
  get(): Promise<SecondFactorPolicy>
  /**
   * Takes effect at the next request of everybody, in all processes. The grace period begins anew when it is required of
   * others than before; more or fewer days count from when it began.
   */
  set(actor: AuditActor, policy: Omit<SecondFactorPolicy, 'since'>): Promise<void>
}

interface PolicyNeeds {
  store: Database
  clock: Clock
  audit: Audit
  /** Told that sessions may reach less, or more. */
  sessions: Pick<NotifiedCache<OpenSession>, 'forget'>
}

export function createSecondFactorPolicies({
  store,
  clock,
  audit,
  sessions,
}: PolicyNeeds): SecondFactorPolicies {
  return {
    get: async () => {
      const [policy] = await store.query<SecondFactorPolicy>(
        `select required_of as "requiredOf", grace_days as "graceDays", since from second_factor_policy`,
      )
      return policy ?? { requiredOf: 'nobody', graceDays: defaultGraceDays, since: null }
    },
    set: (actor, { requiredOf, graceDays }) =>
      store.transaction(async (tx) => {
        await tx.query(
          `insert into second_factor_policy as p (required_of, grace_days, since) values ($1, $2, $3)
           on conflict (is_only) do update set required_of = excluded.required_of, grace_days = excluded.grace_days,
             since = case when p.required_of = excluded.required_of then p.since else excluded.since end`,
          [requiredOf, graceDays, clock.now()],
        )
        await sessions.forget(tx)
        await audit.record(tx, {
          action: 'second-factor-policy-changed',
          actor,
          detail: { requiredOf, graceDays },
        })
      }),
  }
}

const defaultGraceDays = 14
