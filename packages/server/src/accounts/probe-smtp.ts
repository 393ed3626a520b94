import SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { Dialer } from '../egress/network/index.ts'
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

type SmtpServer = ServerSettings & { username: string; dialer: Dialer }

/** Signs in to the sending server and leaves, without sending anything. */
export async function probeSmtp(
  server: SmtpServer,
  password: string,
  options: SmtpProbeOptions = {},
): Promise<ConnectionOutcome> {
  let connection: SMTPConnection | undefined
  try {
    connection = await connect(server, options)
    await greet(connection)
    // A server that asks for no sign-in knows its clients otherwise.
    if (connection.allowsAuth) await signIn(connection, server.username, password)
    connection.quit()
    return { ok: true }
  } catch (error) {
    connection?.close()
    return { ok: false, ...toConnectionFailure(error, server) }
  }
}

async function connect(server: SmtpServer, options: SmtpProbeOptions): Promise<SMTPConnection> {
  const { dialer, host, port, encryption } = server
  const { trustedCertificates: ca, connectMilliseconds = 20_000, greetingMilliseconds = 10_000 } = options
  const trust = ca === undefined ? {} : { ca }
  const isSecure = encryption === 'tls'
  const socket = await dialer.connect({ host, port, connectMilliseconds, ...(isSecure && { tls: trust }) })
  return new SMTPConnection({
    host,
    port,
    connection: socket,
    secured: isSecure,
    secure: isSecure,
    requireTLS: encryption === 'starttls',
    ignoreTLS: encryption === 'none',
    greetingTimeout: greetingMilliseconds,
    socketTimeout: 30_000,
    tls: trust,
  })
}

function greet(connection: SMTPConnection): Promise<void> {
  return new Promise((resolve, reject) => {
    connection.on('error', reject) // stays, so that a later one does not end the process
    connection.once('end', () => reject(new Error('The connection ended')))
    connection.connect((error) => (error ? reject(error) : resolve()))
  })
}

function signIn(connection: SMTPConnection, user: string, pass: string): Promise<void> {
  return new Promise((resolve, reject) => {
    connection.once('end', () => reject(new Error('The connection ended while signing in')))
    connection.on('error', reject)
    connection.login({ credentials: { user, pass } }, (error) => (error ? reject(error) : resolve()))
  })
}

function toConnectionFailure(error: unknown, server: ServerSettings): ConnectionFailure {
  const { code, message, response } = parts(error)
  if (code === 'EGRESS_OFF') return { fault: 'switched-off' }
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
