import { EventEmitter, once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { fastify } from 'fastify'
import { afterEach, describe, expect, test } from 'vitest'
import { closePromptly } from './closing.ts'

const hourMs = 3_600_000

/** A server that by itself would never let go of a connection; `/slow` answers when it is told to. */
async function server(grace = hourMs) {
  const app = fastify({ keepAliveTimeout: hourMs, requestTimeout: 0, http: { headersTimeout: 0 } })
  closePromptly(app, grace)
  const asked = new EventEmitter()
  app.get('/fast', async () => 'fast')
  app.get('/slow', async () => {
    const [body] = (await Promise.all([once(asked, 'answer'), asked.emit('asked')]))[0] as [string]
    return body
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  return { app, port, asked: once(asked, 'asked'), answer: (body: string) => asked.emit('answer', body) }
}

describe('a server that closes', () => {
  const agent = new Agent({ keepAlive: true })
  afterEach(() => agent.destroy())
  const ask = async (port: number, path: string) => {
    const [response] = (await once(get({ port, path, agent }), 'response')) as [IncomingMessage]
    return text(response)
  }

  test('lets go of connections on which nothing was asked, and of those kept after an answer', async () => {
    const { app, port } = await server()
    const silent = connect(port)
    await once(silent, 'connect')
    expect(await ask(port, '/fast')).toBe('fast')
    const ended = once(silent, 'close')
    silent.resume()
    await app.close()
    await ended
  })

  test('answers what was asked before, and then lets go of that connection too', async () => {
    const { app, port, asked, answer } = await server()
    const heard = ask(port, '/slow')
    await asked
    const closed = app.close()
    answer('x'.repeat(2_000_000))
    expect(await heard).toHaveLength(2_000_000)
    await closed
  })

  test('does not wait for ever for a request that does not end', async () => {
    const { app, port, asked } = await server(50)
    const heard = ask(port, '/slow')
    await asked
    const cut = heard.catch((error: Error) => error.message)
    await app.close()
    expect(await cut).toBe('socket hang up')
  })
})
