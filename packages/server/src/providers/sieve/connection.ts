import type { Socket } from 'node:net'
import { secure } from '../../egress/network/index.ts'
import { ProviderError } from '../contract/index.ts'
import { connectionError, responseError } from './faults.ts'
import { MalformedResponse, readResponse, type SieveResponse } from './response.ts'
import type { SieveOptions, SieveSettings } from './settings.ts'

/** A signed-in conversation with a ManageSieve server; everything thrown is a ProviderError. */
export interface SieveConnection {
  /** The capabilities of the server, by upper-case names (RFC 5804 §1.7). */
  readonly capabilities: ReadonlyMap<string, string>
  /** Sends one command. Throws when it is refused; `doing` completes "while …". */
  command(words: readonly string[], doing: string): Promise<SieveResponse>
  close(): Promise<void>
}

export async function openSieve(
  settings: SieveSettings,
  password: string,
  options: SieveOptions = {},
): Promise<SieveConnection> {
  const channel = new Channel()
  try {
    await channel.connect(settings, options)
    let capabilities = capabilitiesIn(await channel.receive('greeting'))
    if (settings.encryption === 'starttls') {
      if (!capabilities.has('STARTTLS'))
        throw new ProviderError('tls', 'The ManageSieve server does not offer STARTTLS')
      await channel.command(['STARTTLS'], 'starting TLS')
      await channel.secure(settings, options)
      capabilities = capabilitiesIn(await channel.receive('greeting'))
    }
    await signIn(channel, capabilities, settings.username, password)
    capabilities = capabilitiesIn(await channel.command(['CAPABILITY'], 'asking what it can do'))
    return {
      capabilities,
      command: (words, doing) => channel.command(words, doing),
      close: async () => {
        await channel.command(['LOGOUT'], 'signing out').catch(() => {}) // what was asked for is done
        channel.destroy()
      },
    }
  } catch (error) {
    channel.destroy()
    throw connectionError(error)
  }
}

function capabilitiesIn({ lines }: SieveResponse): Map<string, string> {
  return new Map(lines.map(([name = '', value = '']) => [name.toUpperCase(), value]))
}

async function signIn(
  channel: Channel,
  capabilities: ReadonlyMap<string, string>,
  username: string,
  password: string,
): Promise<void> {
  const mechanisms = (capabilities.get('SASL') ?? '').toUpperCase().split(' ')
  if (!mechanisms.includes('PLAIN'))
    throw new ProviderError('refused', 'The ManageSieve server takes no password')
  const plain = Buffer.from(`\0${username}\0${password}`).toString('base64')
  const response = await channel.exchange(['AUTHENTICATE', quote('PLAIN'), quote(plain)])
  if (response.status === 'OK') return
  const error = responseError(response, 'signing in')
  if (error.kind !== 'refused') throw error
  throw new ProviderError('wrong-credentials', error.message, { cause: error })
}

/** One socket, one question at a time. */
class Channel {
  #socket: Socket | undefined
  #bytes = Buffer.alloc(0)
  #lost: unknown
  #wake: (() => void) | undefined

  async connect({ dialer, host, port }: SieveSettings, options: SieveOptions): Promise<void> {
    const { connectMilliseconds = 20_000 } = options
    const socket = await dialer.connect({ host, port, connectMilliseconds })
    this.#socket = socket
    socket.setTimeout(options.silenceMilliseconds ?? 30_000)
    this.#listen(socket)
  }

  async secure({ host }: SieveSettings, options: SieveOptions): Promise<void> {
    const plain = this.#socket
    // Said in clear, it could be anybody's, and would be read as if it had come under TLS (CVE-2011-0411).
    if (this.#bytes.length > 0 || !plain) throw new MalformedResponse('Bytes before TLS')
    for (const event of ['data', 'error', 'timeout', 'close']) plain.removeAllListeners(event)
    plain.pause()
    const trust = options.trustedCertificates === undefined ? {} : { ca: options.trustedCertificates }
    const socket = secure(plain, host, trust)
    this.#socket = socket
    socket.setTimeout(options.silenceMilliseconds ?? 30_000)
    await encrypted(socket)
    this.#listen(socket)
  }

  async command(words: readonly string[], doing: string): Promise<SieveResponse> {
    const response = await this.exchange(words)
    if (response.status !== 'OK') throw responseError(response, doing)
    return response
  }

  async exchange(words: readonly string[]): Promise<SieveResponse> {
    this.#socket?.write(`${words.join(' ')}\r\n`)
    return this.receive()
  }

  async receive(stage?: 'greeting'): Promise<SieveResponse> {
    for (;;) {
      const complete = this.#taken()
      if (complete) {
        if (stage === 'greeting' && complete.status !== 'OK') throw responseError(complete, 'connecting')
        return complete
      }
      if (this.#lost !== undefined) throw connectionError(this.#lost)
      await new Promise<void>((resolve) => (this.#wake = resolve))
    }
  }

  destroy(): void {
    this.#socket?.destroy()
  }

  #taken(): SieveResponse | undefined {
    try {
      const complete = readResponse(this.#bytes)
      if (complete) this.#bytes = this.#bytes.subarray(complete.end)
      return complete?.response
    } catch (error) {
      throw connectionError(error)
    }
  }

  #listen(socket: Socket): void {
    const lose = (error: unknown) => {
      this.#lost ??= error
      this.#wake?.()
    }
    socket.on('data', (chunk: Buffer) => {
      this.#bytes = Buffer.concat([this.#bytes, chunk])
      this.#wake?.()
    })
    socket.on('error', lose)
    socket.on('timeout', () => {
      lose(new Error('The server is silent'))
      socket.destroy()
    })
    socket.on('close', () => lose(new Error('The connection ended')))
  }
}

function encrypted(socket: Socket): Promise<void> {
  return new Promise((resolve, reject) => {
    const failed = (error: Error) => {
      socket.destroy()
      reject(error)
    }
    const silent = () => failed(new Error('The server is silent'))
    const failOnEnd = () => failed(new Error('The connection ended'))
    socket.once('error', failed).once('timeout', silent).once('close', failOnEnd)
    socket.once('secureConnect', () => {
      socket.off('error', failed).off('timeout', silent).off('close', failOnEnd)
      resolve()
    })
  })
}

/** A string as a command carries it; a literal that needs no go-ahead where it cannot be quoted (RFC 5804 §4). */
export function quote(text: string): string {
  const bytes = Buffer.byteLength(text)
  // oxlint-disable-next-line no-control-regex -- a quoted string carries no control characters
  if (bytes <= 1024 && !/[\u0000-\u001f\u007f]/.test(text)) return `"${text.replace(/["\\]/g, '\\$&')}"`
  return `{${bytes}+}\r\n${text}`
}
