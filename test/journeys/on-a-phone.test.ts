import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { flagsAtServer } from '../fixtures/another-client.ts'
import { tellAtFailure } from '../fixtures/at-failure.ts'
import { begunTogether } from '../fixtures/begun-together.ts'
import { asPhone, type BrowserUser, openBrowser, type Phone } from '../fixtures/browser-user.ts'
import { fillInServers } from '../fixtures/connect-form.ts'
import { type Dovecot, startDovecot } from '../../packages/server-testing/src/servers/dovecot.ts'
import { picture } from '../fixtures/messages-to-answer.ts'
import { type PlMail, startPlMail } from '../fixtures/plmail.ts'
import { type SmtpSink, startSmtpSink } from '../../packages/server-testing/src/servers/smtp-sink.ts'
import { bringTopics, getId, getSubject } from '../fixtures/topics.ts'
import { administrator } from '../../packages/server-testing/src/http/visitor.ts'
import { fitsItsWidth } from '../fixtures/page-width.ts'

/** Somebody who has a phone and nothing else: sets plMail up, goes through fifty mails, makes a rule, and writes. */
const [user, password] = ['ada@example.org', 'mailbox password']
const mails = 50

let all: AsyncDisposable | undefined
let dovecot: Dovecot
let smtp: SmtpSink
let plmail: PlMail
let ada: BrowserUser
let phone: Phone

const listed = (n: number) => (n <= 3 ? 'List-Id: Offers <offers.shop.example>\r\n' : '')

beforeAll(async () => {
  all = await begunTogether(async (owned) => {
    dovecot = owned(await startDovecot())
    dovecot.addUser(user, password)
    await bringTopics(dovecot, user, {
      count: mails,
      folders: ['Archive', 'Trash', 'Shops'],
      getHeaders: listed,
    })
    smtp = owned(await startSmtpSink({ users: { [user]: password } }))
    plmail = owned(await startPlMail({ trusts: [dovecot, smtp] }))
    ada = owned(await openBrowser(plmail.address))
    phone = await asPhone(ada.page)
    return {}
  })
})
beforeEach(() => tellAtFailure(() => [plmail, ada]))
afterAll(() => all?.[Symbol.asyncDispose]())

const row = (n: number) => ada.page.getByRole('row').filter({ hasText: getSubject(n) })
const heading = (name: string | RegExp) => ada.page.getByRole('heading', { level: 1, name })
const button = (name: string | RegExp) => ada.page.getByRole('button', { name }).first()
const tap = (name: string | RegExp) => phone.tap(button(name))
const under = (name: string) => ada.page.locator('[data-swiped=far]').getByText(name).waitFor()
const within = (look: () => Promise<void>) => vi.waitFor(look, { timeout: 60_000, interval: 100 })
async function isIn(folder: string, n: number): Promise<void> {
  const flags = () => flagsAtServer(dovecot, user, folder, getId(n))
  await expect.poll(flags, { timeout: 60_000 }).not.toBeUndefined()
}
/** The Inbox, no longer as this device kept it but as the server has it: until then rows move under a finger. */
async function atHome(): Promise<void> {
  const answered = ada.page.waitForResponse((answer) =>
    /"List\/query"/.test(answer.request().postData() ?? ''),
  )
  await ada.page.goto(`${plmail.address}/mail/inbox`)
  await answered
  await heading('Inbox').waitFor()
}
async function openFolder(name: string): Promise<void> {
  await tap('Folders')
  await phone.tap(ada.page.getByRole('dialog').getByRole('link', { name }).first())
  await heading(name).waitFor()
}
async function nothingIsWrong(): Promise<void> {
  expect(await ada.violations()).toEqual([])
  expect(await fitsItsWidth(ada.page)).toBe(true)
  expect(ada.complaints).toEqual([])
}

test('from the set-up page to the first mail', async () => {
  const { page } = ada
  await page.goto(plmail.address)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  // A second try begins where the first one ended.
  if (!(await heading('Inbox').isVisible())) await setUp()
  await row(50).waitFor({ timeout: 90_000 })
  await page.getByText(`${mails} conversations`).waitFor({ state: 'attached', timeout: 90_000 })
  await nothingIsWrong()
})

async function setUp(): Promise<void> {
  const { page } = ada
  if (page.url().includes('/install')) {
    for (const [label, typed] of [
      ['Your name', administrator.name],
      ['Email address', administrator.email],
      ['Password', administrator.password],
    ] as const) {
      await phone.tap(page.getByLabel(label))
      await page.keyboard.type(typed)
    }
    await nothingIsWrong()
    await tap(/^Create/)
  }
  await heading(`Welcome, ${administrator.name}`).waitFor()
  await phone.tap(page.getByLabel('Email address'))
  await page.keyboard.type(user)
  await tap('Continue')
  await fillInServers(page, { password, dovecot, smtp })
  await tap('Connect')
}

/** Not touched yet, also not by a first try. */
let fresh = 50

test('a row pulled aside is archived or snoozed, and says so before it is let go', async () => {
  await atHome()
  const [archived, snoozed, untouched] = [fresh--, fresh--, fresh--]
  await phone.swipe(row(archived), 200, () => under('Archive'))
  await ada.seesToast('Archived')
  await row(archived).waitFor({ state: 'detached' })
  await isIn('Archive', archived)

  await phone.swipe(row(snoozed), -200, () => under('Snooze'))
  await phone.tap(ada.page.getByRole('dialog').getByText('Tomorrow').first())
  await row(snoozed).waitFor({ state: 'detached' })
  await isIn('Snoozed (plMail)', snoozed)

  // In its list the same way wakes it.
  await openFolder('Snoozed')
  await phone.swipe(row(snoozed), -200, () => under('Unsnooze'))
  await row(snoozed).waitFor({ state: 'detached' })
  await isIn('INBOX', snoozed)

  // Too short, and taken back: it is where it was.
  await openFolder('Inbox')
  await phone.swipe(row(untouched), 60)
  await phone.swipe(row(untouched), -200, async () => undefined)
  await ada.press('Escape')
  await row(untouched).waitFor()
  expect(await row(untouched).evaluate((element) => (element as HTMLElement).style.translate)).toBe('')

  // Pulled the same way in the archive it comes back.
  await openFolder('Archive')
  await phone.swipe(row(archived), 200, () => under('Move to inbox'))
  await ada.seesToast('Moved to Inbox')
  await isIn('INBOX', archived)
})

test('what pulling does is chosen', async () => {
  const { page } = ada
  await page.goto(`${plmail.address}/settings/display`)
  const choice = page.getByLabel('Swipe right')
  await choice.selectOption('Mark as read or unread')
  await atHome()
  const read = fresh--
  await phone.swipe(row(read), 200, () => under('Mark as read'))
  await expect
    .poll(() => flagsAtServer(dovecot, user, 'INBOX', getId(read)), { timeout: 60_000 })
    .toContain('\\Seen')
  await page.goto(`${plmail.address}/settings/display`)
  await nothingIsWrong()
  await choice.selectOption('Archive')
})

test('rested on a row is selected, tapped others are too, and fifty go by finger', async () => {
  const { page } = ada
  await atHome()
  const chosen = [fresh--, fresh--, fresh--]
  const [first, ...rest] = chosen
  const isSelected = (n: number) => row(n).and(page.locator('[aria-selected=true]')).waitFor()
  await phone.rest(row(first!), () => isSelected(first!))
  for (const n of rest) await phone.tap(row(n))
  for (const n of chosen) await isSelected(n)
  expect(await heading('3 selected').count()).toBe(1)
  await nothingIsWrong()
  await tap('Archive')
  await ada.seesToast('3 archived')
  for (const n of chosen) await isIn('Archive', n)
  await tap('Undo')
  for (const n of chosen) await isIn('INBOX', n)
  // A tap opens again.
  await phone.tap(row(first!))
  await page.getByRole('heading', { name: getSubject(first!) }).waitFor()
})

test('by keyboard they are gone through as well', async () => {
  await atHome()
  await ada.press('j', 'x', 'Shift+J', 'Shift+J')
  await heading('3 selected').waitFor()
  await within(async () => {
    await ada.press('* a')
    expect(await heading(/^\d{2} selected$/).count()).toBe(1)
  })
  await ada.press('Shift+I')
  await ada.press('Escape')
  await expect
    .poll(() => flagsAtServer(dovecot, user, 'INBOX', getId(5)), { timeout: 60_000 })
    .toContain('\\Seen')
})

test('a rule is made of a message, run on what is here, and the run taken back', async () => {
  const { page } = ada
  await atHome()
  await page.getByRole('grid', { name: 'Conversations' }).evaluate((grid) => {
    grid.scrollTop = grid.scrollHeight
  })
  await phone.tap(row(2))
  await tap('More actions')
  await phone.tap(page.getByRole('menuitem', { name: /rule/ }).first())
  await page.getByText('comes from the list “offers.shop.example”, archive it.').waitFor()
  await page.getByText('3 existing messages match').waitFor()
  await page.getByLabel('Action', { exact: true }).selectOption({ label: 'Move to folder' })
  await page.getByText('move it to “Shops”.').waitFor()
  await nothingIsWrong()
  await tap('Save')
  await tap('Run on existing mail')
  await tap('Run on 3 messages')
  for (const n of [1, 2, 3]) await isIn('Shops', n)
  await tap('Undo')
  for (const n of [1, 2, 3]) await isIn('INBOX', n)
})

let messageCount = 0

test('a message with a picture and a file is taken back, sent later, called off, and goes once', async () => {
  const { page } = ada
  await atHome()
  const subject = `From the train ${(messageCount += 1)}`
  const sunk = () => smtp.messages.filter(({ raw }) => raw.includes(`Subject: ${subject}`))
  const sheet = page.getByRole('dialog').filter({ has: page.getByLabel('Subject') })
  const written = sheet.getByRole('textbox', { name: 'Message', exact: true })
  await tap('Write a message')
  await phone.tap(sheet.getByRole('combobox', { name: 'To' }))
  await page.keyboard.type('bo@example.net,')
  await phone.tap(sheet.getByLabel('Subject'))
  await page.keyboard.type(subject)
  await phone.tap(written)
  await page.keyboard.type('Hello Bo')
  await sheet
    .locator('input[type=file]')
    .setInputFiles({ name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('One two three') })
  await sheet.getByText('plan.txt').waitFor()
  const chooser = page.waitForEvent('filechooser')
  await phone.tap(sheet.getByRole('button', { name: 'Image' }))
  await (await chooser).setFiles({ name: 'dot.png', mimeType: 'image/png', buffer: picture })
  await written.locator('img[src^="blob:"]').waitFor()
  await nothingIsWrong()

  // Longer than the slowest machine takes for the next tap.
  await phone.tap(sheet.getByRole('button', { name: 'Send options' }))
  await page.getByLabel('Undo send period').selectOption('60 seconds')
  await page.keyboard.press('Escape')
  await phone.tap(sheet.getByRole('button', { name: 'Send', exact: true }))
  await page.getByText(/^Sending in/).waitFor()
  await phone.tap(page.getByRole('button', { name: 'Undo', exact: true }))
  await ada.seesToast('Sending undone. The message is open again.')

  await phone.tap(sheet.getByRole('button', { name: 'Send options' }))
  await phone.tap(page.getByRole('button', { name: /^Tomorrow morning/ }))
  await phone.tap(page.getByRole('button', { name: 'View' }))
  await page.getByRole('heading', { name: 'Scheduled' }).waitFor()
  await nothingIsWrong()
  expect(sunk()).toEqual([])
  await phone.tap(page.getByRole('button', { name: 'Cancel sending' }))
  await ada.seesToast('Sending cancelled. The message is in Drafts.')
  await page.keyboard.press('Escape')

  await openFolder('Drafts')
  await phone.tap(page.getByRole('row').filter({ hasText: subject }))
  await written.getByText('Hello Bo').waitFor()
  await phone.tap(sheet.getByRole('button', { name: 'Send options' }))
  await page.getByLabel('Undo send period').selectOption('5 seconds')
  await page.keyboard.press('Escape')
  await phone.tap(sheet.getByRole('button', { name: 'Send', exact: true }))
  await within(async () => expect(sunk()).toHaveLength(1))
  const mime = sunk()[0]!.raw.toString()
  expect(mime).toContain('plan.txt')
  expect(mime).toMatch(/Content-ID: <[^>]+@plmail>/)
})
