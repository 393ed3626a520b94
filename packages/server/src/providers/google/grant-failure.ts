import type { GrantFailure } from '../contract/grant.ts'
import { type ErrorBody, shortened } from '../contract/token-endpoint.ts'

/**
 * Maps an error of Google to a failure, at the token endpoint or on the redirect. Google's sentences help little, so
 * they are passed on and hardly parsed.
 */
export function googleFailure(body: ErrorBody): GrantFailure | undefined {
  const serverText = shortened(body.error_description || body.error)
  switch (body.error) {
    case 'invalid_grant':
      // A Workspace rule ends sessions after a time; the grant is over all the same.
      return {
        kind: 'expired-grant',
        why: body.error_subtype === 'invalid_rapt' ? 'session-policy' : 'dead',
        said: serverText,
      }
    case 'invalid_client':
      return { kind: 'wrong-client', what: /not found/i.test(serverText) ? 'id' : 'secret', said: serverText }
    case 'unauthorized_client':
    case 'deleted_client':
    case 'disabled_client':
      return { kind: 'wrong-client', what: 'id', said: serverText }
    case 'redirect_uri_mismatch':
      return { kind: 'wrong-client', what: 'redirect-uri', said: serverText }
    case 'access_denied':
      return { kind: 'declined' }
    case 'admin_policy_enforced':
    case 'org_internal':
      return { kind: 'consent-needed', from: 'administrator', said: serverText }
    case 'temporarily_unavailable':
    case 'server_error':
    case 'internal_failure':
      return { kind: 'unreachable', said: serverText }
    default:
      return { kind: 'refused', said: serverText }
  }
}
