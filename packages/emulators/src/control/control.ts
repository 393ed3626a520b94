import fastify, { type FastifyInstance } from 'fastify'
import type { Emulators } from '../emulators.ts'
import { addCommands } from './commands.ts'
import { page } from './page.ts'

export interface Control {
  readonly url: string
  close(): Promise<void>
}

/**
 * The control API, `/__emu/…`: JSON, on a port of its own and not in the request log. Only JSON bodies are taken, so
 * that no page of another origin can send one without being asked about it first.
 */
export async function startControl(emulators: Emulators, port = 0): Promise<Control> {
  const app = fastify({ forceCloseConnections: true, bodyLimit: 64 * 1024 * 1024 })
  app.removeContentTypeParser('text/plain')
  // Before the commands, which take it over.
  // What is asked for wrongly is told to who asks: there is nobody else here.
  app.setErrorHandler((error, _request, reply) => {
    const { message, statusCode = 400 } =
      error instanceof Error ? (error as Error & { statusCode?: number }) : { message: String(error) }
    return reply.code(statusCode).send({ error: message })
  })
  app.get('/', (_request, reply) => reply.redirect('/__emu/'))
  app.get('/__emu/', (_request, reply) => reply.type('text/html; charset=utf-8').send(page))
  await app.register((commands: FastifyInstance) => Promise.resolve(addCommands(commands, emulators)), {
    prefix: '/__emu',
  })
  await app.listen({ host: '127.0.0.1', port })
  const address = app.server.address()
  if (address === null || typeof address === 'string') throw new Error('The control API has no port')
  return { url: `http://127.0.0.1:${address.port}`, close: () => app.close() }
}
