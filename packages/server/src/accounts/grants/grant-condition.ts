import type { GrantFailure } from '../../providers/contract/index.ts'
import type { Condition } from '../types.ts'

/**
 * Returns the account condition that a failure implies; undefined when it is temporary and implies none. Only an
 * expired grant asks the owner to sign in; a broken registration is up to the administrator.
 */
export function toCondition(
  failure: GrantFailure,
): Extract<Condition, 'expired-grant' | 'denied' | 'blocked' | 'wrong-client'> | undefined {
  switch (failure.kind) {
    case 'expired-grant':
      return 'expired-grant'
    case 'missing-scope':
    case 'declined':
      return 'denied'
    case 'consent-needed':
      return failure.from === 'user' ? 'denied' : 'blocked'
    case 'wrong-client':
    case 'wrong-tenant':
      return 'wrong-client'
    case 'throttled':
    case 'switched-off':
    case 'unreachable':
    case 'refused':
      return undefined
  }
}
