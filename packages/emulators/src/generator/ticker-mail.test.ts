import { expect, test } from 'vitest'
import { eachPart, readParts, getText } from '../mime/index.ts'
import { replyTo } from './ticker-mail.ts'

test('an answer quotes what it answers in whole paragraphs, whatever ends the lines', () => {
  const raw = replyTo(
    {
      subject: 'Lunch',
      messageId: 'one@ada.test',
      references: [],
      text: 'Ada invites you.\r\n\r\nLunch\r\nWhen: tomorrow\r\n',
      from: { name: 'Ada', email: 'ada@ada.test' },
    },
    { name: 'Bob', email: 'bob@bob.test' },
    new Date('2026-11-23T10:00:00Z'),
  )
  const html = [...eachPart(readParts(raw.render()))].find(({ type }) => type === 'text/html')
  expect(html && getText(html).replaceAll('\r\n', '\n')).toContain(
    '<p>Ada invites you.</p>\n<p>Lunch<br>When: tomorrow',
  )
})
