import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { administrator } from '../../packages/server-testing/src/http/visitor.ts'
import { scriptedClient } from '../../packages/server-testing/src/people/scripted-provider.ts'
import { tellAtFailure } from '../fixtures/at-failure.ts'
import { asPhone, type BrowserUser, openBrowser } from '../fixtures/browser-user.ts'
import { type IdentityProviderServer, startIdentityProvider } from '../fixtures/identity-provider.ts'
import { type PlMail, startPlMail } from '../fixtures/plmail.ts'
import { signIn } from '../fixtures/sign-in.ts'
import { fitsItsWidth } from '../fixtures/page-width.ts'
import { takePicture } from '../fixtures/take-picture.ts'

/** An administrator sets up an identity provider, links herself, and comes in by its button from then on. */
const email = 'ada@id.example'
let identityProvider: IdentityProviderServer
let plmail: PlMail
let ada: BrowserUser

beforeAll(async () => {
  identityProvider = await startIdentityProvider()
  identityProvider.provider.script.claims = { email, email_verified: true }
  plmail = await startPlMail({
    variables: { INTEGRATIONS_ALLOWED_HOSTS: '127.0.0.1', INTEGRATIONS_ALLOW_HTTP: '1' },
  })
  await plmail.visitor().install()
  ada = await openBrowser(plmail.address)
})
beforeEach(() => tellAtFailure(() => [plmail, ada]))
afterAll(async () => {
  await ada?.[Symbol.asyncDispose]()
  await plmail?.[Symbol.asyncDispose]()
  await identityProvider?.[Symbol.asyncDispose]()
})

const open = (path: string) => ada.page.goto(`${plmail.address}${path}`)
/** The settings decide who is believed to be whom: they take the password. */
async function prove(): Promise<void> {
  const dialog = ada.page.getByRole('dialog', { name: 'Save the single sign-on settings?' })
  await dialog.getByLabel('Your password').fill(administrator.password)
  await dialog.getByRole('button', { name: 'Save' }).click()
}
async function saveWithPassword(): Promise<void> {
  await ada.page.getByRole('button', { name: 'Save', exact: true }).click()
  await prove()
}

test('the provider is entered, and what is missing is said at its field', async () => {
  const { page } = ada
  await open('/settings/security')
  await signIn(page)
  await page.getByRole('heading', { name: 'This browser' }).waitFor()
  await open('/settings/single-sign-on')
  await page.getByText(`${plmail.address}/oauth/sso/callback`).waitFor()
  await page.getByText(`${plmail.address}/oauth/sso/backchannel-logout`).waitFor()
  expect(await page.getByRole('button', { name: 'Check now' }).isDisabled()).toBe(true)
  await page.getByLabel('Issuer').fill(identityProvider.issuer)
  await page.getByLabel('Client ID').fill(scriptedClient.clientId)
  await saveWithPassword()
  const secret = page.getByLabel('Client secret', { exact: true })
  await page.getByText('Enter issuer, client ID and client secret together.').waitFor()
  expect(await secret.getAttribute('aria-invalid')).toBe('true')
  expect(await ada.violations()).toEqual([])
  await secret.fill(scriptedClient.clientSecret)
  await page.getByLabel('Name of the provider').fill('Example ID')
  await page.keyboard.press('Enter')
  await prove()
  await ada.seesToast('Single sign-on settings saved')
  await page.getByText('A secret is stored.').waitFor()
  expect(await secret.inputValue()).toBe('')
})

test('a check says what works, and what is wrong', async () => {
  const { page } = ada
  const { script } = identityProvider.provider
  const check = page.getByRole('button', { name: 'Check now' })
  await check.click()
  await page.getByText('Discovery: Works.').waitFor()
  await page.getByText('Client ID and secret: Works.').waitFor()
  await takePicture(page, 'settings', { isWhole: true })
  expect(await ada.violations()).toEqual([])
  script.discovery = { issuer: `${identityProvider.issuer}/` }
  await check.click()
  await page.getByText('Discovery: Wrong.').waitFor()
  expect(await ada.violations()).toEqual([])
  script.discovery = {}
})

test('only who came in by it makes it the only way in', async () => {
  const { page } = ada
  await page.getByLabel('Only way to sign in').check()
  await saveWithPassword()
  await page.getByText('the only way to sign in, sign out').waitFor()
  expect(await ada.violations()).toEqual([])
})

test('an identity is linked with the password, and signs in by the button', async () => {
  const { page } = ada
  await open('/settings/security')
  await page.getByText('No linked accounts yet.').waitFor()
  await page.getByRole('button', { name: 'Link an account' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Password').fill(administrator.password)
  expect(await ada.violations()).toEqual([])
  await page.keyboard.press('Enter')
  await page.getByText(email, { exact: true }).waitFor()
  await takePicture(page, 'linked', { isWhole: true })
  expect(await ada.violations()).toEqual([])
  await page.getByRole('main').getByRole('button', { name: 'Sign out', exact: true }).click()
  await page.getByRole('link', { name: 'Sign in with Example ID' }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/login'))
  await open('/settings/security')
  await page.getByText(email, { exact: true }).waitFor()
})

test('on a phone everything fits, and what was linked is unlinked', async () => {
  const { page } = ada
  const phone = await asPhone(page)
  await open('/settings/single-sign-on')
  await page.getByText('A secret is stored.').waitFor()
  await takePicture(page, 'phone-settings', { isWhole: true })
  expect([await fitsItsWidth(page), await ada.violations()]).toEqual([true, []])
  await open('/settings/security')
  await phone.tap(page.getByRole('button', { name: `Unlink ${email}` }))
  const dialog = page.getByRole('dialog')
  await dialog.getByText('It’s your only linked account.').waitFor()
  await takePicture(page, 'phone-unlink', { isWhole: true })
  expect([await fitsItsWidth(page), await ada.violations()]).toEqual([true, []])
  await dialog.getByLabel('Password').fill(administrator.password)
  const isUnlinked = page.waitForResponse((response) => response.url().endsWith('/unlink'))
  await phone.tap(dialog.getByRole('button', { name: 'Unlink' }))
  expect((await isUnlinked).status()).toBe(204)
  // The session rested on what was unlinked.
  await page.reload()
  await page.getByLabel('Email address').waitFor()
})
