import { type IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** A connection that asked to speak WebSocket and has not been answered yet. */
interface Upgrade {
  socket: Duplex
  /** Bytes that the client sent after its request. */
  head: Buffer
}

/** The upgrade behind a request, once. */
export type TakeUpgrade = (request: IncomingMessage, response: ServerResponse) => Upgrade | undefined

/**
 * Lets requests that ask for WebSocket pass the server's hooks, guards and routes like all others: whoever takes the
 * upgrade speaks on the socket, and everything else is answered in HTTP and then closed.
 */
export function routeUpgrades(app: FastifyInstance): TakeUpgrade {
  const upgrades = new Map<IncomingMessage, Upgrade>()
  app.server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    socket.on('error', () => socket.destroy())
    if (request.headers.upgrade?.toLowerCase() !== 'websocket') return asPlain(app, request, socket, head)
    const response = new ServerResponse(request)
    response.shouldKeepAlive = false
    response.assignSocket(socket)
    upgrades.set(request, { socket, head })
    response.once('finish', () => socket.end())
    response.once('close', () => upgrades.delete(request))
    app.routing(request, response)
  })
  return (request, response) => {
    const upgrade = upgrades.get(request)
    upgrades.delete(request)
    if (upgrade) response.detachSocket(upgrade.socket as Socket)
    return upgrade
  }
}

/**
 * Without a listener Node.js ignores an offer to upgrade, with one it hands over everything that carries one: HTTP/2
 * offered by Java's client and by curl, for instance. The request is read again without the offer.
 */
function asPlain(app: FastifyInstance, request: IncomingMessage, socket: Socket, head: Buffer): void {
  const lines = [`${request.method} ${request.url} HTTP/${request.httpVersion}`]
  for (let at = 0; at < request.rawHeaders.length; at += 2) {
    const [name = '', value = ''] = request.rawHeaders.slice(at, at + 2)
    if (!/^(upgrade|connection|http2-settings)$/i.test(name)) lines.push(`${name}: ${value}`)
  }
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]))
  app.server.emit('connection', socket)
}
