import type { CDPSession, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { administrator, createVisitor } from '../../packages/server-testing/src/http/visitor.ts'
import { freePort } from '../../packages/server-testing/src/servers/free-port.ts'
import { tellAtFailure } from '../fixtures/at-failure.ts'
import { type BrowserUser, openBrowser } from '../fixtures/browser-user.ts'
import { type PlMail, startPlMail } from '../fixtures/plmail.ts'
import { signIn, signOut } from '../fixtures/sign-in.ts'
import { fitsItsWidth } from '../fixtures/page-width.ts'
import { takePicture } from '../fixtures/take-picture.ts'

/** Ada signs in with a passkey of her laptop, alone and beside the password; Chromium's virtual authenticator holds it. */
let plmail: PlMail
let desk: BrowserUser
/** Chromium makes passkeys for names, and not for addresses. */
let origin: string
let authenticator: CDPSession
let authenticatorId: string

beforeAll(async () => {
  const port = await freePort()
  origin = `http://localhost:${port}`
  plmail = await startPlMail({ variables: { PORT: String(port), APP_PUBLIC_URL: origin } })
  await createVisitor(origin).install()
  desk = await openBrowser(origin)
  authenticator = await desk.page.context().newCDPSession(desk.page)
  await authenticator.send('WebAuthn.enable')
  const added = await authenticator.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  authenticatorId = added.authenticatorId
})
beforeEach(() => tellAtFailure(() => [plmail, desk]))
afterAll(async () => {
  await desk?.[Symbol.asyncDispose]()
  await plmail?.[Symbol.asyncDispose]()
})

const settings = '/settings/security'
const open = (path: string) => desk.page.goto(`${origin}${path}`)
const section = (page: Page) => page.getByRole('heading', { name: 'Passkeys', exact: true })
/** Whether the user lets the authenticator answer; the list of the address field is answered at once where they do. */
const letsAnswer = (enabled: boolean) =>
  authenticator.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
async function leave(): Promise<void> {
  await letsAnswer(false)
  await signOut(desk.page)
}

test('a passkey is added, with what that means said before, and there are recovery codes', async () => {
  const { page } = desk
  await open(settings)
  await signIn(page)
  await section(page).waitFor()
  await page.getByText('No passkeys yet.').waitFor()
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('your password alone isn’t enough').waitFor()
  await dialog.getByLabel('Password').fill('not the password')
  await page.keyboard.press('Enter')
  await dialog.getByText('Wrong password.').waitFor()
  expect(await desk.violations()).toEqual([])
  await dialog.getByLabel('Password').fill(administrator.password)
  await dialog.getByLabel('Name').fill('Laptop')
  await page.keyboard.press('Enter')
  await dialog.getByRole('list', { name: 'Save your recovery codes' }).waitFor()
  expect(await desk.violations()).toEqual([])
  await dialog.getByRole('button', { name: 'I’ve saved them' }).click()
  await page.getByText('Laptop', { exact: true }).waitFor()
  await page.getByText('8 recovery codes left.').waitFor()
  await takePicture(page, 'passkeys', { isWhole: true })
  expect(await desk.violations()).toEqual([])
})

test('a second one on the same device is refused in words', async () => {
  const { page } = desk
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('takes your second factor as well').waitFor()
  await dialog.getByLabel('Password').fill(administrator.password)
  expect(await desk.violations()).toEqual([])
  await dialog.getByRole('button', { name: 'Use a passkey' }).click()
  await dialog.getByLabel('Name').fill('Laptop again')
  await page.keyboard.press('Enter')
  await dialog.getByText('This device already has a passkey for your account.').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
})

test('it signs in alone, by the button', async () => {
  const { page } = desk
  await leave()
  await takePicture(page, 'login', { isWhole: true })
  expect(await desk.violations()).toEqual([])
  await letsAnswer(true)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.getByText('Connect a mailbox to get started').waitFor()
  await open(settings)
  await section(page).waitFor()
})

test('it signs in beside the password', async () => {
  const { page } = desk
  await leave()
  await open(`/login?next=${encodeURIComponent(settings)}`)
  await signIn(page)
  await page.getByRole('heading', { name: 'Confirm it’s you' }).waitFor()
  await takePicture(page, '2fa', { isWhole: true })
  expect(await desk.violations()).toEqual([])
  await letsAnswer(true)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await section(page).waitFor()
})

test('it brings back who was signed out in the middle of something, without leaving the page', async () => {
  const { page } = desk
  const { browsers } = await (await page.request.get(`${origin}/api/browsers`)).json()
  const own = browsers.find(({ isThisOne }: { isThisOne: boolean }) => isThisOne)
  await page.getByRole('button', { name: 'Rename Laptop' }).click()
  const rename = page.getByRole('dialog', { name: 'Rename' })
  await rename.getByLabel('Name').fill('Half a na')
  await page.request.delete(`${origin}/api/browsers/${own.id}`, {
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  await page.getByText('Sign in to continue').waitFor()
  await rename.getByRole('button', { name: 'Cancel' }).focus()
  const again = page.getByRole('dialog', { name: 'Sign in to continue' })
  await again.getByRole('button', { name: 'Use a passkey' }).waitFor()
  await takePicture(page, 'again')
  expect(await desk.violations()).toEqual([])
  await again.getByRole('button', { name: 'Use a passkey' }).click()
  await again.waitFor({ state: 'detached' })
  expect(await rename.getByLabel('Name').inputValue()).toBe('Half a na')
  await rename.getByRole('button', { name: 'Cancel' }).click()
})

test('on a phone it is renamed', async () => {
  const { page } = desk
  // Not as a phone with touch: its session with the browser would end that of the authenticator.
  await page.setViewportSize({ width: 390, height: 844 })
  await open(settings)
  await section(page).waitFor()
  expect(await fitsItsWidth(page)).toBe(true)
  await page.getByRole('button', { name: 'Rename Laptop' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Work laptop')
  await page.keyboard.press('Enter')
  await page.getByText('Work laptop', { exact: true }).waitFor()
  await takePicture(page, 'phone-passkeys', { isWhole: true })
  expect([await fitsItsWidth(page), await desk.violations()]).toEqual([true, []])
  await page.setViewportSize({ width: 1440, height: 900 })
})

test('the last one is removed with both factors, and the password is enough again', async () => {
  const { page } = desk
  await open(settings)
  await page.getByRole('button', { name: 'Remove Work laptop' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('It’s your only second factor').waitFor()
  await dialog.getByLabel('Password').fill(administrator.password)
  await takePicture(page, 'remove', { isWhole: true })
  expect(await desk.violations()).toEqual([])
  await dialog.getByRole('button', { name: 'Use a passkey' }).click()
  await page.getByText('No passkeys yet.').waitFor()
  await leave()
  await open(`/login?next=${encodeURIComponent(settings)}`)
  await signIn(page)
  await section(page).waitFor()
})

test('where a second factor is required, the page that asks for one makes a passkey', async () => {
  const { page } = desk
  const set = await page.request.post(`${origin}/api/admin/second-factor-policy`, {
    headers: { 'sec-fetch-site': 'same-origin' },
    data: { requiredOf: 'everybody', graceDays: 0, password: administrator.password },
  })
  expect(set.status()).toBe(204)
  await letsAnswer(true)
  await open('/')
  await page.getByRole('heading', { name: 'Set up a second factor' }).waitFor()
  const make = page.getByRole('button', { name: 'Use a passkey instead' })
  await page.getByLabel('Password').fill('not the password')
  await make.click()
  await page.getByText('Wrong password.').waitFor()
  expect(await desk.violations()).toEqual([])
  await page.getByLabel('Password').fill(administrator.password)
  await make.click()
  await page.getByRole('list', { name: 'Save your recovery codes' }).waitFor()
  expect(await page.getByRole('listitem').count()).toBe(8)
  await takePicture(page, 'set-up-passkey', { isWhole: true })
  expect(await desk.violations()).toEqual([])
  await page.getByRole('link', { name: 'I’ve saved them' }).click()
  await page.getByText('Connect a mailbox to get started').waitFor()
})

test('at another address the pages say where passkeys work', async () => {
  const { page } = desk
  const elsewhere = origin.replace('localhost', '127.0.0.1')
  await page.goto(`${elsewhere}/login`)
  await page.getByText('Passkeys only work at').waitFor()
  expect(await page.getByRole('button', { name: 'Sign in with a passkey' }).isVisible()).toBe(false)
  expect(await desk.violations()).toEqual([])
})
