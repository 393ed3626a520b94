import { describe, expect, test } from 'vitest'
import { toRawMessage } from '../../blobs/raw.ts'
import { mail, signedIn, startForTest } from '../google-for-tests.ts'

const withFile = toRawMessage(
  [
    'From: Shop <orders@shop.test>',
    'To: ada@example.test',
    'Cc: Bea <bea@example.test>',
    'Subject: Your invoice',
    'Message-ID: <invoice@shop.test>',
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b',
    '',
    'See the file.',
    '--b',
    'Content-Type: application/pdf',
    'Content-Disposition: attachment; filename=invoice.pdf',
    '',
    'pdf',
    '--b--',
    '',
  ].join('\r\n'),
)

describe('search', () => {
  test('understands the operators that are used', async () => {
    const { google, ada } = await startForTest()
    const call = await signedIn(google)
    const at = (day: string): { receivedAt: Date } => ({ receivedAt: new Date(`${day}T12:00:00Z`) })
    const names = new Map([
      [ada.deliver(withFile, { ...at('2026-11-01'), keywords: ['$seen'] }), 'invoice'],
      [
        ada.deliver(mail({ Subject: 'Green tea' }, 'Leaves\r\n'), {
          ...at('2026-11-10'),
          keywords: ['$flagged'],
        }),
        'tea',
      ],
      [ada.deliver(mail({ Subject: 'Sale' }), { ...at('2026-11-12'), to: 'junk' }), 'spam'],
      [ada.deliver(mail({ Subject: 'Old' }), { ...at('2026-11-14'), to: 'trash' }), 'trash'],
      [ada.deliver(mail({ Subject: 'Report' }), { ...at('2026-11-16'), to: 'Big Work/Reports' }), 'report'],
    ])
    const found = async (q: string): Promise<string> => {
      const { messages = [] } = (await call('GET', `/messages?q=${encodeURIComponent(q)}`)).body
      return messages.map((message) => names.get(message.id)).join(' ')
    }
    const expected: Record<string, string> = {
      'rfc822msgid:<invoice@shop.test>': 'invoice',
      'rfc822msgid:invoice@shop.test': 'invoice',
      'from:orders': 'invoice',
      'to:bea': 'invoice',
      'cc:bea': 'invoice',
      'to:me -cc:bea': 'report tea',
      'subject:"green tea"': 'tea',
      'subject:green subject:sale': '',
      leaves: 'tea',
      'in:inbox': 'tea invoice',
      'in:spam': 'spam',
      'in:trash': 'trash',
      'in:anywhere': 'report trash spam tea invoice',
      'in:archive': 'report',
      'label:big-work-reports': 'report',
      'label:"Big Work/Reports"': 'report',
      'is:unread': 'report tea',
      'is:read': 'invoice',
      'is:starred': 'tea',
      'has:attachment': 'invoice',
      'filename:pdf': 'invoice',
      'has:userlabels': 'report',
      'category:primary': 'tea invoice',
      'before:2026/11/10': 'invoice',
      'after:2026/11/10': 'report tea',
      'after:1794700000 before:2026-11-16': '',
      'newer_than:6d': 'report',
      'older_than:15d': 'invoice',
      'subject:green OR subject:invoice': 'tea invoice',
      '{subject:green subject:report}': 'report tea',
      '(subject:green OR subject:report) is:starred': 'tea',
      '-in:inbox': 'report',
      'larger:1m': '',
      'smaller:1m is:starred': 'tea',
    }
    const answers: Record<string, string> = {}
    for (const q of Object.keys(expected)) answers[q] = await found(q)
    expect(answers).toEqual(expected)
  })

  test('takes any text without failing', async () => {
    const { google, ada } = await startForTest()
    const call = await signedIn(google)
    ada.deliver(mail())
    for (const q of ['((((', '"', '-', ':', 'OR', '{', 'from:', 'a:b:c', '\\', 'before:never', '🙂'])
      expect((await call('GET', `/messages?q=${encodeURIComponent(q)}`)).status).toBe(200)
  })
})
