import { composeMessage } from '@plmail/mail-format'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fixedClock } from '../../kit/clock.ts'
import { systemRandom } from '../../kit/random.ts'
import type { Receipt } from './types.ts'
import { parseDisposition } from './disposition.ts'
import { isExtensionField } from './fields.ts'
import { readNotification, readReceipt } from './read.ts'
import { receiptDraft } from './write.ts'

const composed = (receipt: Receipt): Buffer =>
  composeMessage(receiptDraft(receipt), {
    random: systemRandom,
    domain: 'example.org',
    now: fixedClock(new Date('2026-03-01T10:00:00Z')).now(),
  })

const receipt: Receipt = {
  from: { name: 'Ann', email: 'ann@example.org' },
  to: [{ name: null, email: 'bob@example.org' }],
  subject: 'Read: Hello',
  textBody: 'It was displayed.\n',
  original: null,
  disposition: { actionMode: 'manual-action', sendingMode: 'mdn-sent-manually', type: 'displayed' },
  reportingUA: 'joes-pc.cs.example.com; Foomail 97.1',
  mdnGateway: null,
  error: null,
  originalRecipient: 'rfc822; ann@old.example',
  finalRecipient: 'rfc822; ann@example.org',
  originalMessageId: '<199509192301.23456@example.org>',
  extensionFields: { 'X-Read-At': '10:00' },
}

test('a receipt is a report of a text for people and the notification, and answers the message', () => {
  const text = composed(receipt).toString()
  expect(text).toMatch(
    /Content-Type: multipart\/report;\r\n boundary=.*\r\n report-type=disposition-notification\r\n/,
  )
  expect(text).toContain('In-Reply-To: <199509192301.23456@example.org>\r\n')
  expect(text).toContain(
    [
      'Reporting-UA: joes-pc.cs.example.com; Foomail 97.1',
      'Original-Recipient: rfc822; ann@old.example',
      'Final-Recipient: rfc822; ann@example.org',
      'Original-Message-ID: <199509192301.23456@example.org>',
      'Disposition: manual-action/MDN-sent-manually; displayed',
      'X-Read-At: 10:00',
    ].join('\r\n'),
  )
  expect(text).not.toContain('Auto-Submitted')
  const sendingMode = 'mdn-sent-automatically'
  const automatic = composed({ ...receipt, disposition: { ...receipt.disposition, sendingMode } })
  expect(automatic.toString()).toMatch(/^Auto-Submitted: auto-replied\r$/m)
})

test('the message goes along when that is wanted, as its third part', () => {
  const original = Buffer.from('Subject: Hello\r\n\r\nHow are you?\r\n')
  const raw = composed({ ...receipt, original })
  expect(raw.toString()).toContain('Content-Type: message/rfc822\r\n\r\nSubject: Hello\r\n\r\nHow are you?')
  expect(readReceipt(raw)).toMatchObject({ includeOriginalMessage: true })
})

test('what is written is read again', () => {
  const line = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }).map(tidy).filter(Boolean)
  const word = <T extends string>(...words: T[]) => fc.constantFrom(...words)
  const written = fc.record({
    subject: line,
    textBody: line,
    reportingUA: fc.option(line),
    disposition: fc.record({
      actionMode: word('manual-action', 'automatic-action'),
      sendingMode: word('mdn-sent-manually', 'mdn-sent-automatically'),
      type: word('deleted', 'dispatched', 'displayed', 'processed'),
    }),
    extensionFields: fc.option(
      fc.dictionary(fc.stringMatching(/^X-[A-Za-z][A-Za-z0-9-]{0,20}$/), line, { minKeys: 1, maxKeys: 5 }),
    ),
  })
  fc.assert(
    fc.property(written, (said) => {
      const { from: _from, to: _to, original: _original, ...expected } = { ...receipt, ...said }
      const read = readReceipt(composed({ ...receipt, ...said }))
      expect(read).toEqual({ ...expected, includeOriginalMessage: false })
    }),
    { numRuns: 300 },
  )
})

/** As a header shows it: on one line, in normal form. */
const tidy = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Surrogate}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .normalize('NFC')

test('the notification is read whatever its case, folds and order, with what RFC 8098 does not know', () => {
  const fields = [
    'final-recipient: rfc822;ann@example.org',
    'X-Colour: =?utf-8?q?gr=C3=BCn?=',
    'DISPOSITION: Automatic-Action/MDN-SENT-automatically ;\r\n  Deleted/error,x-more',
    'Error: first',
    'Error: second',
    'MDN-Gateway: dns; gate.example.org',
    '',
    'Disposition: manual-action/MDN-sent-manually; displayed',
  ]
  expect(readNotification(Buffer.from(fields.join('\r\n')))).toEqual({
    disposition: { actionMode: 'automatic-action', sendingMode: 'mdn-sent-automatically', type: 'deleted' },
    reportingUA: null,
    originalRecipient: null,
    originalMessageId: null,
    finalRecipient: 'rfc822;ann@example.org',
    mdnGateway: 'dns; gate.example.org',
    error: ['first', 'second'],
    extensionFields: { 'X-Colour': 'grün' },
  })
})

test('what is no receipt is read as none', () => {
  const raw = composed(receipt).toString()
  expect(readReceipt(Buffer.from(raw))).toBeDefined()
  const spoilt = [
    raw.replace('multipart/report', 'multipart/mixed'),
    raw.replace('message/disposition-notification', 'text/plain'),
    raw.replace('Disposition:', 'X-Disposition:'),
    raw.replace('; displayed', '; burnt'),
    raw.replace('manual-action', 'by-hand'),
    '',
  ]
  for (const text of spoilt) expect(readReceipt(Buffer.from(text))).toBeUndefined()
})

test('no bytes make the reader fail, and what it gives can be kept and sent', () => {
  const raw = composed({ ...receipt, original: Buffer.from('Subject: x\r\n\r\n\0\xff') })
  const mutated = fc
    .array(fc.tuple(fc.nat(raw.length - 1), fc.integer({ min: 0, max: 255 })), { maxLength: 30 })
    .map((edits) => {
      const bytes = Buffer.from(raw)
      for (const [at, byte] of edits) bytes[at] = byte
      return bytes
    })
  const cut = fc.tuple(fc.nat(raw.length), fc.nat(raw.length)).map(([a, b]) => raw.subarray(a, a + b))
  const anything = fc.uint8Array({ maxLength: 500 }).map((bytes) => Buffer.from(bytes))
  fc.assert(
    fc.property(fc.oneof(mutated, cut, anything), (bytes) => {
      const read = readReceipt(bytes)
      for (const text of [read?.reportingUA, read?.finalRecipient, ...(read?.error ?? [])])
        expect(text ?? '').not.toMatch(/[\r\n\0\p{Surrogate}]/u)
      expect(read && parseDisposition(read.disposition)).toEqual(read && read.disposition)
      const fields = readNotification(bytes)?.extensionFields ?? {}
      expect(Object.getPrototypeOf(fields)).toBe(Object.prototype)
    }),
    { numRuns: 1000 },
  )
})

test('a field that has a meaning of its own is no extension, and neither is what is no name', () => {
  expect(['X-Read-At', 'colour'].filter(isExtensionField)).toEqual(['X-Read-At', 'colour'])
  const others = ['Disposition', 'final-RECIPIENT', 'a b', 'a:b', 'a\r\nb', '', '__proto__', 'é']
  expect(others.filter(isExtensionField)).toEqual([])
})
