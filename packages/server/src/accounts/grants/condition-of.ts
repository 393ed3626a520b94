import type { GrantFailure } from '../../providers/contract/index.ts'
import type { Condition } from '../door.ts'

/**
 * What a failure says about the account; undefined when it passes by itself and says nothing. Only a grant that is over
 * asks its owner to sign in; a registration that does not work is the administrator's.
 */
export function conditionOf(
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
    case 'unreachable':
    case 'refused':
      return undefined
  }
}
