import type { ProblemDetail } from '@plmail/wire'
import type { LiveNotice } from '../changes/index.ts'
import type { AccountView, Condition } from './types.ts'

/** Returns the meaning of a condition for the owner of the account; null when there is nothing to say. */
export function conditionProblem(
  condition: Condition,
  provider: AccountView['provider'],
  host: string,
): ProblemDetail | null {
  switch (condition) {
    case 'new':
    case 'ok':
      return null
    case 'wrong-credentials':
    case 'gone':
      return { problem: `condition/${condition}` }
    case 'denied':
      return provider === 'imap'
        ? { problem: 'condition/denied-by-server', host }
        : { problem: 'condition/denied', provider: host }
    case 'expired-grant':
    case 'blocked':
      return { problem: `condition/${condition}`, provider: host }
    case 'wrong-client':
    case 'tls':
    case 'unreachable':
    case 'switched-off':
    case 'throttled':
    case 'busy':
    case 'malformed':
    case 'refused':
      return { problem: `condition/${condition}`, host }
  }
}

/** Told once when trouble starts that only the owner can end, or when any trouble is over. */
export function noticeFor(
  address: string,
  before: Condition,
  after: Condition,
  problem: ProblemDetail | null,
): LiveNotice | undefined {
  const [was, is] = [isTrouble(before), isTrouble(after)]
  if (is && before !== after && problem)
    return { level: 'warning', problem: { problem: 'accounts/in-trouble', address, condition: problem } }
  if (was && !is) return { level: 'info', problem: { problem: 'accounts/connected-again', address } }
  return undefined
}

// The others pass by themselves; a message for each would be noise.
const lasting: ReadonlySet<Condition> = new Set([
  'wrong-credentials',
  'expired-grant',
  'denied',
  'blocked',
  'wrong-client',
  'tls',
  'unreachable',
  'switched-off',
])

const isTrouble = (condition: Condition) => lasting.has(condition)
