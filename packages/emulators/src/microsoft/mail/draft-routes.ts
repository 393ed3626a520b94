import type { EmulatedAnswer } from '../../http/answer.ts'
import { headerValue, type Address } from '../../mime/index.ts'
import {
  accepted,
  bodyObject,
  created,
  isRecord,
  parameter,
  sendMail,
  writeMail,
  type GraphCall,
  type Route,
} from '../graph/call.ts'
import { Refused } from '../refused.ts'
import type { GraphDraft } from './compose.ts'
import { htmlFromText } from '../mailbox/content.ts'
import { composed, droppedSilently, mimeBody } from './draft-writing.ts'
import { getMessage, refuseStale } from './lookup.ts'
import { readMessage } from './message-input.ts'
import { getDrafts, shown } from './message-routes.ts'
import { getRecipients, refuseSending, sendAway, sendDraft } from './sending.ts'
import type { MailItem } from '../mailbox/mail-store.ts'
import { answerPrefixes } from '../mailbox/well-known.ts'

type Verb = 'reply' | 'replyAll' | 'forward'

/** PidTagLastVerbExecuted [D]. */
const verbs: Record<Verb, string> = { reply: '102', replyAll: '103', forward: '104' }

function answering(verb: Verb): Route[] {
  const capital = verb.charAt(0).toUpperCase() + verb.slice(1)
  return [
    {
      method: 'POST',
      path: `messages/:message/create${capital}`,
      operation: `graph.messages.create${capital}`,
      scopes: writeMail,
      run: (call) => created(shown(call, answerTo(call, verb))),
    },
    {
      method: 'POST',
      path: `messages/:message/${verb}`,
      operation: `graph.messages.${verb}`,
      scopes: sendMail,
      run: (call) => sendAnswer(call, verb),
    },
  ]
}

/** Sending, and drafts that answer something. */
export const draftRoutes: readonly Route[] = [
  { method: 'POST', path: 'sendMail', operation: 'graph.sendMail', scopes: sendMail, run: sendNow },
  {
    method: 'POST',
    path: 'messages/:message/send',
    operation: 'graph.messages.send',
    scopes: sendMail,
    run: send,
  },
  ...answering('reply'),
  ...answering('replyAll'),
  ...answering('forward'),
]

/** [D] 202 and no id: the copy in Sent Items must be found by its Message-ID. */
function sendNow(call: GraphCall): EmulatedAnswer {
  const { mailbox } = call
  const mime = mimeBody(call)
  if (mime) {
    refuseSending(mailbox, mime)
    const dropped = droppedSilently(call)
    if (dropped) return dropped
    sendAway(mailbox, mime, getRecipients(mailbox, mime), true)
    return accepted
  }
  const message = parameter(call, 'message')
  if (!isRecord(message)) throw new Refused(400, 'ErrorInvalidRequest', 'The parameter Message is missing.')
  const raw = composed(mailbox, readMessage(message, call.world.clock.now()))
  refuseSending(mailbox, raw)
  sendAway(mailbox, raw, getRecipients(mailbox, raw), parameter(call, 'saveToSentItems') !== false)
  return accepted
}

function send(call: GraphCall): EmulatedAnswer {
  const item = getMessage(call)
  refuseStale(call, item)
  if (!item.isDraft)
    throw new Refused(400, 'ErrorInvalidOperation', 'The message is not a draft and cannot be sent.')
  refuseSending(call.mailbox, item.raw)
  sendDraft(call.mailbox, item, call.fault?.kind === 'lag' ? call.fault.ms : 0)
  return accepted
}

function sendAnswer(call: GraphCall, verb: Verb): EmulatedAnswer {
  const draft = answerTo(call, verb)
  try {
    refuseSending(call.mailbox, draft.raw)
  } catch (error) {
    call.mailbox.store.remove(draft)
    throw error
  }
  sendDraft(call.mailbox, draft, 0)
  return accepted
}

/** A draft that keeps the threading of what it answers [D]. */
function answerTo(call: GraphCall, verb: Verb): MailItem {
  const { mailbox } = call
  const item = getMessage(call)
  const message = call.body === undefined ? undefined : parameter(call, 'message')
  const comment = call.body === undefined ? undefined : parameter(call, 'comment')
  if (isRecord(message) && typeof comment === 'string')
    throw new Refused(
      400,
      'ErrorInvalidRequest',
      'Specify either a comment or the body of the message, not both.',
    )
  if (call.body !== undefined) bodyObject(call)
  const fields = isRecord(message) ? message : {}
  const listed = parameter(call, 'toRecipients')
  const input = readMessage(
    { ...fields, ...(Array.isArray(listed) && { toRecipients: listed }) },
    call.world.clock.now(),
  )
  const original = mailbox.reader.head(item.raw)
  const references = headerValue(original.headers, 'references')
  const { attachments = [], ...answer } = quoted(call, item, verb, typeof comment === 'string' ? comment : '')
  const headers = [...threading(original.messageId, references), ...(input.text.headers ?? [])]
  const raw = composed(mailbox, { ...input, text: { ...answer, ...input.text, headers }, attachments })
  const receivedAt = call.world.clock.now().getTime()
  const answers = { n: item.serial, verb: verbs[verb] }
  return mailbox.store.add({ raw, folder: getDrafts(call), receivedAt, isRead: true, isDraft: true, answers })
}

function threading(messageId: string | null, references: string | undefined): GraphDraft['headers'] {
  if (messageId === null) return []
  return [
    { name: 'In-Reply-To', value: messageId },
    { name: 'References', value: [references, messageId].filter((id) => id !== undefined).join(' ') },
  ]
}

function quoted(call: GraphCall, item: MailItem, verb: Verb, comment: string): Partial<GraphDraft> {
  const { mailbox } = call
  const head = mailbox.reader.head(item.raw)
  const content = mailbox.reader.content(item.raw)
  const prefixes = answerPrefixes[mailbox.options.language]
  const prefix = verb === 'forward' ? prefixes.forward : prefixes.reply
  const body = content.html ?? htmlFromText(content.text ?? '')
  const notMe = (address: Address): boolean => address.address.toLowerCase() !== mailbox.email.toLowerCase()
  const sender = head.replyTo.length > 0 ? head.replyTo : head.from ? [head.from] : []
  const isToAll = verb === 'replyAll'
  return {
    subject: head.subject.toLowerCase().startsWith(prefix.toLowerCase())
      ? head.subject
      : `${prefix}${head.subject}`,
    to: verb === 'forward' ? [] : [...sender, ...(isToAll ? head.to.filter(notMe) : [])],
    cc: isToAll ? head.cc.filter(notMe) : [],
    body: {
      contentType: 'html',
      content: `${comment === '' ? '' : `<p>${comment.replace(/&/g, '&amp;').replace(/</g, '&lt;')}</p>`}<hr>${body}`,
    },
    attachments:
      verb === 'forward'
        ? content.attachments
        : content.attachments.filter((attachment) => attachment.isInline),
  }
}
