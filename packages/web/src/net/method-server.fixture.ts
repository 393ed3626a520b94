import type { Invocation } from '@plmail/wire'
import { createHttp, createJmap, createTokens } from './index.ts'
import { scriptedServer, type Received, type Scripted } from './scripted-server.fixture.ts'

type Arguments = Record<string, unknown>

/** What a method answers; a text is the type of the method error. */
export type Method = (args: Arguments) => Arguments | string

/**
 * A server for tests that knows these methods and answers other requests by `paths` ("POST /api/pairings"). Its personal
 * account is A0. `calls` are the method calls that arrived.
 */
export function methodServer(
  methods: Record<string, Method>,
  paths: Record<string, (request: Received) => Scripted> = {},
) {
  const calls: { name: string; args: Arguments }[] = []
  const server = { isDown: false }

  function answerCall([name, args, id]: Invocation): Invocation {
    calls.push({ name, args })
    const answer = methods[name]?.(args) ?? 'unknownMethod'
    return typeof answer === 'string' ? ['error', { type: answer }, id] : [name, answer, id]
  }

  const { fetch, received } = scriptedServer((request) => {
    if (request.path === '/api/session/token')
      return { status: 200, body: { token: 't', expiresAt: '2100-01-01T00:00:00Z' } }
    if (server.isDown) return 'lost'
    const byPath = paths[`${request.method} ${request.path}`]
    if (byPath) return byPath(request)
    const { methodCalls } = request.body as { methodCalls: Invocation[] }
    return { status: 200, body: { methodResponses: methodCalls.map(answerCall), sessionState: '1' } }
  })
  const http = createHttp(fetch, () => undefined)
  const jmap = createJmap(
    fetch,
    createTokens(http, () => 0),
  )
  const argumentsOf = (name: string) => calls.filter((call) => call.name === name).map(({ args }) => args)
  return { server, http, jmap, calls, argumentsOf, received, personal: { id: () => Promise.resolve('A0') } }
}
