import type { AccountView } from '@plmail/wire'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { rawOf } from '../../packages/emulators/src/blobs/raw.ts'
import { createWorld, realClock } from '../../packages/emulators/src/index.ts'
import { type BrowserUser, openBrowser } from '../fixtures/browser-user.ts'
import { type EmulatedMicrosoft, emulatedMicrosoft } from '../fixtures/emulated-microsoft.ts'
import { type PlMail, showLogOnFailure, startPlMail } from '../fixtures/plmail.ts'
import { administrator, type Visitor } from '../fixtures/visitor.ts'

/** From a registration with Microsoft to mail that is on the screen as it arrives, and what is seen when access ends. */
const address = 'ada@contoso.example'

let emulated: EmulatedMicrosoft
let plmail: PlMail
let visitor: Visitor
let ada: BrowserUser

beforeAll(async () => {
  emulated = await emulatedMicrosoft('http://127.0.0.1:1/', createWorld('journey', realClock()))
  emulated.microsoft.addAccount(address, { displayName: 'Ada' })
  deliver('The first letter')
  plmail = await startPlMail({
    variables: { PROVIDER_ENDPOINTS: JSON.stringify({ microsoft: emulated.endpoints }) },
  })
  emulated.redirectUris.push(`${plmail.address}/oauth/provB/callback`)
  visitor = plmail.visitor()
  await visitor.install()
  ada = await openBrowser(plmail.address)
})
beforeEach(() => showLogOnFailure(() => plmail))
afterAll(async () => {
  await ada?.[Symbol.asyncDispose]()
  await plmail?.[Symbol.asyncDispose]()
  await emulated?.[Symbol.asyncDispose]()
})

function deliver(subject: string): void {
  const lines = [
    ...['From: Charles <charles@elsewhere.example>', `To: ${address}`, `Subject: ${subject}`],
    ...[
      `Message-ID: <${subject.replaceAll(' ', '-')}@elsewhere.example>`,
      'Date: Sat, 21 Nov 2026 08:00:00 +0000',
    ],
  ]
  emulated.microsoft.account(address).deliver(rawOf(Buffer.from(`${lines.join('\r\n')}\r\n\r\nHello\r\n`)))
}

const go = (path: string) => ada.page.goto(plmail.address + path)
const row = (subject: string) => ada.page.getByRole('row').filter({ hasText: subject })
const card = (title: string) => ada.page.getByRole('article', { name: title })

/** At Microsoft's pages: which account, and, where it was not given yet, consent. */
async function signInThere(): Promise<void> {
  const { page } = ada
  await page.getByRole('button', { name: address }).click()
  const accept = page.getByRole('button', { name: 'Accept' })
  await accept.or(page.getByRole('heading', { name: 'Accounts' })).waitFor()
  if (await accept.isVisible()) await accept.click()
}

describe('an administrator', () => {
  test('registers the server and checks every step that can be checked from here', async () => {
    const { page } = ada
    await go('/login')
    await page.getByLabel('Email address').fill(administrator.email)
    await page.getByLabel('Password').fill(administrator.password)
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Set up Microsoft' }).click()
    const microsoft = card('Microsoft')
    await microsoft.getByText(`${plmail.address}/oauth/provB/callback`).waitFor()
    await microsoft.getByText(`${plmail.address}/webhook/provB/notify`).waitFor()
    await microsoft.getByLabel('Application (client) ID').fill(emulated.client.id)
    await microsoft.getByLabel('Client secret').fill('66666666-2222-4333-8444-555555555555')
    await microsoft.getByRole('button', { name: 'Save' }).click()
    await microsoft.getByText('This is the Secret ID.').waitFor()
    await microsoft.getByLabel('Client secret').fill(emulated.client.secret)
    await page.keyboard.press('Enter')
    await microsoft.getByText('Ready').waitFor()
    await microsoft.getByRole('button', { name: 'Check now' }).click()
    await microsoft.getByText('Microsoft knows the client ID and accepts the secret.').waitFor()
    await microsoft.getByText('Nothing stands in the way; none of Microsoft has come yet.').waitFor()
    expect(await ada.violations()).toEqual([])
    expect(await page.content()).not.toContain(emulated.client.secret)
  })
})

describe('a person', () => {
  test('connects a mailbox at Microsoft and sees its mail', async () => {
    const { page } = ada
    await go('/')
    await page.getByRole('link', { name: 'Connect Microsoft' }).click()
    await signInThere()
    await card(address).waitFor()
    expect(await ada.violations()).toEqual([])
    await go('/mail/inbox')
    await row('The first letter').waitFor()
  })

  test('switches instant delivery on, and new mail is on the screen as it arrives', async () => {
    const { page } = ada
    await go('/settings/accounts')
    const instant = card(address).getByRole('checkbox')
    await instant.check()
    await card(address).getByText('Microsoft announces new mail as it arrives.').waitFor()
    await go('/mail/inbox')
    await row('The first letter').waitFor()
    // Much sooner than a poll, which comes every fifteen minutes.
    for (const subject of ['Announced', 'Announced as well']) {
      deliver(subject)
      await row(subject).waitFor()
    }
    const { accounts } = await visitor.api<{ accounts: AccountView[] }>('GET', '/api/accounts')
    expect(accounts[0]?.arrival?.messages).toBeGreaterThanOrEqual(2)
    await page.keyboard.press('Control+k')
    await page.keyboard.type('webhooks')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Webhooks', level: 1 }).waitFor()
    await page.getByText(address).waitFor()
    expect(await ada.violations()).toEqual([])
    await go('/settings/providers')
    await card('Microsoft').getByRole('button', { name: 'Check now' }).click()
    await card('Microsoft').getByText('Notifications of Microsoft arrive.').waitFor()
  })

  test('is told when Microsoft has ended the permission, and goes on after signing in', async () => {
    emulated.microsoft.grants.revoke(address)
    await go('/settings/accounts')
    await card(address).getByRole('button', { name: 'Sync now' }).click()
    await expect
      .poll(async () => {
        await go('/settings/accounts')
        await card(address).waitFor()
        return card('The sign-in to Microsoft has ended').count()
      })
      .toBe(1)
    deliver('A letter that waited')
    await card('The sign-in to Microsoft has ended')
      .getByRole('link', { name: 'Sign in to Microsoft again' })
      .click()
    await signInThere()
    await card(address).waitFor()
    await go('/mail/inbox')
    await row('A letter that waited').waitFor()
  })
})

test('an administrator learns that the secret has expired, and not the person', async () => {
  emulated.microsoft.grants.expireSecret(emulated.client.id, true)
  await go('/settings/providers')
  await card('Microsoft').getByRole('button', { name: 'Check now' }).click()
  await card('Microsoft').getByText('This server’s client secret for Microsoft has expired.').waitFor()
})

test('nothing that a person does here is a wrong request to Microsoft', () => {
  expect(emulated.world.requests.problems()).toEqual([])
})
