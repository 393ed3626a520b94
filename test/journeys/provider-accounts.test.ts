import type { AccountView } from '@plmail/wire'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { toRawMessage } from '../../packages/emulators/src/blobs/raw.ts'
import { createWorld, realClock } from '../../packages/emulators/src/index.ts'
import { tellAtFailure } from '../fixtures/at-failure.ts'
import { asPhone, type BrowserUser, openBrowser } from '../fixtures/browser-user.ts'
import { type PlMail, startPlMail } from '../fixtures/plmail.ts'
import { signIn } from '../fixtures/sign-in.ts'
import type { Visitor } from '../../packages/server-testing/src/http/visitor.ts'
import {
  type NotifyingProvider,
  notifyingGoogle,
  notifyingMicrosoft,
} from '../fixtures/notifying-providers.ts'

/**
 * From a registration with Google and with Microsoft to mail that is on the screen as it arrives, and what is seen when
 * the permission ends: one story, told of each.
 */
const world = createWorld('journey', realClock())

let google: NotifyingProvider
let microsoft: Awaited<ReturnType<typeof notifyingMicrosoft>>
let plmail: PlMail
let visitor: Visitor
let ada: BrowserUser

beforeAll(async () => {
  google = await notifyingGoogle(world)
  microsoft = await notifyingMicrosoft(world)
  for (const provider of [google, microsoft]) deliver(provider, 'The first letter')
  const endpoints = { google: google.endpoints, microsoft: microsoft.endpoints }
  plmail = await startPlMail({ variables: { PROVIDER_ENDPOINTS: JSON.stringify(endpoints) } })
  for (const { redirectUris, callback } of [google, microsoft]) redirectUris.push(plmail.address + callback)
  visitor = plmail.visitor()
  await visitor.install()
  ada = await openBrowser(plmail.address)
})
beforeEach(() => tellAtFailure(() => [plmail, ada]))
afterAll(async () => {
  await ada?.[Symbol.asyncDispose]()
  await plmail?.[Symbol.asyncDispose]()
  await google?.[Symbol.asyncDispose]()
  await microsoft?.[Symbol.asyncDispose]()
})

function deliver({ name, mailbox }: NotifyingProvider, what: string): void {
  const subject = getSubject(name, what)
  const lines = [
    'From: Charles <charles@elsewhere.example>',
    `To: ${mailbox.email}`,
    `Subject: ${subject}`,
    `Message-ID: <${subject.replaceAll(' ', '-')}@elsewhere.example>`,
    `Date: ${world.clock.now().toUTCString().replace('GMT', '+0000')}`,
  ]
  mailbox.deliver(toRawMessage(`${lines.join('\r\n')}\r\n\r\nHello\r\n`))
}

const getSubject = (name: string, what: string) => `${what}, by ${name}`
const go = (path: string) => ada.page.goto(plmail.address + path)
const row = (name: string, what: string) =>
  ada.page.getByRole('row').filter({ hasText: getSubject(name, what) })
const card = (title: string) => ada.page.getByRole('article', { name: title, exact: true })

test('an administrator signs in and is shown the way to the registrations', async () => {
  const { page } = ada
  await go('/login')
  await signIn(page)
  await page.getByRole('link', { name: 'Set up Microsoft' }).waitFor()
  await page.getByRole('link', { name: 'Set up Google' }).click()
  await card('Google').waitFor()
})

describe.each(['Google', 'Microsoft'] as const)('a mailbox at %s', (name) => {
  let provider: NotifyingProvider
  beforeAll(() => {
    provider = name === 'Google' ? google : microsoft
  })
  const signInAgain = async () => {
    await ada.page.getByRole('link', { name: `Sign in to ${name} again` }).click()
    await provider.consent(ada.page, provider.mailbox.email)
    await card(provider.mailbox.email).waitFor()
  }

  test('needs a registration of the server, whose every step is checked', async () => {
    const { page } = ada
    await go('/settings/providers')
    const form = card(name)
    await form.getByText(plmail.address + provider.callback).waitFor()
    await provider.register(form)
    await page.keyboard.press('Enter')
    await form.getByText('Ready').waitFor()
    provider.announceTo(plmail.address)
    await form.getByRole('button', { name: 'Check now' }).click()
    for (const sentence of provider.checked) await form.getByText(sentence).waitFor()
    expect(await ada.violations()).toEqual([])
    expect(await page.content()).not.toContain(provider.secret)
  })

  test('is connected, and its mail is seen', async () => {
    const { page } = ada
    const { email } = provider.mailbox
    const violations: string[] = []
    await go('/settings/accounts')
    await page.getByRole('link', { name: `Connect ${name}` }).click()
    if (provider.consentToMail) {
      await provider.consentToMail(page, email)
      await card('A permission wasn’t granted').waitFor()
      violations.push(...(await ada.violations()))
      await signInAgain()
    } else await provider.consent(page, email)
    await card(email).getByText('Connected').waitFor()
    await card('A permission wasn’t granted').waitFor({ state: 'detached' })
    violations.push(...(await ada.violations()))
    expect(violations).toEqual([])
    await go('/mail/inbox')
    await row(name, 'The first letter').waitFor()
  })

  test('shows new mail with the next look where nothing announces it', async () => {
    deliver(provider, 'Unannounced')
    const looked = await plmail.command(['app:mail:sync'])
    expect(looked.code).toBe(0)
    await row(name, 'Unannounced').waitFor()
  })

  test('shows new mail as it arrives once instant delivery is on', async () => {
    const { page } = ada
    const { email } = provider.mailbox
    await go('/settings/accounts')
    await card(email).getByRole('checkbox').check()
    await card(email).getByText(`${name} announces new mail as it arrives.`).waitFor()
    await go('/mail/inbox')
    await row(name, 'The first letter').waitFor()
    // Sooner than any poll: those come every fifteen minutes, and every two once announcements fail to come.
    for (const what of ['Announced', 'Announced as well']) {
      deliver(provider, what)
      await row(name, what).waitFor()
    }
    const { accounts } = await visitor.api<{ accounts: AccountView[] }>('GET', '/api/accounts')
    const arrival = accounts.find(({ address }) => address === email)?.arrival
    expect(arrival?.messages).toBeGreaterThanOrEqual(2)
    expect(arrival?.medianMs).toBeLessThan(60_000)
    await page.keyboard.press('Control+k')
    await page.keyboard.type('webhooks')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Webhooks', level: 1 }).waitFor()
    const watched = page.getByRole('listitem').filter({ hasText: email })
    await watched.getByText('Instant delivery is on').waitFor()
    expect(await ada.violations()).toEqual([])
    await go('/settings/providers')
    await card(name).getByRole('button', { name: 'Check now' }).click()
    await card(name).getByText(`Notifications from ${name} arrive.`).waitFor()
  })

  test('says when the permission has ended, and goes on after signing in', async () => {
    const { email } = provider.mailbox
    provider.revoke()
    await go('/settings/accounts')
    await card(email).getByRole('button', { name: 'Sync now' }).click()
    await expect
      .poll(async () => {
        await go('/settings/accounts')
        await card(email).waitFor()
        return card(`The sign-in to ${name} has ended`).count()
      })
      .toBe(1)
    await go('/mail/inbox')
    await ada.page.getByRole('link', { name: `Sign in to ${name} again` }).waitFor()
    expect(await ada.violations()).toEqual([])
    deliver(provider, 'A letter that waited')
    await signInAgain()
    await go('/mail/inbox')
    await row(name, 'A letter that waited').waitFor()
    // With the permission went what was registered through it.
    await expect.poll(() => provider.watches()).toBe(1)
  })

  test('cannot become another mailbox', async () => {
    const { email } = provider.mailbox
    await go('/settings/accounts')
    await card(email).getByRole('link', { name: 'Sign in again' }).click()
    await provider.consentAsAnother(ada.page)
    await ada.page
      .getByText(`This account is for ${email}, but you signed in as ${provider.another}.`)
      .waitFor()
    expect(await ada.violations()).toEqual([])
  })
})

test('mail of two accounts goes under one label, each at its own provider', async () => {
  const { page } = ada
  const buildMessage = ({ name, mailbox }: NotifyingProvider) => {
    const id = `<${getSubject(name, 'The first letter').replaceAll(' ', '-')}@elsewhere.example>`
    return mailbox.truth().messages.find(({ messageId }) => messageId === id)!
  }
  const getPlaces = (provider: NotifyingProvider) => buildMessage(provider).places
  const places = () => [getPlaces(google), getPlaces(microsoft)]
  const folders = (provider: NotifyingProvider) =>
    page.locator('aside').getByRole('region', { name: provider.mailbox.email })
  // A second try begins where the first one did.
  for (const provider of [google, microsoft])
    if (!getPlaces(provider).includes('inbox'))
      provider.mailbox.act({ kind: 'move', ids: [buildMessage(provider).id], to: 'inbox' })
  await go('/mail/inbox')
  for (const name of ['Google', 'Microsoft'])
    await row(name, 'The first letter').getByRole('checkbox').click()
  await page.keyboard.press('v')
  await page.getByRole('dialog').getByRole('combobox').waitFor()
  await page.keyboard.type('Both')
  await page.keyboard.press('Enter')
  await page.getByText('2 moved to Both').waitFor()
  await expect.poll(places).toEqual([['Both'], ['Both']])
  await page.keyboard.press('z')
  await expect.poll(places).toEqual([['inbox'], ['inbox']])

  // A label is one for both: dropped on it under the other account, mail goes to its own.
  await row('Google', 'The first letter').getByRole('link').hover()
  await page.mouse.down()
  const target = folders(microsoft).getByRole('link', { name: 'Both' })
  await target.hover()
  await target.hover()
  await page.mouse.up()
  await page.getByText('Moved to Both').waitFor()
  await expect.poll(places).toEqual([['Both'], ['inbox']])

  // And with a finger, there and back.
  const phone = await asPhone(page)
  onTestFinished(() => phone.putDown())
  await phone.tap(row('Microsoft', 'The first letter'))
  await phone.tap(page.getByRole('button', { name: 'Move to folder' }).first())
  await phone.tap(page.getByRole('dialog').getByRole('option', { name: 'Both' }))
  await expect.poll(places).toEqual([['Both'], ['Both']])
  await phone.tap(page.getByRole('button', { name: 'Folders' }))
  const sheet = page.getByRole('dialog')
  await phone.tap(
    sheet.getByRole('region', { name: google.mailbox.email }).getByRole('link', { name: 'Both' }),
  )
  await phone.tap(row('Google', 'The first letter'))
  await phone.tap(page.getByRole('button', { name: 'Move to folder' }).first())
  await phone.tap(page.getByRole('dialog').getByRole('option', { name: 'Inbox' }))
  await expect.poll(places).toEqual([['inbox'], ['Both']])
})

describe('an account that is removed', () => {
  test.each(['Google', 'Microsoft'] as const)('is given back to %s', async (name) => {
    const provider = name === 'Google' ? google : microsoft
    await go('/settings/accounts')
    expect(provider.isPermitted?.() ?? true).toBe(true)
    expect(provider.watches()).toBe(1)
    await card(provider.mailbox.email).getByRole('button', { name: 'Remove' }).click()
    await ada.page
      .getByRole('alertdialog')
      .or(ada.page.getByRole('dialog'))
      .getByRole('button', { name: 'Remove' })
      .click()
    await expect.poll(() => provider.isPermitted?.() ?? false).toBe(false)
    await expect.poll(() => provider.watches()).toBe(0)
  })
})

test('an administrator learns that the secret has expired, and not the person', async () => {
  microsoft.expireSecret()
  await go('/settings/providers')
  await card('Microsoft').getByRole('button', { name: 'Check now' }).click()
  await card('Microsoft').getByText('This server’s client secret for Microsoft has expired.').waitFor()
})

test('nothing that a person does here is a wrong request to either', () => {
  expect(world.requests.problems()).toEqual([])
})
