import type { EgressOutcome } from '@plmail/wire'
import { type ConnectionFault, faultOfSocketError } from '../../kit/connection-fault.ts'
import { SwitchedOff } from './types.ts'

/** Rejects an address on behalf of whoever asks for the connection; nothing was sent to it. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused'
}

/** Nothing was heard in time. */
export class ConnectTimeout extends Error {
  override readonly name = 'ConnectTimeout'
  readonly code = 'ETIMEDOUT'
}

const outcomes: Partial<Record<ConnectionFault, EgressOutcome>> = {
  'switched-off': 'switched-off',
  'unknown-host': 'unknown-host',
  'connection-refused': 'connection-refused',
  'no-answer': 'no-answer',
  certificate: 'tls',
  tls: 'tls',
  'port-is-plain': 'tls',
}

/** What a failed connection is written down as. Libraries put errors of their own around the socket's. */
export function outcomeOfError(error: unknown): EgressOutcome {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof SwitchedOff) return 'switched-off'
    if (cause instanceof AddressRefused) return 'refused-address'
    if (['HeadersTimeoutError', 'TimeoutError', 'AbortError', 'ConnectTimeoutError'].includes(cause.name))
      return 'no-answer'
    const fault = faultOfSocketError(cause)?.fault
    if (fault !== undefined) return outcomes[fault] ?? 'unreachable'
  }
  return 'unreachable'
}
