import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { RefusalReason } from '../../sync/index.ts'
import { Problem } from '../guard/index.ts'
import { getBody, getQuery, parseJson, readField } from './body.ts'
import { emptyAnswer, type WebhookNeeds, type WebhookRoute } from './webhook-needs.ts'

/**
 * The address that a Pub/Sub subscription to Gmail's announcements posts to. Its path never changes: administrators have
 * entered it at Google.
 */
const endpoint = '/provA/push'

/** Takes in what Gmail announces by Pub/Sub: a mailbox has changed. */
export function gmailPush(
  app: FastifyInstance,
  { watches, pushToken, signatureTrouble }: WebhookNeeds,
  { refuse }: WebhookRoute,
): void {
  /** Before the body is read: who cannot come in sends nothing either. */
  const requireProof = async (request: FastifyRequest): Promise<void> => {
    const reason = wrongWith(getQuery(request).getAll('token'), await pushToken())
    if (reason !== undefined) {
      refuse(endpoint, request, { reason })
      throw new Problem('not-allowed', { detail: { problem: 'webhook/wrong-token' } })
    }
    const trouble = await signatureTrouble(request.headers.authorization)
    if (trouble === undefined) return
    refuse(endpoint, request, { reason: trouble })
    throw new Problem('not-allowed', { detail: { problem: 'webhook/invalid-identity' } })
  }

  app.post(endpoint, { onRequest: requireProof }, async (request, reply) => {
    const mailbox = mailboxIn(getBody(request))
    if (mailbox === undefined) refuse(endpoint, request, { reason: 'unreadable' })
    else if (!(await watches.announcements.ofMailbox(mailbox)))
      refuse(endpoint, request, { reason: 'unknown-mailbox' })
    return emptyAnswer(reply, 204)
  })
}

const maxAddressLength = 320

/**
 * Whose mailbox an announcement of Gmail's is about. It comes in the envelope of Pub/Sub, `{message: {data}}` with
 * base64 in either alphabet, or bare when the subscription was made so. The cursor in it is not read: it may be older
 * than what is known, and is met as a number and as text. Undefined when it says nothing of the kind.
 */
export function mailboxIn(body: Buffer | undefined): string | undefined {
  const outer = parseJson(body)
  const data = readField(readField(outer, 'message'), 'data')
  // Node reads both alphabets.
  const inner = typeof data === 'string' ? parseJson(Buffer.from(data, 'base64')) : outer
  const address = readField(inner, 'emailAddress')
  const isAddress = typeof address === 'string' && address !== '' && address.length <= maxAddressLength
  return isAddress && !address.includes('\u0000') ? address : undefined
}

function wrongWith(tokens: readonly string[], configured: string | undefined): RefusalReason | undefined {
  if (configured === undefined || configured === '') return 'token-not-configured'
  const [token, ...more] = tokens
  if (token === undefined || token === '') return 'no-token'
  return more.length === 0 && isSame(token, configured) ? undefined : 'wrong-token'
}

/** In constant time: digests are equally long. */
const isSame = (left: string, right: string): boolean => timingSafeEqual(digest(left), digest(right))

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
