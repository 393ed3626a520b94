import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { administrator } from '../../packages/server-testing/src/http/visitor.ts'
import {
  openIdClient,
  openIdServer,
  type OpenIdServer,
} from '../../packages/server-testing/src/people/openid-server.ts'
import { freePort } from '../../packages/server-testing/src/servers/free-port.ts'
import { tellAtFailure } from '../fixtures/at-failure.ts'
import { type BrowserUser, openBrowser } from '../fixtures/browser-user.ts'
import { fitsItsWidth } from '../fixtures/page-width.ts'
import { type PlMail, startPlMail } from '../fixtures/plmail.ts'
import { signIn } from '../fixtures/sign-in.ts'
import { takePicture } from '../fixtures/take-picture.ts'

/**
 * Grace comes in at npm's oidc-provider, is an administrator by her group, and makes it the only way in; the provider ends her
 * sessions, gets another key, and goes down.
 */
let port: number
let provider: OpenIdServer | undefined
let plmail: PlMail
let desk: BrowserUser
let phone: BrowserUser

const startProvider = (): Promise<OpenIdServer> =>
  openIdServer({
    port,
    address: plmail.address,
    accounts: { grace: { groups: ['root'] } },
    logOut: async (token) => {
      const body = new URLSearchParams({ logout_token: token })
      return (await fetch(at('/oauth/sso/backchannel-logout'), { method: 'POST', body })).status
    },
  })
const at = (path: string) => `${plmail.address}${path}`

beforeAll(async () => {
  port = await freePort()
  plmail = await startPlMail({
    variables: {
      INTEGRATIONS_ALLOWED_HOSTS: '127.0.0.1',
      INTEGRATIONS_ALLOW_HTTP: '1',
      OIDC_ISSUER: `http://127.0.0.1:${port}`,
      OIDC_CLIENT_ID: openIdClient.clientId,
      OIDC_CLIENT_SECRET: openIdClient.clientSecret,
      OIDC_NAME: 'Example ID',
    },
  })
  provider = await startProvider()
  await plmail.visitor().install()
  desk = await openBrowser(plmail.address)
  phone = await openBrowser(plmail.address)
  await phone.page.setViewportSize({ width: 390, height: 844 })
})
beforeEach(() => tellAtFailure(() => [plmail, desk, phone]))
afterAll(async () => {
  await desk?.[Symbol.asyncDispose]()
  await phone?.[Symbol.asyncDispose]()
  await plmail?.[Symbol.asyncDispose]()
  await provider?.[Symbol.asyncDispose]()
})

/** The provider's own pages: who it is, and that plMail may know. */
async function signInAtProvider(page: Page, person: string): Promise<void> {
  await page.getByPlaceholder('Enter any login').fill(person)
  await page.getByPlaceholder('and password').fill('any')
  await page.getByRole('button', { name: 'Sign-in' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
}
/** Asked for although she is signed in there; what plMail may know, only of who was never asked. */
async function signInAnew(page: Page, person: string): Promise<void> {
  await page.getByPlaceholder('Enter any login').fill(person)
  await page.getByPlaceholder('and password').fill('any')
  await page.getByRole('button', { name: 'Sign-in' }).click()
  await page.waitForURL(
    (url) => url.origin === new URL(plmail.address).origin || /interaction/.test(url.pathname),
  )
  const agreeing = page.getByRole('button', { name: 'Continue' })
  await agreeing.or(page.getByRole('heading')).first().waitFor()
  if (await agreeing.isVisible()) await agreeing.click()
}
/** What a program is answered with an app password. */
const statusWith = async (secret: string): Promise<number> =>
  (await fetch(at('/jmap/session'), { headers: { authorization: `Bearer ${secret}` } })).status
async function comeIn(page: Page): Promise<void> {
  await page.goto(at('/login?next=%2Fsettings%2Fsecurity'))
  await page.getByRole('link', { name: 'Sign in with Example ID' }).click()
}
const security = (page: Page) => page.getByRole('heading', { name: 'Two-factor authentication' })

test('people of a domain are let in, and the group of administrators makes one', async () => {
  const { page } = desk
  await page.goto(at('/settings/single-sign-on'))
  await signIn(page)
  await page.getByLabel('Create accounts for new people').check()
  await page.getByLabel('Domains').fill('example.org')
  await page.getByLabel('Administrators group').fill('root')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Save the single sign-on settings?' })
  await dialog.getByLabel('Your password').fill(administrator.password)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await desk.seesToast('Single sign-on settings saved')
  await page.getByRole('button', { name: 'Check now' }).click()
  await page.getByText('Sign-out: Works.').waitFor()
  await page.goto(at('/settings/security'))
  await page.getByRole('main').getByRole('button', { name: 'Sign out', exact: true }).click()
  await page.getByLabel('Email address').waitFor()
  await comeIn(page)
  await signInAtProvider(page, 'grace')
  await security(page).waitFor()
  await page.getByText('grace@example.org').first().waitFor()
  await page.getByRole('link', { name: 'People' }).waitFor()
})

test('without a password she proves herself at the provider, and connects a program and a phone', async () => {
  const { page } = desk
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Create app password' }).click()
  await dialog.getByLabel('Name').fill('Mail program')
  await dialog.getByLabel('Access to').selectOption('Everything, read only')
  expect(await dialog.getByLabel('Your password').count()).toBe(0)
  await dialog.getByRole('button', { name: 'Create app password' }).click()
  await dialog.getByText('Confirm that it’s you: sign in again at Example ID.').waitFor()
  await takePicture(page, 'proof')
  expect(await desk.violations()).toEqual([])
  await dialog.getByRole('button', { name: 'Sign in again at Example ID' }).click()
  await signInAnew(page, 'grace')
  await dialog.getByText('Example ID has confirmed that it’s you.').waitFor()
  expect(await dialog.getByLabel('Name').inputValue()).toBe('Mail program')
  expect(await dialog.getByLabel('Access to').locator('option:checked').textContent()).toBe(
    'Everything, read only',
  )
  await takePicture(page, 'proven')
  expect(await desk.violations()).toEqual([])
  await dialog.getByRole('button', { name: 'Create app password' }).click()
  const secret = (await dialog.locator('[data-secret]').textContent()) ?? ''
  expect(await statusWith(secret)).toBe(200)
  await dialog.getByRole('button', { name: 'Done' }).click()

  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await dialog.getByText('Example ID has confirmed that it’s you.').waitFor()
  await dialog.getByRole('button', { name: 'Show code' }).click()
  const address = new URL((await dialog.locator('[data-secret]').textContent()) ?? '')
  const body = JSON.stringify({ code: address.searchParams.get('code'), deviceName: 'Pixel 9' })
  const headers = { 'content-type': 'application/json' }
  const paired = await fetch(at('/device/pair'), { method: 'POST', headers, body })
  expect(await statusWith(((await paired.json()) as { secret: string }).secret)).toBe(200)
  await page.getByRole('dialog', { name: 'Pixel 9 is connected' }).waitFor()
  await page.keyboard.press('Escape')
})

test('somebody else at the provider proves nothing for her', async () => {
  const { page } = desk
  await page.goto(at('/settings/profile'))
  await page.getByRole('button', { name: 'Change address' }).click()
  await page.getByLabel('Sign-in address').fill('grace@elsewhere.example')
  // Hers counts for some minutes still, which end with the session.
  await page.getByText('Example ID has confirmed that it’s you.').waitFor()
  await page.goto(at('/settings/security'))
  await page.getByRole('main').getByRole('button', { name: 'Sign out', exact: true }).click()
  await page.getByLabel('Email address').waitFor()
  await comeIn(page)
  await security(page).waitFor()
  await page.goto(at('/settings/profile'))
  await page.getByRole('button', { name: 'Change address' }).click()
  await page.getByLabel('Sign-in address').fill('grace@elsewhere.example')
  await page.getByRole('button', { name: 'Sign in again at Example ID' }).click()
  await signInAnew(page, 'mallory')
  await page.getByRole('heading', { name: 'Not confirmed' }).waitFor()
  await takePicture(page, 'not-proven')
  await page.getByRole('link', { name: 'Back' }).click()
  // Somebody else's sign-in has ended her session there, of which the provider tells plMail.
  await page.getByLabel('Email address').waitFor()
  await page.context().clearCookies()
  await comeIn(page)
  await signInAnew(page, 'grace')
  await security(page).waitFor()
  await page.getByText('grace@example.org').first().waitFor()
  expect(await page.getByText('grace@elsewhere.example').count()).toBe(0)
})

test('on a phone she comes in too, by the session that she has at the provider', async () => {
  const { page } = phone
  // As an app of the provider hands it from one device to the other.
  const cookies = await desk.page.context().cookies(`http://127.0.0.1:${port}`)
  await page.context().addCookies(cookies.filter(({ name }) => name.startsWith('_session')))
  await comeIn(page)
  await security(page).waitFor()
  expect(await fitsItsWidth(page)).toBe(true)
})

test('by her hand it is the only way in, on the server too', async () => {
  const { page } = desk
  await page.goto(at('/settings/single-sign-on'))
  await page.getByLabel('Only way to sign in').check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Sign in again at Example ID' }).click()
  await signInAnew(page, 'grace')
  const dialog = page.getByRole('dialog', { name: 'Save the single sign-on settings?' })
  await dialog.getByText('Example ID has confirmed that it’s you.').waitFor()
  expect(await page.getByLabel('Only way to sign in').isChecked()).toBe(true)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await desk.seesToast('Single sign-on settings saved')
  const { email, password } = administrator
  const refused = await page.request.post(at('/login'), {
    form: { email, password },
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  expect([refused.status(), await refused.text()]).toEqual([
    403,
    expect.stringContaining('Passwords aren’t accepted here'),
  ])
})

test('signed out there as well, her phone is signed out by the provider', async () => {
  const { page } = desk
  const before = provider?.logouts.length ?? 0
  await page.goto(at('/settings/security'))
  await page.getByRole('main').getByRole('button', { name: 'Sign out', exact: true }).click()
  await page.getByRole('link', { name: 'Sign out of Example ID too' }).click()
  await page.getByRole('button', { name: 'Yes, sign me out' }).click()
  await page.getByRole('link', { name: 'Sign in with Example ID' }).waitFor()
  expect(new URL(page.url()).search).toBe('?sso=0')
  expect(provider?.logouts.slice(before)).toEqual([200])
  // The page that is open there hears of it by itself.
  await phone.page.getByText('Sign in to continue').waitFor()
})

test('a new key of the provider keeps nobody out', async () => {
  const { page } = desk
  await provider?.rotateKeys()
  // The only way in is the one that the sign-in page takes by itself.
  await page.goto(at('/login?next=%2Fsettings%2Fsecurity'))
  await signInAtProvider(page, 'grace')
  await security(page).waitFor()
})

test('while the provider is down the page says so, and takes passwords', async () => {
  const { page } = phone
  await provider?.[Symbol.asyncDispose]()
  provider = undefined
  // Its last answer would count for a minute.
  await plmail.stop()
  await plmail.start()
  await page.goto(at('/login'))
  await page.getByText('Example ID can’t be reached right now').waitFor()
  await takePicture(page, 'down')
  expect([await fitsItsWidth(page), await phone.violations()]).toEqual([true, []])
  await signIn(page)
  await page.waitForURL((url) => url.pathname === '/')
})

test('the console lets passwords in again once it is back', async () => {
  provider = await startProvider()
  const { output } = await plmail.command(['app:sso:allow-password'])
  expect(output).not.toBe('')
  const { page } = phone
  await page.goto(at('/settings/security'))
  await page.getByRole('main').getByRole('button', { name: 'Sign out', exact: true }).click()
  await page.getByRole('link', { name: 'Sign in with Example ID' }).waitFor()
  await signIn(page)
  await page.waitForURL((url) => url.pathname === '/')
})
