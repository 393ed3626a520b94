import type { Owner } from '../../egress/network/index.ts'
import { checkUrl } from './check-url.ts'
import type { OutboundFailure } from './types.ts'
import { postPolicy } from './policies.ts'
import { getFirst, type OutboundOptions, wayOut, withinBudget } from './outbound-agent.ts'

type OutboundPostResult =
  | {
      ok: true
      status: number
      /** As the server sent it: seconds or a date (RFC 9110 §10.2.3). */
      retryAfter: string | undefined
    }
  | OutboundFailure

/** Sends small messages to addresses that clients name: checked, pinned and bounded as `Outbound` is. */
export interface OutboundPost {
  /** Whether the address can be posted to, as far as that can be told without asking a resolver. */
  accepts(url: string): boolean
  /** Follows no redirect. Never throws for the other side's behaviour. */
  send(
    url: string,
    headers: Readonly<Record<string, string>>,
    body: Buffer,
    owner: Owner,
  ): Promise<OutboundPostResult>
}

export interface OutboundPostOptions extends OutboundOptions {
  reason: 'push' | 'unsubscribe'
  /** PUSH_ALLOW_LOOPBACK: also this machine, on every port. */
  allowLoopback?: boolean
}

export function createOutboundPost(options: OutboundPostOptions): OutboundPost {
  const way = wayOut({ ...postPolicy, loopback: options.allowLoopback ?? false }, options)
  return {
    accepts: (url) => checkUrl(url, way.policy).ok,
    send: (url, headers, body, owner) =>
      withinBudget<OutboundPostResult>(way, async (signal) => {
        const checked = checkUrl(url, way.policy)
        if (!checked.ok) return checked
        const sent = { 'user-agent': 'plMail', ...headers }
        const answer = await way.client.request({ reason: options.reason, owner }, checked.url, {
          method: 'POST',
          headers: sent,
          body,
          signal,
        })
        const retryAfter = getFirst(answer.headers['retry-after'])
        // Nothing in it is of use; read to its end, short as it must be, the connection can serve again.
        await answer.body.dump().catch(() => {})
        return { ok: true, status: answer.statusCode, retryAfter }
      }),
  }
}
