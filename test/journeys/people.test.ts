import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { administrator } from '../../packages/server-testing/src/http/visitor.ts'
import { tellAtFailure } from '../fixtures/at-failure.ts'
import { asPhone, type BrowserUser, openBrowser } from '../fixtures/browser-user.ts'
import { fitsItsWidth } from '../fixtures/page-width.ts'
import { type PlMail, startPlMail } from '../fixtures/plmail.ts'
import { signIn } from '../fixtures/sign-in.ts'
import { takePicture } from '../fixtures/take-picture.ts'

/** An administrator invites Grace, who comes in, is made an administrator, and is locked out while she looks. */
const grace = { name: 'Grace', email: 'grace@example.org', password: 'compilers are for people' }
let plmail: PlMail
let desk: BrowserUser
let laptop: BrowserUser

beforeAll(async () => {
  plmail = await startPlMail()
  await plmail.visitor().install()
  desk = await openBrowser(plmail.address)
  laptop = await openBrowser(plmail.address)
})
beforeEach(() => tellAtFailure(() => [plmail, desk, laptop]))
afterAll(async () => {
  await desk?.[Symbol.asyncDispose]()
  await laptop?.[Symbol.asyncDispose]()
  await plmail?.[Symbol.asyncDispose]()
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

test('the audit log tells all of it', async () => {
  const { page } = desk
  await page.reload()
  const log = page.getByRole('list', { name: 'Audit log' })
  await log.getByText('Password reset').waitFor()
  await takeBoth(page, 'people-log')
  expect(await desk.violations()).toEqual([])
  expect(await log.getByRole('listitem').locator('strong').allTextContents()).toEqual([
    'Password reset',
    'Password link created',
    'Person enabled',
    'Person disabled',
    'Made administrator',
    'Invitation accepted',
    'Person invited',
  ])
  await page.getByLabel('Action').selectOption('user-invited')
  await page.getByRole('button', { name: 'Filter' }).click()
  await expect.poll(() => log.getByRole('listitem').count()).toBe(1)
  await page.goto(at('/settings/people'))
})

test('she is deleted once her address is typed', async () => {
  const { page } = desk
  await cardOf(page, grace.email).getByRole('button', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete Grace?' })
  await dialog.getByText('0 accounts with 0 messages').waitFor()
  await dialog.getByLabel('To confirm, enter').fill('somebody@example.org')
  await prove(page, 'Delete')
  await dialog.getByText('This isn’t the person’s email address.').waitFor()
  await takeBoth(page, 'people-delete')
  expect(await desk.violations()).toEqual([])
  await dialog.getByLabel('To confirm, enter').fill(grace.email)
  await prove(page, 'Delete')
  await page.getByRole('list', { name: 'Audit log' }).getByText('Person deleted').waitFor()
  await expect.poll(() => page.getByText(grace.name, { exact: true }).count()).toBe(0)
})
