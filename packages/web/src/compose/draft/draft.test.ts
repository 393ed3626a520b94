import type { EmailAddress, EmailSource, Identity } from '@plmail/wire'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { answerTo, senderFor, threadHeaders, type Sender } from './answer.ts'
import { promisesAttachment } from '../sending/forgotten-attachment.ts'
import { draftOfMailto } from './mailto.ts'
import { isAddress, parseRecipients, unique, writeRecipient } from './recipients.ts'
import { forwardSubject, replySubject } from './subject.ts'
import { sendTimes } from '../sending/send-times.ts'
import { mailSchema } from '../editor/schema.ts'
import { filled, filledText, textBefore, variablesIn, withContent } from '../editor/variables.ts'
import { valuesFor } from '../template/variable-values.ts'
import { questionsAbout } from '../sending/questions.ts'
import { variablesLeft } from '../template/variables-left.ts'
import { EditorState, TextSelection } from 'prosemirror-state'

const at = (email: string, name: string | null = null): EmailAddress => ({ name, email })
const mail = (fields: Partial<EmailSource>): EmailSource => ({
  id: 'M1',
  threadId: 'T1',
  blobId: 'B1',
  mailboxIds: {},
  keywords: {},
  messageId: null,
  inReplyTo: null,
  references: null,
  from: null,
  to: null,
  cc: null,
  bcc: null,
  replyTo: null,
  subject: null,
  sentAt: null,
  receivedAt: '2026-11-21T10:00:00Z',
  textBody: [],
  htmlBody: [],
  attachments: [],
  bodyValues: {},
  size: 1,
  'header:Mail-Followup-To:asAddresses': null,
  'header:Disposition-Notification-To:asAddresses': null,
  'header:Delivered-To:asAddresses:all': null,
  ...fields,
})
const own = new Set(['me@example.org'])
const emails = (people: readonly EmailAddress[]) => people.map(({ email }) => email)

describe('recipients', () => {
  test.each([
    ['a@example.org, b@example.org; c@example.org\nd@example.org', ['a@', 'b@', 'c@', 'd@']],
    ['"Last, First" <a@example.org>, Bo <b@example.org>', ['a@', 'b@']],
    ['a@example.org b@example.org', ['a@', 'b@']],
    ['mailto:a@example.org', ['a@']],
  ])('%j are the people in it', (text, starts) => {
    expect(emails(parseRecipients(text))).toEqual(starts.map((start) => `${start}example.org`))
  })

  test('what is no address is kept as typed', () => {
    expect(parseRecipients('Bo Smith, a@example.org')).toEqual([at('Bo Smith'), at('a@example.org')])
    expect(isAddress('Bo Smith')).toBe(false)
    expect(['a@b', 'a@@example.org', 'a b@example.org', ''].map(isAddress)).toEqual([
      false,
      false,
      false,
      false,
    ])
    expect(['a.b+c@sub.example.org', 'jörg@exämple.de', 'a@[192.0.2.1]'].map(isAddress)).toEqual([
      true,
      true,
      true,
    ])
  })

  test('written and read again a person is the same, whatever the name', () => {
    const name = fc.string({ unit: 'grapheme' }).map((text) => text.replace(/[\r\n\t]/g, ' ').trim())
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 5 }), (names) => {
        const people = names.map((text, n) => at(`p${String(n)}@example.org`, text === '' ? null : text))
        expect(parseRecipients(people.map(writeRecipient).join(', '))).toEqual(people)
      }),
    )
  })

  test('four hundred pasted lines are four hundred people', () => {
    const text = Array.from(
      { length: 400 },
      (_, n) => `Person ${String(n)} <p${String(n)}@example.org>`,
    ).join('\n')
    expect(parseRecipients(text)).toHaveLength(400)
  })
})

describe('who an answer goes to', () => {
  test('Reply-To before From', () => {
    const source = mail({
      from: [at('bo@example.org')],
      replyTo: [at('desk@example.org')],
      to: [at('me@example.org')],
    })
    expect(answerTo(source, false, own)).toEqual({ to: [at('desk@example.org')], cc: [] })
  })

  test('all: the others in Cc, each once, without oneself', () => {
    const source = mail({
      from: [at('bo@example.org')],
      to: [at('ME@example.org'), at('cy@example.org')],
      cc: [at('CY@example.org'), at('di@example.org'), at('bo@example.org')],
    })
    const { to, cc } = answerTo(source, true, own)
    expect([emails(to), emails(cc)]).toEqual([['bo@example.org'], ['cy@example.org', 'di@example.org']])
  })

  test('all of a list that says where follow-ups go', () => {
    const source = mail({
      from: [at('bo@example.org')],
      to: [at('list@example.org')],
      'header:Mail-Followup-To:asAddresses': [at('list@example.org'), at('me@example.org')],
    })
    expect(answerTo(source, true, own)).toEqual({ to: [at('list@example.org')], cc: [] })
    expect(emails(answerTo(source, false, own).to)).toEqual(['bo@example.org'])
  })

  test('what I wrote is followed up to whom I wrote it', () => {
    const source = mail({
      from: [at('me@example.org')],
      to: [at('bo@example.org')],
      cc: [at('cy@example.org')],
    })
    expect(answerTo(source, true, own)).toEqual({ to: [at('bo@example.org')], cc: [at('cy@example.org')] })
  })

  test('never to nobody while anybody is named, never twice, and to oneself only when nobody else is there', () => {
    const person = fc.constantFrom('me', 'bo', 'cy', 'di', 'BO').map((name) => at(`${name}@example.org`))
    const people = fc.array(person, { maxLength: 4 })
    fc.assert(
      fc.property(
        fc.array(person, { minLength: 1, maxLength: 2 }),
        people,
        people,
        fc.boolean(),
        (from, to, cc, all) => {
          const answer = answerTo(mail({ from, to, cc }), all, own)
          const lower = emails([...answer.to, ...answer.cc]).map((email) => email.toLowerCase())
          expect(lower.length).toBeGreaterThan(0)
          expect(new Set(lower).size).toBe(lower.length)
          expect(emails(answer.cc).map((email) => email.toLowerCase())).not.toContain('me@example.org')
        },
      ),
    )
  })

  test('the identity is the one the message came to', () => {
    const identity = (email: string): Identity => ({
      id: email,
      name: '',
      email,
      replyTo: null,
      bcc: null,
      textSignature: '',
      htmlSignature: '',
      mayDelete: true,
    })
    const senders: Sender[] = [
      { accountId: 'A1', identity: identity('me@example.org') },
      { accountId: 'A1', identity: identity('alias@example.org') },
      { accountId: 'A2', identity: identity('other@example.net') },
    ]
    const to = (email: string) => mail({ to: [at(email)], from: [at('bo@example.org')] })
    expect(senderFor('A1', to('Alias@example.org'), senders)?.identity.id).toBe('alias@example.org')
    expect(senderFor('A1', to('list@example.org'), senders)?.identity.id).toBe('me@example.org')
    expect(senderFor('A2', to('me@example.org'), senders)?.identity.id).toBe('other@example.net')
  })
})

describe('subjects and references', () => {
  test.each(['Re: Plan', 'AW: Plan', 'Re[2]: Plan', 'sv: Plan'])('%s stays when answered', (subject) => {
    expect(replySubject(subject)).toBe(subject)
  })
  test('the prefix comes once and only where it says something', () => {
    expect(replySubject('Refund: 3')).toBe('Re: Refund: 3')
    expect(replySubject(null)).toBe('Re:')
    expect(forwardSubject('WG: Plan')).toBe('WG: Plan')
    expect(forwardSubject('Re: Plan')).toBe('Fwd: Re: Plan')
    fc.assert(
      fc.property(fc.string(), (subject) => {
        expect(replySubject(replySubject(subject))).toBe(replySubject(subject))
        expect(forwardSubject(forwardSubject(subject))).toBe(forwardSubject(subject))
      }),
    )
  })
  test('references go on, their first and newest kept', () => {
    const references = Array.from({ length: 80 }, (_, n) => `r${String(n)}@x`)
    const headers = threadHeaders(mail({ messageId: ['m@x'], references }))
    expect(headers?.inReplyTo).toEqual(['m@x'])
    expect([headers?.references.length, headers?.references[0], headers?.references.at(-1)]).toEqual([
      50,
      'r0@x',
      'm@x',
    ])
    expect(threadHeaders(mail({}))).toBeUndefined()
  })
})

describe('mailto links', () => {
  test('say to whom, what about and what', () => {
    expect(
      draftOfMailto('mailto:a@example.org,b@example.org?subject=Hi%20you&cc=c@example.org&body=one%0D%0Atwo'),
    ).toEqual({
      to: [at('a@example.org'), at('b@example.org')],
      cc: [at('c@example.org')],
      bcc: [],
      subject: 'Hi you',
      body: 'one\ntwo',
    })
  })
  test('name nobody twice, however often they do', () => {
    const draft = draftOfMailto('mailto:a@example.org,A@example.org?to=a@example.org&cc=b@example.org')
    expect(draft).toMatchObject({ to: [at('a@example.org')], cc: [at('b@example.org')] })
  })
  test('cannot break out of their fields, and broken ones are read as far as they go', () => {
    const draft = draftOfMailto(
      'mailto:a@example.org?subject=a%0D%0ABcc:%20evil@example.org&x=y&body=%E0%A4%A',
    )
    expect(draft).toMatchObject({ subject: 'a Bcc: evil@example.org', bcc: [], body: '%E0%A4%A' })
    expect(draftOfMailto('https://example.org')).toBeUndefined()
  })
})

test('a promised attachment is noticed in English and German, and not in what is quoted', () => {
  for (const text of [
    'I attached the plan',
    'see attachment.',
    'Anbei die Liste',
    'im Anhang findest du',
    'beigefügt',
  ])
    expect(promisesAttachment(text, '')).toBe(true)
  for (const text of ['> see attachment\nThanks!', 'Hello', 'Anhangsammlung'])
    expect(promisesAttachment(text, '')).toBe(false)
})

describe('sending later', () => {
  const zone = 'Europe/Berlin'
  test('offers natural times of the zone that lie ahead', () => {
    const friday = sendTimes(new Date('2026-11-20T10:00:00Z'), zone)
    expect(friday.map(({ id, at: moment }) => [id, moment.toISOString()])).toEqual([
      ['this-evening', '2026-11-20T17:00:00.000Z'],
      ['tomorrow-morning', '2026-11-21T07:00:00.000Z'],
      ['tomorrow-afternoon', '2026-11-21T12:00:00.000Z'],
      ['monday-morning', '2026-11-23T07:00:00.000Z'],
    ])
    const sundayNight = sendTimes(new Date('2026-11-22T21:30:00Z'), zone)
    expect(sundayNight.map(({ id }) => id)).toEqual(['tomorrow-morning', 'tomorrow-afternoon'])
  })
})

test('people are known by their address, with the name somebody gave', () => {
  expect(unique([at('A@example.org'), at('a@example.org', 'Ada')])).toEqual([at('a@example.org', 'Ada')])
})

describe('templates', () => {
  const identity = { name: 'Lovelace, Ada', email: 'ada@example.org' } as Identity
  const sender: Sender = { accountId: 'A1', identity }
  const parts = (to: EmailAddress[], subject = '') => ({
    fields: { sender, to, subject },
    now: new Date('2026-11-22T12:00:00Z'),
    locale: 'en',
    timeZone: 'Europe/Berlin',
  })
  const line = (...texts: string[]) =>
    mailSchema.node(
      'paragraph',
      null,
      texts.map((text, n) => mailSchema.text(text, n % 2 ? [mailSchema.mark('strong')] : [])),
    )
  const stateOf = (...lines: ReturnType<typeof line>[]) =>
    EditorState.create({ doc: mailSchema.node('doc', null, lines) })

  test.each([
    ['recipient.firstName', [at('b@x.org', 'Bo Smith')], 'Bo'],
    ['recipient.firstName', [at('b@x.org', 'Smith, Bo')], 'Bo'],
    ['Recipient.FirstName', [at('b@x.org', 'Bo'), at('c@x.org', 'Cy Z')], 'Bo and Cy'],
    ['recipient.firstName', [at('b@x.org', 'Bo'), at('c@x.org')], undefined],
    ['recipient.firstName', [at('b@x.org', 'b@x.org')], undefined],
    ['recipient.name', [], undefined],
    ['recipient.address', [at('b@x.org')], 'b@x.org'],
    ['my.firstName', [], 'Ada'],
    ['my.address', [], 'ada@example.org'],
    ['date', [], 'November 22, 2026'],
    ['date+7', [], 'November 29, 2026'],
    ['date - 22', [], 'October 31, 2026'],
    ['date+99999', [], undefined],
    ['subject', [], undefined],
    ['constructor', [], undefined],
    ['order number', [], undefined],
  ])('%s for %j is %j', (name, to, value) => {
    expect(valuesFor(parts(to))(name)).toBe(value)
  })

  test('are filled in where a format changes too, keep what is open, and say where the cursor goes', () => {
    const before = stateOf(
      line('Dear {{recipient', '.firstName', '}}, {{cursor}}your {{order}}'),
      line('{{my.name}}'),
    )
    expect(variablesIn(before.doc).map(({ name }) => name)).toEqual([
      'recipient.firstName',
      'cursor',
      'order',
      'my.name',
    ])
    const after = before.apply(filled(before, valuesFor(parts([at('b@x.org', 'Bo')]))))
    expect(after.doc.textBetween(0, after.doc.content.size, '|')).toBe(
      'Dear Bo, your {{order}}|Lovelace, Ada',
    )
    expect(textBefore(after, 40)).toBe('Dear Bo, ')
    expect(filledText('{{my.name}} {{cursor}}{{x}}', valuesFor(parts([])))).toBe('Lovelace, Ada {{x}}')
  })

  test('take the place of the name that was typed, and one line stays in its line', () => {
    const typed = stateOf(line('Hello ;tha'))
    const atEnd = typed.apply(typed.tr.setSelection(TextSelection.atEnd(typed.doc)))
    const inLine = atEnd.apply(withContent(atEnd, stateOf(line('Thanks!')).doc, 4))
    expect(inLine.doc.toString()).toBe('doc(paragraph("Hello Thanks!"))')
    const inLines = atEnd.apply(withContent(atEnd, stateOf(line('Thanks!'), line('Bo')).doc, 4))
    expect(inLines.doc.toString()).toBe('doc(paragraph("Hello Thanks!"), paragraph("Bo"))')
  })

  test('with something open are asked about, quotes are not', () => {
    const fields = {
      ...parts([at('b@x.org')], 'Order').fields,
      cc: [],
      bcc: [],
      files: [],
      thread: undefined,
    }
    const ask = (text: string) =>
      questionsAbout({ ...fields, asksReceipt: false }, text, variablesLeft(fields.subject, text, []))
    expect([ask('Hi {{name}}'), ask('> {{name}}')]).toEqual([['variables'], []])
    expect(variablesLeft('{{a}}', 'b {{ b }} {{a}}', ['c'])).toEqual(['a', 'b', 'c'])
  })
})
