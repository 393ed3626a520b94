import { ProviderError } from '../contract/index.ts'
import { readObject, readString } from '../contract/read-json.ts'

/** An answer of 400 or above. */
export interface GraphRefusal {
  status: number
  headers: Headers
  body: string
}

/** An error of Graph with its status: two refusals mean something more to calendars (409, 412). */
export class GraphError extends ProviderError {
  readonly status: number
  /** In lower case; empty where Graph named none. */
  readonly code: string

  constructor(
    { status, code }: { status: number; code: string },
    ...rest: ConstructorParameters<typeof ProviderError>
  ) {
    super(...rest)
    this.status = status
    this.code = code
  }
}

/** A file that Exchange wants posted, not uploaded in pieces ("Attach large files to Outlook messages", "Errors"). */
export class TooSmallForUpload extends GraphError {}

/**
 * Maps a refusal of Microsoft Graph to an error ("Microsoft Graph error responses"). Codes come from Exchange and from
 * others, spelled and nested differently.
 */
export function graphError({ status, headers, body }: GraphRefusal, doing: string, now: Date): GraphError {
  const { codes, said } = codesIn(body)
  const has = (...names: string[]) => names.some((name) => codes.includes(name.toLowerCase()))
  const answer = { status, code: codes[0] ?? '' }
  const message = `Microsoft answered ${status}${codes[0] ? ` ${codes[0]}` : ''} while ${doing}`
  // Exchange's own name for a full mailbox (ResponseCode, ErrorQuotaExceeded); 507 is what HTTP has for it.
  const isFull = status === 507 || has('ErrorQuotaExceeded', 'quotaLimitReached')
  const options = { ...(said ? { detail: said } : {}), isFull }
  if (isFull) return new GraphError(answer, 'refused', message, options)
  if (status === 401) return new GraphError(answer, 'expired-grant', message, options)
  if (status === 429 || has('applicationThrottled', 'tooManyRequests', 'activityLimitReached'))
    return new GraphError(answer, 'throttled', message, { ...options, ...getUntil(headers, now) })
  if (has('MailboxNotEnabledForRESTAPI', 'MailboxNotSupportedForRESTAPI')) {
    const problem = { problem: 'mail-limit/microsoft-no-mailbox' } as const
    return new GraphError(answer, 'denied', message, { problem })
  }
  if (status === 410 || has('syncStateNotFound', 'resyncRequired', 'syncStateInvalid'))
    return new GraphError(answer, 'gone', message, options)
  if (status === 403) return new GraphError(answer, 'denied', message, options)
  if (status === 404) return new GraphError(answer, 'gone', message, options)
  if (status === 503 || status === 504)
    return new GraphError(answer, 'busy', message, { ...options, ...getUntil(headers, now) })
  if (status >= 500) return new GraphError(answer, 'busy', message, options)
  if (has('ErrorAttachmentSizeShouldNotBeLessThanMinimumSize'))
    return new TooSmallForUpload(answer, 'refused', message, options)
  return new GraphError(answer, 'refused', message, options)
}

/** The outer code first, then those of inner errors, in lower case. */
function codesIn(body: string): { codes: string[]; said: string } {
  const outer = readObject(readObject(tryJson(body))['error'])
  const codes: string[] = []
  for (let error = outer; Object.keys(error).length > 0 && codes.length < 10;) {
    const code = readString(error['code'])
    if (code !== '') codes.push(code.toLowerCase())
    error = readObject(error['innerError'] ?? error['innererror'])
  }
  return { codes, said: readString(outer['message']).slice(0, 300) }
}

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // a page of something in between
  }
}

function getUntil(headers: Headers, now: Date): { until?: Date } {
  const header = headers.get('retry-after')
  const seconds = Number(header ?? Number.NaN)
  return Number.isFinite(seconds) ? { until: new Date(now.getTime() + seconds * 1000) } : {}
}
