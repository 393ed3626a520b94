import type { AccountView } from '@plmail/wire'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { asAnotherClient } from '../fixtures/another-client.ts'
import { type BrowserUser, openBrowser } from '../fixtures/browser-user.ts'
import { type Dovecot, startDovecot } from '../fixtures/dovecot.ts'
import { type PlMail, showLogOnFailure, startPlMail } from '../fixtures/plmail.ts'
import { type SmtpSink, startSmtpSink } from '../fixtures/smtp-sink.ts'
import { administrator, type Visitor } from '../fixtures/visitor.ts'

/** A person writes, changes their mind, answers everybody, loses the server, and nothing that was typed is lost. */
const [user, password] = ['ada@example.org', 'mailbox password']
const letter = [
  ...[
    'Message-ID: <plan@example.net>',
    'From: Bo <bo@example.net>',
    `To: Ada <${user}>, Cy <cy@example.net>`,
  ],
  ...['Cc: Di <di@example.net>', 'Subject: The plan', 'Date: Fri, 20 Nov 2026 10:00:00 +0000'],
  ...[
    'Content-Type: text/html; charset=utf-8',
    '',
    '<p>Is <b>Monday</b> fine?</p><table><tr><td>A</td></tr></table>',
    '',
  ],
].join('\r\n')

let dovecot: Dovecot
let smtp: SmtpSink
let plmail: PlMail
let visitor: Visitor
let account: AccountView
let ada: BrowserUser

beforeAll(async () => {
  dovecot = await startDovecot()
  dovecot.addUser(user, password)
  await dovecot.append(user, 'INBOX', letter)
  smtp = await startSmtpSink({
    users: { [user]: password },
    refuse: (recipient) => (recipient.startsWith('nobody@') ? '550 5.1.1 No such person here' : undefined),
  })
  plmail = await startPlMail({ trusts: [dovecot, smtp] })
  visitor = plmail.visitor()
  await visitor.install()
  account = await visitor.addAccount(dovecot, smtp, user, password)
  ada = await openBrowser(plmail.address)
  await signIn()
})
beforeEach(() => showLogOnFailure(() => plmail))
afterAll(async () => {
  await ada?.[Symbol.asyncDispose]()
  await plmail?.[Symbol.asyncDispose]()
  await smtp?.[Symbol.asyncDispose]()
  await dovecot?.[Symbol.asyncDispose]()
})

async function signIn(): Promise<void> {
  const { page } = ada
  await page.goto(plmail.address)
  await page.getByLabel('Email address').fill(administrator.email)
  await page.getByLabel('Password').fill(administrator.password)
  await page.keyboard.press('Enter')
  await row('The plan').waitFor()
}

const within = <T>(look: () => Promise<T>) => vi.waitFor(look, { timeout: 60_000, interval: 100 })
const row = (subject: string) => ada.page.getByRole('row').filter({ hasText: subject })
const composer = () => ada.page.getByRole('dialog').filter({ has: ada.page.getByLabel('Subject') })
const text = () => composer().getByRole('textbox', { name: 'Message', exact: true })
const saved = () => composer().locator('[data-save=saved]').waitFor()
const sunk = (subject: string) => smtp.messages.filter(({ raw }) => raw.includes(`Subject: ${subject}`))

const inFolder = (path: string, subject: string) =>
  asAnotherClient(dovecot, user, path, async (client) => {
    const found = await client.search({ header: { subject } }, { uid: true })
    if (!found || found.length === 0) return []
    const messages = await client.fetchAll(found, { source: true }, { uid: true })
    return messages.map(({ source }) => source?.toString() ?? '')
  })

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

describe('a letter', () => {
  test('is written by keyboard, with a list, a picture in the text and a file, and reaches Drafts as it grows', async () => {
    const { page } = ada
    await page.keyboard.press('c')
    await composer().getByRole('combobox', { name: 'To' }).waitFor()
    await page.keyboard.type('bo@example.net, not an address,')
    await composer().getByText('“not an address” is no address').waitFor()
    // Chips go as they came.
    await page.keyboard.press('Backspace')
    await composer().getByLabel('Subject').fill('Lunch')
    await text().click()
    await page.keyboard.type('Hello Bo,')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Control+b')
    await page.keyboard.type('bring')
    await page.keyboard.press('Control+b')
    await page.keyboard.press('Enter')
    await page.keyboard.type('- bread')
    await saved()
    await within(async () => expect(await inFolder('Drafts', 'Lunch')).toHaveLength(1))

    const files = composer().locator('input[type=file]')
    await files.setInputFiles({
      name: 'plan.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('One two three'),
    })
    await composer().getByText('plan.txt').waitFor()
    const chooser = page.waitForEvent('filechooser')
    await composer().getByRole('button', { name: 'Picture' }).click()
    await (await chooser).setFiles({ name: 'dot.png', mimeType: 'image/png', buffer: picture })
    await text().locator('img[src^="blob:"]').waitFor()
    expect(await ada.violations()).toEqual([])
    await page.emulateMedia({ colorScheme: 'light' })
    await within(async () => {
      const [draft, ...more] = await inFolder('Drafts', 'Lunch')
      expect(draft).toContain('dot.png')
      expect(more).toEqual([])
    })
  })

  test('is taken back while it waits, and then goes: right MIME to its reader, a copy in Sent, no draft left', async () => {
    const { page } = ada
    await composer().getByRole('button', { name: 'Ways to send' }).click()
    await page.getByLabel('Time to undo').selectOption('5 seconds')
    await page.keyboard.press('Escape')
    await text().click()
    await page.keyboard.press('Control+Enter')
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await page.getByText('Not sent. The message is open again.').waitFor()
    await text().getByText('Hello Bo,').waitFor()
    expect(smtp.messages).toEqual([])

    await text().click()
    await page.keyboard.press('Control+Enter')
    await page.getByText(/^Sending in/).waitFor()
    await within(async () => expect(sunk('Lunch')).toHaveLength(1))
    const { raw, to } = sunk('Lunch')[0]!
    expect(to).toEqual(['bo@example.net'])
    const mime = raw.toString()
    expect(mime).toMatch(
      /multipart\/mixed.*multipart\/related.*multipart\/alternative|multipart\/mixed.*multipart\/alternative.*multipart\/related/s,
    )
    expect(mime).toMatch(/Content-ID: <[^>]+@plmail>/)
    expect(mime).toContain('plan.txt')
    expect(mime).toContain('- bread')
    expect(mime).toMatch(/<b>bring<\/b>/)
    await within(async () => {
      expect(await inFolder('Sent', 'Lunch')).toHaveLength(1)
      expect(await inFolder('Drafts', 'Lunch')).toEqual([])
    })
    await page.getByText('Sent', { exact: true }).first().waitFor()
  })
})

describe('an answer', () => {
  test('to all goes to everybody but oneself, quotes with the table whole, and marks what it answers', async () => {
    const { page } = ada
    await row('The plan').click()
    await page.getByRole('heading', { name: 'The plan' }).waitFor()
    await page.keyboard.press('a')
    await text().waitFor()
    await composer().getByRole('button', { name: 'Quoted text' }).waitFor()
    await page.keyboard.type('Monday is fine.')
    expect(await composer().getByLabel('Subject').inputValue()).toBe('Re: The plan')
    await saved()
    await page.keyboard.press('Control+Enter')
    await within(async () => expect(sunk('Re: The plan')).toHaveLength(1))
    const { raw, to } = sunk('Re: The plan')[0]!
    expect(to.toSorted()).toEqual(['bo@example.net', 'cy@example.net', 'di@example.net'])
    const mime = raw.toString()
    expect(mime).toContain('In-Reply-To: <plan@example.net>')
    expect(mime).toContain('References: <plan@example.net>')
    expect(mime).toMatch(/> Is Monday fine\?/)
    expect(mime).toMatch(/<td>A<\/td>/)
    await within(async () => {
      const { list } = await visitor.call<{ list: { keywords: Record<string, true> }[] }>('Email/get', {
        accountId: account.id,
        ids: (
          await visitor.call<{ ids: string[] }>('Email/query', {
            accountId: account.id,
            filter: { header: ['Message-ID', 'plan@example.net'] },
          })
        ).ids.slice(0, 1),
        properties: ['keywords'],
      })
      expect(list[0]?.keywords).toHaveProperty('$answered')
    })
  })
})

describe('what can go wrong', () => {
  test('a missing subject and a forgotten attachment are asked about, a refusal is told with the server’s words', async () => {
    const { page } = ada
    await page.keyboard.press('Escape')
    await page.keyboard.press('c')
    await page.keyboard.type('nobody@example.net,')
    await text().click()
    await page.keyboard.type('The list is attached.')
    await page.keyboard.press('Control+Enter')
    await page.getByRole('button', { name: 'Send without' }).click()
    await page.getByRole('button', { name: 'Send as it is' }).click()
    await page.getByText('Not delivered to nobody@example.net: 550 5.1.1 No such person here').waitFor()
    await page.getByRole('button', { name: 'Show' }).click()
    await page.getByText('Refused: 550 5.1.1 No such person here').waitFor()
    expect(await ada.violations()).toEqual([])
    await page.emulateMedia({ colorScheme: 'light' })
    await page.keyboard.press('Escape')
  })

  test('a letter is scheduled by natural times, listed, and called off again', async () => {
    const { page } = ada
    await page.keyboard.press('c')
    await page.keyboard.type('bo@example.net,')
    await composer().getByLabel('Subject').fill('Tomorrow')
    await text().fill('See you')
    await composer().getByRole('button', { name: 'Ways to send' }).click()
    await page.getByRole('button', { name: /^Tomorrow morning/ }).click()
    await page.getByRole('button', { name: 'Show' }).click()
    await page.getByRole('heading', { name: 'Scheduled' }).waitFor()
    await page.getByRole('button', { name: 'Do not send' }).click()
    await page.getByText('Not sent. The draft is in Drafts.').waitFor()
    await page.keyboard.press('Escape')
    expect(sunk('Tomorrow')).toEqual([])
    await within(async () => expect(await inFolder('Drafts', 'Tomorrow')).toHaveLength(1))
  })

  test('a dead server and a closed tab lose nothing: the letter is back, and saved when the server is', async () => {
    const { page } = ada
    await page.keyboard.press('c')
    await page.keyboard.type('bo@example.net,')
    await composer().getByLabel('Subject').fill('Unlucky')
    await text().fill('First half')
    await saved()
    await plmail.kill9()
    await text().click()
    await page.keyboard.press('End')
    await page.keyboard.type(', second half')
    await composer().locator('[data-save=away]').waitFor()
    const context = page.context()
    await page.close()
    await plmail.start()
    const again = await context.newPage()
    again.setDefaultTimeout(45_000)
    await again.goto(plmail.address)
    await again.getByText('This device kept this message').waitFor()
    await again.getByText('First half, second half').waitFor()
    await again.locator('[data-save=saved]').waitFor()
    await within(async () => {
      const drafts = await inFolder('Drafts', 'Unlucky')
      expect(drafts).toHaveLength(1)
      expect(drafts[0]).toContain('First half, second half')
    })
    // Nothing is kept here that the server has.
    expect(
      await again.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('plmail-letter/'))),
    ).toEqual([])
    await again.close()
  })
})

test('on a phone the letter is the screen, opened from Drafts and thrown away with a way back', async () => {
  const context = ada.page.context()
  const page = await context.newPage()
  page.setDefaultTimeout(45_000)
  await page.setViewportSize({ width: 390, height: 844 })
  const { ids } = await visitor.call<{ ids: string[] }>('Mailbox/query', {
    accountId: account.id,
    filter: { role: 'drafts' },
  })
  await page.goto(`${plmail.address}/mail/${account.id}/${ids[0]!}`)
  await page.getByRole('row').filter({ hasText: 'Unlucky' }).click()
  const sheet = page.getByRole('dialog').filter({ has: page.getByLabel('Subject') })
  await sheet.getByText('First half, second half').waitFor()
  const box = await sheet.boundingBox()
  expect([box?.width, box?.height]).toEqual([390, 844])
  await sheet.getByRole('button', { name: 'Discard' }).click()
  await page.getByText('Draft discarded').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('row').filter({ hasText: 'Unlucky' }).waitFor()
  await page.close()
})
