import { rawFrom, type RawMessage } from '../blobs/raw.ts'
import { colleagues, friends } from './bank/people.ts'
import { dice, named } from './dice.ts'
import { buildThread, turnOfThread } from './kinds/conversation.ts'
import type { StoryItem, StoryPlace } from './kinds/kind.ts'
import { listPost } from './kinds/lists.ts'
import { newsletter } from './kinds/newsletter.ts'
import { code } from './kinds/notices.ts'
import { receipt } from './kinds/receipt.ts'
import { paragraphs } from './write/quote.ts'
import { renderMessage, type StoryPerson } from './write/story-message.ts'

/** Makes a message for a mailbox that somebody watches; `n` counts over all mailboxes, so that no two get the same. */
export function tickerMail(seed: string, owner: StoryPerson, n: number, at: Date): RawMessage {
  const place: StoryPlace = { seed: `${seed} live`, owner, index: n, receivedAt: at }
  return rawFrom(() => renderMessage(itemFor(place, n).message()))
}

function itemFor(place: StoryPlace, n: number): StoryItem {
  // A stranger each time, never the owner: the first turn may be the owner's own.
  const talk = (name: string): StoryItem => {
    const thread = buildThread(place.seed, name, [place.receivedAt])
    const item = turnOfThread(place, thread, 0)
    return item.to === 'sent' ? talk(`${name}+`) : item
  }
  switch (n % 6) {
    case 1:
      return newsletter(place, n)
    case 3:
      return listPost(place, n)
    case 4:
      return n % 12 === 4 ? code(place, n) : receipt(place, n)
    default:
      return talk(`talk ${n}`)
  }
}

/** A message the owner sent, with the fields an answer needs. */
export interface WrittenMail {
  subject: string
  /** Without angle brackets; `null` when it had none. */
  messageId: string | null
  references: readonly string[]
  text: string
  from: StoryPerson
}

const answers = [
  'Thank you, that is exactly what I needed. I will look at it tonight and write again tomorrow.',
  'Good to hear from you! Yes, gladly. Shall we talk about it on the telephone? I am at my desk until six.',
  'Got it, thanks. Give me until the end of the week, there is one thing I would like to check first.',
  'Ha, I was just about to write to you about the same thing. Agreed, all of it.',
  'I read it twice. The first half is perfect; about the second half I have a question, but it can wait until we meet.',
  'That sounds wonderful. Count me in.',
]

/** A plausible answer in the same thread, from whom it was sent to. */
export function replyTo(written: WrittenMail, from: StoryPerson, at: Date): RawMessage {
  const d = dice('answer', written.messageId ?? written.subject, from.email)
  const first = written.from.name.split(' ')[0] ?? ''
  const body = `Hi${first ? ` ${first}` : ''},\n\n${d.pick(answers)}\n\n${from.name.split(' ')[0] ?? from.name}`
  // Mail has CRLF; a CR that stays in the HTML would swallow what follows it when the message is folded.
  const text = written.text.replace(/\r\n?/g, '\n')
  const quoted = text
    .split('\n')
    .slice(0, 60)
    .map((line) => (line === '' || line.startsWith('>') ? `>${line}` : `> ${line}`))
    .join('\n')
  const chain = [...written.references, ...(written.messageId === null ? [] : [written.messageId])]
  return rawFrom(() =>
    renderMessage({
      from,
      to: [written.from],
      subject: /^(re|aw|sv):/i.test(written.subject) ? written.subject : `Re: ${written.subject}`,
      date: at,
      id: `${named('answer', written.messageId ?? written.subject, from.email)}@${from.email.split('@')[1] ?? 'mail.example'}`,
      ...(written.messageId !== null && { replyTo: written.messageId }),
      references: chain.slice(-20),
      text: `${body}\n\n${written.from.name} wrote:\n${quoted}`,
      html: `${paragraphs(body)}<blockquote style="margin:0 0 0 .8ex;border-left:1px solid #ccc;padding-left:1ex">${paragraphs(text.slice(0, 4000))}</blockquote>`,
    }),
  )
}

/** Whom an address of the demo belongs to; a name is made from an address nobody has. */
export function personAt(email: string): StoryPerson {
  const author = [...colleagues, ...friends].find((person) => person.email === email.toLowerCase())
  const words = (email.split('@')[0] ?? '').split(/[._-]+/).filter((word) => word !== '')
  return author ?? { name: words.map((word) => word[0]?.toUpperCase() + word.slice(1)).join(' '), email }
}
