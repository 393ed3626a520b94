import type { ProblemDetail } from '@plmail/wire'
import type { OutboundRequest } from '../../safety/index.ts'

/** `refused`: its address is one that plMail does not connect to. `switched-off`: an administrator allows no connection. */
type UnreachedKind = 'refused' | 'switched-off' | 'down'

/** The provider could not be asked. */
export class ProviderUnreached extends Error {
  readonly kind: UnreachedKind

  constructor(kind: UnreachedKind, why: string) {
    super(`The identity provider was not reached: ${why}`)
    this.name = 'ProviderUnreached'
    this.kind = kind
  }

  /** What people are told of it: asking again helps only with a provider that is down. */
  toFailure({ name, host }: { name: string; host: string }): { problem: ProblemDetail; isPassing: boolean } {
    switch (this.kind) {
      case 'refused':
        return { problem: { problem: 'single-sign-on/forbidden-address', host }, isPassing: false }
      case 'switched-off':
        return { problem: { problem: 'single-sign-on/switched-off', name }, isPassing: false }
      case 'down':
        return { problem: { problem: 'single-sign-on/unreachable', name }, isPassing: true }
    }
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
    if (!answer.ok) throw new ProviderUnreached(kindOf(answer.why), answer.why)
    if (answer.status >= 500) throw new ProviderUnreached('down', `status ${answer.status}`)
    const type = answer.headers['content-type'] ?? ''
    const isEmpty = answer.status === 204 || answer.status === 304
    return new Response(isEmpty ? null : Uint8Array.from(answer.body), {
      status: answer.status,
      headers: { 'content-type': type },
    })
  }
}

function kindOf(why: string): UnreachedKind {
  if (why === 'switched-off') return why
  return why.startsWith('refused') ? 'refused' : 'down'
}
