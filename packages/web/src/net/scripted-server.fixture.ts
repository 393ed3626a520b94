import type { FetchRequest } from './http.ts'

export interface Received {
  method: string
  path: string
  authorization: string | null
  body: unknown
}

/** How a scripted server answers: a status with JSON, or `lost` for a connection that breaks. */
export type Scripted = { status: number; body?: unknown } | 'lost'

/** A fetch for tests: every request is recorded and answered by `script`. */
export function scriptedServer(script: (request: Received) => Scripted | Promise<Scripted>): {
  fetch: FetchRequest
  received: Received[]
} {
  const received: Received[] = []
  return {
    received,
    async fetch(url, init = {}) {
      const headers = new Headers(init.headers)
      const request: Received = {
        method: init.method ?? 'GET',
        path: url,
        authorization: headers.get('authorization'),
        body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
      }
      received.push(request)
      const answer = await script(request)
      if (answer === 'lost') throw new TypeError('network')
      if (answer.body === undefined) return new Response(null, { status: answer.status })
      return Response.json(answer.body, { status: answer.status })
    },
  }
}
