import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { tellAtFailure } from '../fixtures/at-failure.ts'
import { asAnotherClient } from '../fixtures/another-client.ts'
import { type BrowserUser, openBrowser } from '../fixtures/browser-user.ts'
import { type Dovecot, startDovecot } from '../../packages/server-testing/src/servers/dovecot.ts'
import { type PlMail, startPlMail } from '../fixtures/plmail.ts'
import { signIn } from '../fixtures/sign-in.ts'
import { type SmtpSink, startSmtpSink } from '../../packages/server-testing/src/servers/smtp-sink.ts'
import { fitsItsWidth } from '../fixtures/page-width.ts'
import { takePicture } from '../fixtures/take-picture.ts'

/** An old invoice is found from the box, the search is kept, and people are found, changed and brought along. */
const [user, password] = ['ada@example.org', 'mailbox password']
let dovecot: Dovecot
let smtp: SmtpSink
let plmail: PlMail
let ada: BrowserUser

const message = (subject: string, from: string, to: string, text: string) =>
  `Message-ID: <${subject.replaceAll(' ', '-')}@example.net>\r\nSubject: ${subject}\r\nFrom: ${from}\r\nTo: ${to}\r\n\r\n${text}`

beforeAll(async () => {
  dovecot = await startDovecot()
  dovecot.addUser(user, password)
  await asAnotherClient(dovecot, user, 'INBOX', async (client) => {
    await client.append(
      'INBOX',
      message('Invoice 1042', 'Engine Works <bill@engines.example>', user, 'Please pay 99 for the boiler'),
      [],
      new Date('2021-03-01'),
    )
    for (let n = 1; n <= 20; n++)
      await client.append(
        'INBOX',
        message(`Note ${n}`, 'Bob <bob@example.net>', user, 'About the boiler'),
        [],
        new Date(Date.UTC(2026, 1, n)),
      )
    await client.mailboxCreate('Sent')
    await client.append(
      'Sent',
      message('Hello there', user, 'Grace Hopper <grace@navy.example>', 'Hi'),
      ['\\Seen'],
      new Date('2026-02-01'),
    )
  })
  smtp = await startSmtpSink({ users: { [user]: password } })
  plmail = await startPlMail({ trusts: [dovecot, smtp] })
  const visitor = plmail.visitor()
  await visitor.install()
  await visitor.addAccount(dovecot, smtp, user, password)
  ada = await openBrowser(plmail.address)
  await ada.page.goto(plmail.address)
  await signIn(ada.page)
  await row('Note 20').waitFor()
})
beforeEach(() => tellAtFailure(() => [plmail, ada]))
afterAll(async () => {
  await ada?.[Symbol.asyncDispose]()
  await plmail?.[Symbol.asyncDispose]()
  await smtp?.[Symbol.asyncDispose]()
  await dovecot?.[Symbol.asyncDispose]()
})

const row = (subject: string) => ada.page.getByRole('row').filter({ hasText: subject })
const box = () => ada.page.getByRole('combobox', { name: 'Search mail' })

test('the box is reached by a key, completes operators, and finds an old invoice', async () => {
  const { page } = ada
  await page.keyboard.press('/')
  await page.keyboard.type('subj')
  await page.getByRole('option', { name: 'subject:' }).waitFor()
  await takePicture(ada.page, 'search-typing')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.keyboard.type('invoice boiler')
  await page.keyboard.press('Enter')
  await row('Invoice 1042').waitFor()
  expect(new URL(page.url()).pathname).toBe('/mail/search/subject%3Ainvoice%20boiler')
  expect(await row('Note').count()).toBe(0)
  await row('Invoice 1042').locator('mark', { hasText: 'Invoice' }).waitFor()
  await takePicture(ada.page, 'search-found')
  expect(await ada.violations()).toEqual([])
})

test('what was understood can be taken away part by part, and the search kept', async () => {
  const { page } = ada
  await page.getByRole('link', { name: 'Remove subject:invoice' }).click()
  await row('Note 20').waitFor()
  await page.getByRole('button', { name: 'Save search' }).click()
  await page.getByRole('link', { name: 'boiler', exact: true }).waitFor()
  await page.keyboard.press('/')
  await box().fill('nothingthere')
  await page.keyboard.press('Enter')
  await page.getByText('No results').waitFor()
  await page.getByRole('link', { name: 'boiler', exact: true }).click()
  await row('Note 20').waitFor()
})

test('who was written to is a contact, can be changed, and comes along as a file', async () => {
  const { page } = ada
  await page.getByRole('link', { name: 'Contacts' }).click()
  await page.getByRole('link', { name: 'Grace Hopper' }).click()
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Company').fill('Navy')
  await takePicture(ada.page, 'contact-form')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Edit' }).waitFor()
  await page.getByText('Navy', { exact: true }).waitFor()
  await takePicture(ada.page, 'contacts')
  expect(await ada.violations()).toEqual([])
  await page.locator('input[type=file]').setInputFiles({
    name: 'more.vcf',
    mimeType: 'text/vcard',
    buffer: Buffer.from(
      'BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Grace B. Hopper\r\nEMAIL:grace@navy.example\r\nTEL:123\r\nEND:VCARD\r\n',
    ),
  })
  await ada.seesToast('1 added')
  await page.getByRole('button', { name: 'Review' }).click()
  await page.getByRole('button', { name: 'Merge' }).click()
  await ada.seesToast('Merged')
  await page.keyboard.press('Escape')
  await page.getByText('1 contact', { exact: true }).waitFor()
})

test('mail is found while somebody types, and opens with the words it was found by', async () => {
  const { page } = ada
  await page.goto(`${plmail.address}/mail/inbox`)
  await row('Note 20').waitFor()
  await page.keyboard.press('/')
  await box().fill('boil')
  await page.getByRole('option', { name: 'Note 20' }).waitFor()
  await takePicture(ada.page, 'search-offered')
  expect(await ada.violations()).toEqual([])
  await box().fill('boiler from:bill')
  await page.getByRole('option', { name: 'Invoice 1042' }).waitFor()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  const frame = page.frameLocator('iframe[title*="Engine Works"]')
  await frame.getByText('Please pay 99 for the boiler').waitFor()
  await expect
    .poll(() =>
      frame.locator('body').evaluate(() => {
        const [range] = (CSS.highlights.get('plmail-found') ?? []) as Iterable<Range>
        return range?.toString()
      }),
    )
    .toBe('boiler')
  await takePicture(ada.page, 'search-opened')
})

test('who wrote is shown beside their address to who points at it, until it is sent away', async () => {
  const { page } = ada
  const address = page.getByRole('button', { name: 'bill@engines.example' })
  const card = page.getByRole('dialog', { name: 'Engine Works' })
  await page.goto(`${plmail.address}/mail/search/invoice`)
  await row('Invoice 1042').click()
  await address.hover()
  await card.getByRole('heading', { name: 'Latest messages' }).waitFor()
  await takePicture(ada.page, 'person')
  await card.hover()
  expect(await ada.violations()).toEqual([])
  await page.keyboard.press('Escape')
  await card.waitFor({ state: 'detached' })
  await page.mouse.move(1, 1)
  await page.getByRole('heading', { name: 'Invoice 1042' }).waitFor()
})
test('the palette goes to pages, finds mail and people, and remembers', async () => {
  const { page } = ada
  const palette = page.getByRole('dialog', { name: 'What would you like to do?' })
  await page.keyboard.press('Control+k')
  await palette.waitFor()
  await page.keyboard.type('display')
  await palette.getByRole('option', { name: 'Go to display settings', selected: true }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Display' }).waitFor()
  await page.keyboard.press('Control+k')
  await palette.getByRole('option', { name: 'Go to display settings', selected: true }).waitFor()
  await page.keyboard.type('/invoice')
  await palette.getByRole('option', { name: 'Invoice 1042' }).waitFor()
  await takePicture(ada.page, 'palette')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Invoice 1042' }).waitFor()
  await page.keyboard.press('Control+k')
  await palette.waitFor()
  await page.keyboard.type('#sent')
  await palette.getByRole('option', { name: 'Go to Sent', selected: true }).waitFor()
  await page.keyboard.press('Escape')
})

test('a chosen theme and keys hold after a reload', async () => {
  const { page } = ada
  await page.goto(`${plmail.address}/settings/display`)
  await page.getByLabel('High contrast').click()
  await page.goto(`${plmail.address}/settings/keyboard`)
  await page.getByRole('button', { name: 'Change keys for Archive' }).click()
  await page.keyboard.press('y')
  await page.getByRole('button', { name: 'Reset keys for Archive' }).waitFor()
  await takePicture(ada.page, 'keyboard')
  expect(await ada.violations()).toEqual([])
  await page.evaluate(() => localStorage.clear())
  await page.reload()
  await page.getByRole('button', { name: 'Reset keys for Archive' }).waitFor()
  expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe('contrast')
})

test('on a phone an old invoice is found and read with a finger', async () => {
  const { page } = ada
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${plmail.address}/mail/inbox`)
  await row('Note 20').waitFor()
  await box().click()
  await page.keyboard.type('invoice before:2022-01-01')
  await page.keyboard.press('Enter')
  await row('Invoice 1042').click()
  await page.frameLocator('iframe[title*="Engine Works"]').getByText('Please pay 99 for the boiler').waitFor()
  expect(await fitsItsWidth(page)).toBe(true)
})
