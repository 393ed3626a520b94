import { count } from '../numbers.ts'

/** What is on its way out, and what became of it. */
export const outbox = {
  title: 'Outbox',
  intro: 'What waits to be sent, and what became of what was sent in the last 30 days.',
  empty: 'Nothing is on its way.',
  scheduled: 'Scheduled',
  waiting: (n: number) => `${count(n)} waiting`,
  onTheWay: 'On the way',
  refused: 'Refused',
  done: 'Sent',
  states: {
    scheduled: (at: string) => `Goes out ${at}`,
    queued: 'Waits to be handed over',
    trying: (words: string) => `Tried again. The server said: ${words}`,
    accepted: 'Accepted by the mail server',
    delivered: 'Delivered',
    seen: 'Accepted, and the copy is in Sent',
    refused: (words: string) => `Refused: ${words}`,
  },
  cancel: 'Do not send',
  canceled: 'Not sent. The draft is in Drafts.',
  change: 'Change',
  again: 'Try again',
  forget: 'Remove from this list',
  unreachable: 'The list cannot be loaded right now.',
  to: (names: string) => `to ${names}`,
  nothingScheduled: 'No message waits for its time.',
  proof: 'What the mail server said',
  handedOver: (from: string, at: string) => `Handed over by ${from}, ${at}`,
  said: (who: string, words: string) => `${who}: ${words}`,
}
