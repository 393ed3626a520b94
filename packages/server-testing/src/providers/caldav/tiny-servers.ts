import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { Radicale } from '../../servers/radicale.ts'
import type {
  AskServer,
  ServerAnswer,
  ServerRequest,
} from '../../../../server/src/providers/contract/index.ts'

/** A server on loopback. */
export interface TinyServer extends AsyncDisposable {
  /** Without a path. */
  address: string
}

export async function serving(
  answer: (asked: IncomingMessage, body: string, reply: ServerResponse) => Promise<void> | void,
): Promise<TinyServer> {
  const server = createServer((request, reply) => {
    void buffer(request).then((body) => answer(request, String(body), reply))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Radicale behind a door that lets anna in by Digest alone, with another nonce after every third request. */
export async function behindDigest(
  radicale: Radicale,
): Promise<TinyServer & { seen: Array<{ scheme: string; count: string | undefined; status: number }> }> {
  const seen: Array<{ scheme: string; count: string | undefined; status: number }> = []
  let uses = 0
  const nonce = () => `nonce, "${Math.floor(uses / 3)}"`
  const server = await serving(async (request, body, reply) => {
    const { method = '', url = '', headers } = request
    const [scheme = '', ...rest] = (headers.authorization ?? '').split(' ')
    const parameters = getParameters(rest.join(' '))
    const isIn = scheme === 'Digest' && parameters.get('nonce') === nonce() && proves(parameters, method, url)
    const done = (status: number) => seen.push({ scheme, count: parameters.get('nc'), status })
    if (!isIn) {
      const quoted = `nonce="${nonce().replaceAll('"', '\\"')}"`
      const way = (algorithm: string) =>
        `Digest realm="house", ${quoted}, qop="auth-int, auth", opaque="o", algorithm=${algorithm}`
      done(401)
      reply.writeHead(401, { 'www-authenticate': ['Negotiate', way('MD5'), way('SHA-256')] }).end()
      return
    }
    uses++
    const answer = await radicale.request('anna', method, radicale.address + url, {
      headers: { depth: String(headers['depth'] ?? '0') },
      ...(body === '' ? {} : { body }),
    })
    done(answer.status)
    reply.writeHead(answer.status, { 'content-type': 'text/xml' }).end(await answer.text())
  })
  return { ...server, seen }
}

function getParameters(text: string): Map<string, string> {
  const pairs = text.matchAll(/([\w*]+)=(?:"((?:[^"\\]|\\.)*)"|([^,\s]+))/g)
  return new Map(
    [...pairs].map(([, name = '', quoted, bare]) => [name, quoted?.replace(/\\(.)/g, '$1') ?? bare ?? '']),
  )
}

function proves(parameters: ReadonlyMap<string, string>, method: string, url: string): boolean {
  const sha = (text: string) => createHash('sha256').update(text).digest('hex')
  const of = (name: string) => parameters.get(name) ?? ''
  const first = sha('anna:house:secret')
  const expected = sha(`${first}:${of('nonce')}:${of('nc')}:${of('cnonce')}:auth:${sha(`${method}:${url}`)}`)
  return of('uri') === url && of('algorithm') === 'SHA-256' && of('response') === expected
}

/** What a server answers: by `METHOD path`, or by what was asked of it. */
export type Script = Readonly<Record<string, Partial<ServerAnswer> & { text?: string }>>

/** A server that is not there, and what it was asked. */
export function scripted(script: Script | ((asked: ServerRequest) => Script[string])) {
  const received: ServerRequest[] = []
  const ask: AskServer = async (request) => {
    received.push(request)
    const { host, pathname } = new URL(request.url)
    const reply =
      typeof script === 'function'
        ? script(request)
        : (script[`${request.method} ${host}${pathname}`] ?? script[`${request.method} ${pathname}`] ?? {})
    const { status = 404, headers = {}, text = '' } = reply
    return { ok: true, status, headers, body: Buffer.from(text) }
  }
  return { ask, asked: () => received.map(({ method, url }) => `${method} ${url}`), requests: received }
}

export const multistatus = (...responses: string[]) => ({
  status: 207,
  text: `<?xml version="1.0"?><d:multistatus xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"
    xmlns:s="http://calendarserver.org/ns/">${responses.join('')}</d:multistatus>`,
})
export const response = (href: string, properties: string, status = '200 OK') =>
  `<d:response><d:href>${href}</d:href><d:propstat><d:prop>${properties}</d:prop>
    <d:status>HTTP/1.1 ${status}</d:status></d:propstat></d:response>`
