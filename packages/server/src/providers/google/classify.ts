import { ProviderError } from '../contract/index.ts'
import { readObject, readObjects, readString } from '../contract/read-json.ts'

/** An answer of 400 or above. */
export interface GoogleRefusal {
  status: number
  headers: Headers
  body: string
}

/** Maps a refusal of the Gmail API to an error (Gmail API, "Resolve errors"). */
export function googleError(
  { status, headers, body }: GoogleRefusal,
  doing: string,
  now: Date,
): ProviderError {
  const { reason, said } = reasonIn(body)
  const message = `Google answered ${status}${reason ? ` ${reason}` : ''} while ${doing}`
  const options = said ? { detail: said } : {}
  if (status === 401) return new ProviderError('expired-grant', message, options)
  if (status === 429 || throttling.has(reason)) {
    return new ProviderError('throttled', message, { ...options, ...parseRetryTime(headers, said, now) })
  }
  if (missingScope.has(reason)) {
    const problem = { problem: 'mail-limit/gmail-permission' } as const
    return new ProviderError('expired-grant', message, { problem })
  }
  if (administrators.has(reason) || status === 403) return new ProviderError('denied', message, options)
  if (status === 404 || status === 410) return new ProviderError('gone', message, options)
  if (status >= 500) return new ProviderError('busy', message, options)
  return new ProviderError('refused', message, options)
}

const throttling = new Set([
  'rateLimitExceeded',
  'userRateLimitExceeded',
  'quotaExceeded',
  'RESOURCE_EXHAUSTED',
])
const missingScope = new Set(['insufficientPermissions', 'ACCESS_TOKEN_SCOPE_INSUFFICIENT'])
const administrators = new Set([
  'accessNotConfigured',
  'SERVICE_DISABLED',
  'dailyLimitExceeded',
  'domainPolicy',
  'accountSuspended',
  'failedPrecondition',
])

/** The first reason is the one that is documented; newer errors carry theirs in `details`. */
export function reasonIn(body: string): { reason: string; said: string } {
  const error = readObject(readObject(tryJson(body))['error'])
  const [first] = readObjects(error['errors'])
  const detail = readObjects(error['details']).find((candidate) => readString(candidate['reason']) !== '')
  const reason =
    readString(first?.['reason']) || readString(detail?.['reason']) || readString(error['status'])
  return { reason, said: readString(error['message']).slice(0, 300) }
}

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // a page of something in between
  }
}

/** Gmail usually names no time; when it does, it may stand in the message instead of the header. */
function parseRetryTime(headers: Headers, answerText: string, now: Date): { until?: Date } {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  if (Number.isFinite(seconds)) return { until: new Date(now.getTime() + seconds * 1000) }
  const named = /retry after (\d{4}-\d\d-\d\dT[\d:.]+Z)/i.exec(answerText)?.[1]
  return named === undefined ? {} : { until: new Date(named) }
}
