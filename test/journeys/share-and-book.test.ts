import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { tellAtFailure } from '../fixtures/at-failure.ts'
import { type BrowserUser, openBrowser } from '../fixtures/browser-user.ts'
import { launchChromium } from '../fixtures/chromium.ts'
import { type Dovecot, startDovecot } from '../../packages/server-testing/src/servers/dovecot.ts'
import { type PlMail, startPlMail } from '../fixtures/plmail.ts'
import { signIn } from '../fixtures/sign-in.ts'
import { type SmtpSink, startSmtpSink } from '../../packages/server-testing/src/servers/smtp-sink.ts'
import { fitsItsWidth } from '../fixtures/page-width.ts'

/** Ada shares her calendar and lets people book; Ben, who has no account and no script, sees one and does the other. */
const [user, password] = ['ada@example.org', 'mailbox password']

let dovecot: Dovecot
let smtp: SmtpSink
let plmail: PlMail
let ada: BrowserUser
/** Ben's browser: without script, on a desk and in a hand. */
let browser: Browser
let ben: Page

beforeAll(async () => {
  dovecot = await startDovecot()
  dovecot.addUser(user, password)
  smtp = await startSmtpSink({ users: { [user]: password } })
  plmail = await startPlMail({ trusts: [dovecot, smtp] })
  const visitor = plmail.visitor()
  await visitor.install()
  await visitor.addAccount(dovecot, smtp, user, password)
  ada = await openBrowser(plmail.address)
  await ada.page.goto(plmail.address)
  await signIn(ada.page)
  await ada.page.getByRole('grid').waitFor()
  browser = await launchChromium()
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
  })
  ben = await context.newPage()
  ben.setDefaultTimeout(45_000)
})
beforeEach(() => tellAtFailure(() => [plmail, ada]))
afterAll(async () => {
  await browser?.close()
  await ada?.[Symbol.asyncDispose]()
  await plmail?.[Symbol.asyncDispose]()
  await smtp?.[Symbol.asyncDispose]()
  await dovecot?.[Symbol.asyncDispose]()
})

async function command(typed: string): Promise<void> {
  await ada.page.keyboard.press('Control+k')
  await ada.page.getByRole('dialog').getByRole('combobox').waitFor()
  await ada.page.keyboard.type(typed)
  await ada.page.keyboard.press('Enter')
}
const dialog = () => ada.page.getByRole('dialog')

/** The address that is told once. */
async function toldAddress(): Promise<string> {
  const address = (await dialog().getByLabel('Address', { exact: true }).textContent()) ?? ''
  await dialog().getByRole('button', { name: 'Done' }).click()
  return address
}

async function renewLink(): Promise<void> {
  await ada.page.getByRole('button', { name: 'New address' }).click()
  await dialog().getByRole('button', { name: 'New address' }).click()
  shared = await toldAddress()
}

/** What axe finds on a page of strangers, in both themes, on a desk and on a phone. Needs script, as Ben has none. */
async function violationsAt(address: string): Promise<string[]> {
  const violations: string[] = []
  const { page } = ada
  const before = page.url()
  await page.goto(address)
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    if (!(await fitsItsWidth(page))) violations.push(`${width}: wider than the screen`)
    violations.push(...(await ada.violations()).map((violation) => `${width} ${violation}`))
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(before)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return violations
}

let shared = ''
let bookable = ''

test('a link shows nothing that was not ticked, and is told once', async () => {
  await command('go to share links')
  await ada.page.getByText('Nothing shared yet.').waitFor()
  await ada.page.getByRole('button', { name: 'New link' }).click()
  await dialog().getByLabel('Name', { exact: true }).fill('For the band')
  expect(await dialog().getByRole('checkbox', { checked: true }).count()).toBe(0)
  await dialog().getByRole('button', { name: 'Create link' }).click()
  await dialog().getByText('Choose at least one calendar.').waitFor()
  await dialog().getByRole('group', { name: 'Calendars' }).getByRole('checkbox').first().check()
  await dialog().getByRole('button', { name: 'Create link' }).click()
  shared = await toldAddress()
  expect(shared).toMatch(/\/share\/[\w-]{43}$/)
  await ada.page.getByText('Shows only when you’re busy').waitFor()
  expect(await ada.violations()).toEqual([])
})

test('a booking page is made, and offers times', async () => {
  await command('go to booking pages')
  await ada.page.getByRole('button', { name: 'New booking page' }).click()
  await ada.page.getByLabel('Title').fill('A talk')
  await ada.page.getByLabel('Place or video call').fill('Room 7')
  for (const day of ['Saturday', 'Sunday'])
    await ada.page.getByRole('button', { name: `Add hours on ${day}` }).click()
  await ada.page.getByLabel('Buffer before').fill('999')
  await ada.page.getByRole('button', { name: 'Create page' }).click()
  await ada.page.getByText('Enter 0 to 240 minutes.').waitFor()
  expect(await ada.violations()).toEqual([])
  await ada.page.getByLabel('Buffer before').fill('0')
  await ada.page.getByRole('button', { name: 'Create page' }).click()
  bookable = await toldAddress()
  expect(bookable).toMatch(/\/book\/[\w-]{43}$/)
})

test('a stranger without script books a time, once', async () => {
  await ben.goto(bookable)
  expect(await ben.context().cookies()).toEqual([])
  await ben.getByLabel('Time zone').selectOption('America/New_York')
  await ben.getByRole('button', { name: 'Show times' }).click()
  await ben.getByText('All times are in America/New York.').waitFor()
  const slot = ben.getByRole('radio').last()
  const value = await slot.getAttribute('value')
  await slot.check()
  await ben.getByLabel('Your name').fill('Ben')
  await ben.getByLabel('Your email address').fill('ben@else.test')
  await ben.getByRole('button', { name: 'Book', exact: true }).click()
  await ben.getByRole('heading', { name: 'Your time is booked' }).waitFor()
  await ben.getByRole('link', { name: 'Back to the times' }).click()
  expect(await ben.locator(`input[value="${value}"]`).count()).toBe(0)
  expect(await violationsAt(bookable)).toEqual([])
  expect(await violationsAt(`${bookable}/booked`)).toEqual([])
})

test('both are told by mail, and by its link the booking can be moved', async () => {
  await expect.poll(() => smtp.messages.length, { timeout: 60_000 }).toBe(2)
  const message = smtp.messages.find(({ to }) => to.includes('ben@else.test'))
  const text = message!.raw.toString().replace(/=\r\n/g, '').replaceAll('=3D', '=')
  expect(text).toContain('METHOD:REQUEST')
  const manage = /\/book\/manage\/[\w-]{43}/.exec(text)![0]
  await ben.goto(plmail.address + manage)
  await ben.getByRole('radio').first().check()
  await ben.getByRole('button', { name: 'Move to this time' }).click()
  await ben.getByText('Your appointment has a new time.').waitFor()
  expect(await violationsAt(plmail.address + manage)).toEqual([])
})

test('the link shows when she is busy and not with what, in every view', async () => {
  await ben.goto(shared)
  for (const view of ['Week', 'Day', 'Agenda', 'Month']) {
    await ben.getByRole('link', { name: view, exact: true }).click()
    expect(await ben.content()).not.toMatch(/A talk|Ben|For the band/)
  }
  await ben.getByRole('link', { name: 'Agenda', exact: true }).click()
  await ben.getByText('Busy').first().waitFor()
  expect(await ben.context().cookies()).toEqual([])
  for (const view of ['month', 'week', 'agenda'])
    expect(await violationsAt(`${shared}/${view}/${new Date().toISOString().slice(0, 10)}`)).toEqual([])
})

test('the owner reads what was booked and moved, and puts it away', async () => {
  const { page } = ada
  await page.goto(`${plmail.address}/calendar/week`)
  await page.getByRole('button', { name: /^Changes by others \(\d\)$/ }).click()
  const changes = dialog().getByRole('listitem').filter({ hasText: 'A talk — Ben' })
  await changes.filter({ hasText: 'booked by Ben' }).filter({ hasText: 'Before:' }).waitFor()
  expect(await ada.violations()).toEqual([])
  await changes.first().getByRole('button', { name: 'Mark as read: A talk — Ben' }).click()
  await dialog().getByRole('button', { name: 'Mark all as read' }).click()
  await dialog().getByText('Nothing new.').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Changes by others/ }).waitFor({ state: 'detached' })
})

test('beside the mail the owner sees it too, and keys mean the calendar only where the focus is', async () => {
  const { page } = ada
  await command('go to inbox')
  await page.waitForURL(/\/mail\/inbox/)
  await page.keyboard.press('Shift+c')
  const dock = page.getByRole('region', { name: 'Calendar' })
  await dock.getByRole('grid').waitFor()
  await dock.getByLabel('View').selectOption('Agenda')
  await dock.getByRole('button', { name: /A talk — Ben/ }).focus()
  expect(await ada.violations()).toEqual([])
  await page.keyboard.press('m')
  await dock.getByRole('columnheader').nth(6).waitFor()
  await page.waitForURL(/\/mail\/inbox/)
  await dock.getByRole('button', { name: 'Close calendar' }).click()
  await dock.waitFor({ state: 'detached' })
})

test('the owner sees what is booked and why a time is not offered, and cancels', async () => {
  await command('go to booking pages')
  const booked = ada.page.getByRole('list', { name: 'Bookings' })
  await booked.getByText('Ben (ben@else.test)').waitFor()
  await ada.page.getByRole('button', { name: 'Why is a time missing?' }).click()
  await dialog().getByRole('list').getByText('Available').first().waitFor()
  expect(await ada.violations()).toEqual([])
  await ada.page.keyboard.press('Escape')
  const cancel = booked.getByRole('button', { name: 'Cancel the booking of Ben' })
  // A second try may find it done.
  if ((await cancel.count()) > 0) {
    await cancel.click()
    await dialog().getByRole('button', { name: 'Cancel', exact: true }).click()
  }
  await booked.getByText('Cancelled by you').waitFor()
})

test('the owner revokes the link, takes that back, and revokes it for good', async () => {
  await command('go to share links')
  // A second try may find it revoked, and begins with an address that is good, as the first one did.
  if ((await ben.goto(shared))?.status() !== 200) await renewLink()
  await ada.page.getByRole('button', { name: 'Revoke' }).click()
  await dialog().getByRole('button', { name: 'Revoke' }).click()
  // At once: the way back is there for ten seconds. What is revoked is looked at below.
  await ada.page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
  await expect.poll(async () => (await ben.goto(shared))?.status()).toBe(200)
  // The list that was asked for between the two deeds may come as late as it likes, and say that it is revoked.
  await ada.page.reload()
  await ada.page.getByRole('button', { name: 'Revoke' }).click()
  await dialog().getByRole('button', { name: 'Revoke' }).click()
  await ada.page.getByText('Revoked', { exact: true }).waitFor()
  expect((await ben.goto(shared))?.status()).toBe(404)
  await ben.getByRole('heading', { name: 'There is nothing here' }).waitFor()
  expect(ada.complaints).toEqual([])
})
