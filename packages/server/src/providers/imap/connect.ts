import type { ImapFlow } from 'imapflow'
import { connectionError, connectionFault } from './classify.ts'
import type { ImapOptions, ImapSettings } from './settings.ts'
import { unlessStalled } from './stalled.ts'
import { ImapClient } from './vanished.ts'

/** A signed-in client and the reason of the last refused command, which imapflow tells only its logger. */
export interface ImapConnection {
  readonly client: ImapFlow
  /** Takes the error behind the last `false` that a command of the client answered with. */
  takeRefusal(): unknown
  /** Runs commands of the client; closes it and throws when the server comes to no end of them. */
  attempt<T>(work: () => Promise<T>): Promise<T>
}

// A literal announced larger than this ends the connection: no mail server takes such a message.
const maxLiteralBytes = 256 * 1024 * 1024

/** Connects and signs in; everything thrown is a ProviderError. */
export async function openConnection(
  settings: ImapSettings,
  password: string,
  options: ImapOptions,
  watching?: { idleAfterMilliseconds: number },
): Promise<ImapConnection> {
  let refusal: unknown
  const remember = (entry: unknown) => {
    if (typeof entry === 'object' && entry !== null && 'err' in entry) refusal = entry.err
  }
  const ignore = () => {}
  const client = new ImapClient({
    host: settings.host,
    port: settings.port,
    ...encryption(settings, options),
    auth: { user: settings.username, pass: password },
    // Without it removals come as sequence numbers, which mean nothing later. With it imapflow counts no removal,
    // and a watch would not be told of the message that makes up for one.
    qresync: watching === undefined,
    clientInfo: { name: 'plMail' },
    logger: { debug: ignore, info: ignore, warn: remember, error: ignore },
    connectionTimeout: options.connectMilliseconds ?? 20_000,
    greetingTimeout: options.greetingMilliseconds ?? 10_000,
    socketTimeout: options.silenceMilliseconds ?? 120_000,
    maxLiteralSize: maxLiteralBytes,
    maxLockHoldTime: false,
    ...(watching
      ? { autoIdleDelay: watching.idleAfterMilliseconds, maxIdleTime: idleMilliseconds }
      : { disableAutoIdle: true }),
  })
  let lost: unknown
  client.on('error', (error) => (lost ??= error)) // without a listener a lost connection ends the process
  const attempt = <T>(work: () => Promise<T>) =>
    unlessStalled(client, options.stallMilliseconds ?? 600_000, work)
  try {
    await attempt(() => client.connect())
  } catch (error) {
    client.close()
    const fault = connectionFault(lost ?? error, settings, client.stats().received > 0)
    throw connectionError(fault, settings, error)
  }
  return {
    client,
    attempt,
    takeRefusal: () => {
      const taken = lost ?? refusal
      refusal = undefined
      return taken
    },
  }
}

// RFC 2177 asks to re-issue IDLE every 29 minutes; home routers forget a silent connection sooner.
const idleMilliseconds = 9 * 60_000

function encryption(settings: ImapSettings, options: ImapOptions) {
  const tls = options.trustedCertificates === undefined ? {} : { tls: { ca: options.trustedCertificates } }
  if (settings.encryption === 'tls') return { secure: true, ...tls }
  return { secure: false, doSTARTTLS: settings.encryption === 'starttls', ...tls }
}
