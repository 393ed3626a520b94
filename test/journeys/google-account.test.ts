import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { rawOf } from '../../packages/emulators/src/blobs/raw.ts'
import { createWorld, realClock } from '../../packages/emulators/src/index.ts'
import { type BrowserUser, openBrowser } from '../fixtures/browser-user.ts'
import { type EmulatedGoogle, emulatedGoogle } from '../fixtures/emulated-google.ts'
import { type PlMail, showLogOnFailure, startPlMail } from '../fixtures/plmail.ts'
import { administrator } from '../fixtures/visitor.ts'

/** From a registration with Google to mail on the screen, and what is seen when the permission ends. */
const gmail = 'ada.lovelace@gmail.example'

let emulated: EmulatedGoogle
let plmail: PlMail
let ada: BrowserUser

beforeAll(async () => {
  emulated = await emulatedGoogle('http://127.0.0.1:1/', createWorld('journey', realClock()))
  emulated.google.addAccount(gmail, { name: 'Ada' })
  emulated.google.addAccount('charles@gmail.example')
  deliver('The first letter')
  plmail = await startPlMail({
    variables: { PROVIDER_ENDPOINTS: JSON.stringify({ google: emulated.endpoints }) },
  })
  emulated.redirectUris.push(`${plmail.address}/oauth/provA/callback`)
  await plmail.visitor().install()
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
    ...['From: Charles <charles@elsewhere.example>', `To: ${gmail}`, `Subject: ${subject}`],
    ...[
      `Message-ID: <${subject.replaceAll(' ', '-')}@elsewhere.example>`,
      'Date: Sat, 21 Nov 2026 08:00:00 +0000',
    ],
  ]
  emulated.google.account(gmail).deliver(rawOf(`${lines.join('\r\n')}\r\n\r\nHello\r\n`))
}

const go = (path: string) => ada.page.goto(plmail.address + path)
const row = (subject: string) => ada.page.getByRole('row').filter({ hasText: subject })
const card = (title: string) => ada.page.getByRole('article', { name: title })

/** At Google's page: which account, and whether calendars are granted as well. */
async function consent(account: string, hasCalendars = true): Promise<void> {
  const { page } = ada
  const chosen = page.getByRole('button', { name: account })
  const agree = page.getByRole('button', { name: 'Continue' })
  await chosen.or(agree).waitFor()
  if (await chosen.isVisible()) await chosen.click()
  if (!hasCalendars) await page.getByRole('checkbox', { name: /calendar/i }).uncheck()
  await agree.click()
}

describe('an administrator', () => {
  test('registers the server before there is any mailbox, and checks it', async () => {
    const { page } = ada
    await go('/login')
    await page.getByLabel('Email address').fill(administrator.email)
    await page.getByLabel('Password').fill(administrator.password)
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Set up Google' }).click()
    const google = card('Google')
    await google.getByText(`${plmail.address}/oauth/provA/callback`).waitFor()
    await google.getByLabel('Client ID').fill(emulated.client.id)
    await google.getByRole('button', { name: 'Save' }).click()
    await google.getByText('A client ID works only together with its secret.').waitFor()
    await google.getByLabel('Client secret').fill(emulated.client.secret)
    await page.keyboard.press('Enter')
    await google.getByText('Ready').waitFor()
    await google.getByRole('button', { name: 'Check now' }).click()
    await google.getByText('Google knows the redirect URI.').waitFor()
    expect(await ada.violations()).toEqual([])
    expect(await page.content()).not.toContain(emulated.client.secret)
  })
})

describe('a person', () => {
  test('connects a mailbox at Google and sees its mail, and which box was left unticked', async () => {
    const { page } = ada
    await go('/')
    await page.getByRole('link', { name: 'Connect Google' }).click()
    await consent(gmail, false)
    await card('Something was not granted').waitFor()
    expect(await ada.violations()).toEqual([])
    await go('/mail/inbox')
    await row('The first letter').waitFor()
  })

  test('grants the rest by signing in again', async () => {
    const { page } = ada
    await go('/settings/accounts')
    await card('Something was not granted').getByRole('link', { name: 'Sign in to Google again' }).click()
    await consent(gmail)
    await page.getByRole('heading', { name: 'Accounts' }).waitFor()
    await card(gmail).getByText('Connected').waitFor()
    expect(await card('Something was not granted').count()).toBe(0)
  })

  test('is told when Google has ended the permission, and goes on after signing in', async () => {
    const { page } = ada
    emulated.google.grants.revoke(gmail)
    await go('/settings/accounts')
    await card(gmail).getByRole('button', { name: 'Sync now' }).click()
    await expect
      .poll(async () => {
        await go('/settings/accounts')
        await card(gmail).waitFor()
        return card('The sign-in to Google has ended').count()
      })
      .toBe(1)
    await go('/mail/inbox')
    const way = page.getByRole('link', { name: 'Sign in to Google again' })
    await way.waitFor()
    expect(await ada.violations()).toEqual([])
    deliver('A letter that waited')
    await way.click()
    await consent(gmail)
    await card(gmail).waitFor()
    await go('/mail/inbox')
    await row('A letter that waited').waitFor()
  })

  test('cannot give the account another mailbox', async () => {
    const { page } = ada
    await go('/settings/accounts')
    await card(gmail).getByRole('link', { name: 'Sign in again' }).click()
    // Google's page proposes the account that is expected; this person takes another.
    const account = page.locator('input[name=account]')
    await account.evaluate((input) => input.setAttribute('value', 'charles@gmail.example'))
    await page.getByRole('button', { name: 'Continue' }).click()
    await page
      .getByText(`This account is for ${gmail}, but you signed in as charles@gmail.example.`)
      .waitFor()
    expect(await ada.violations()).toEqual([])
  })

  test('removes the account, and with it the permission at Google', async () => {
    await go('/settings/accounts')
    expect(emulated.google.grants.live(gmail)).not.toEqual([])
    await card(gmail).getByRole('button', { name: 'Remove' }).click()
    await ada.page
      .getByRole('alertdialog')
      .or(ada.page.getByRole('dialog'))
      .getByRole('button', { name: 'Remove' })
      .click()
    await expect.poll(() => emulated.google.grants.live(gmail)).toEqual([])
  })
})

test('nothing that a person does here is a wrong request to Google', () => {
  expect(emulated.world.requests.problems()).toEqual([])
})
