import type { AccountView } from '@plmail/wire'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { toRawMessage } from '../../packages/emulators/src/blobs/raw.ts'
import { createWorld, realClock } from '../../packages/emulators/src/index.ts'
import type { Visitor } from '../../packages/server-testing/src/http/visitor.ts'
import { tellAtFailure } from '../fixtures/at-failure.ts'
import { type BrowserUser, openBrowser } from '../fixtures/browser-user.ts'
import { inbox } from '../fixtures/mail-at-plmail.ts'
import { type PlMail, startPlMail } from '../fixtures/plmail.ts'
import { signIn } from '../fixtures/sign-in.ts'
import { type NotifyingProvider, notifyingGoogle } from '../fixtures/notifying-providers.ts'

/** One message from Gmail's announcement to the row on the screen, looked at wherever it can be seen on its way. */
const world = createWorld('gmail-push', realClock())

let google: NotifyingProvider
let plmail: PlMail
let visitor: Visitor
let ada: BrowserUser

beforeAll(async () => {
  google = await notifyingGoogle(world)
  const endpoints = JSON.stringify({ google: google.endpoints })
  plmail = await startPlMail({ variables: { ...google.variables, PROVIDER_ENDPOINTS: endpoints } })
  google.redirectUris.push(plmail.address + google.callback)
  visitor = plmail.visitor()
  await visitor.install()
  ada = await openBrowser(plmail.address)
})
beforeEach(() => tellAtFailure(() => [plmail, ada]))
afterAll(async () => {
  await ada?.[Symbol.asyncDispose]()
  await plmail?.[Symbol.asyncDispose]()
  await google?.[Symbol.asyncDispose]()
})

function deliver(subject: string): void {
  const lines = [
    'From: Charles <charles@elsewhere.example>',
    `To: ${google.mailbox.email}`,
    `Subject: ${subject}`,
    `Message-ID: <${subject.replaceAll(' ', '-')}@elsewhere.example>`,
    `Date: ${world.clock.now().toUTCString().replace('GMT', '+0000')}`,
  ]
  google.mailbox.deliver(toRawMessage(`${lines.join('\r\n')}\r\n\r\nHello\r\n`))
}

async function account(): Promise<AccountView | undefined> {
  const { accounts } = await visitor.api<{ accounts: AccountView[] }>('GET', '/api/accounts')
  return accounts.find(({ address }) => address === google.mailbox.email)
}

/** The subject of the newest conversation that the server lists. */
async function newestSubject(): Promise<string | null | undefined> {
  const [newest] = (await inbox(visitor)).items
  if (!newest) return undefined
  const { list } = await visitor.call<{ list: Array<{ subject: string | null }> }>('Email/get', {
    accountId: newest.accountId,
    ids: [newest.emailId],
    properties: ['subject'],
  })
  return list[0]?.subject
}

const row = (subject: string) => ada.page.getByRole('row').filter({ hasText: subject })

const loadTop = async (subject: string) => (await row(subject).boundingBox())?.y ?? Number.NaN

/** As Pub/Sub posts: the announcement is JSON, in base64, in an envelope. */
const announcement = (emailAddress: string) => ({
  message: { data: Buffer.from(JSON.stringify({ emailAddress, historyId: '1' })).toString('base64') },
})

test('Gmail is asked to announce the mailbox once instant delivery is on', async () => {
  const { page } = ada
  const { email } = google.mailbox
  deliver('Sent before anybody listened')
  await page.goto(`${plmail.address}/settings/accounts`)
  await signIn(page)
  await page.getByRole('link', { name: 'Connect Google' }).click()
  await google.consent(page, email)
  const card = page.getByRole('article', { name: email, exact: true })
  await card.getByText('Connected').waitFor()
  expect(google.watches()).toBe(0)
  google.announceTo(plmail.address)
  await card.getByRole('checkbox').check()
  await card.getByText('Google announces new mail as it arrives.').waitFor()
  expect(google.watches()).toBe(1)
})

test('an announced message becomes a row, a new state and the first line of the Inbox', async () => {
  const { page } = ada
  // The way over Google's consent page left some: its address is not ours.
  const complaintsBefore = ada.complaints.length
  await page.goto(`${plmail.address}/mail/inbox`)
  await row('Sent before anybody listened').waitFor()
  const accountId = (await inbox(visitor)).items[0]!.accountId
  using stream = await visitor.listen()
  // A stream begins with the states of all accounts; what is heard after them is news.
  await stream.first(({ event }) => event === 'state', 30_000)
  const deliveredAt = performance.now()
  deliver('Announced by Gmail')
  const isNews = ({ event, at, data }: { event: string; at: number; data: unknown }) =>
    event === 'state' && at > deliveredAt && JSON.stringify(data).includes(`"${accountId}"`)
  await stream.first(isNews, 60_000)
  await expect.poll(newestSubject).toBe('Announced by Gmail')
  await row('Announced by Gmail').waitFor()
  // The grid places its rows by position, whatever their order in the document.
  await expect
    .poll(async () => (await loadTop('Announced by Gmail')) < (await loadTop('Sent before anybody listened')))
    .toBe(true)
  // The account remembers how long it took; a poll would have needed minutes.
  await expect.poll(async () => (await account())?.arrival?.messages).toBeGreaterThanOrEqual(1)
  expect((await account())?.arrival?.medianMs).toBeLessThan(60_000)
  expect(ada.complaints.slice(complaintsBefore)).toEqual([])
})

test('a forged announcement is refused, and one of an unknown mailbox is answered and brings nothing', async () => {
  const post = (token: string, email: string) =>
    visitor.request('POST', `/provA/push?token=${token}`, { json: announcement(email) })
  expect((await post('a-guess', google.mailbox.email)).status).toBe(403)
  const { PROVA_PUBSUB_VERIFICATION_TOKEN: token = '' } = google.variables
  expect((await post(token, 'nobody@gmail.example')).status).toBe(204)
  const { page } = ada
  await page.goto(`${plmail.address}/settings/webhooks`)
  await page.getByRole('heading', { name: 'Webhooks', level: 1 }).waitFor()
  await page.getByText('The token wasn’t the configured one.').waitFor()
})
