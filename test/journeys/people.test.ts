import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { toRawMessage } from '../../packages/emulators/src/blobs/raw.ts'
import { createWorld, realClock } from '../../packages/emulators/src/index.ts'
import { administrator } from '../../packages/server-testing/src/http/visitor.ts'
import { tellAtFailure } from '../fixtures/at-failure.ts'
import { asPhone, type BrowserUser, openBrowser } from '../fixtures/browser-user.ts'
import { type NotifyingProvider, notifyingGoogle } from '../fixtures/notifying-providers.ts'
import { fitsItsWidth } from '../fixtures/page-width.ts'
import { type PlMail, startPlMail } from '../fixtures/plmail.ts'
import { signIn } from '../fixtures/sign-in.ts'
import { takePicture } from '../fixtures/take-picture.ts'

/** An administrator invites Grace, who comes in, is made an administrator, and is locked out while she looks. */
const grace = { name: 'Grace', email: 'grace@example.org', password: 'compilers are for people' }
const world = createWorld('people', realClock())
let google: NotifyingProvider
let plmail: PlMail
let desk: BrowserUser
let laptop: BrowserUser

beforeAll(async () => {
  google = await notifyingGoogle(world)
  const endpoints = JSON.stringify({ google: google.endpoints })
  plmail = await startPlMail({ variables: { ...google.variables, PROVIDER_ENDPOINTS: endpoints } })
  google.redirectUris.push(plmail.address + google.callback)
  await plmail.visitor().install()
  desk = await openBrowser(plmail.address)
  laptop = await openBrowser(plmail.address)
})
beforeEach(() => tellAtFailure(() => [plmail, desk, laptop]))
afterAll(async () => {
  await desk?.[Symbol.asyncDispose]()
  await laptop?.[Symbol.asyncDispose]()
  await plmail?.[Symbol.asyncDispose]()
  await google?.[Symbol.asyncDispose]()
})

const at = (path: string) => `${plmail.address}${path}`
const cardOf = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name }).first()
/** Takes the picture in light and in dark. */
async function takeBoth(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await takePicture(page, `${name}-${colorScheme}`, { isWhole: true })
  }
}
async function prove(page: Page, button: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Your password').fill(administrator.password)
  await dialog.getByRole('button', { name: button }).click()
}

let link = ''

test('somebody is invited by a link that is shown once', async () => {
  const { page } = desk
  await page.goto(at('/settings/people'))
  await signIn(page, administrator)
  await page.getByRole('heading', { name: 'People', level: 1 }).waitFor()
  await cardOf(page, administrator.email).getByText('You · Administrator').waitFor()
  await takeBoth(page, 'people')
  expect(await desk.violations()).toEqual([])
  await page.getByRole('button', { name: 'Add person' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email address').fill(grace.email)
  await takeBoth(page, 'people-invite')
  expect(await desk.violations()).toEqual([])
  await dialog.getByRole('button', { name: 'Create invitation' }).click()
  link = (await dialog.locator('code').textContent()) ?? ''
  expect(new URL(link).pathname).toMatch(/^\/invite\/[A-Za-z0-9_-]{43}$/)
  await takeBoth(page, 'people-link')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('heading', { name: 'Open invitations' }).waitFor()
})

test('whoever is invited comes in by a page of the server, and the link works once', async () => {
  const { page } = laptop
  await page.goto(link)
  await page.getByRole('heading', { name: 'Join plMail' }).waitFor()
  await takeBoth(page, 'invite')
  expect(await laptop.violations()).toEqual([])
  expect(await page.getByLabel('Email address').inputValue()).toBe(grace.email)
  await page.getByLabel('Your name').fill(grace.name)
  await page.getByLabel('Password').fill(grace.password)
  await page.getByRole('button', { name: 'Create account and continue' }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/invite'))
  expect((await page.request.get(link)).status()).toBe(404)
  expect((await page.request.get(at('/api/admin/people'))).status()).toBe(403)
  await page.goto(at('/settings/security'))
  await page.getByRole('heading', { name: 'Two-factor authentication' }).waitFor()
  expect(await page.getByRole('link', { name: 'People' }).count()).toBe(0)
})

test('the last administrator stays one; another can be made', async () => {
  const { page } = desk
  await page.reload()
  const own = cardOf(page, administrator.email)
  await own.getByRole('button', { name: 'Remove as administrator' }).click()
  await prove(page, 'Remove as administrator')
  await page.getByRole('dialog').getByText('This is the only administrator.').waitFor()
  expect(await desk.violations()).toEqual([])
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await cardOf(page, grace.email).getByRole('button', { name: 'Make administrator' }).click()
  await prove(page, 'Make administrator')
  await desk.seesToast('Grace is now an administrator')
  await cardOf(page, grace.email).getByText('Administrator ·').waitFor()
  await takeBoth(page, 'people-two')
})

test('on a phone she is disabled, and the tab that she has open is signed out', async () => {
  const { page } = desk
  await laptop.page.goto(at('/settings/security'))
  await laptop.page.getByRole('heading', { name: 'Two-factor authentication' }).waitFor()
  const phone = await asPhone(page)
  await phone.tap(cardOf(page, grace.email).getByRole('button', { name: 'Disable' }))
  await page.getByRole('dialog').getByLabel('Their mail').selectOption('pauses')
  await takeBoth(page, 'phone-disable')
  expect([await fitsItsWidth(page), await desk.violations()]).toEqual([true, []])
  await prove(page, 'Disable')
  await cardOf(page, grace.email).getByText('Mail isn’t synced.').waitFor()
  await takeBoth(page, 'phone-people')
  expect([await fitsItsWidth(page), await desk.violations()]).toEqual([true, []])
  await phone.putDown()
  // What this device kept of her mail goes, so the page is left for good.
  await laptop.page.waitForURL((url) => url.pathname === '/login')
  await signIn(laptop.page, grace)
  await laptop.page.getByText('Your account on this server is disabled.').waitFor()
})

test('enabled again, she sets a new password by a link', async () => {
  const { page } = desk
  await page.reload()
  await cardOf(page, grace.email).getByRole('button', { name: 'Enable' }).click()
  await prove(page, 'Enable')
  await desk.seesToast('Grace is enabled')
  await cardOf(page, grace.email).getByRole('button', { name: 'Reset password' }).click()
  await prove(page, 'Reset password')
  const dialog = page.getByRole('dialog')
  link = (await dialog.locator('code').textContent()) ?? ''
  expect(new URL(link).pathname).toMatch(/^\/password\/[A-Za-z0-9_-]{43}$/)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await laptop.page.goto(link)
  await laptop.page.getByRole('heading', { name: 'Choose a new password' }).waitFor()
  await takeBoth(laptop.page, 'password-link')
  expect(await laptop.violations()).toEqual([])
  grace.password = 'cobol is for people too'
  await laptop.page.getByLabel('Password').fill(grace.password)
  await laptop.page.getByRole('button', { name: 'Save password' }).click()
  await signIn(laptop.page, grace)
  await laptop.page.waitForURL((url) => url.pathname === '/')
})

function deliver(subject: string): void {
  const lines = [
    'From: Charles <charles@elsewhere.example>',
    `To: ${google.mailbox.email}`,
    `Subject: ${subject}`,
    `Message-ID: <${subject.replaceAll(' ', '-')}@elsewhere.example>`,
    `Date: ${world.clock.now().toUTCString().replace('GMT', '+0000')}`,
  ]
  google.mailbox.deliver(toRawMessage(`${lines.join('\r\n')}\r\n\r\nHello\r\n`))
}

test('she connects a mailbox at Google, which announces its mail; the administrator sees that it is there', async () => {
  const { page } = laptop
  const { email } = google.mailbox
  for (const subject of ['Nanoseconds', 'A moth in the relay']) deliver(subject)
  await page.goto(at('/settings/accounts'))
  await page.getByRole('link', { name: 'Connect Google' }).click()
  await google.consent(page, email)
  const card = page.getByRole('article', { name: email, exact: true })
  await card.getByText('Connected').waitFor()
  google.announceTo(plmail.address)
  await card.getByRole('checkbox').check()
  await card.getByText('Google announces new mail as it arrives.').waitFor()
  expect([google.watches(), google.isPermitted?.()]).toEqual([1, true])
  await page.goto(at('/mail/inbox'))
  await page.getByRole('row').filter({ hasText: 'A moth in the relay' }).waitFor()
  await desk.page.reload()
  await cardOf(desk.page, grace.email).getByText('1 account').waitFor()
  expect(await desk.page.getByText('Nanoseconds').count()).toBe(0)
})

/** Requires a second factor of everybody, within so many days. */
async function requireFactor(page: Page, days: string): Promise<void> {
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Two-factor authentication' })
  await dialog.getByLabel('Required for').selectOption('everybody')
  await dialog.getByLabel('Days to set it up').fill(days)
  await prove(page, 'Save')
}

test('a second factor is required: whoever has none sees the days that are left', async () => {
  const { page } = desk
  await requireFactor(page, '91')
  await page.getByRole('dialog').getByText('a whole number of days from 0 to 90').waitFor()
  await takeBoth(page, 'people-factor')
  expect(await desk.violations()).toEqual([])
  await page.getByRole('dialog').getByLabel('Days to set it up').fill('14')
  await prove(page, 'Save')
  await desk.seesToast('Two-factor requirement saved')
  await page.getByText('Everyone must have a second factor.').waitFor()
  await page.getByText('2 people don’t have one yet.').waitFor()
  const bar = laptop.page.getByRole('status').filter({ hasText: 'within 13 days' })
  // The page begins from the disk, which has not heard of it yet.
  await laptop.page.reload()
  await bar.waitFor()
  await takeBoth(laptop.page, 'factor-bar')
  expect(await laptop.violations()).toEqual([])
  await bar.getByRole('link', { name: 'Set up' }).click()
  await laptop.page.getByText('This server requires two-factor authentication from').waitFor()
  expect(await bar.count()).toBe(0)
})

test('after the days there is nothing but the page to set it up, for administrators too', async () => {
  const { page } = desk
  await requireFactor(page, '0')
  await page.getByText('Sign in to continue').first().waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'Set up a second factor' }).waitFor()
  expect((await page.request.get(at('/api/admin/people'))).status()).toBe(401)
  await takeBoth(page, 'set-up')
  expect(await desk.violations()).toEqual([])
  await page.getByLabel('Password').fill(administrator.password)
  await page.keyboard.press('Enter')
  await page.getByRole('img', { name: 'QR code with the key below' }).waitFor()
  await takeBoth(page, 'set-up-app')
  expect(await desk.violations()).toEqual([])
  const key = ((await page.locator('[data-secret]').textContent()) ?? '').replaceAll(' ', '')
  await page.keyboard.type(execFileSync('oathtool', ['--totp', '--base32', key]).toString().trim())
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Save your recovery codes' }).waitFor()
  expect(await page.getByRole('listitem').count()).toBe(8)
  await takeBoth(page, 'set-up-codes')
  expect(await desk.violations()).toEqual([])
  await page.getByRole('link', { name: 'I’ve saved them' }).click()
  await page.getByText('One person doesn’t have one yet.').waitFor()

  const phone = await asPhone(laptop.page)
  await laptop.page.goto(at('/'))
  await laptop.page.getByRole('heading', { name: 'Set up a second factor' }).waitFor()
  await takeBoth(laptop.page, 'phone-set-up')
  expect([await fitsItsWidth(laptop.page), await laptop.violations()]).toEqual([true, []])
  await phone.putDown()
})

test('the audit log tells all of it', async () => {
  const { page } = desk
  await page.reload()
  const log = page.getByRole('list', { name: 'Audit log' })
  await log.getByText('Password reset').waitFor()
  await takeBoth(page, 'people-log')
  expect(await desk.violations()).toEqual([])
  expect(await log.getByRole('listitem').locator('strong').allTextContents()).toEqual([
    'Two-factor requirement changed',
    'Two-factor requirement changed',
    'Password reset',
    'Password link created',
    'Person enabled',
    'Person disabled',
    'Made administrator',
    'Invitation accepted',
    'Person invited',
    'Person added',
  ])
  const saved = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export as CSV' }).click(),
  ])
  const rows = readFileSync(await saved[0].path(), 'utf8')
    .trimEnd()
    .split('\r\n')
  expect([rows[0], rows[1], rows.length]).toEqual([
    expect.stringContaining('id,at,action'),
    expect.stringContaining('audit-log-exported'),
    12,
  ])
  await page.getByLabel('Action').selectOption('user-invited')
  await page.getByRole('button', { name: 'Filter' }).click()
  await expect.poll(() => log.getByRole('listitem').count()).toBe(1)
  await page.goto(at('/settings/people'))
})

test('she is deleted once her address is typed, and Google is told', async () => {
  const { page } = desk
  await cardOf(page, grace.email).getByRole('button', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete Grace?' })
  await dialog.getByText('1 account with 2 messages').waitFor()
  await dialog.getByLabel('To confirm, enter').fill('somebody@example.org')
  await prove(page, 'Delete')
  await dialog.getByText('This isn’t the person’s email address.').waitFor()
  await takeBoth(page, 'people-delete')
  expect(await desk.violations()).toEqual([])
  await dialog.getByLabel('To confirm, enter').fill(grace.email)
  await prove(page, 'Delete')
  await page.getByRole('list', { name: 'Audit log' }).getByText('Person deleted').waitFor()
  await expect.poll(() => page.getByText(grace.name, { exact: true }).count()).toBe(0)
  // The watch is stopped and the permission handed back, not only forgotten.
  expect([google.watches(), google.isPermitted?.()]).toEqual([0, false])
})
