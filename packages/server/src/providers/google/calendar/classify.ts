import { ProviderError } from '../../contract/index.ts'
import { type GoogleRefusal, googleError, reasonIn } from '../classify.ts'

/** A refusal of the Calendar API, with what Google calls it: the same status means different things. */
export class CalendarError extends ProviderError {
  readonly status: number
  readonly reason: string

  constructor(of: ProviderError, status: number, reason: string) {
    const { detail, problem, until } = of
    super(of.kind, of.message, {
      ...(detail === undefined ? {} : { detail }),
      ...(problem && { problem }),
      ...(until && { until }),
    })
    this.status = status
    this.reason = reason
  }
}

/** Limits on writing, not on asking: they last for hours (Calendar API, "Avoid calendar use limits"). */
const useLimitMs = 60 * 60_000

/** Maps a refusal of the Calendar API to an error (Calendar API, "Handle API errors"). */
export function calendarError(refusal: GoogleRefusal, doing: string, now: Date): CalendarError {
  const { reason, said } = reasonIn(refusal.body)
  const { status } = refusal
  return new CalendarError(classifyRefusal({ refusal, reason, said, doing, now }), status, reason)
}

interface RefusedCall {
  refusal: GoogleRefusal
  reason: string
  said: string
  doing: string
  now: Date
}

function classifyRefusal({ refusal, reason, said, doing, now }: RefusedCall): ProviderError {
  const message = `Google answered ${refusal.status} ${reason} while ${doing}`
  if (reason === 'insufficientPermissions' || reason === 'ACCESS_TOKEN_SCOPE_INSUFFICIENT') {
    const problem = { problem: 'event-limit/calendar-permission' } as const
    return new ProviderError('missing-scope', message, { problem })
  }
  if (reason === 'quotaExceeded')
    return new ProviderError('throttled', message, {
      detail: said,
      until: new Date(now.getTime() + useLimitMs),
    })
  // Seen with 401 as well, which says nothing about the token then.
  if (reason.startsWith('push.')) return new ProviderError('refused', message, { detail: said })
  return googleError(refusal, doing, now)
}
