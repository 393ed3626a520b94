import { Readable } from 'node:stream'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { Socket } from 'node:net'
import type { Dialer } from '../../egress/network/index.ts'
import { refusals, smtpReplyIn } from './replies.ts'

export interface SmtpSettings {
  dialer: Dialer
  host: string
  port: number
  /** As for IMAP: see providers/imap/settings.ts. */
  encryption: 'tls' | 'starttls' | 'none'
  username: string
}

/** Limits of patience and trust. */
export interface SmtpOptions {
  /** PEM certificates trusted besides the system's. */
  trustedCertificates?: string
  connectMilliseconds?: number
  greetingMilliseconds?: number
  /** RFC 5321 §4.5.3.2.6: servers may take ten minutes to answer for a message. */
  silenceMilliseconds?: number
}

export interface SmtpMessage {
  from: string
  to: readonly string[]
  raw: Buffer
}

/** See Relayed in mail/submission/types.ts, whose shape this has. */
export type SmtpOutcome =
  | { outcome: 'answered'; replies: ReadonlyMap<string, string> }
  | { outcome: 'not-taken'; said: string }
  | { outcome: 'unknown'; said: string }

/**
 * Signs in and hands one message over. `beforeEnd` runs when everything but the last octets is sent, with the
 * recipients taken so far; unless it answers true the server never gets the end, and without its end nobody has a
 * message (RFC 5321 §4.1.1.4). Never throws for what the other side does; what `beforeEnd` throws is thrown.
 */
export async function submitBySmtp(
  settings: SmtpSettings,
  password: string,
  message: SmtpMessage,
  beforeEnd: (recipients: readonly string[]) => Promise<boolean>,
  signal: AbortSignal,
  options: SmtpOptions = {},
): Promise<SmtpOutcome> {
  const attempt = new Attempt(message, beforeEnd)
  let connection: SMTPConnection | undefined
  // Once the end is sent the answer is worth waiting for, as long as the process lives.
  const abort = () => void (attempt.isEnding || connection?.close())
  signal.addEventListener('abort', abort, { once: true })
  try {
    signal.throwIfAborted()
    const socket = await openSocket(settings, options, signal)
    connection = new SMTPConnection(connectionOptions(settings, options, socket))
    await connect(connection)
    await signIn(connection, settings, password)
    return { outcome: 'answered', replies: await attempt.send(connection) }
  } catch (error) {
    if (attempt.fault !== undefined) throw attempt.fault
    return attempt.toOutcome(error)
  } finally {
    signal.removeEventListener('abort', abort)
    connection?.close()
  }
}

function openSocket(
  { dialer, host, port, encryption }: SmtpSettings,
  options: SmtpOptions,
  signal: AbortSignal,
): Promise<Socket> {
  const { connectMilliseconds = 20_000, trustedCertificates: ca } = options
  const tls = encryption === 'tls' ? { tls: ca === undefined ? {} : { ca } } : {}
  return dialer.connect({ host, port, connectMilliseconds, signal, ...tls })
}

function connectionOptions({ host, port, encryption }: SmtpSettings, options: SmtpOptions, socket: Socket) {
  return {
    host,
    port,
    connection: socket,
    secured: encryption === 'tls',
    secure: encryption === 'tls',
    requireTLS: encryption === 'starttls',
    ignoreTLS: encryption === 'none',
    greetingTimeout: options.greetingMilliseconds ?? 20_000,
    socketTimeout: options.silenceMilliseconds ?? 600_000,
    ...(options.trustedCertificates === undefined ? {} : { tls: { ca: options.trustedCertificates } }),
  }
}

function connect(connection: SMTPConnection): Promise<void> {
  return new Promise((resolve, reject) => {
    connection.on('error', reject) // stays, so that a later one does not end the process
    connection.once('end', () => reject(new Error('The connection ended')))
    connection.connect((error) => (error ? reject(error) : resolve()))
  })
}

function signIn(connection: SMTPConnection, { username }: SmtpSettings, password: string): Promise<void> {
  // A server that asks for no sign-in knows its clients otherwise.
  if (!connection.allowsAuth) return Promise.resolve()
  return new Promise((resolve, reject) => {
    connection.once('end', () => reject(new Error('The connection ended while signing in')))
    connection.login({ credentials: { user: username, pass: password } }, (error) =>
      error ? reject(error) : resolve(),
    )
  })
}

/** One hand-over: what has happened so far decides what an error means. */
class Attempt {
  readonly #message: SmtpMessage
  readonly #beforeEnd: (recipients: readonly string[]) => Promise<boolean>
  #taken: string[] = []
  /** The last octets are on their way: from here on the server may have the message. */
  isEnding = false
  /** An error on our own side. */
  fault: unknown

  constructor(message: SmtpMessage, beforeEnd: (recipients: readonly string[]) => Promise<boolean>) {
    this.#message = message
    this.#beforeEnd = beforeEnd
  }

  /** The last reply about each recipient. */
  send(connection: SMTPConnection): Promise<Map<string, string>> {
    const { from, to, raw } = this.#message
    // The connection keeps its books in this object, and they are read before the answer is there.
    const envelope = { from, to: [...to], size: raw.length, use8BitMime: isEightBit(raw), accepted: [...to] }
    return new Promise((resolve, reject) => {
      connection.once('end', () => reject(new Error('The connection ended before the mail server answered')))
      const body = Readable.from(this.#body(envelope), { objectMode: false, highWaterMark: 1 })
      connection.send(envelope, body, (error, info) => {
        if (error) return reject(error)
        const replies = new Map(info.accepted.map((address) => [getAddress(address), info.response]))
        for (const [address, reply] of refusals(info.rejectedErrors)) replies.set(address, reply)
        resolve(replies)
      })
    })
  }

  /** Asked for only when the server has said that it waits for the message. */
  async *#body(envelope: { accepted: string[] }): AsyncGenerator<Buffer> {
    const { raw } = this.#message
    const cut = Math.max(0, raw.length - 2)
    if (cut > 0) yield raw.subarray(0, cut)
    this.#taken = [...envelope.accepted]
    try {
      if (!(await this.#beforeEnd(this.#taken))) throw new Error('Somebody else sends it')
    } catch (error) {
      this.fault = error
      throw error
    }
    this.isEnding = true
    yield raw.subarray(cut)
  }

  toOutcome(error: unknown): SmtpOutcome {
    const reply = smtpReplyIn(error)
    const all = (recipients: readonly string[], word: string) =>
      recipients.map((recipient) => [recipient, word] as const)
    const { to } = this.#message
    // An answer to the message itself: the recipients refused before it have had theirs.
    if (this.isEnding && reply.step === 'DATA' && reply.text !== '')
      return { outcome: 'answered', replies: new Map([...all(this.#taken, reply.text), ...reply.refusals]) }
    if (this.isEnding) return { outcome: 'unknown', said: reply.words }
    if (reply.refusals.length > 0) return { outcome: 'answered', replies: new Map(reply.refusals) }
    if (['MAIL FROM', 'RCPT TO', 'DATA', 'API'].includes(reply.step) && reply.text !== '')
      return { outcome: 'answered', replies: new Map(all(to, reply.text)) }
    return { outcome: 'not-taken', said: reply.words }
  }
}

const getAddress = (entry: string | { address: string }): string =>
  typeof entry === 'string' ? entry : entry.address

const isEightBit = (raw: Buffer): boolean => raw.some((byte) => byte > 127)
