import type { GrantFailure } from '../contract/grant.ts'
import { type ErrorBody, shortened } from '../contract/token-endpoint.ts'

/**
 * Maps an error of Microsoft to a failure, at the token endpoint or on the redirect. `error` and `suberror` are the
 * contract; the AADSTS number distinguishes cases that share one of them, and may change.
 */
export function microsoftFailure(body: ErrorBody): GrantFailure | undefined {
  const errorText = withoutTrace(body.error_description || body.error)
  const code = parseCode(body)
  return byNumber(code, errorText) ?? byName(body, errorText)
}

function byName({ error, suberror }: ErrorBody, errorText: string): GrantFailure {
  if (suberror === 'consent_required' || error === 'consent_required')
    return { kind: 'consent-needed', from: 'user', said: errorText }
  switch (error) {
    case 'invalid_grant':
      return { kind: 'expired-grant', why: 'dead', said: errorText }
    case 'interaction_required':
    case 'login_required':
      return { kind: 'expired-grant', why: 'second-factor', said: errorText }
    case 'invalid_client':
      return { kind: 'wrong-client', what: 'secret', said: errorText }
    case 'unauthorized_client':
      return { kind: 'wrong-client', what: 'id', said: errorText }
    case 'access_denied':
      return { kind: 'declined' }
    case 'temporarily_unavailable':
    case 'server_error':
      return { kind: 'unreachable', said: errorText }
    default:
      return { kind: 'refused', said: errorText }
  }
}

function byNumber(code: number | undefined, errorText: string): GrantFailure | undefined {
  switch (code) {
    case 7000215:
      return { kind: 'wrong-client', what: 'secret', said: errorText }
    case 7000222:
      return { kind: 'wrong-client', what: 'secret-expired', said: errorText }
    case 700016:
      return { kind: 'wrong-client', what: 'id', said: errorText }
    case 50011:
      return { kind: 'wrong-client', what: 'redirect-uri', said: errorText }
    case 65005: // the registration lists another resource
    case 650056: // the registration lists no permission of this resource, or its administrator has not consented
    case 650057: // the registration does not list this resource
      return { kind: 'wrong-client', what: 'permissions', said: errorText }
    case 50194:
      return { kind: 'wrong-tenant', what: 'single-tenant', said: errorText }
    case 50020:
      return { kind: 'wrong-tenant', what: 'other-tenant', said: errorText }
    case 90002: // no such tenant
    case 900023: // the tenant is neither a GUID nor a domain
      return { kind: 'wrong-tenant', what: 'unknown-tenant', said: errorText }
    case 65001:
      return { kind: 'consent-needed', from: 'user', said: errorText }
    case 65004:
      return { kind: 'declined' }
    case 90094:
    case 90095:
    case 50057: // the organisation has disabled the person
    case 50105: // the organisation has not assigned the person to the application
    case 53000:
    case 53001:
    case 53002:
    case 53003:
      return { kind: 'consent-needed', from: 'administrator', said: errorText }
    case 50076:
    case 50079:
    case 50158:
      return { kind: 'expired-grant', why: 'second-factor', said: errorText }
    case 50173:
    case 54005:
    case 70008:
    case 700082:
      return { kind: 'expired-grant', why: 'dead', said: errorText }
    default:
      return undefined
  }
}

/** The redirect carries no `error_codes`; the number then stands only in the sentence. */
function parseCode({ error_codes, error_description }: ErrorBody): number | undefined {
  const [first] = error_codes
  const [, written] = /\bAADSTS(\d{5,8})\b/.exec(error_description) ?? []
  return first ?? (written === undefined ? undefined : Number(written))
}

/** Without the ids that only Microsoft's support can use. */
function withoutTrace(sentence: string): string {
  return shortened(sentence.replace(/\s*(Trace ID|Correlation ID|Timestamp):[^]*$/, ''))
}
