import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CalendarWatches, Endpoint, RefusalReason, RefusedNotice, Watches } from '../../sync/index.ts'

export interface WebhookNeeds {
  watches: Pick<Watches, 'announcements' | 'refusals'>
  calendars: CalendarWatches['announcements']
  /** The token of the push address, as it is now; undefined when none is configured: then nothing is let in. */
  pushToken(): Promise<string | undefined>
  /** Why the signature of a call to the push address is not believed; undefined when it is, or when none is asked for. */
  signatureTrouble(authorization: string | undefined): Promise<SignatureTrouble | undefined>
}

/** The reasons to refuse the OIDC token that Pub/Sub signs its calls with. */
type SignatureTrouble = Extract<
  RefusalReason,
  `${string}identity` | 'wrong-audience' | 'wrong-service-account' | 'identity-keys-unreachable'
>

/** What the routes of all providers share. */
export interface WebhookRoute {
  /** Counts a call that was turned away, and where it came from. */
  refuse(
    endpoint: Endpoint,
    request: FastifyRequest,
    refusal: RefusedNotice | { reason: RefusalReason },
  ): void
}

export const emptyAnswer = (reply: FastifyReply, status: number): FastifyReply =>
  reply.code(status).header('cache-control', 'no-store').send()
