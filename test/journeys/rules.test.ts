import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { tellAtFailure } from '../fixtures/at-failure.ts'
import { flagsAtServer } from '../fixtures/another-client.ts'
import { asPhone, type BrowserUser, openBrowser } from '../fixtures/browser-user.ts'
import { selfSignedCertificate } from '../../packages/server-testing/src/servers/certificate.ts'
import { deliver } from '../../packages/server-testing/src/servers/deliver.ts'
import { type Dovecot, startDovecot } from '../../packages/server-testing/src/servers/dovecot.ts'
import { type PlMail, startPlMail } from '../fixtures/plmail.ts'
import { signIn } from '../fixtures/sign-in.ts'
import { type SmtpSink, startSmtpSink } from '../../packages/server-testing/src/servers/smtp-sink.ts'
import { fitsItsWidth } from '../fixtures/page-width.ts'

/** Newsletters are put in order by keyboard: a rule made of one of them, run on the old ones, taken back, and left. */
const [user, password] = ['ada@example.org', 'mailbox password']
const old = 12

let dovecot: Dovecot
let smtp: SmtpSink
const lunch =
  'Message-ID: <lunch@example.net>\r\nSubject: Lunch?\r\nFrom: Bob <bob@example.net>\r\n\r\nAt noon'

/** The shop's server, which takes people off its list. */
let shop: Server
const requests: string[] = []
let plmail: PlMail
let ada: BrowserUser

const getId = (n: number) => `offer${n}@shop.example`
const offer = (n: number) =>
  [
    `Message-ID: <${getId(n)}>`,
    `Subject: Offer number ${n}`,
    'From: The Shop <news@shop.example>',
    `To: ${user}`,
    'List-Id: All our offers <offers.shop.example>',
    `List-Unsubscribe: <https://127.0.0.1:${(shop.address() as AddressInfo).port}/leave?who=ada>`,
    'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
    'Authentication-Results: mx.example.org; dkim=pass header.d=shop.example',
    'DKIM-Signature: v=1; d=shop.example; h=from:list-unsubscribe:list-unsubscribe-post; b=x',
    '',
    `Buy ${n}`,
  ].join('\r\n')

beforeAll(async () => {
  const certificate = selfSignedCertificate()
  shop = createServer({ key: certificate.key, cert: certificate.cert }, (request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      requests.push(`${request.method} ${request.url} ${body}`)
      response.end('bye')
    })
  })
  await new Promise<void>((done) => shop.listen(0, '127.0.0.1', done))
  dovecot = await startDovecot()
  dovecot.addUser(user, password)
  for (let n = 1; n <= old; n++) await dovecot.append(user, 'INBOX', offer(n))
  await dovecot.append(user, 'INBOX', lunch)
  await dovecot.append(user, 'Shops', 'Subject: A receipt\r\nFrom: till@shop.example\r\n\r\nPaid')
  smtp = await startSmtpSink({ users: { [user]: password } })
  plmail = await startPlMail({
    trusts: [dovecot, smtp, { certificate }],
    variables: { PUSH_ALLOW_LOOPBACK: '1' },
  })
  const visitor = plmail.visitor()
  await visitor.install()
  await visitor.addAccount(dovecot, smtp, user, password)
  ada = await openBrowser(plmail.address)
  await ada.page.goto(plmail.address)
  await signIn(ada.page)
  await row('Lunch?').waitFor()
})
beforeEach(() => tellAtFailure(() => [plmail, ada]))
afterAll(async () => {
  await ada?.[Symbol.asyncDispose]()
  await plmail?.[Symbol.asyncDispose]()
  await smtp?.[Symbol.asyncDispose]()
  await dovecot?.[Symbol.asyncDispose]()
  shop?.closeAllConnections()
  shop?.close()
})

const row = (subject: string) => ada.page.getByRole('row').filter({ hasText: subject })
const text = (expected: string | RegExp) => ada.page.getByText(expected)
const isIn = async (folder: string, n: number) =>
  (await flagsAtServer(dovecot, user, folder, getId(n))) !== undefined
const press = (...keys: string[]) => ada.press(...keys)
/** With the Tab key, as far as it takes. */
async function tabTo(target: Locator): Promise<void> {
  await target.waitFor()
  const isThere = () => target.evaluate((element) => element === document.activeElement)
  for (let n = 0; n < 80 && !(await isThere()); n++) await press('Tab')
  expect(await isThere()).toBe(true)
}
const button = (name: string | RegExp) => ada.page.getByRole('button', { name })
async function command(typed: string): Promise<void> {
  await press('Control+k')
  await ada.page.getByRole('dialog').getByRole('combobox').waitFor()
  await ada.page.keyboard.type(typed)
  await press('Enter')
}

test('a rule is made of a message, with a sentence and the count of what it matches', async () => {
  await row('Offer number 12').first().click()
  await ada.page
    .getByRole('region', { name: 'Conversation' })
    .getByRole('heading', { name: /^Offer number/ })
    .waitFor()
  await command('create a rule')
  await text(
    'When new mail in ada@example.org comes from the list “offers.shop.example”, archive it.',
  ).waitFor()
  await text(`${old} existing messages match`).waitFor()
  await ada.page.getByRole('list', { name: 'The newest ones' }).getByText('Offer number').first().waitFor()
  expect(await ada.violations()).toEqual([])
  await tabTo(ada.page.getByLabel('Action', { exact: true }))
  await ada.page.keyboard.type('Move to f')
  await text('comes from the list “offers.shop.example”, move it to “Shops”.').waitFor()
  await tabTo(button('Save'))
  await press('Enter')
  await ada.seesToast('saved')
})

test('it is run on the mail that is here, after it has said on how much', async () => {
  await tabTo(button('Run on existing mail'))
  await press('Enter')
  expect(await ada.violations()).toEqual([])
  await tabTo(button(`Run on ${old} messages`))
  await press('Enter')
  await text(`Changed ${old} messages on`).waitFor()
  for (const n of [1, old]) {
    await expect.poll(() => isIn('Shops', n), { timeout: 60_000 }).toBe(true)
    expect(await isIn('INBOX', n)).toBe(false)
  }
})

test('new mail is put where the rule says, at the mail server too', async () => {
  await deliver(dovecot, user, offer(99))
  await expect.poll(() => isIn('Shops', 99), { timeout: 60_000 }).toBe(true)
  expect(await isIn('INBOX', 99)).toBe(false)
})

test('the whole run is undone, and what the rule did to new mail stays', async () => {
  await tabTo(button('Undo'))
  await press('Enter')
  await text('Undone').waitFor()
  for (const n of [1, old]) await expect.poll(() => isIn('INBOX', n), { timeout: 60_000 }).toBe(true)
  expect(await isIn('Shops', 99)).toBe(true)
  await tabTo(ada.page.getByRole('switch'))
  await press('Space')
  await expect.poll(() => ada.page.getByRole('switch').isChecked()).toBe(false)
})

test('rules are put in another order by keyboard', async () => {
  await tabTo(button('New rule'))
  await press('Enter')
  await tabTo(ada.page.getByLabel('Value'))
  await ada.page.keyboard.type('bob@example.net')
  await text('1 existing message matches').waitFor()
  await tabTo(button('Save'))
  await press('Enter')
  const names = ada.page.getByRole('list', { name: 'Rules' }).locator('strong')
  await expect.poll(() => names.allTextContents()).toEqual(['offers.shop.example', 'bob@example.net'])
  await tabTo(button('Edit').last())
  await press('Alt+ArrowUp')
  await expect.poll(() => names.allTextContents()).toEqual(['bob@example.net', 'offers.shop.example'])
  await ada.page.reload()
  await expect.poll(() => names.allTextContents()).toEqual(['bob@example.net', 'offers.shop.example'])
  await tabTo(ada.page.getByRole('switch').first())
  await press('Space')
  await expect.poll(() => ada.page.getByRole('switch').first().isChecked()).toBe(false)
})

test('the list is left by a single click that the shop hears once, after asking', async () => {
  await press('Escape', 'g i')
  await row('Offer number 12').first().click()
  await command('unsubscribe')
  await text('plMail asks 127.0.0.1 to take you off the list').waitFor()
  expect(requests).toEqual([])
  expect(await ada.violations()).toEqual([])
  await tabTo(ada.page.getByRole('dialog').getByRole('button', { name: 'Unsubscribe' }))
  await press('Enter')
  await ada.seesToast('Unsubscribe request sent to 127.0.0.1')
  expect(requests).toEqual(['POST /leave?who=ada List-Unsubscribe=One-Click'])
})

test('a sender is blocked from a message, listed, and let go again', async () => {
  await command('block sender')
  await text('Block news@shop.example?').waitFor()
  expect(await ada.violations()).toEqual([])
  await tabTo(ada.page.getByRole('dialog').getByRole('button', { name: 'Block', exact: true }))
  await press('Enter')
  await text('news@shop.example blocked').waitFor()
  await deliver(dovecot, user, offer(100))
  await expect.poll(() => isIn('Junk', 100), { timeout: 60_000 }).toBe(true)
  await command('blocked senders')
  await ada.page.getByRole('list', { name: 'Blocked senders' }).getByText('news@shop.example').waitFor()
  expect(await ada.violations()).toEqual([])
  await tabTo(button('Unblock news@shop.example'))
  await press('Enter')
  await ada.seesToast('news@shop.example unblocked')
})

test('a muted conversation and what is answered in it stay out of the Inbox', async () => {
  await press('Escape', 'g i')
  await row('Lunch?').first().click()
  await press('m')
  await text('1 conversation muted: replies skip the Inbox').waitFor()
  const answer = [
    'Message-ID: <answer@example.net>',
    'In-Reply-To: <lunch@example.net>',
    'Subject: Re: Lunch?',
  ]
  await deliver(dovecot, user, [...answer, 'From: Bob <bob@example.net>', '', 'Or at one'].join('\r\n'))
  const isThere = () => flagsAtServer(dovecot, user, 'Archive', 'answer@example.net')
  await expect.poll(isThere, { timeout: 60_000 }).toBeDefined()
  expect(await flagsAtServer(dovecot, user, 'INBOX', 'answer@example.net')).toBeUndefined()
})

test('a search becomes a rule', async () => {
  await ada.page.goto(`${plmail.address}/mail/search/lunch`)
  await row('Lunch?').waitFor()
  await command('rule from this search')
  await text('When new mail matches the search “lunch”, archive it.').waitFor()
  await text('2 existing messages match').waitFor()
})

test('on a phone the same pages are read and used', async () => {
  const { page } = ada
  const phone = await asPhone(page)
  await page.goto(`${plmail.address}/settings/rules`)
  await button('Edit').last().click()
  await page.getByText(`${old}`).first().waitFor()
  expect(await ada.violations()).toEqual([])
  // And a list is left from there.
  const before = requests.length
  await page.goto(`${plmail.address}/mail/inbox`)
  await phone.tap(row('Offer number 11').first())
  await phone.tap(button('More actions').first())
  await phone.tap(page.getByRole('menuitem', { name: 'Unsubscribe' }))
  await phone.tap(page.getByRole('dialog').getByRole('button', { name: 'Unsubscribe' }))
  await expect.poll(() => requests.length).toBe(before + 1)
  expect(await fitsItsWidth(page)).toBe(true)
  expect(ada.complaints).toEqual([])
})
