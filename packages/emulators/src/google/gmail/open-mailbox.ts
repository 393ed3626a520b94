import { createHash } from 'node:crypto'
import { type RawMessage, toRawMessage } from '../../blobs/raw.ts'
import { placeInvitation } from '../../delivery/meeting-mail.ts'
import type { ActAs, DeliverOptions, Truth } from '../../mailbox.ts'
import { headerValue, readHeaders, readMessageIds } from '../../mime/index.ts'
import type { World } from '../../world.ts'
import { actAs } from './act.ts'
import type { GmailMailbox, GmailMailboxOptions } from './mailbox.ts'
import { completed, prepare } from './outgoing.ts'
import { turnOdd } from './odd.ts'
import { isPlace, keywordLabel, keywords, placeLabel, roles } from './places.ts'
import { newSettings } from './settings.ts'
import { createQuota, newProjectUnits } from './quota.ts'
import { notFound } from './refusal.ts'
import { createMailStore, type GmailStore } from './store.ts'
import type { Stored } from './stored.ts'

export function createGmailMailbox(
  world: World,
  { email, name }: { email: string; name: string },
  options: GmailMailboxOptions = {},
): GmailMailbox {
  const store = createMailStore(world.clock, `${world.seed} gmail ${email}`)
  const { aliases = [], hasMail = true, unitsPerMinute = newProjectUnits, placing, takeInvitation } = options
  const sent: Truth['sent'] = []
  let off = { by: 0, drift: 0 }
  const nextHex = (bytes: number): string =>
    Array.from({ length: bytes * 2 }, () => Math.floor(store.ids.random() * 16).toString(16)).join('')
  const outgoing = (): Parameters<typeof prepare>[1] => ({ email, aliases, now: world.clock.now(), nextHex })

  function leave(
    raw: RawMessage,
    place: { threadId?: string | undefined; fixedThread?: string },
    envelope: readonly string[] = [],
  ): Stored {
    const prepared = prepare(raw, outgoing(), envelope)
    // `labelIds` of the request play no part: what is sent is SENT, and not UNREAD [K].
    const message = store.add({ raw: prepared.kept, labels: ['SENT'], ...place })
    const { recipients, messageId } = prepared
    sent.push({ messageId, recipients, at: world.clock.now().toISOString() })
    world.post.send({ from: email, recipients, raw: prepared.delivered })
    return message
  }
  function draft(id: string): { id: string; message: Stored } {
    const message = store.find(store.drafts.get(id) ?? '')
    if (!message) throw notFound()
    return { id, message }
  }

  const mailbox: GmailMailbox = {
    email,
    name,
    store,
    aliases,
    hasMail,
    settings: newSettings(),
    quota: createQuota(world.clock, unitsPerMinute),
    send: (raw, { threadId, recipients } = {}) => leave(raw, { threadId }, recipients),
    draft,
    createDraft(raw, threadId) {
      const completedRaw = toRawMessage(completed(raw, outgoing()))
      const message = store.add({ raw: completedRaw, labels: ['DRAFT'], threadId })
      const id = store.ids.draft()
      store.drafts.set(id, message.id)
      return { id, message }
    },
    updateDraft(id, raw) {
      const { message: old } = draft(id)
      const completedRaw = toRawMessage(completed(raw, outgoing()))
      const message = store.add({ raw: completedRaw, labels: [...old.labels], fixedThread: old.threadId })
      store.drafts.set(id, message.id)
      store.remove(old)
      return { id, message }
    },
    sendDraft(id) {
      const { message: old } = draft(id)
      const message = leave(old.raw, { fixedThread: old.threadId })
      store.remove(old)
      return message
    },
    deliver(raw, how = {}) {
      const id = deliver(store, raw, how)
      if (takeInvitation && isArrival(how))
        placeInvitation(raw, {
          clock: world.clock,
          placing,
          receivedAt: how.receivedAt,
          take: takeInvitation,
          isKnown: (address) => sent.some(({ recipients }) => recipients.includes(address)),
        })
      return id
    },
    truth: () => ({ ...readTruth(store), sent: structuredClone(sent) }),
    act: (op: ActAs) => actAs(mailbox, op),
    total: () => store.size + off.by + Math.floor(store.ids.noise() * (off.drift + 1)),
    turnOdd: (oddity) => {
      if (oddity.kind === 'total-off') off = { by: oddity.by, drift: oddity.drift ?? 0 }
      else turnOdd(mailbox, oddity)
    },
  }
  return mailbox
}

/** A message that is put elsewhere came to no inbox. */
const isArrival = ({ to = 'inbox' }: DeliverOptions): boolean => to === 'inbox'

function deliver(store: GmailStore, raw: RawMessage, options: DeliverOptions): string {
  const own = options.to === undefined ? ownCopy(store, raw) : undefined
  if (own) {
    store.relabel(own, ['INBOX', 'UNREAD'], [])
    return own.id
  }
  const place = placeLabel(store, options.to ?? 'inbox')
  const givenKeywords = options.keywords ?? []
  const isRead = givenKeywords.includes('$seen') || place === 'SENT' || place === 'DRAFT'
  const labels = [
    ...(place === undefined ? [] : [place]),
    ...(place === 'INBOX' ? ['CATEGORY_PERSONAL'] : []),
    ...(isRead ? [] : ['UNREAD']),
    ...givenKeywords.filter((keyword) => keyword !== '$seen').map((keyword) => keywordLabel(store, keyword)),
  ]
  const message = store.add({ raw, labels, internalDate: options.receivedAt?.getTime() })
  if (message.labels.has('DRAFT')) store.drafts.set(store.ids.draft(), message.id)
  return message.id
}

/** Mail to oneself does not come twice: the sent message enters the inbox [F]. */
function ownCopy(store: GmailStore, raw: RawMessage): Stored | undefined {
  const id = readMessageIds(headerValue(readHeaders(raw.render()).headers, 'message-id'))[0]
  const existing = id === undefined ? undefined : store.byMessageId(id)
  return existing?.labels.has('SENT') ? existing : undefined
}

function readTruth(store: GmailStore): Omit<Truth, 'sent'> {
  const placeName = (id: string): string => roles[id] ?? store.labels.get(id).name
  const messages = [...store.newestFirst()].map((message) => ({
    id: message.id,
    messageId: message.messageId,
    sha256: createHash('sha256').update(message.raw.render()).digest('hex'),
    places: [...message.labels].filter(isPlace).map(placeName).sort(),
    keywords: [
      ...(message.labels.has('UNREAD') ? [] : ['$seen']),
      ...[...message.labels].flatMap((id) => keywords[id] ?? []),
    ].sort(),
    receivedAt: new Date(message.internalDate).toISOString(),
  }))
  const mailboxes = store.labels
    .all()
    .filter(({ id }) => isPlace(id))
    .map(({ id, name }) => ({ name, role: roles[id] ?? null }))
  return { messages, mailboxes }
}
