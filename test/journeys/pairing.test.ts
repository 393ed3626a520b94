import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { exchange } from '../../packages/server-testing/src/http/exchange.ts'
import { administrator } from '../../packages/server-testing/src/http/visitor.ts'
import { type Dovecot, startDovecot } from '../../packages/server-testing/src/servers/dovecot.ts'
import { type SmtpSink, startSmtpSink } from '../../packages/server-testing/src/servers/smtp-sink.ts'
import { addFolder } from '../fixtures/another-client.ts'
import { tellAtFailure } from '../fixtures/at-failure.ts'
import { asPhone, type BrowserUser, openBrowser } from '../fixtures/browser-user.ts'
import { jamClient } from '../fixtures/jam.ts'
import { message, within } from '../fixtures/jmap-mailbox.ts'
import { type PlMail, startPlMail } from '../fixtures/plmail.ts'
import { signIn } from '../fixtures/sign-in.ts'
import { fitsItsWidth } from '../fixtures/page-width.ts'
import { takePicture } from '../fixtures/take-picture.ts'

/** Ada connects a mail program by a code that it reads from her screen, and ends its access again. */
const [mailbox, mailboxPassword] = ['ada@example.org', 'mailbox password']
let dovecot: Dovecot
let smtp: SmtpSink
let plmail: PlMail
let desk: BrowserUser

beforeAll(async () => {
  dovecot = await startDovecot()
  dovecot.addUser(mailbox, mailboxPassword)
  await dovecot.append(mailbox, 'INBOX', message('First of all'), { date: new Date(), flags: [] })
  await addFolder(dovecot, mailbox, 'Sent')
  smtp = await startSmtpSink({ users: { [mailbox]: mailboxPassword } })
  plmail = await startPlMail({ trusts: [dovecot, smtp] })
  const visitor = plmail.visitor()
  await visitor.install()
  await visitor.addAccount(dovecot, smtp, mailbox, mailboxPassword)
  desk = await openBrowser(plmail.address)
})
beforeEach(() => tellAtFailure(() => [plmail, desk]))
afterAll(async () => {
  await desk?.[Symbol.asyncDispose]()
  await plmail?.[Symbol.asyncDispose]()
  await smtp?.[Symbol.asyncDispose]()
  await dovecot?.[Symbol.asyncDispose]()
})

const at = (path: string) => `${plmail.address}${path}`

interface Paired {
  secret: string
  username: string
  sessionUrl: string
}

/** What an app does with the address that it read. */
async function pair(address: string, deviceName: string): Promise<Paired> {
  const { host, code } = Object.fromEntries(new URL(address).searchParams)
  expect(host).toBe(plmail.address)
  const answer = await sendCode(code!, deviceName)
  if (answer.status !== 200) throw new Error(`The pairing answered ${answer.status}: ${answer.text}`)
  return answer.json<Paired>()
}
const sendCode = (code: string, deviceName: string) =>
  exchange(plmail.address, '/device/pair', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code, deviceName }),
  })
const shownAddress = async (page: Page) => (await page.locator('[data-secret]').textContent()) ?? ''

async function subjectsOf({ sessionUrl, secret }: Paired): Promise<string[]> {
  const jam = await jamClient(sessionUrl, secret)
  const accountId = await jam.getPrimaryAccount()
  const [{ ids }] = await jam.api.Email.query({ accountId })
  const [{ list }] = await jam.api.Email.get({ accountId, ids, properties: ['subject'] })
  return (list as Array<{ subject: string }>).map(({ subject }) => subject)
}
const statusOf = async ({ sessionUrl, secret }: Paired) =>
  (
    await exchange(plmail.address, new URL(sessionUrl).pathname, {
      headers: { authorization: `Bearer ${secret}` },
    })
  ).status

/** The old address of the app passwords leads to their place on the security page. */
async function showsAppPasswords(page: Page): Promise<void> {
  await page.waitForURL((url) => url.pathname === '/settings/security')
  const part = page.getByRole('heading', { name: 'App passwords' })
  await expect
    .poll(async () => {
      const box = await part.boundingBox()
      return box !== null && box.y > 0 && box.y < page.viewportSize()!.height
    })
    .toBe(true)
}

test('a JMAP client takes the code from the screen, reads mail, is shown at once and revoked there', async () => {
  const { page } = desk
  await page.goto(at('/settings/app-passwords'))
  await signIn(page, administrator)
  await showsAppPasswords(page)
  await page.getByRole('button', { name: 'Connect', exact: true }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Your password').waitFor()
  await page.keyboard.type('not the password')
  await page.keyboard.press('Enter')
  await dialog.getByText('Wrong password.').waitFor()
  await dialog.getByLabel('Access to').selectOption('Everything, read only')
  await dialog.getByLabel('Your password').fill(administrator.password)
  await page.keyboard.press('Enter')
  await dialog.getByRole('img', { name: 'QR code with the address below' }).waitFor()
  await dialog.getByText(/^Expires in 1:[0-5]\d$/).waitFor()
  await takePicture(page, 'pairing-code')
  expect([await fitsItsWidth(page), await desk.violations()]).toEqual([true, []])

  const address = await shownAddress(page)
  const paired = await pair(address, 'Pixel 9')
  expect(paired.username).toBe(administrator.email)
  await page.getByRole('dialog', { name: 'Pixel 9 is connected' }).waitFor()
  await dialog.getByText('Everything, read only').waitFor()
  await takePicture(page, 'pairing-connected')
  expect(await desk.violations()).toEqual([])
  await within(async () => expect(await subjectsOf(paired)).toContain('First of all'))
  const replayed = await sendCode(new URL(address).searchParams.get('code')!, 'Thief')
  expect(replayed.status).toBe(404)
  const notice = await smtp.received(1)
  expect([notice.to, notice.raw.toString()]).toEqual([[mailbox], expect.stringContaining('Pixel 9')])

  await dialog.getByRole('button', { name: 'Revoke' }).click()
  await desk.seesToast('Pixel 9 revoked')
  await dialog.waitFor({ state: 'detached' })
  expect(await statusOf(paired)).toBe(401)
  await page.getByText('No app passwords yet.').waitFor()
})

test('on a phone it fits, a closed dialog takes its code back, and a code that runs out can be renewed', async () => {
  const { page } = desk
  const phone = await asPhone(page)
  await page.clock.install()
  await page.goto(at('/settings/security'))
  const dialog = page.getByRole('dialog')
  const showCode = async () => {
    await dialog.getByLabel('Your password').fill(administrator.password)
    await phone.tap(dialog.getByRole('button', { name: 'Show code' }))
    await dialog.getByRole('img', { name: 'QR code with the address below' }).waitFor()
  }
  await page.getByRole('button', { name: 'Connect', exact: true }).waitFor()
  // The lists above the button push it down when they come.
  await expect.poll(() => page.locator('.waiting').count(), { timeout: 30_000 }).toBe(0)
  await phone.tap(page.getByRole('button', { name: 'Connect', exact: true }))
  await showCode()
  await takePicture(page, 'pairing-phone')
  expect([await fitsItsWidth(page), await desk.violations()]).toEqual([true, []])
  const closed = await shownAddress(page)
  await Promise.all([
    page.waitForResponse((answer) => answer.request().method() === 'DELETE'),
    phone.tap(dialog.getByRole('button', { name: 'Close' })),
  ])
  await dialog.waitFor({ state: 'detached' })
  expect((await sendCode(new URL(closed).searchParams.get('code')!, 'Late')).status).toBe(404)

  await phone.tap(page.getByRole('button', { name: 'Connect', exact: true }))
  await showCode()
  await page.clock.fastForward(121_000)
  await dialog.getByText('This code has expired.').waitFor()
  await takePicture(page, 'pairing-expired')
  expect(await desk.violations()).toEqual([])
  await phone.tap(dialog.getByRole('button', { name: 'New code' }))
  await showCode()
  const paired = await pair(await shownAddress(page), 'iPhone')
  await page.getByRole('dialog', { name: 'iPhone is connected' }).waitFor()
  await phone.tap(dialog.getByRole('button', { name: 'Done' }))
  expect(await statusOf(paired)).toBe(200)
  await page.goto(at('/settings/app-passwords'))
  await page.getByText('iPhone', { exact: true }).waitFor()
  await showsAppPasswords(page)
  await takePicture(page, 'pairing-listed')
  await phone.putDown()
  expect(desk.complaints.filter((complaint) => !/ 4(01|04|22) /.test(complaint))).toEqual([])
})
