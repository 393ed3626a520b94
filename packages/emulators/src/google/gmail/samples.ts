import type { Fault } from '../../faults/faults.ts'
import { badToken, notFound, Refusal, throttled, throttledWithoutTime, tooManyAtOnce } from './refusal.ts'

const limits = (reason: string, message: string, detail?: string): Refusal =>
  new Refusal({
    status: 403,
    reason,
    message,
    domain: 'usageLimits',
    canonical: 'PERMISSION_DENIED',
    ...(detail !== undefined && { detail }),
  })

const refusals: Record<string, (now: Date) => Refusal> = {
  /** 403 with a time in the sentence; no header [F]. */
  'throttled-until': (now) => throttled(new Date(now.getTime() + 5_000)),
  throttled: throttledWithoutTime,
  'too-many-at-once': tooManyAtOnce,
  /** [F] */
  'quota-exceeded': () => limits('quotaExceeded', 'Quota exceeded for quota group.'),
  'daily-limit': () => limits('dailyLimitExceeded', 'Daily Limit Exceeded'),
  'api-disabled': () =>
    limits(
      'accessNotConfigured',
      'Gmail API has not been used in project 1 before or it is disabled.',
      'SERVICE_DISABLED',
    ),
  'domain-policy': () =>
    new Refusal({
      status: 403,
      reason: 'domainPolicy',
      domain: 'global',
      canonical: 'PERMISSION_DENIED',
      message: 'The domain administrators have disabled Gmail apps.',
    }),
  'backend-error': () =>
    new Refusal({ status: 500, reason: 'backendError', message: 'Backend Error', canonical: 'INTERNAL' }),
  unavailable: () =>
    new Refusal({
      status: 503,
      reason: 'backendError',
      canonical: 'UNAVAILABLE',
      message: 'The service is currently unavailable.',
    }),
  'bad-token': badToken,
  gone: notFound,
}

/** The names of the refusals that can be armed. */
export const gmailRefusals: readonly string[] = Object.keys(refusals)

/** A refusal as Gmail would write it, to be armed for any of its operations. */
export function gmailRefusal(name: string, now: Date, headers?: Record<string, string>): Fault {
  const make = refusals[name]
  if (!make) throw new Error(`There is no refusal ${name}; there are ${gmailRefusals.join(', ')}`)
  const { status, body } = make(now).answer
  return { kind: 'status', status, body, ...(headers && { headers }) }
}
