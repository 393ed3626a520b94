import { expect, test } from 'vitest'
import { openBrowser } from '../fixtures/browser-user.ts'
import { type Received, readerThrough } from '../fixtures/reader.ts'
import { signIn } from '../fixtures/sign-in.ts'

/** A reader's view of a conversation before its messages are drawn, and of a folded message and a draft. */
const plan = (name: string): string[] => [
  '--mixed',
  'Content-Type: application/octet-stream',
  `Content-Disposition: attachment; filename="${name}"`,
  '',
  'Stones and beams',
]
const messages: Received[] = [
  {
    message: [
      'Message-ID: <house-1@example.net>',
      'From: Bea <bea@example.net>',
      'Subject: The house',
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary=mixed',
      '',
      '--mixed',
      'Content-Type: text/plain',
      '',
      'Both plans of it.',
      ...plan('cellar.bin'),
      ...plan('roof.bin'),
      '--mixed--',
    ].join('\r\n'),
    isSeen: true,
  },
  {
    message: [
      'Message-ID: <house-2@example.net>',
      'From: Bea <bea@example.net>',
      'Subject: Re: The house',
      'In-Reply-To: <house-1@example.net>',
      'Content-Type: text/html',
      '',
      '<p>What do you say?</p>',
    ].join('\r\n'),
  },
  {
    message: [
      'Message-ID: <house-3@example.org>',
      'From: ada@example.org',
      'Subject: Re: The house',
      'In-Reply-To: <house-2@example.net>',
      '',
      'Half a sentence',
    ].join('\r\n'),
    folder: 'Drafts',
  },
]
const { reader, page, thread, message } = readerThrough(messages)

test('a draft is marked in the list and counts as no message', async () => {
  await reader().go('inbox')
  const people = reader().row('The house').locator('.people')
  await people.getByText('Draft', { exact: true }).waitFor()
  await people.getByText('Bea').waitFor()
  expect(await people.locator('.count').textContent()).toBe('2')
})

test('the files of a folded message are a number on its line, and stand in the message once it is open', async () => {
  await reader().go('inbox')
  await reader().open('The house')
  const folded = message(0)
  await folded.locator('.clip').getByText('2 attachments').waitFor()
  expect(
    await thread()
      .getByRole('button', { name: /roof\.bin/ })
      .count(),
  ).toBe(0)
  await folded.getByRole('button', { name: 'Bea' }).focus()
  await page().keyboard.press('Enter')
  const files = folded.getByRole('region', { name: '2 attachments' })
  await files.getByRole('button', { name: /roof\.bin/ }).waitFor()
})

test('nothing white stands in a dark window before a message is drawn', async () => {
  await page().emulateMedia({ colorScheme: 'dark' })
  await reader().go('inbox')
  await reader().row('The house').waitFor()
  await page().evaluate(watchPlaceholders)
  await reader().open('The house')
  await thread().locator('article').last().locator('iframe:not(.unready)').waitFor()
  const colours = await page().evaluate(() => (window as unknown as Watched).placeholders)
  await page().emulateMedia({ colorScheme: 'light' })
  expect(colours.length).toBeGreaterThan(0)
  expect(colours).not.toContain('rgb(255, 255, 255)')
})

interface Watched {
  placeholders: string[]
}

/** Notes the ground of every frame that is not drawn yet. */
function watchPlaceholders(): void {
  const placeholders: string[] = []
  Object.assign(window, { placeholders })
  const note = (): void => {
    for (const frame of document.querySelectorAll('iframe.unready'))
      if (frame.parentElement) placeholders.push(getComputedStyle(frame.parentElement).backgroundColor)
  }
  new MutationObserver(note).observe(document.body, { childList: true, subtree: true })
  note()
}

test('whoever has no mailbox is welcomed, and sees no inbox before', async () => {
  await using newcomer = await openBrowser(reader().plmail.address)
  let answer: () => void = () => undefined
  const isAnswered = new Promise<void>((resolve) => (answer = resolve))
  await newcomer.page.route('**/api/accounts', async (route) => {
    await isAnswered
    await route.fulfill({ json: { accounts: [], health: [], signIns: [] } })
  })
  await newcomer.page.goto(reader().plmail.address)
  await signIn(newcomer.page)
  await newcomer.page.locator('.app .screen').waitFor({ state: 'attached' })
  expect(await newcomer.page.getByRole('grid').count()).toBe(0)
  answer()
  await newcomer.page.getByRole('heading', { name: /^Welcome/ }).waitFor()
})
