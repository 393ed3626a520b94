import type { EmailAddress, EmailSource, Identity } from '@plmail/wire'
import { describe, expect, test } from 'vitest'
import { answerTo, senderFor, senderOfDraft, threadHeaders } from './answer.ts'

const person = (email: string, name: string | null = null): EmailAddress => ({ name, email })
const me = person('me@x.example', 'Me')
const ann = person('ann@x.example', 'Ann')
const bob = person('bob@x.example', 'Bob')
const list = person('list@x.example')
const own = new Set(['me@x.example', 'me@work.example'])
const source = (more: Partial<EmailSource>): EmailSource =>
  ({ id: 'M1', from: [ann], to: [me], cc: null, ...more }) as EmailSource
const addressesOf = (people: readonly EmailAddress[]) => people.map(({ email }) => email)
const answered = (more: Partial<EmailSource>, isToAll = false) => {
  const { to, cc } = answerTo(source(more), isToAll, own)
  return [addressesOf(to), addressesOf(cc)]
}

describe('an answer', () => {
  test('goes to who wrote', () => {
    expect(answered({})).toEqual([['ann@x.example'], []])
  })

  test('goes where the sender asks for it', () => {
    expect(answered({ replyTo: [bob] })).toEqual([['bob@x.example'], []])
  })

  test('to a message of one’s own goes on to whom it was written', () => {
    expect(answered({ from: [me], to: [ann, bob] })).toEqual([['ann@x.example', 'bob@x.example'], []])
  })

  test('to a message to oneself goes to oneself', () => {
    expect(answered({ from: [me], to: [me] })).toEqual([['me@x.example'], []])
  })
})

describe('an answer to all', () => {
  test('has the others as copies, without oneself under any address', () => {
    expect(answered({ to: [me, bob], cc: [person('ME@work.example'), list] }, true)).toEqual([
      ['ann@x.example'],
      ['bob@x.example', 'list@x.example'],
    ])
  })

  test('names nobody twice, whatever the case', () => {
    expect(answered({ to: [person('ANN@x.example'), bob], cc: [person('Bob@x.example')] }, true)).toEqual([
      ['ann@x.example'],
      ['bob@x.example'],
    ])
  })

  test('goes where a list asks follow-ups to go, and nowhere else', () => {
    const asks = { 'header:Mail-Followup-To:asAddresses': [list, me] }
    expect(answered({ ...asks, cc: [bob] }, true)).toEqual([['list@x.example'], []])
    expect(answered({ ...asks, cc: [bob] }, false)).toEqual([['ann@x.example'], []])
  })

  test('to a message of one’s own keeps its copies as copies', () => {
    expect(answered({ from: [me], to: [ann], cc: [bob, me] }, true)).toEqual([
      ['ann@x.example'],
      ['bob@x.example'],
    ])
  })
})

describe('the headers of an answer', () => {
  test('name the message and what it answered', () => {
    expect(threadHeaders(source({ messageId: ['c@x'], references: ['a@x', 'b@x'] }))).toEqual({
      inReplyTo: ['c@x'],
      references: ['a@x', 'b@x', 'c@x'],
    })
  })

  test('take In-Reply-To for what a message without References answered, where it names one', () => {
    expect(threadHeaders(source({ messageId: ['c@x'], inReplyTo: ['b@x'] }))?.references).toEqual([
      'b@x',
      'c@x',
    ])
    expect(threadHeaders(source({ messageId: ['c@x'], inReplyTo: ['a@x', 'b@x'] }))?.references).toEqual([
      'c@x',
    ])
  })

  test('keep the first and the newest of a long conversation', () => {
    const references = Array.from({ length: 90 }, (_, n) => `m${String(n)}@x`)
    const all = threadHeaders(source({ messageId: ['last@x'], references }))?.references ?? []
    expect(all).toHaveLength(50)
    expect([all[0], all[1], all.at(-1)]).toEqual(['m0@x', 'm42@x', 'last@x'])
  })

  test('are none for a message that has no id', () => {
    expect(threadHeaders(source({ messageId: null }))).toBeUndefined()
  })
})

describe('the identity to answer with', () => {
  const identity = (email: string, name = '') => ({ id: `${email} ${name}`, email, name }) as Identity
  const senders = [
    { accountId: 'A1', identity: identity('me@x.example') },
    { accountId: 'A1', identity: identity('me@work.example') },
    { accountId: 'A1', identity: identity('me@work.example', 'Sales') },
    { accountId: 'A2', identity: identity('other@y.example') },
  ]
  const chosen = (accountId: string, more: Partial<EmailSource>) =>
    senderFor(accountId, source(more), senders)?.identity.email

  test('is the address that a message came to, however it was spelt', () => {
    expect(chosen('A1', { to: [person('ME@work.example')] })).toBe('me@work.example')
    expect(chosen('A1', { to: [list], cc: [person('me@work.example')] })).toBe('me@work.example')
  })

  test('is where a server says it was delivered to, before what its headers claim', () => {
    const delivered = { 'header:Delivered-To:asAddresses:all': [[person('me@work.example')]] }
    expect(chosen('A1', { to: [me], ...delivered })).toBe('me@work.example')
  })

  test('is the first of the account where a list hides to whom a message went, and never another account’s', () => {
    expect(chosen('A1', { to: [list] })).toBe('me@x.example')
    expect(chosen('A2', { to: [me] })).toBe('other@y.example')
  })

  test('of a draft is the one with its name, where an address has several', () => {
    const draft = (name: string) =>
      senderOfDraft('A1', source({ from: [person('me@work.example', name)] }), senders)?.identity.name
    expect(draft('Sales')).toBe('Sales')
    expect(draft('Nobody')).toBe('')
  })

  test('is none where nobody can send', () => {
    expect(senderFor('A1', source({}), [])).toBeUndefined()
  })
})
