import { describe, expect, it } from 'vitest'
import { toRawMessage, type RawMessage } from '../blobs/raw.ts'
import { manualClock } from '../clock/clock.ts'
import type { EmulatedMailbox } from '../mailbox.ts'
import { createPostOffice, type SentMail } from './post-office.ts'

function mailbox(email: string): EmulatedMailbox & { delivered: RawMessage[] } {
  const delivered: RawMessage[] = []
  return {
    email,
    delivered,
    deliver: (raw) => `id${delivered.push(raw)}`,
    truth: () => ({ messages: [], mailboxes: [], sent: [] }),
    turnOdd: () => {},
    act: () => {},
  }
}

describe('the post office', () => {
  const raw = toRawMessage('Subject: x\r\n\r\n')

  it('delivers to the emulated mailboxes once each and swallows the rest', () => {
    const post = createPostOffice(manualClock(new Date(0)))
    const ada = mailbox('Ada@example.test')
    const tom = mailbox('tom@example.test')
    for (const person of [ada, tom]) post.register(person)
    const received: SentMail[] = []
    post.onSend((mail) => received.push(mail))
    const recipients = ['ada@example.test', 'ADA@example.test', 'eve@elsewhere.example']
    post.send({ from: 'tom@example.test', recipients, raw })
    expect([ada.delivered, tom.delivered]).toEqual([[raw], []])
    expect(post.swallowed()).toEqual([
      { from: 'tom@example.test', recipients: ['eve@elsewhere.example'], raw, at: new Date(0) },
    ])
    expect(received).toHaveLength(1)
    expect(post.mailboxes()).toEqual([ada, tom])
  })
})
