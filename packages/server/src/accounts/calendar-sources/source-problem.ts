import { type ProblemDetail, ProviderName } from '@plmail/wire'
import type { FieldProblem } from '../field-problem.ts'
import type { CalendarSourceCondition, CalendarSourceKind, SourceFault } from './types.ts'

/** Returns the meaning of a condition for the owner of the calendars; null when there is nothing to say. */
export function conditionOfSource(
  condition: CalendarSourceCondition,
  kind: CalendarSourceKind,
  host: string,
): ProblemDetail | null {
  switch (condition) {
    case 'new':
    case 'ok':
      return null
    case 'wrong-credentials':
      return kind === 'feed'
        ? { problem: 'calendar-source/feed-wants-password', host }
        : { problem: 'calendar-source/wrong-password', host }
    case 'missing-scope':
      return { problem: 'calendar-source/missing-scope', host }
    case 'expired-grant':
      return { problem: 'calendar-source/expired-grant', host }
    case 'denied':
      return kind === ProviderName.google || kind === ProviderName.microsoft
        ? { problem: 'calendar-source/denied', host }
        : { problem: 'calendar-source/denied-by-server', host }
    case 'blocked':
      return { problem: 'calendar-source/blocked', host }
    case 'wrong-client':
      return { problem: 'calendar-source/wrong-client', host }
    case 'tls':
      return { problem: 'calendar-source/tls', host }
    case 'unreachable':
      return { problem: 'calendar-source/unreachable', host }
    case 'switched-off':
      return { problem: 'calendar-source/switched-off', host }
    case 'throttled':
      return { problem: 'condition/throttled', host }
    case 'busy':
      return { problem: 'condition/busy', host }
    case 'gone':
      return { problem: 'calendar-source/gone', host }
    case 'malformed':
      return { problem: 'condition/malformed', host }
    case 'refused':
      return { problem: 'condition/refused', host }
  }
}

/** A subscription whose address was sealed with another key. */
export const unreadableAddress = { problem: 'calendar-source/unreadable-address' } as const

/** Why a source could not be connected: which field of the form to look at, and what to do. */
export function sourceProblem(kind: 'caldav' | 'feed', fault: SourceFault, host: string): FieldProblem {
  return {
    pointer: kind === 'caldav' && fault.kind === 'wrong-credentials' ? '/password' : '/address',
    problem: faultProblem(kind, fault, host),
  }
}

function faultProblem(kind: 'caldav' | 'feed', fault: SourceFault, host: string): ProblemDetail {
  switch (fault.kind) {
    case 'wrong-credentials':
      return fault.problem ?? { problem: 'calendar-source/wrong-credentials', host }
    case 'tls':
      return { problem: 'calendar-source/no-trusted-connection', host }
    case 'refused':
      return (
        refusals[fault.detail ?? ''] ??
        fault.problem ?? { problem: 'calendar-source/refused', host, serverText: fault.detail }
      )
    case 'throttled':
    case 'busy':
      return { problem: 'calendar-source/busy', host }
    case 'unreachable':
      return { problem: 'calendar-source/no-answer', host }
    case 'switched-off':
      return { problem: 'calendar-source/switched-off', host }
    default:
      return fault.problem ?? { problem: 'calendar-source/no-calendars', host }
  }
}

const refusals: Readonly<Record<string, ProblemDetail>> = {
  'refused-url': { problem: 'calendar-source/refused-url' },
  'refused-address': { problem: 'calendar-source/private-network' },
  'too-many-redirects': { problem: 'calendar-source/too-many-redirects' },
}
