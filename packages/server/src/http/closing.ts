import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** With the grace of the jobs this stays below the ten seconds that container managers allow. */
const graceMilliseconds = 1_500

/**
 * Lets the server close as soon as the last request has been answered. By itself Node.js waits for connections on which
 * nothing was asked yet, which browsers open on suspicion, and for those kept alive after an answer that was under way
 * when closing began: a minute and more.
 */
export function closePromptly(app: FastifyInstance, grace = graceMilliseconds): void {
  /** How many requests are being answered on each. */
  const open = new Map<Socket, number>()
  let isClosing = false
  app.server.on('connection', (socket: Socket) => {
    open.set(socket, 0)
    socket.once('close', () => open.delete(socket))
  })
  app.server.on('request', ({ socket }, response) => {
    open.set(socket, (open.get(socket) ?? 0) + 1)
    response.once('close', () => {
      const left = (open.get(socket) ?? 1) - 1
      if (open.has(socket)) open.set(socket, left)
      if (isClosing && left === 0) socket.destroySoon()
    })
  })
  let deadline: NodeJS.Timeout | undefined
  app.addHook('preClose', async () => {
    isClosing = true
    for (const [socket, requests] of open) if (requests === 0) socket.destroySoon()
    deadline = setTimeout(() => open.forEach((_requests, socket) => socket.destroy()), grace)
  })
  app.addHook('onClose', async () => clearTimeout(deadline))
}
