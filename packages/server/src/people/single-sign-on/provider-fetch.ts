import type { OutboundRequest } from '../../safety/index.ts'

/** The provider could not be asked. `refused`: its address is one that plMail does not connect to. */
export class ProviderUnreached extends Error {
  readonly isRefused: boolean

  constructor(isRefused: boolean, why: string) {
    super(`The identity provider was not reached: ${why}`)
    this.name = 'ProviderUnreached'
    this.isRefused = isRefused
  }
}

export type ProviderFetch = (url: string, init: ProviderRequest) => Promise<Response>

interface ProviderRequest {
  method: string
  headers: Record<string, string>
  /** The library sends forms only. */
  body?: { toString(): string } | null | undefined
}

/** A way to the provider; before somebody has signed in, nobody is known on whose behalf that would be. */
export type AskProvider = (request: Parameters<OutboundRequest>[0]) => ReturnType<OutboundRequest>

/** `fetch` over the guarded way out: the address is checked, nothing is followed, the answer is bounded. */
export function createProviderFetch(ask: AskProvider): ProviderFetch {
  return async (url, { method, headers, body }) => {
    const answer = await ask({ method, url, headers, ...(body != null && { body: String(body) }) })
    if (!answer.ok) throw new ProviderUnreached(answer.why.startsWith('refused'), answer.why)
    if (answer.status >= 500) throw new ProviderUnreached(false, `status ${answer.status}`)
    const type = answer.headers['content-type'] ?? ''
    const isEmpty = answer.status === 204 || answer.status === 304
    return new Response(isEmpty ? null : Uint8Array.from(answer.body), {
      status: answer.status,
      headers: { 'content-type': type },
    })
  }
}
