import type { ImapFlow } from 'imapflow'
import type { LentClient, Lookup } from '../../egress/network/index.ts'
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
  let client: ImapClient | undefined
  let refusal: unknown
  let lost: unknown
  const remember = (entry: unknown) => {
    if (typeof entry === 'object' && entry !== null && 'err' in entry) refusal = entry.err
  }
  const takeRefusal = () => {
    const taken = lost ?? refusal
    refusal = undefined
    return taken
  }
  const open = (lookup: Lookup): LentClient<ImapConnection> => {
    const opening = new ImapClient(clientOptions({ settings, password, options, watching, remember, lookup }))
    client = opening
    opening.on('error', (error) => (lost ??= error)) // without a listener a lost connection ends the process
    const attempt = <T>(work: () => Promise<T>) =>
      unlessStalled(opening, options.stallMilliseconds ?? 600_000, work)
    return {
      opened: attempt(() => opening.connect()).then(() => ({ client: opening, attempt, takeRefusal })),
      counts: () => ({ bytesIn: opening.stats().received, bytesOut: opening.stats().sent }),
      end: () => opening.close(),
      onEnd: (ended) => void opening.once('close', ended),
    }
  }
  try {
    return await settings.dialer.lend(settings.host, open)
  } catch (error) {
    client?.close()
    const fault = connectionFault(lost ?? error, settings, (client?.stats().received ?? 0) > 0)
    throw connectionError(fault, settings, error)
  }
}

interface ClientChoices {
  settings: ImapSettings
  password: string
  options: ImapOptions
  watching: { idleAfterMilliseconds: number } | undefined
  remember(entry: unknown): void
  lookup: Lookup
}

function clientOptions({ settings, password, options, watching, remember, lookup }: ClientChoices) {
  const ignore = () => {}
  return {
    host: settings.host,
    port: settings.port,
    ...encryption(settings, options, lookup),
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
  } as const
}

// RFC 2177 asks to re-issue IDLE every 29 minutes; home routers forget a silent connection sooner.
const idleMilliseconds = 9 * 60_000

/** imapflow hands `tls` to the socket, encrypted or not: the look-up goes that way. */
function encryption(settings: ImapSettings, { trustedCertificates }: ImapOptions, lookup: Lookup) {
  const tls = { lookup, ...(trustedCertificates !== undefined && { ca: trustedCertificates }) }
  if (settings.encryption === 'tls') return { secure: true, tls }
  return { secure: false, doSTARTTLS: settings.encryption === 'starttls', tls }
}
