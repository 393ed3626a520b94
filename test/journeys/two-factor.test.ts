import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Dovecot, startDovecot } from '../../packages/server-testing/src/servers/dovecot.ts'
import { type SmtpSink, startSmtpSink } from '../../packages/server-testing/src/servers/smtp-sink.ts'
import { administrator, type Visitor } from '../../packages/server-testing/src/http/visitor.ts'
import { addFolder } from '../fixtures/another-client.ts'
import { tellAtFailure } from '../fixtures/at-failure.ts'
import { asPhone, type BrowserUser, openBrowser } from '../fixtures/browser-user.ts'
import { type PlMail, startPlMail } from '../fixtures/plmail.ts'
import { signIn, signOut } from '../fixtures/sign-in.ts'
import { fitsItsWidth } from '../fixtures/page-width.ts'
import { takePicture } from '../fixtures/take-picture.ts'

/** Ada protects her account with codes of an authenticator app, loses the app, and comes back. */
const [mailbox, mailboxPassword] = ['ada@example.org', 'mailbox password']
let dovecot: Dovecot
let smtp: SmtpSink
let plmail: PlMail
let desk: BrowserUser
let laptop: BrowserUser
let key = ''
let recoveryCodes: string[] = []

beforeAll(async () => {
  dovecot = await startDovecot()
  dovecot.addUser(mailbox, mailboxPassword)
  await addFolder(dovecot, mailbox, 'Sent')
  smtp = await startSmtpSink({ users: { [mailbox]: mailboxPassword } })
  plmail = await startPlMail({ trusts: [dovecot, smtp] })
  const visitor = plmail.visitor()
  await visitor.install()
  await visitor.addAccount(dovecot, smtp, mailbox, mailboxPassword)
  desk = await openBrowser(plmail.address)
  laptop = await openBrowser(plmail.address)
})
beforeEach(() => tellAtFailure(() => [plmail, desk, laptop]))
afterAll(async () => {
  await desk?.[Symbol.asyncDispose]()
  await laptop?.[Symbol.asyncDispose]()
  await plmail?.[Symbol.asyncDispose]()
  await smtp?.[Symbol.asyncDispose]()
  await dovecot?.[Symbol.asyncDispose]()
})

const at = (path: string) => `${plmail.address}${path}`
/** Enters the password on the sign-in page, reached from a page that needs a session. */
async function givePassword({ page }: BrowserUser, choices: readonly string[] = []): Promise<void> {
  await page.goto(at('/settings/security'))
  await signIn(page, administrator, choices)
}
const settings = (page: Page) => page.getByRole('heading', { name: 'Two-factor authentication' })
const askedForCode = (page: Page) => page.getByRole('heading', { name: 'Enter your code' })

/** Seconds from which on the app may show a code that was entered already. */
let usedUntil = 0
/** What oathtool shows, once that is a code that was not entered yet. */
async function appCode(): Promise<string> {
  await vi.waitFor(() => expect(Date.now() / 1000).toBeGreaterThanOrEqual(usedUntil), {
    timeout: 40_000,
    interval: 200,
  })
  const seconds = Math.floor(Date.now() / 1000)
  usedUntil = (Math.floor(seconds / 30) + 1) * 30
  return execFileSync('oathtool', ['--totp', '--base32', '--now', `@${seconds}`, key])
    .toString()
    .trim()
}
const wrongCode = async () => ((Number(await appCode()) + 1) % 1_000_000).toString().padStart(6, '0')

test('the app is set up by keyboard, and other browsers are signed out', async () => {
  const { page } = desk
  await givePassword(laptop)
  await settings(laptop.page).waitFor()
  await givePassword(desk)
  await settings(page).waitFor()
  await page.getByRole('button', { name: 'Set up' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Password').waitFor()
  await page.keyboard.type('not the password')
  await page.keyboard.press('Enter')
  await dialog.getByText('Wrong password.').waitFor()
  await dialog.getByLabel('Password').fill(administrator.password)
  await page.keyboard.press('Enter')
  await dialog.getByRole('img', { name: 'QR code with the key below' }).waitFor()
  await takePicture(page, 'enrolment')
  expect(await desk.violations()).toEqual([])
  key = ((await dialog.locator('[data-secret]').textContent()) ?? '').replaceAll(' ', '')
  expect(key).toMatch(/^[A-Z2-7]{32}$/)
  await page.keyboard.type(await wrongCode())
  await page.keyboard.press('Enter')
  await dialog.getByText('the server’s clock says').waitFor()
  usedUntil = 0
  await dialog.getByLabel('Code').fill(await appCode())
  await page.keyboard.press('Enter')
  await dialog.getByRole('list', { name: 'Save your recovery codes' }).waitFor()
  recoveryCodes = await dialog.getByRole('listitem').allTextContents()
  expect(recoveryCodes).toHaveLength(8)
  await takePicture(page, 'codes')
  expect(await desk.violations()).toEqual([])
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('link', { name: 'Download' }).click(),
  ])
  const sheet = readFileSync(await download.path(), 'utf8')
  expect(sheet).toContain(administrator.email)
  for (const code of recoveryCodes) expect(sheet).toContain(code)
  await dialog.getByRole('button', { name: 'I’ve saved them' }).click()
  await desk.seesToast('Two-factor authentication is on')
  await page.getByText('8 recovery codes left.').waitFor()
  await takePicture(page, 'settings')
  expect(await desk.violations()).toEqual([])
  const notice = await smtp.received(1)
  expect([notice.to, notice.raw.toString()]).toEqual([
    [mailbox],
    expect.stringContaining('authentication was turned on'),
  ])
  await laptop.page.reload()
  await laptop.page.getByLabel('Email address').waitFor()
})

test('signing in takes the password and a code of the app, on a page that works without script', async () => {
  const { page } = desk
  await signOut(page)
  await givePassword(desk)
  await askedForCode(page).waitFor()
  expect(await desk.violations()).toEqual([])
  await page.keyboard.type(await wrongCode())
  await page.keyboard.press('Enter')
  await page.getByText('the server’s clock says').waitFor()
  await takePicture(page, 'wrong-code')
  expect(await desk.violations()).toEqual([])
  usedUntil = 0
  await page.keyboard.type(await appCode())
  await page.keyboard.press('Enter')
  await settings(page).waitFor()
})

test('a recovery code takes the place of the phone, and the browser is trusted', async () => {
  const { page } = laptop
  await givePassword(laptop, ['Stay signed in'])
  await askedForCode(page).waitFor()
  await page.getByLabel('Don’t ask for a code').check()
  await page.getByLabel('Code', { exact: true }).fill(recoveryCodes[0]!)
  await page.keyboard.press('Enter')
  await page.getByText('7 recovery codes left.').waitFor()
  await page.getByText('This browser · Trusted').waitFor()
  await takePicture(page, 'trusted')
  await signOut(page)
  await givePassword(laptop, ['Stay signed in'])
  await settings(page).waitFor()
})

test('trust is taken back elsewhere: the browser is signed out and asked for a code', async () => {
  const { page } = desk
  await page.reload()
  await page.getByRole('button', { name: /^Remove / }).click()
  expect(await desk.violations()).toEqual([])
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByText('No trusted browsers.').waitFor()
  await laptop.page.goto(at('/settings/security'))
  // It is remembered still, which is one factor of two.
  await laptop.page.waitForURL(/\/(login|2fa)/)
  await askedForCode(laptop.page).waitFor()
  await laptop.page.getByLabel('Code', { exact: true }).fill(recoveryCodes[1]!)
  await laptop.page.keyboard.press('Enter')
  await laptop.page.getByText('6 recovery codes left.').waitFor()
})

test('on a phone everything fits, and a session that ends under an open page asks for both factors', async () => {
  const { page } = desk
  const phone = await asPhone(page)
  expect(await fitsItsWidth(page)).toBe(true)
  await phone.tap(page.getByRole('button', { name: 'New recovery codes' }))
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Password').fill(administrator.password)
  await dialog.getByLabel('Code').fill(await appCode())
  await phone.tap(dialog.getByRole('button', { name: 'New recovery codes' }))
  await dialog.getByRole('list', { name: 'Save your recovery codes' }).waitFor()
  recoveryCodes = await dialog.getByRole('listitem').allTextContents()
  await takePicture(page, 'phone-codes')
  expect([await fitsItsWidth(page), await desk.violations()]).toEqual([true, []])
  await phone.tap(dialog.getByRole('button', { name: 'I’ve saved them' }))

  const { browsers } = await (await laptop.page.request.get(at('/api/browsers'))).json()
  const deskSession = browsers.find(({ isThisOne }: { isThisOne: boolean }) => !isThisOne)
  const origin = { 'sec-fetch-site': 'same-origin' }
  // Whoever is writing keeps the keyboard; the bar is behind the dialog, and the way back opens at the next button.
  await phone.tap(page.getByRole('button', { name: 'New recovery codes' }))
  await dialog.getByLabel('Password').fill(administrator.password)
  await dialog.getByLabel('Code').fill('000000')
  await laptop.page.request.delete(at(`/api/browsers/${deskSession.id}`), { headers: origin })
  await page.getByText('Sign in to continue').waitFor()
  expect(await dialog.getByLabel('Code').inputValue()).toBe('000000')
  await phone.tap(dialog.getByRole('button', { name: 'New recovery codes' }))
  const again = page.getByRole('dialog', { name: 'Sign in to continue' })
  await phone.tap(again.getByRole('button', { name: 'Close' }))
  await again.waitFor({ state: 'detached' })
  await phone.tap(dialog.getByRole('button', { name: 'Close' }))
  await phone.tap(page.getByRole('status').getByRole('button', { name: 'Sign in' }))
  await again.getByLabel('Password').fill(administrator.password)
  await phone.tap(again.getByRole('button', { name: 'Sign in' }))
  await again.getByLabel('Code').fill(recoveryCodes[0]!)
  await takePicture(page, 'phone-again')
  expect(await fitsItsWidth(page)).toBe(true)
  await phone.tap(again.getByRole('button', { name: 'Sign in' }))
  await again.waitFor({ state: 'detached' })
  await phone.putDown()

  await page.goto(at('/settings/security'))
  await signOut(page)
  const small = await asPhone(page)
  await givePassword(desk)
  await askedForCode(page).waitFor()
  await takePicture(page, 'phone-2fa')
  expect([await fitsItsWidth(page), await desk.violations()]).toEqual([true, []])
  await small.putDown()
})

test('without phone and codes the console lets her back in', async () => {
  const help = await plmail.command(['--help'])
  expect(help.output).toContain('app:user:2fa-disable')
  const unknown = await plmail.command(['app:user:2fa-disable', '--email', 'nobody@plmail.example'])
  expect(unknown.code).toBe(1)
  const visitor: Visitor = plmail.visitor()
  expect((await visitor.signIn()).headers.location).toBe('/2fa')
  const rescued = await plmail.command(['app:user:2fa-disable', '--email', administrator.email])
  expect([rescued.code, rescued.output]).toEqual([0, expect.stringContaining('with the password alone')])
  expect((await smtp.received(2)).raw.toString()).toContain('New recovery codes')
  expect((await smtp.received(3)).raw.toString()).toContain('authentication was turned off')
  await givePassword(desk)
  await desk.page.getByRole('button', { name: 'Set up' }).waitFor()
  expect(desk.complaints.filter((complaint) => !/ 4(01|22) /.test(complaint))).toEqual([])
})
