import type { AddressInfo, Socket } from 'node:net'
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server'
import { type Certificate, selfSignedCertificate } from './certificate.ts'

export interface SmtpSinkOptions {
  /** User name → password; without users the sink asks for no sign-in. */
  users?: Readonly<Record<string, string>>
  /** Answers for a recipient: undefined accepts, an error text (`550 5.1.1 …`) refuses. */
  refuse?: (recipient: string) => string | undefined
  /** As `refuse`, for the sender. */
  refuseSender?: (sender: string) => string | undefined
  /**
   * What becomes of a message whose end has come: undefined accepts it, an error text refuses it, `cut` ends the
   * connection instead of an answer, `keep-and-cut` after keeping it.
   */
  judge?: (message: SunkMessage) => string | undefined
  /** True ends the connection while the message is still coming in. */
  cutDuring?: () => boolean
}

export interface SunkMessage {
  user: string | undefined
  from: string
  to: string[]
  raw: Buffer
}

/** A real SMTP server on loopback that keeps what it is given. */
export interface SmtpSink extends AsyncDisposable {
  readonly host: string
  /** Plain, offers STARTTLS; signing in is allowed without it. */
  readonly port: number
  /** TLS from the first byte. */
  readonly tlsPort: number
  readonly certificate: Certificate
  /** Everything accepted, in order. */
  readonly messages: SunkMessage[]
  /** Resolves with message number `count` (from 1) as soon as it is there. */
  received(count: number): Promise<SunkMessage>
}

export async function startSmtpSink(options: SmtpSinkOptions = {}): Promise<SmtpSink> {
  const certificate = selfSignedCertificate()
  const messages: SunkMessage[] = []
  const waiting = new Set<() => void>()
  const accept = (message: SunkMessage) => {
    messages.push(message)
    for (const wake of waiting) wake()
  }
  const [plain, secure] = [false, true].map((tls) => {
    const server: SMTPServer = new SMTPServer({
      ...behaviour(options, accept, (session) => cut(server, session)),
      ...certificate,
      secure: tls,
    })
    return server
  }) as [SMTPServer, SMTPServer]
  const [port, tlsPort] = await Promise.all([listen(plain), listen(secure)])
  return {
    host: '127.0.0.1',
    port,
    tlsPort,
    certificate,
    messages,
    received: (count) =>
      new Promise((resolve) => {
        const look = () => {
          const message = messages[count - 1]
          if (!message) return
          waiting.delete(look)
          resolve(message)
        }
        waiting.add(look)
        look()
      }),
    [Symbol.asyncDispose]: async () => {
      await Promise.all([plain, secure].map((server) => new Promise<void>((done) => server.close(done))))
    },
  }
}

/** Ends a connection as a broken line does. */
function cut(server: SMTPServer, session: SMTPServerSession): void {
  for (const connection of server.connections as Set<Connection>)
    if (connection.session === session) connection._socket.destroy()
}

interface Connection {
  session: SMTPServerSession
  _socket: Socket
}

const refusal = (text: string) =>
  Object.assign(new Error(text.slice(4)), { responseCode: Number(text.slice(0, 3)) })

function behaviour(
  options: SmtpSinkOptions,
  accept: (message: SunkMessage) => void,
  cutOff: (session: SMTPServerSession) => void,
): SMTPServerOptions {
  return {
    logger: false,
    authOptional: options.users === undefined,
    allowInsecureAuth: true,
    disabledCommands: options.users === undefined ? ['AUTH'] : [],
    closeTimeout: 100,
    onAuth: (auth, _session, answer) => {
      const password = auth.username !== undefined ? options.users?.[auth.username] : undefined
      if (password !== undefined && password === auth.password) answer(null, { user: auth.username })
      else answer(new Error('Invalid username or password'))
    },
    onRcptTo: (address, _session, answer) => {
      const text = options.refuse?.(address.address)
      answer(text === undefined ? null : refusal(text))
    },
    onMailFrom: (address, _session, answer) => {
      const text = options.refuseSender?.(address.address)
      answer(text === undefined ? null : refusal(text))
    },
    onData: (stream, session, answer) => {
      const chunks: Buffer[] = []
      if (options.cutDuring?.()) return void cutOff(session)
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const from = session.envelope.mailFrom
        const message = {
          user: session.user,
          from: from ? from.address : '',
          to: session.envelope.rcptTo.map((recipient) => recipient.address),
          raw: Buffer.concat(chunks),
        }
        const judged = options.judge?.(message)
        if (judged === undefined || judged === 'keep-and-cut') accept(message)
        if (judged === undefined) answer()
        else if (judged === 'cut' || judged === 'keep-and-cut') cutOff(session)
        else answer(refusal(judged))
      })
    },
  }
}

function listen(server: SMTPServer): Promise<number> {
  return new Promise((resolve, reject) => {
    server.on('error', reject)
    const listener = server.listen(0, '127.0.0.1', () => {
      server.off('error', reject)
      server.on('error', () => {}) // a client that hangs up in mid-sentence is none of the test's business
      resolve((listener.address() as AddressInfo).port)
    })
  })
}
