import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { asAnotherClient } from '../fixtures/another-client.ts'
import { tellAtFailure } from '../fixtures/at-failure.ts'
import { asPhone, type BrowserUser, openBrowser } from '../fixtures/browser-user.ts'
import { deliver } from '../../packages/server-testing/src/servers/deliver.ts'
import { type Dovecot, startDovecot } from '../../packages/server-testing/src/servers/dovecot.ts'
import { type PlMail, startPlMail } from '../fixtures/plmail.ts'
import { signIn } from '../fixtures/sign-in.ts'
import { type SmtpSink, startSmtpSink } from '../../packages/server-testing/src/servers/smtp-sink.ts'
import type { Visitor } from '../../packages/server-testing/src/http/visitor.ts'
import { fitsItsWidth } from '../fixtures/page-width.ts'

/** An Inbox in tabs, for who wants that: what is where and why, what is new, and put elsewhere by hand. */
const [user, password] = ['ada@example.org', 'mailbox password']

const massMail = 'List-Unsubscribe: <https://shop.example/leave>\r\nFrom: Shop <news@shop.example>'
const list = 'List-Id: Gardeners <gardeners.example.net>\r\nList-Post: <mailto:gardeners@example.net>'
const messages: ReadonlyArray<[subject: string, fields: string]> = [
  ['Lunch on Friday', 'From: Bob <bob@example.net>'],
  ['Somebody follows you', 'From: Net <notification@facebookmail.com>'],
  ['Your invoice', 'From: Shop <billing@shop.example>'],
  ['Half price today', massMail],
  ['A third of the price', massMail],
  ['Keys for the cabin', 'From: Cleo <cleo@example.net>'],
]

/** More than a browser chooses by itself. */
const many = 205

let dovecot: Dovecot
let smtp: SmtpSink
let plmail: PlMail
let visitor: Visitor
let accountId: string
let ada: BrowserUser

const getId = (subject: string) => `${subject.toLowerCase().replaceAll(' ', '.')}@example.net`
const message = (subject: string, fields: string, text = 'Hello') =>
  `Message-ID: <${getId(subject)}>\r\nSubject: ${subject}\r\n${fields}\r\nTo: ${user}\r\n\r\n${text}`

beforeAll(async () => {
  dovecot = await startDovecot()
  dovecot.addUser(user, password)
  for (const [subject, fields] of messages) await dovecot.append(user, 'INBOX', message(subject, fields))
  smtp = await startSmtpSink({ users: { [user]: password } })
  plmail = await startPlMail({ trusts: [dovecot, smtp] })
  visitor = plmail.visitor()
  await visitor.install()
  accountId = (await visitor.addAccount(dovecot, smtp, user, password)).id
  ada = await openBrowser(plmail.address)
  await ada.page.goto(plmail.address)
  await signIn(ada.page)
  await text(`${String(messages.length)} conversations`).waitFor()
})
beforeEach(() => tellAtFailure(() => [plmail, ada]))
afterAll(async () => {
  await ada?.[Symbol.asyncDispose]()
  await plmail?.[Symbol.asyncDispose]()
  await smtp?.[Symbol.asyncDispose]()
  await dovecot?.[Symbol.asyncDispose]()
})

const within = (look: () => Promise<void>) => vi.waitFor(look, { timeout: 60_000, interval: 100 })
const text = (expected: string | RegExp) => ada.page.getByText(expected)
const row = (subject: string) => ada.page.getByRole('row').filter({ hasText: subject })
const tabs = () => ada.page.getByRole('navigation', { name: 'Tabs of the inbox' })
const tab = (name: string) => tabs().getByRole('link', { name })
const open = () => tabs().locator('[aria-current]').textContent()
const press = (...keys: string[]) => ada.press(...keys)
/** What the tabs say, one after the other. */
const announcements = async () =>
  (await tabs().getByRole('link').allTextContents()).map((each) => each.replaceAll(/\s+/g, ' ').trim())
/** The subjects of the list, newest first. */
const shown = async () => ada.page.getByRole('row').locator('.subject:visible').allTextContents()
const loadCategory = async (subject: string): Promise<string> => {
  const filter = { subject }
  const { ids } = await visitor.call<{ ids: string[] }>('Email/query', { accountId, filter })
  const emails = await visitor.call<{ list: [{ threadId: string }] }>('Email/get', { accountId, ids })
  const threads = { accountId, ids: [emails.list[0].threadId], properties: ['category'] }
  const { list: lists } = await visitor.call<{ list: [{ category: { name: string } }] }>(
    'Thread/get',
    threads,
  )
  return lists[0].category.name
}
async function openInbox(): Promise<void> {
  await press('g i')
  await within(async () => expect(await open()).toContain('Primary'))
}

test('all of it is one list until somebody wants tabs, and then in every window at once', async () => {
  const { page } = ada
  expect(await tabs().count()).toBe(0)
  const secondTab = await page.context().newPage()
  await secondTab.goto(`${plmail.address}/mail/inbox`)
  await secondTab.getByText(`${String(messages.length)} conversations`).waitFor()
  await page.goto(`${plmail.address}/settings/display`)
  await page.getByRole('radio', { name: 'Tabs' }).check({ force: true })
  expect(await ada.violations()).toEqual([])
  await secondTab.getByRole('navigation', { name: 'Tabs of the inbox' }).waitFor()
  await secondTab.getByText('2 conversations').waitFor()
  await secondTab.close()
  await page.goto(`${plmail.address}/mail/inbox`)
  await text('2 conversations').waitFor()
  expect(await shown()).toEqual(['Keys for the cabin', 'Lunch on Friday'])
  // Nothing was written to a list, so there is no tab for that.
  await within(async () =>
    expect(await announcements()).toEqual([
      'Primary 2 2 unread',
      'Social 1 new 1 unread',
      'Promotions 2 new 2 unread',
      'Updates 1 new 1 unread',
    ]),
  )
  expect(await ada.violations()).toEqual([])
})

test('a tab is a place: it has an address, and what was looked at is not new any more, anywhere', async () => {
  const { page } = ada
  await tab('Promotions').click()
  await text('2 conversations').waitFor()
  expect(await shown()).toEqual(['A third of the price', 'Half price today'])
  expect(page.url()).toBe(`${plmail.address}/mail/inbox/promotions`)
  await page.goBack()
  await within(async () => expect(await shown()).toEqual(['Keys for the cabin', 'Lunch on Friday']))
  await within(async () => expect(await announcements()).toContain('Promotions 2 2 unread'))
  await page.reload()
  await within(async () => expect(await announcements()).toContain('Promotions 2 2 unread'))
})

test('keys go through the tabs, and the sidebar stays at the Inbox', async () => {
  await openInbox()
  await press('`')
  await row('Somebody follows you').waitFor()
  expect(await open()).toContain('Social')
  await press('`', '`')
  await row('Your invoice').waitFor()
  await press('~')
  await row('Half price today').waitFor()
  const inbox = ada.page.locator('aside').getByRole('link', { name: 'Inbox' }).first()
  expect(await inbox.getAttribute('aria-current')).toBe('page')
  await press('Shift+O')
  await text('2 unread').first().waitFor()
  expect(ada.page.url()).toContain('/mail/inbox/promotions/unread')
  await press('Shift+O')
})

test('the first mail of a category brings its tab, and changes nothing elsewhere', async () => {
  await openInbox()
  await deliver(dovecot, user, message('Who has seeds', `${list}\r\nFrom: Dan <dan@example.net>`))
  await within(async () => expect(await announcements()).toContain('Forums 1 new 1 unread'))
  expect(await shown()).toEqual(['Keys for the cabin', 'Lunch on Friday'])
})

test('why something is where it is stands in its details, and where it is put elsewhere', async () => {
  const { page } = ada
  await tab('Forums').click()
  await row('Who has seeds').click()
  const thread = page.getByRole('region', { name: 'Conversation' })
  await thread.getByRole('button', { name: 'More actions for this message' }).first().click()
  await page.getByRole('menuitem', { name: 'Details' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('In Forums because it was sent to a mailing list.').waitFor()
  await dialog.getByText('list-post: gardeners.example.net').waitFor()
  expect(await ada.violations()).toEqual([])
  await press('Escape')
  await page.getByRole('button', { name: 'More actions' }).first().click()
  await page.getByRole('menuitem', { name: 'Move to tab' }).click()
  await dialog.getByText('In Forums because it was sent to a mailing list.').waitFor()
  expect(await ada.violations()).toEqual([])
  await press('Escape', 'Escape')
})

test('put into another tab it is there at once, stays with what comes later, and is taken back', async () => {
  const { page } = ada
  await tab('Promotions').click()
  await row('Half price today').getByRole('checkbox').click()
  await press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill('move to tab')
  await press('Enter')
  await page.getByRole('dialog', { name: 'Move to tab' }).getByRole('combobox').fill('prim')
  await press('Enter')
  await text('Moved to Primary').waitFor()
  await row('Half price today').waitFor({ state: 'hidden' })
  await within(async () => expect(await announcements()).toContain('Promotions 1 1 unread'))
  await within(async () => expect(await loadCategory('Half price today')).toBe('primary'))
  await tab('Primary').click()
  await row('Half price today').waitFor()
  await deliver(
    dovecot,
    user,
    message('Re: Half price today', `${massMail}\r\nIn-Reply-To: <${getId('Half price today')}>`, 'Last day'),
  )
  await row('Last day').waitFor()
  expect(await loadCategory('Re: Half price today')).toBe('primary')
  await row('Half price today').getByRole('checkbox').click()
  await press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill('move to tab')
  await press('Enter')
  await page.getByRole('dialog', { name: 'Move to tab' }).getByRole('combobox').fill('upd')
  await press('Enter')
  await row('Half price today').waitFor({ state: 'hidden' })
  await press('z')
  await row('Half price today').waitFor()
  await within(async () => expect(await loadCategory('Half price today')).toBe('primary'))
})

test('dragged onto a tab conversations go there, as many as are chosen', async () => {
  await openInbox()
  for (const subject of ['Keys for the cabin', 'Lunch on Friday'])
    await row(subject).getByRole('checkbox').click()
  await row('Lunch on Friday').getByRole('link').hover()
  await ada.page.mouse.down()
  // The first move begins the drag, the second is one over the tab.
  await tab('Social').hover()
  await tab('Social').hover()
  await ada.page.mouse.up()
  await text('2 moved to Social').waitFor()
  await within(async () => expect(await loadCategory('Lunch on Friday')).toBe('social'))
  await tab('Social').click()
  await text('3 conversations').waitFor()
  await press('z')
  await text('1 conversation').first().waitFor()
  await openInbox()
  await row('Lunch on Friday').waitFor()
  await row('Keys for the cabin').waitFor()
})

test('what is put elsewhere by another program leaves by itself', async () => {
  await openInbox()
  const filter = { subject: 'Keys for the cabin' }
  const { ids } = await visitor.call<{ ids: [string] }>('Email/query', { accountId, filter })
  await visitor.call('Email/set', { accountId, update: { [ids[0]]: { categoryByHand: 'forums' } } })
  await row('Keys for the cabin').waitFor({ state: 'hidden' })
  // It came before that tab was last looked at: unread, and not new.
  await within(async () => expect(await announcements()).toContain('Forums 1 1 unread'))
  await tab('Forums').click()
  await row('Keys for the cabin').waitFor()
})

test('without a network it works all the same, and is told the server later', async () => {
  const { page } = ada
  await tab('Updates').click()
  await row('Your invoice').waitFor()
  await openInbox()
  await page.context().setOffline(true)
  await row('Lunch on Friday').getByRole('checkbox').click()
  await press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill('move to tab')
  await press('Enter')
  await page.getByRole('dialog', { name: 'Move to tab' }).getByRole('combobox').fill('upd')
  await press('Enter')
  await row('Lunch on Friday').waitFor({ state: 'hidden' })
  await tab('Updates').click()
  await row('Lunch on Friday').waitFor()
  expect(await announcements()).toContainEqual(expect.stringMatching(/^Updates 2 2 unread$/))
  expect(await loadCategory('Lunch on Friday')).toBe('primary')
  await page.context().setOffline(false)
  await within(async () => expect(await loadCategory('Lunch on Friday')).toBe('updates'))
  await row('Lunch on Friday').waitFor()
  // The console says of each request without a network that it failed.
  ada.complaints.splice(
    0,
    Infinity,
    ...ada.complaints.filter((complaint) => !complaint.includes('ERR_INTERNET')),
  )
})

test('on a phone the tabs are there for the finger, and nothing is too wide', async () => {
  const { page } = ada
  await page.goto(`${plmail.address}/mail/inbox`)
  const phone = await asPhone(page)
  await phone.tap(tab('Promotions'))
  await row('A third of the price').waitFor()
  await phone.tap(tab('Forums'))
  await row('Who has seeds').waitFor()
  const { x, width } = (await tab('Forums').boundingBox())!
  expect(x + width).toBeLessThanOrEqual(390)
  expect(await ada.violations()).toEqual([])
  expect(await fitsItsWidth(page)).toBe(true)
  await phone.putDown()
})

/** A third of the price, as many more, and the last: what a second try finds moved goes back where the first one began. */
async function floodPromotions(): Promise<void> {
  const offers = Array.from({ length: many }, (_, n) => `Offer ${String(n)}`)
  const atDovecot = await asAnotherClient(dovecot, user, 'INBOX', async (client) =>
    (await client.fetchAll('1:*', { envelope: true })).map(({ envelope }) => envelope?.subject),
  )
  for (const subject of offers)
    if (!atDovecot.includes(subject)) await dovecot.append(user, 'INBOX', message(subject, massMail))
  if (atDovecot.includes('The last offer')) await putBackIntoPromotions()
  else await deliver(dovecot, user, message('The last offer', massMail))
}

async function putBackIntoPromotions(): Promise<void> {
  const subjects = ['offer', 'A third of the price']
  const filter = { operator: 'OR', conditions: subjects.map((subject) => ({ subject })) }
  const { ids } = await visitor.call<{ ids: string[] }>('Email/query', { accountId, filter })
  const update = Object.fromEntries(ids.map((id) => [id, { categoryByHand: 'promotions' }]))
  await visitor.call('Email/set', { accountId, update })
}

test('a whole tab goes into another by the server, is told of on the way, and comes back', async () => {
  const { page } = ada
  await floodPromotions()
  await page.goto(`${plmail.address}/mail/inbox/promotions`)
  // With the one that was there before and the last.
  const all = `${String(many + 2)} conversations`
  await text(all).first().waitFor()
  await press('* a')
  await page.getByRole('button', { name: `Select all ${all}` }).click()
  await press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill('move to tab')
  await press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Move to tab' })
  await dialog
    .getByRole('option', { name: /^Promotions/ })
    .getByText('Current tab')
    .waitFor()
  await dialog.getByRole('combobox').fill('soc')
  await press('Enter')
  await text(`Moving to Social: all ${String(many + 2)} messages done`).waitFor()
  expect(await ada.violations()).toEqual([])
  await tab('Social').click()
  // With the one that was there before.
  await text(`${String(many + 3)} conversations`)
    .first()
    .waitFor()
  expect(await loadCategory('Offer 0')).toBe('social')
  await press('z')
  await text('Moving to Social: undone').waitFor()
  await within(async () => expect(await loadCategory('Offer 0')).toBe('promotions'))
  await tab('Promotions').click()
  await text(all).first().waitFor()
})

test('one list again is a command away', async () => {
  await ada.page.goto(`${plmail.address}/mail/inbox/social`)
  await row('Somebody follows you').waitFor()
  await press('Control+k')
  await ada.page.getByRole('dialog').getByRole('combobox').fill('inbox as one list')
  await press('Enter')
  await text(`${String(messages.length + many + 2)} conversations`).waitFor()
  expect(await tabs().count()).toBe(0)
  expect(ada.complaints).toEqual([])
})
