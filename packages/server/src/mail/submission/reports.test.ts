import fc from 'fast-check'
import { expect, test } from 'vitest'
import { outgoingBytes } from './outgoing-bytes.ts'
import { checkedEnvelope, sendTime } from './envelope.ts'
import { isAddress } from '../address-shape.ts'
import { reportIn } from './reports.ts'

const report = [
  'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
  '',
  '--b',
  '',
  'Sorry',
  '--b',
  'Content-Type: message/delivery-status',
  '',
  'Reporting-MTA: dns; mx.example.org',
  '',
  'Final-Recipient: rfc822; Bo@example.org',
  'Action: failed',
  'Diagnostic-Code: smtp; 550',
  ' no',
  '',
  'Original-Recipient: rfc822; c@example.org',
  'Final-Recipient: rfc822; x@y',
  'Action: delivered',
  '',
  'Final-Recipient: rfc822; d@example.org',
  'Action: delayed',
  '--b',
  'Content-Type: message/rfc822',
  '',
  'Message-ID: <m@x>',
  '',
  'Hello',
  '--b--',
  '',
].join('\r\n')

test('a report tells of each recipient under every name it has there', () => {
  expect(reportIn(Buffer.from(report))).toEqual({
    kind: 'delivery',
    messageId: 'm@x',
    about: new Map([
      ['bo@example.org', { delivered: 'no', reply: '550 no' }],
      ['c@example.org', { delivered: 'yes' }],
      ['x@y', { delivered: 'yes' }],
    ]),
  })
})

test('no bytes make reading a report fail, and none make text that the database refuses', () => {
  const mutated = fc
    .array(fc.tuple(fc.nat(report.length - 1), fc.integer({ min: 0, max: 255 })), { maxLength: 30 })
    .map((edits) => {
      const bytes = Buffer.from(report)
      for (const [at, byte] of edits) bytes[at] = byte
      return bytes
    })
  const anything = fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes))
  fc.assert(
    fc.property(fc.oneof(mutated, anything), (raw) => {
      for (const { reply = '' } of reportIn(raw)?.about.values() ?? []) {
        expect(reply).not.toMatch(/[\0\p{Surrogate}]/u)
      }
    }),
    { numRuns: 500 },
  )
})

test('what is sent has lost its Bcc, and nothing else', () => {
  const field = fc.constantFrom(
    'Subject: x',
    'bcc: a@b',
    'BCC : a@b,',
    'Resent-Bcc: c@d',
    ' folded',
    '\tfolded',
    'To: e@f',
    'X-Bcc-No: 1',
  )
  const body = fc.constantFrom('', 'Bcc: in the body', '.', 'x\r\n\r\nBcc: y')
  fc.assert(
    fc.property(fc.array(field), body, (fields, text) => {
      const head = ['From: a@b', ...fields].join('\r\n')
      const sent = outgoingBytes(Buffer.from(`${head}\r\n\r\n${text}`), ['Date: now']).toString()
      const [sentHead = '', ...rest] = sent.split('\r\n\r\n')
      expect(rest.join('\r\n\r\n')).toBe(text)
      expect(sentHead).not.toMatch(/^(resent-)?bcc/im)
      const others = head.split(/\r\n(?![ \t])/).filter((one) => !/^(resent-)?bcc[ ]*:/i.test(one))
      expect(sentHead).toBe(['Date: now', ...others].join('\r\n'))
    }),
  )
})

test('an address is nothing that could be a command', () => {
  for (const good of ['a@b.c', 'a.b+c@d', 'ö@müller.example', '"a b"@c']) expect(isAddress(good)).toBe(true)
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.constantFrom('\r', '\n', '\0', '<', '>', ' '),
      (a, b) => {
        expect(isAddress(`x${b}${a}@y`)).toBe(false)
        expect(isAddress(`x@y${b}${a}`)).toBe(false)
      },
    ),
  )
  expect(isAddress(`${'x'.repeat(65)}@y`)).toBe(false)
})

test('each address once, whatever its case; every parameter that is not known is refused', () => {
  const plain = (email: string) => ({ email, parameters: null })
  const mailFrom = plain('a@b')
  expect(checkedEnvelope({ mailFrom, rcptTo: [plain('x@y'), plain('X@Y'), plain('z@y')] })).toEqual({
    mailFrom,
    rcptTo: [plain('x@y'), plain('z@y')],
  })
  const odd = { email: 'x@y', parameters: { NOTIFY: 'NEVER' } }
  expect(checkedEnvelope({ mailFrom, rcptTo: [odd] })).toMatchObject({ why: 'invalid-envelope' })
  const now = new Date('2026-03-01T10:00:00Z')
  const at = (parameters: Record<string, string | null>) => sendTime({ email: 'a@b', parameters }, now, 10)
  expect(at({})).toEqual(new Date('2026-03-01T10:00:10Z'))
  expect(at({ HOLDUNTIL: '2020-01-01T00:00:00Z' })).toEqual(now)
  for (const bad of [
    { HOLDFOR: null },
    { HOLDFOR: '1', HOLDUNTIL: '2026-04-01T00:00:00Z' },
    { HOLDUNTIL: '2026-13-01T00:00:00Z' },
  ])
    expect(at(bad)).toMatchObject({ why: 'invalid-envelope' })
})
