import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Booking } from '../../../calendar/index.ts'
import type { Clock } from '../../../kit/clock.ts'
import { retryAfterSeconds } from '../../guard/index.ts'
import type { PublicWords } from '../public/words.ts'

export interface BookNeeds {
  booking: Pick<Booking, 'open' | 'manage'>
  /** Counts an attempt from an address; when to come back, where there were too many. */
  attempt(address: string): Promise<Date | undefined>
  clock: Clock
}

export type BookRequest = FastifyRequest<{ Querystring: Record<string, unknown> }>

/** The sentence of a 429, which also says in its header when to come back. */
export function tooMany(
  { clock }: BookNeeds,
  reply: FastifyReply,
  retryAt: Date,
  words: PublicWords,
): string {
  const seconds = retryAfterSeconds(retryAt, clock.now())
  void reply.header('retry-after', seconds)
  return words.texts.tooMany({ minutes: Math.ceil(Number(seconds) / 60) })
}
