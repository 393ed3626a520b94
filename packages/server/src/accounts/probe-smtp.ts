import { createTransport } from 'nodemailer'
import {
  type ConnectionFailure,
  type ConnectionOutcome,
  faultOfSocketError,
} from '../kit/connection-fault.ts'
import type { ServerSettings } from './types.ts'

export interface SmtpProbeOptions {
  /** PEM certificates trusted besides the system's. */
  trustedCertificates?: string
  connectMilliseconds?: number
  greetingMilliseconds?: number
}

/** Signs in to the sending server and leaves, without sending anything. */
export async function probeSmtp(
  server: ServerSettings & { username: string },
  password: string,
  options: SmtpProbeOptions = {},
): Promise<ConnectionOutcome> {
  const transport = createTransport({
    host: server.host,
    port: server.port,
    secure: server.encryption === 'tls',
    requireTLS: server.encryption === 'starttls',
    ignoreTLS: server.encryption === 'none',
    auth: { user: server.username, pass: password },
    connectionTimeout: options.connectMilliseconds ?? 20_000,
    greetingTimeout: options.greetingMilliseconds ?? 10_000,
    socketTimeout: 30_000,
    ...(options.trustedCertificates === undefined ? {} : { tls: { ca: options.trustedCertificates } }),
  })
  try {
    await transport.verify()
    return { ok: true }
  } catch (error) {
    return { ok: false, ...toConnectionFailure(error, server) }
  } finally {
    transport.close()
  }
}

function toConnectionFailure(error: unknown, server: ServerSettings): ConnectionFailure {
  const { code, message, response } = parts(error)
  const answerText = response === '' ? {} : { said: response }
  // RFC 4954 §6: 454 is a temporary authentication failure, 421 a server that is closing
  if (/^4\d\d/.test(response)) return { fault: 'busy', ...answerText }
  if (code === 'EAUTH') return { fault: 'wrong-credentials', ...answerText }
  if (/invalid greeting/i.test(message)) return { fault: 'not-a-mail-server' }
  if (/greeting never received/i.test(message)) {
    return { fault: server.encryption === 'tls' ? 'no-answer' : 'port-is-tls' }
  }
  if (/STARTTLS/i.test(message) && server.encryption === 'starttls') return { fault: 'no-starttls' }
  // nodemailer puts its own code over the system's, which stays in the message
  const [systemCode] = /\bE[A-Z]{4,}\b/.exec(message) ?? []
  const cause = Object.assign(new Error(message), { code: systemCode ?? code })
  return faultOfSocketError(cause) ?? { fault: code === 'ETLS' ? 'tls' : 'unreachable', ...answerText }
}

function parts(error: unknown): { code: string; message: string; response: string } {
  const read = (key: string): string => {
    const value: unknown = error instanceof Error ? Reflect.get(error, key) : undefined
    return typeof value === 'string' ? value.slice(0, 500) : ''
  }
  return { code: read('code'), message: read('message'), response: read('response') }
}
