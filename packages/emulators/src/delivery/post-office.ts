import type { RawMessage } from '../blobs/raw.ts'
import type { VirtualClock } from '../clock/clock.ts'
import type { EmulatedMailbox } from '../mailbox.ts'

/** Mail that left one of the emulated mailboxes. */
export interface SentMail {
  from: string
  /** The envelope's, Bcc among them. */
  recipients: string[]
  raw: RawMessage
}

/** Carries mail between the emulated mailboxes; nothing ever leaves the process. */
export interface PostOffice {
  /** Mail to `mailbox.email` is delivered there from now on. */
  register(mailbox: EmulatedMailbox): void
  /** Delivers to the emulated mailboxes among the recipients; the others are swallowed and recorded. */
  send(mail: SentMail): void
  mailboxes(): readonly EmulatedMailbox[]
  /** Lists messages sent to addresses that are not emulated, newest last, at most 1,000. */
  swallowed(): ReadonlyArray<SentMail & { at: Date }>
  /** Calls the listener for each send, after delivery; returns how to stop. */
  onSend(listener: (mail: SentMail) => void): () => void
  /** Forgets the mailboxes and what was swallowed; who listens goes on listening. */
  clear(): void
}

const maxRetained = 1_000

export function createPostOffice(clock: VirtualClock): PostOffice {
  const mailboxes = new Map<string, EmulatedMailbox>()
  const listeners = new Set<(mail: SentMail) => void>()
  let swallowed: Array<SentMail & { at: Date }> = []
  return {
    register: (mailbox) => void mailboxes.set(mailbox.email.toLowerCase(), mailbox),
    send(mail) {
      const addresses = new Set(mail.recipients.map((address) => address.toLowerCase()))
      const outside = [...addresses].filter((address) => !mailboxes.has(address))
      for (const address of addresses) mailboxes.get(address)?.deliver(mail.raw)
      if (outside.length > 0) {
        swallowed.push({ ...mail, recipients: outside, at: clock.now() })
        swallowed = swallowed.slice(-maxRetained)
      }
      for (const listener of Array.from(listeners)) listener(mail)
    },
    mailboxes: () => [...mailboxes.values()],
    swallowed: () => swallowed,
    onSend(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    clear() {
      mailboxes.clear()
      swallowed = []
    },
  }
}
