import type { Participant } from '@plmail/wire'

/** Why a message to somebody did not arrive, by the codes of RFC 6638 §3.2.9. */
const reasons: Readonly<Record<string, string>> = {
  '3.7': 'unknown',
  '3.8': 'forbidden',
  '5.1': 'unreachable',
  '5.2': 'unsupported',
  '5.3': 'rejected',
}

/**
 * Returns the reason why the calendar's server could not deliver its last message to this person; `other` where it gave
 * none that has a name. Undefined where nothing is wrong: one way that worked is enough.
 */
export function failedDelivery({ scheduleStatus }: Participant): string | undefined {
  const codes = Array.isArray(scheduleStatus) ? scheduleStatus.map(String) : []
  const failure = codes.find((code) => /^[35]\./.test(code))
  const hasArrived = codes.some((code) => /^(1\.[12]|2\.)/.test(code))
  return failure === undefined || hasArrived ? undefined : (reasons[failure.slice(0, 3)] ?? 'other')
}
