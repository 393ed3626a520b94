import { type JmapClient, jmapClient } from './jmap-client.ts'
import { send } from './send.ts'
import { Agent } from 'node:http'

/** A signed-in browser, as far as benches need one. */
export interface Session {
  get(path: string): Promise<unknown>
  /** Throws with the answer unless it succeeded. */
  post(path: string, body: unknown): Promise<unknown>
  /** Speaks JMAP with a short-lived token of this session; ask anew at least every 15 minutes. */
  jmap(): Promise<JmapClient>
}

/** Signs in by the form. */
export async function signIn(address: string, email: string, password: string): Promise<Session> {
  const agent = new Agent()
  const own = { 'sec-fetch-site': 'same-origin' }
  const form = new URLSearchParams({ email, password }).toString()
  const signedIn = await send(agent, 'POST', `${address}/login`, form, {
    ...own,
    'content-type': 'application/x-www-form-urlencoded',
  })
  if (signedIn.status !== 303) throw new Error(`Signing in was answered with ${signedIn.status}`)
  const cookie = (signedIn.headers['set-cookie'] ?? []).map((header) => header.split(';')[0]).join('; ')
  const ask = async (method: 'GET' | 'POST', path: string, body?: unknown): Promise<unknown> => {
    const json = body === undefined ? undefined : JSON.stringify(body)
    const type: Record<string, string> = json === undefined ? {} : { 'content-type': 'application/json' }
    const answer = await send(agent, method, `${address}${path}`, json, { ...own, ...type, cookie })
    if (answer.status >= 300) throw new Error(`${path} answered ${answer.status} ${answer.body}`)
    return answer.body === '' ? undefined : (JSON.parse(answer.body) as unknown)
  }
  return {
    get: (path) => ask('GET', path),
    post: (path, body) => ask('POST', path, body),
    jmap: async () => {
      const { token } = (await ask('POST', '/api/session/token', {})) as { token: string }
      return jmapClient(address, token)
    },
  }
}
