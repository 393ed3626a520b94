import {
  type ConnectionFailure,
  type ConnectionFault,
  faultOfSocketError,
} from '../../kit/connection-fault.ts'
import { ProviderError, type ProviderErrorKind } from '../contract/index.ts'
import type { ImapSettings } from './settings.ts'

/** A ProviderError that says which step of connecting failed. */
export class ConnectionError extends ProviderError {
  readonly failure: ConnectionFailure
  constructor(kind: ProviderErrorKind, message: string, failure: ConnectionFailure, cause: unknown) {
    super(kind, message, { cause, ...(failure.said === undefined ? {} : { detail: failure.said }) })
    this.failure = failure
  }
}

/** Which step of connecting or signing in an imapflow error stands for. `heard`: the other side had said something. */
export function connectionFault(
  error: unknown,
  settings: ImapSettings,
  hasAnswered: boolean,
): ConnectionFailure {
  const { code, text, responseCode } = parts(error)
  const serverWords = text === '' ? {} : { said: text }
  // RFC 5530 §3: these codes mean "not now", whatever the password
  if (['UNAVAILABLE', 'LIMIT', 'INUSE', 'SERVERBUG'].includes(responseCode))
    return { fault: 'busy', ...serverWords }
  if (/too many|maximum number|try again later/i.test(text)) return { fault: 'busy', ...serverWords }
  if (isAuthenticationFailure(error)) return { fault: 'wrong-credentials', ...serverWords }
  const inSocket = faultOfSocketError(error)
  if (inSocket) return inSocket
  if (code === 'CONNECT_TIMEOUT' || code === 'UPGRADE_TIMEOUT') return { fault: 'no-answer' }
  if (code === 'GREETING_TIMEOUT') {
    if (hasAnswered) return { fault: 'not-a-mail-server' }
    return { fault: settings.encryption === 'tls' ? 'no-answer' : 'port-is-tls' }
  }
  if (error instanceof Error && /does not support STARTTLS/.test(error.message))
    return { fault: 'no-starttls' }
  if (error instanceof Error && 'tlsFailed' in error) return { fault: 'tls' }
  if (code.startsWith('Parser') || code === 'InvalidResponse') return { fault: 'not-a-mail-server' }
  return { fault: 'unreachable', ...serverWords }
}

const kinds: Readonly<Record<ConnectionFault, ProviderErrorKind>> = {
  'unknown-host': 'unreachable',
  'connection-refused': 'unreachable',
  'no-answer': 'unreachable',
  unreachable: 'unreachable',
  'port-is-plain': 'tls',
  // nothing but silence was observed: to a form a hint, to an account that worked before a server in trouble
  'port-is-tls': 'unreachable',
  'no-starttls': 'tls',
  certificate: 'tls',
  tls: 'tls',
  'wrong-credentials': 'wrong-credentials',
  busy: 'busy',
  'not-a-mail-server': 'malformed',
  'switched-off': 'switched-off',
}

export function connectionError(
  fault: ConnectionFailure,
  settings: ImapSettings,
  cause: unknown,
): ConnectionError {
  const words = `Connecting to ${settings.host}:${settings.port} failed: ${fault.fault}`
  return new ConnectionError(kinds[fault.fault], words, fault, cause)
}

/** Maps a failed command to an error. `doing` completes "while …". */
export function commandError(error: unknown, doing: string): ProviderError {
  if (error instanceof ProviderError) return error
  const { code, text, responseCode, status } = parts(error)
  const make = (kind: ProviderErrorKind) =>
    new ProviderError(kind, `The mail server failed while ${doing}${text && `: ${text}`}`, {
      cause: error,
      ...(text ? { detail: text } : {}),
      isFull: responseCode === 'OVERQUOTA',
    })
  if (code === 'ETHROTTLE' || ['LIMIT', 'THROTTLED'].includes(responseCode)) return make('throttled')
  if (['NONEXISTENT', 'TRYCREATE', 'NOTFOUND'].includes(responseCode) || code === 'NotFound')
    return make('gone')
  if (error instanceof Error && 'mailboxMissing' in error) return make('gone')
  if (['UNAVAILABLE', 'INUSE', 'SERVERBUG', 'EXPUNGEISSUED'].includes(responseCode)) return make('busy')
  if (['AUTHENTICATIONFAILED', 'AUTHORIZATIONFAILED', 'EXPIRED'].includes(responseCode)) {
    return make('wrong-credentials')
  }
  if (status === 'NO' || status === 'BAD') return make('refused')
  if (code.startsWith('Parser') || code.endsWith('TooLarge') || code.startsWith('Invalid')) {
    return make('malformed')
  }
  return make('unreachable')
}

/** Whether the connection, rather than the command, is what failed. */
export function isConnectionLoss(error: unknown): boolean {
  return error instanceof ProviderError && (error.kind === 'unreachable' || error.kind === 'malformed')
}

interface ErrorParts {
  code: string
  /** The human text of the server's answer. */
  text: string
  /** The bracketed code of the server's answer, RFC 5530. */
  responseCode: string
  /** NO or BAD. */
  status: string
}

function parts(error: unknown): ErrorParts {
  const read = (key: string): string => {
    if (typeof error !== 'object' || error === null || !(key in error)) return ''
    const value: unknown = Reflect.get(error, key)
    return typeof value === 'string' ? value : ''
  }
  const text = (read('responseText') || read('reason')).slice(0, 500)
  return {
    code: read('code'),
    text,
    responseCode: (
      read('serverResponseCode') ||
      bracketed(text) ||
      bracketed(read('response'))
    ).toUpperCase(),
    status: read('responseStatus'),
  }
}

const bracketed = (text: string): string => /\[([A-Z-]+)[^\]]*\]/i.exec(text)?.[1] ?? ''

const isAuthenticationFailure = (error: unknown): boolean =>
  error instanceof Error && 'authenticationFailed' in error && error.authenticationFailed === true
