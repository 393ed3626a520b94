import { faultOfSocketError } from '../../kit/connection-fault.ts'
import { ProviderError, type ProviderErrorKind } from '../contract/index.ts'
import { MalformedResponse, type SieveResponse } from './response.ts'

/** Classifies a failed connection. */
export function connectionError(error: unknown): ProviderError {
  if (error instanceof ProviderError) return error
  const make = (kind: ProviderErrorKind, why: string) =>
    new ProviderError(kind, `Speaking to the ManageSieve server failed: ${why}`, { cause: error })
  if (error instanceof MalformedResponse) return make('malformed', error.message)
  const { fault, said: errorText } = faultOfSocketError(error) ?? { fault: 'unreachable' }
  if (fault === 'switched-off') return make('switched-off', fault)
  const isTls = fault === 'certificate' || fault === 'tls' || fault === 'port-is-plain'
  return make(isTls ? 'tls' : 'unreachable', errorText ?? fault)
}

/** Classifies a command answered with NO or BYE (RFC 5804 §1.3). `doing` completes "while …". */
export function responseError({ status, code, text }: SieveResponse, doing: string): ProviderError {
  return new ProviderError(
    getKind(status, code),
    `The ManageSieve server failed while ${doing}${text && `: ${text}`}`,
    { ...(text ? { detail: text } : {}), isFull: code.startsWith('QUOTA') },
  )
}

function getKind(status: SieveResponse['status'], code: string): ProviderErrorKind {
  if (code === 'TRYLATER' || status === 'BYE') return 'busy'
  if (code === 'ENCRYPT-NEEDED') return 'tls'
  if (code === 'NONEXISTENT') return 'gone'
  return 'refused'
}
