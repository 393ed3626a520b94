import { execFileSync } from 'node:child_process'
import { createECDH, randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { decrypted } from '../../../people/push/decrypt.ts'
import type { OutboundPostOptions } from '../../../../../server/src/safety/outbound/outbound-post.ts'
import { network } from '../../../egress/test-network.ts'

interface Received {
  path: string
  headers: IncomingHttpHeaders
  body: Buffer
}

/** A push service on this machine, with the browser behind it. */
export interface Receiver extends AsyncDisposable {
  /** How messages for push.example reach it. */
  way: OutboundPostOptions
  /** What arrived at a path so far. */
  received(path: string): Received[]
  /** Waits for the nth message at a path and reads it as the browser would. */
  message(path: string, at?: number): Promise<unknown>
  /** What it answers from now on, `more` times; then 201 again. */
  answer(status: number, times: number, headers?: Record<string, string>): void
  /** The keys of its browser, as a subscription carries them. */
  keys: { p256dh: string; auth: string }
}

export async function newReceiver(): Promise<Receiver> {
  const certificate = selfSigned('push.example')
  const all: Received[] = []
  let answers: Array<{ status: number; headers: Record<string, string> }> = []
  const server = createServer(certificate, (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      all.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) })
      const { status, headers } = answers.shift() ?? { status: 201, headers: {} }
      response.writeHead(status, headers).end('taken')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const browser = createECDH('prime256v1')
  browser.generateKeys()
  const auth = randomBytes(16)
  const received = (path: string) => all.filter((request) => request.path === path)
  return {
    received,
    way: {
      network,
      reason: 'push',
      resolve: async () => [{ address: '93.184.215.14', family: 4 }],
      detour: { address: '127.0.0.1', port, ca: certificate.cert },
    },
    message: async (path, at = 0) => {
      await expect.poll(() => received(path).length, { timeout: 30_000 }).toBeGreaterThan(at)
      const { headers, body } = received(path)[at]!
      const isEncrypted = headers['content-encoding'] === 'aes128gcm'
      return JSON.parse((isEncrypted ? decrypted(body, browser, auth) : body).toString()) as unknown
    },
    answer: (status, times, headers = {}) => {
      answers = Array.from({ length: times }, () => ({ status, headers }))
    },
    keys: { p256dh: browser.getPublicKey().toString('base64url'), auth: auth.toString('base64url') },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function selfSigned(name: string): { key: string; cert: string } {
  const folder = mkdtempSync(join(tmpdir(), 'plmail-tls-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1']
  const names = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`]
  execFileSync('openssl', ['req', '-x509', '-nodes', ...curve, '-keyout', key, '-out', cert, ...names], {
    stdio: 'ignore',
  })
  const pair = { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
  rmSync(folder, { recursive: true })
  return pair
}
