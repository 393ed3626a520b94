import type { AccountView } from '@plmail/wire'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Truth } from '../../packages/emulators/src/index.ts'
import { tellAtFailure } from '../fixtures/at-failure.ts'
import { type BrowserUser, openBrowser } from '../fixtures/browser-user.ts'
import { type Demo, demoFolder } from '../fixtures/demo.ts'
import { exchange } from '../../packages/server-testing/src/http/exchange.ts'
import { type Email, emailBySubject, type Mailbox } from '../fixtures/mail-at-plmail.ts'
import { signIn } from '../fixtures/sign-in.ts'
import { createVisitor, type Visitor } from '../../packages/server-testing/src/http/visitor.ts'

/** `npm run demo` as somebody new meets it, from the command to the key that ends it. */
const google = 'nora.lindqvist@gmail.example'
const microsoft = 'nora@larkfield.example'
const line = 'A demo with made-up mail. Nothing leaves this computer.'

let demo: Demo
let nora: BrowserUser
let visitor: Visitor

beforeAll(async () => {
  demo = await demoFolder()
  await demo.start()
  nora = await openBrowser(demo.address)
})
beforeEach(() => tellAtFailure(() => [demo && { log: demo.output }, nora]))
afterAll(async () => {
  await nora?.[Symbol.asyncDispose]()
  await demo?.[Symbol.asyncDispose]()
})

const printed = (pattern: RegExp): string => {
  const match = pattern.exec(demo.output())?.[1]
  if (match === undefined) throw new Error(`Nothing like ${pattern} was printed: ${demo.output()}`)
  return match
}
const credentials = () => ({ email: printed(/Sign in as +(\S+)/), password: printed(/Password +(.+)/) })
const control = () => printed(/Behind the scenes: (http:\/\/127\.0\.0\.1:\d+)\//)
const truth = async (email: string) =>
  (await exchange(control(), `/__emu/truth?email=${email}`)).json<Truth>()
const tell = async (command: string, body: object) => {
  const headers = { 'content-type': 'application/json' }
  const request = { method: 'POST', headers, body: JSON.stringify(body) }
  expect((await exchange(control(), `/__emu/${command}`, request)).status).toBe(200)
}
/** The story says when, counted from today: on Monday, of a Friday. */
const lunch = /Lunch on \w+day(?!\?)/
const row = (subject: string | RegExp) => nora.page.getByRole('row').filter({ hasText: subject })
const loadAccount = async (address: string) => {
  const { accounts } = await visitor.api<{ accounts: AccountView[] }>('GET', '/api/accounts')
  const account = accounts.find((candidate) => candidate.address === address)
  if (!account) throw new Error(`${address} is not connected`)
  return account
}
/** How many messages are here, and how many there are at the provider. */
const counts = async (address: string) => {
  const { id } = await loadAccount(address)
  const { total } = await visitor.call<{ total: number }>('Email/query', {
    accountId: id,
    limit: 0,
    calculateTotal: true,
  })
  return [total, (await truth(address)).messages.length]
}

test('it says where it is and how to come in, and the first page says what it is', async () => {
  const { page } = nora
  await page.goto(printed(/plMail is ready at (\S+)/))
  await page.getByRole('complementary', { name: 'Demo' }).getByText(line).waitFor()
  expect(await nora.violations()).toEqual([])
  const { email, password } = credentials()
  await signIn(page, { email, password })
  await page.getByRole('grid', { name: 'Conversations' }).waitFor()
  await page.getByRole('complementary', { name: 'Demo' }).getByText(line).waitFor()
  visitor = createVisitor(demo.address)
  expect((await visitor.signIn(email, password)).headers.location).toBe('/')
})

/** Both are read side by side, by a machine that does more than that. */
const patienceMs = 180_000

async function isWhole(address: string): Promise<void> {
  const atLeast = 400
  const look = async () => {
    const [inPlmail, atProvider = 0] = await counts(address)
    expect(atProvider).toBeGreaterThanOrEqual(atLeast)
    expect(inPlmail).toBe(atProvider)
  }
  await vi.waitFor(look, { timeout: patienceMs, interval: 250 })
}

test('the inbox of both mailboxes fills up by itself, with everything that is at the providers', async () => {
  await row('Thursday?').waitFor()
  await row(lunch).waitFor()
  for (const address of [google, microsoft]) await isWhole(address)
  expect(await nora.violations()).toEqual([])
})

test('the calendars are there, with what a week of Nora’s has in it', async () => {
  const { id: accountId } = await loadAccount(google)
  const calendars = async () =>
    (await visitor.call<{ list: Array<{ name: string }> }>('Calendar/get', { accountId, ids: null })).list
  await expect
    .poll(async () => (await calendars()).map(({ name }) => name).toSorted())
    .toEqual(['Family', 'Holidays in Germany', 'Nora Lindqvist', 'Nordhafen Sailing Club'])
  await nora.page.goto(`${demo.address}/calendar`)
  await nora.page.getByText('Choir rehearsal').first().waitFor()
  await nora.page.goto(demo.address)
  await row('Thursday?').waitFor()
})

test('a message opens, and a star reaches the provider', async () => {
  const { page } = nora
  const starred = async (address: string) =>
    (await truth(address)).messages.filter(({ keywords }) => keywords.includes('$flagged')).length
  for (const [address, subject] of [
    [google, 'Thursday?'],
    [microsoft, lunch],
  ] as const) {
    const before = await starred(address)
    const star = row(subject).getByRole('button', { name: /star/i })
    // A second try takes off what the first one gave.
    const isStarred = (await star.getAttribute('aria-pressed')) === 'true'
    await star.click()
    await expect.poll(() => starred(address)).toBe(before + (isStarred ? -1 : 1))
  }
  await row('Thursday?').click()
  const messages = page.frameLocator('iframe[title^="Message from"]')
  await messages.getByText('Soup at mine').first().waitFor()
})

test('what is sent arrives, and is answered in the same conversation', async () => {
  const account = await loadAccount(google)
  const question = await emailBySubject(visitor, account.id, 'Thursday?')
  const sentBefore = (await truth(google)).sent.length
  await reply(account, question!)
  await expect.poll(async () => (await truth(google)).sent.length).toBe(sentBefore + 1)
  // People take a while; their clock can be moved.
  await tell('clock', { advanceMs: 90_000 })
  await expect.poll(() => row('Thursday?').innerText()).toMatch(/\b3\b/)
})

async function reply(account: AccountView, { messageId }: Email): Promise<void> {
  const accountId = account.id
  const boxes = await visitor.call<{ list: Mailbox[] }>('Mailbox/get', { accountId, ids: null })
  const drafts = boxes.list.find(({ role }) => role === 'drafts')!
  const { list } = await visitor.call<{ list: Array<{ id: string; email: string }> }>('Identity/get', {
    accountId,
  })
  const to = 'elin.sorensen@postbox.example'
  const mail = {
    mailboxIds: { [drafts.id]: true },
    keywords: { $draft: true, $seen: true },
    from: [{ name: 'Nora Lindqvist', email: google }],
    to: [{ name: null, email: to }],
    subject: 'Re: Thursday?',
    inReplyTo: messageId,
    references: messageId,
    textBody: [{ partId: 't' }],
    bodyValues: { t: { value: 'Thursday is fine.' } },
  }
  const envelope = {
    mailFrom: { email: google, parameters: { HOLDFOR: '0' } },
    rcptTo: [{ email: to }],
  }
  const [draft, submitted] = await visitor.jmap([
    ['Email/set', { accountId, create: { mail } }, '0'],
    [
      'EmailSubmission/set',
      { accountId, create: { s: { identityId: list[0]!.id, emailId: '#mail', envelope } } },
      '1',
    ],
  ])
  expect([draft?.[1]['notCreated'] ?? null, submitted?.[1]['notCreated'] ?? null]).toEqual([null, null])
}

test('new mail is on the screen without being asked for', async () => {
  for (const email of [google, microsoft]) {
    const subject = `Just now, to ${email}`
    const from = 'elin.sorensen@postbox.example'
    await tell('deliver', { email, from, subject, text: 'I am at the corner, with soup.' })
    await row(subject).waitFor()
  }
})

test('nothing can be made to leave the machine, and nothing has', async () => {
  const servers = {
    imap: { host: 'imap.elsewhere.example', port: 993, encryption: 'tls' },
    smtp: { host: 'smtp.elsewhere.example', port: 465, encryption: 'tls' },
  }
  const json = { address: 'nora@elsewhere.example', password: 'secret', ...servers }
  const added = await visitor.request('POST', '/api/accounts', { json })
  expect([added.status, added.text]).toEqual([422, expect.stringContaining('accounts/not-in-demo')])
  await visitor.request('POST', '/api/accounts/discover', { json: { address: 'nora@elsewhere.example' } })
  const subscription = {
    deviceClientId: 'phone',
    url: 'https://push.elsewhere.example/',
    types: null,
  }
  await visitor.jmap([['PushSubscription/set', { create: { phone: subscription } }, '0']])
  for (const picture of await picturesIn('Small windows, large rooms')) await visitor.request('GET', picture)
  const reached = demo.reached()
  expect(reached).toContainEqual(expect.stringMatching(/^127\.0\.0\.1:\d+$/))
  const isHere = (to: string) =>
    /^(127\.0\.0\.1|localhost|::1):\d+$|^\/|^lookup (127\.0\.0\.1|localhost)$/.test(to)
  expect(reached.filter((to) => !isHere(to))).toEqual([])
  expect(nora.complaints).toEqual([])
})

/** The addresses under which the web client would load a newsletter's pictures. */
async function picturesIn(subject: string): Promise<string[]> {
  const { id: accountId } = await loadAccount(google)
  const email = await emailBySubject(visitor, accountId, subject)
  const bodies = await visitor.call('RenderedBody/get', {
    accountId,
    ids: [email!.id],
    images: 'proxied',
    theme: 'light',
  })
  const imageAddresses = JSON.stringify(bodies).match(/\/mail\/image-proxy\?[^"'\\ ]+/g) ?? []
  expect(imageAddresses).not.toEqual([])
  return imageAddresses.map((address) => address.replaceAll('&amp;', '&'))
}

test('one demo runs in a folder, and none where another program listens', async () => {
  for (const [folder, sentence] of [
    ['', `The demo runs already: ${demo.address}/`],
    ['elsewhere', /Port \d+ is taken by another program/],
  ] as const)
    expect(await demo.again(folder)).toEqual({ code: 1, output: expect.stringMatching(sentence) })
})

test('killed, it leaves nothing running, and the next one begins anew', async () => {
  demo.kill9()
  await expect.poll(() => demo.processes()).toEqual([])
  await demo.start()
  visitor = createVisitor(demo.address)
  const { email, password } = credentials()
  expect((await visitor.signIn(email, password)).headers.location).toBe('/')
  for (const address of [google, microsoft]) await isWhole(address)
})

test('Ctrl+C ends all of it', async () => {
  await demo.pressCtrlC()
  await expect.poll(() => demo.processes()).toEqual([])
})
