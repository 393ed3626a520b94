import type { Problem } from '@plmail/wire'
import { offlineWords as words } from '../words/index.ts'
import { sayProblemsIn } from '../words/say-problem.ts'

export type Answer<T> = { ok: true; value: T } | { ok: false; problem: Problem }

/** The network as this room needs it: the browser's own fetch, or a scripted one. */
export type FetchRequest = (url: string, init?: RequestInit) => Promise<Response>

export interface Http {
  /**
   * One call of the plain JSON interface. Problems are values; a lost connection is a problem with status 0, and so is
   * an answer that is not plMail's, such as the sign-in page of a hotel's network. A 401 means the session has ended: `onSignedOut` runs.
   */
  call<T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<Answer<T>>
}

export function createHttp(fetch: FetchRequest, onSignedOut: () => void): Http {
  return {
    async call<T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<Answer<T>> {
      const response = await send(fetch, method, path, body)
      if (!response) return { ok: false, problem: unreachable }
      if (response.status === 401) onSignedOut()
      if (!response.ok) return { ok: false, problem: await problemOf(response) }
      const read = await bodyOf(response)
      return read ? { ok: true, value: read.value as T } : { ok: false, problem: unreachable }
    },
  }
}

const unreachable: Problem = {
  type: 'about:blank',
  title: words.bar.offline,
  status: 0,
  detail: words.unreachable,
}

async function send(
  fetch: FetchRequest,
  method: string,
  path: string,
  body: unknown,
): Promise<Response | undefined> {
  const headers: Record<string, string> = { accept: 'application/json' }
  // A file goes as it is, under its own type.
  const isFile = body instanceof Blob
  if (body !== undefined) headers['content-type'] = isFile ? body.type : 'application/json'
  try {
    return await fetch(path, {
      method,
      headers,
      credentials: 'same-origin',
      ...(body === undefined ? {} : { body: isFile ? body : JSON.stringify(body) }),
    })
  } catch {
    return undefined
  }
}

/** The body as JSON, undefined in it for the empty bodies of 202 and 204; undefined when it is something else or broken off. */
async function bodyOf(response: Response): Promise<{ value: unknown } | undefined> {
  try {
    const text = await response.text()
    return { value: text === '' ? undefined : JSON.parse(text) }
  } catch {
    return undefined
  }
}

async function problemOf(response: Response): Promise<Problem> {
  // None of plMail's: a proxy's, while plMail itself is away.
  const fallback: Problem = { ...unreachable, status: response.status }
  if (!response.headers.get('content-type')?.includes('json')) return fallback
  try {
    return await sayProblemsIn({ ...fallback, ...((await response.json()) as Partial<Problem>) })
  } catch {
    return fallback
  }
}
