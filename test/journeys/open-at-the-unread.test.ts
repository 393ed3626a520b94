import { describe, expect, test } from 'vitest'
import { readerThrough, within, type Received } from '../fixtures/reader.ts'

/** A long conversation opens where there is something to read, and what nobody has looked at stays unread. */
const count = 9
const long = 'A line of the message.\r\n'.repeat(12)
const messages = (subject: string, unread: number): Received[] =>
  Array.from({ length: count }, (_, at) => ({
    message: [
      `Message-ID: <${subject.toLowerCase()}-${String(at)}@example.net>`,
      'From: Bea <bea@example.net>',
      ...(at > 0 ? [`In-Reply-To: <${subject.toLowerCase()}-${String(at - 1)}@example.net>`] : []),
      `Subject: ${at > 0 ? 'Re: ' : ''}${subject}`,
      '',
      `Number ${String(at + 1)}\r\n${long}`,
    ].join('\r\n'),
    isSeen: at < count - unread,
  }))
const draft = (): Received => ({
  message:
    'Message-ID: <half@example.org>\r\nFrom: ada@example.org\r\nIn-Reply-To: <lisbon-8@example.net>\r\nSubject: Re: Lisbon\r\n\r\nHalf a sentence',
  folder: 'Drafts',
})
const { reader, page, thread, message } = readerThrough([
  ...messages('Porto', 3),
  ...messages('Lisbon', 1),
  draft(),
])

const unreadAtServer = async (): Promise<number> => {
  const { accountId, visitor } = reader()
  const { total } = await visitor.call<{ total: number }>('Email/query', {
    accountId,
    limit: 0,
    calculateTotal: true,
    filter: { notKeyword: '$seen', from: 'bea' },
  })
  return total
}

describe.each([
  [1440, 900],
  [768, 1024],
  [390, 844],
])('at %i by %i', (width, height) => {
  test('the newest message is whole on the screen, and what was read stands in one line', async () => {
    await page().setViewportSize({ width, height })
    await reader().go('inbox')
    await reader().open('Lisbon')
    await thread().getByRole('button', { name: '8 earlier messages' }).waitFor()
    await within(async () => {
      const card = (await message(0).boundingBox())!
      const screen = (await thread().boundingBox())!
      expect(card.y).toBeGreaterThanOrEqual(screen.y - 1)
      expect(card.y + card.height).toBeLessThanOrEqual(screen.y + screen.height + 1)
      expect(await message(0).locator('iframe:not(.unready)').count()).toBe(1)
    })
  })
})

describe('a draft', () => {
  test('is a line at the end, counts as no message, and leaves open what it answers', async () => {
    await page().setViewportSize({ width: 1440, height: 900 })
    await reader().go('inbox')
    await reader().open('Lisbon')
    const row = thread().getByRole('group', { name: 'Draft' })
    await row.getByText('Half a sentence').waitFor()
    await thread()
      .getByText(`${String(count)} messages`)
      .waitFor()
    await thread().locator('article').last().locator('iframe:not(.unready)').waitFor()
    await row.getByRole('button', { name: 'Discard' }).click()
    await row.waitFor({ state: 'detached' })
  })
})

describe('messages that are unread', () => {
  test('are read when they were on the screen for a moment, and not before', async () => {
    await within(async () => expect(await unreadAtServer()).toBe(3))
    await page().setViewportSize({ width: 1440, height: 500 })
    await reader().go('inbox')
    await reader().open('Porto')
    await thread().getByRole('button', { name: '6 earlier messages' }).waitFor()
    await within(async () => expect(await unreadAtServer()).toBe(2))
    await thread().evaluate((scroll) => {
      scroll.dispatchEvent(new WheelEvent('wheel'))
      scroll.scrollTop = scroll.scrollHeight
    })
    await within(async () => expect(await unreadAtServer()).toBeLessThan(2))
  })
})
