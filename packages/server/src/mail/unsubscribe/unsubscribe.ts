import { plainPart } from '@plmail/mail-format'
import type { AccountId, MessageId, UserId } from '@plmail/wire'
import type { OutboundPost } from '../../safety/index.ts'
import type { Mail } from '../types.ts'
import type { Identities } from '../identities/types.ts'
import type { Submissions } from '../submission/types.ts'
import type { WaysToLeave } from './unsubscribe-options.ts'

export interface UnsubscribeParts {
  mail: Mail
  identities: Pick<Identities, 'list'>
  submissions: Pick<Submissions, 'create'>
  post: Pick<OutboundPost, 'send'>
}

/** Outcome of unsubscribing. `refused` has the status that the list's server answered. */
type Unsubscribed =
  | { ok: true; by: 'oneClick' | 'mail' }
  | { ok: false; why: 'no-way' | 'unreachable' | 'switched-off' | 'not-sent' }
  | { ok: false; why: 'refused'; status: number }

export interface Unsubscribing {
  /** Leaves the list that the message came from, as its owner decided; marks the message `$unsubscribed` (RFC 9979). */
  leave(userId: UserId, accountId: AccountId, id: MessageId, ways: WaysToLeave): Promise<Unsubscribed>
}

export function createUnsubscribing(parts: UnsubscribeParts): Unsubscribing {
  return {
    leave: async (userId, accountId, id, ways) => {
      const outcome = ways.oneClick
        ? await click(parts, userId, ways.oneClick)
        : ways.mail
          ? await write(parts, userId, accountId, ways.mail)
          : ({ ok: false, why: 'no-way' } as const)
      if (outcome.ok) {
        const patch = new Map([[id, { keywords: new Map([['$unsubscribed', true]]) }]])
        await parts.mail.actions.update({ kind: 'user', userId }, accountId, 'unsubscribe', patch)
      }
      return outcome
    },
  }
}

/** RFC 8058 §3.2: no cookie, no credentials, nothing that tells who asks but the address itself; no redirect. */
async function click({ post }: UnsubscribeParts, userId: UserId, url: string): Promise<Unsubscribed> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const answer = await post.send(url, headers, Buffer.from('List-Unsubscribe=One-Click'), userId)
  if (!answer.ok) return { ok: false, why: answer.why === 'switched-off' ? 'switched-off' : 'unreachable' }
  const isDone = answer.status >= 200 && answer.status < 300
  return isDone ? { ok: true, by: 'oneClick' } : { ok: false, why: 'refused', status: answer.status }
}

/** An ordinary message from the account's first identity, which is in Sent afterwards. */
async function write(
  { mail, identities, submissions }: UnsubscribeParts,
  userId: UserId,
  accountId: AccountId,
  { to, subject, body }: NonNullable<WaysToLeave['mail']>,
): Promise<Unsubscribed> {
  const [identity] = await identities.list(accountId)
  const boxes = await mail.mailboxes.list(accountId)
  const place = boxes.find(({ role }) => role === 'drafts') ?? boxes.find(({ role }) => role === 'sent')
  if (!identity || !place) return { ok: false, why: 'not-sent' }
  const { email, name } = identity
  const raw = mail.compose(
    {
      fields: [
        { name: 'From', form: 'asAddresses', value: [{ name: name || null, email }] },
        { name: 'To', form: 'asAddresses', value: [{ name: null, email: to }] },
        { name: 'Subject', form: 'asText', value: subject },
      ],
      body: plainPart('text/plain', { kind: 'text', text: body }),
    },
    email.slice(email.lastIndexOf('@') + 1),
  )
  const prepared = await mail.ingest.prepare([raw])
  const arrivals = prepared.map((message) => ({
    prepared: message,
    mailboxIds: [place.id],
    keywords: ['$seen', '$draft'],
  }))
  const created = await mail.actions.create({ kind: 'user', userId }, accountId, 'create', arrivals)
  const [draft] = created === 'state-mismatch' ? [] : created.outcomes
  if (!draft || typeof draft === 'string') return { ok: false, why: 'not-sent' }
  const atOnce = {
    mailFrom: { email, parameters: { HOLDFOR: '0' } },
    rcptTo: [{ email: to, parameters: null }],
  }
  const sent = await submissions.create(userId, accountId, {
    identityId: identity.id,
    messageId: draft.id,
    envelope: atOnce,
  })
  return sent.ok ? { ok: true, by: 'mail' } : { ok: false, why: 'not-sent' }
}
