import type { EmulatedMailbox } from '../mailbox.ts'
import type { StoryPerson } from '../generator/index.ts'
import { personAt, replyTo, tickerMail } from '../generator/index.ts'
import type { RawMessage } from '../blobs/raw.ts'
import type { SentMail } from '../delivery/post-office.ts'
import {
  eachPart,
  headerValue,
  readAddresses,
  readMessageIds,
  readParts,
  decodeWords,
  getText,
} from '../mime/index.ts'
import type { World } from '../world.ts'

export interface Ticker {
  /** Milliseconds of the clock between two mails; 0 stops. What is sent is answered all the same. */
  setPace(ms: number): void
  readonly paceMs: number
  stop(): void
}

/** One answers before the coffee is cold, the other after it. */
const soonest = 15_000
const latest = 70_000

/** Nobody answers for a machine. */
const machine = /^(no-?reply|mailer-daemon|bounce|unsubscribe|notifications?)\b|@lists?\./i

/**
 * Keeps a mailbox alive while somebody looks at it: mail trickles in, to one account after the other, and what is
 * sent to people who are not emulated is answered by them a little later, in the same thread.
 */
export function startTicker(world: World, people: () => readonly StoryPerson[]): Ticker {
  const started = world.clock.now().getTime()
  let paceMs = 0
  let delivered = 0
  let cancel = (): void => {}
  const getMailbox = ({ email }: StoryPerson): EmulatedMailbox | undefined =>
    world.post.mailboxes().find((mailbox) => mailbox.email === email)

  function next(): void {
    cancel()
    if (paceMs === 0) return
    // Not to the minute: mail that comes by the clock looks like a machine.
    const wait = paceMs * (0.6 + world.random() * 0.8)
    cancel = world.clock.at(new Date(world.clock.now().getTime() + wait), () => {
      const all = people()
      const person = all[delivered % Math.max(1, all.length)]
      const now = world.clock.now()
      if (person) {
        const raw = tickerMail(`${world.seed} ${started}`, person, delivered, now)
        getMailbox(person)?.deliver(raw, { receivedAt: now })
      }
      delivered++
      next()
    })
  }

  function answer(mail: SentMail): void {
    const emulated = new Set(world.post.mailboxes().map(({ email }) => email.toLowerCase()))
    const person = people().find(({ email }) => email.toLowerCase() === mail.from.toLowerCase())
    const to = mail.recipients.find(
      (address) => !emulated.has(address.toLowerCase()) && !machine.test(address),
    )
    if (person === undefined || to === undefined) return
    const wait = soonest + world.random() * (latest - soonest)
    world.clock.at(new Date(world.clock.now().getTime() + wait), () => {
      const now = world.clock.now()
      const raw = replyTo(readWritten(mail.raw, person), personAt(to), now)
      getMailbox(person)?.deliver(raw, { receivedAt: now })
    })
  }

  const stopAnswering = world.post.onSend(answer)
  return {
    setPace(ms) {
      paceMs = ms
      next()
    },
    get paceMs() {
      return paceMs
    },
    stop() {
      cancel()
      paceMs = 0
      stopAnswering()
    },
  }
}

function readWritten(raw: RawMessage, person: StoryPerson): Parameters<typeof replyTo>[0] {
  const message = readParts(raw.render())
  const { headers } = message
  const shown = readAddresses(headerValue(headers, 'from') ?? '')[0]
  const text = [...eachPart(message)].find(({ type }) => type === 'text/plain')
  return {
    subject: decodeWords(headerValue(headers, 'subject') ?? ''),
    messageId: ids(headerValue(headers, 'message-id'))[0] ?? null,
    references: ids(headerValue(headers, 'references')),
    text: text ? getText(text) : '',
    from: { name: shown?.name ? decodeWords(shown.name) : person.name, email: person.email },
  }
}

/** Without their angle brackets. */
const ids = (value: string | undefined): string[] => readMessageIds(value).map((id) => id.slice(1, -1))
