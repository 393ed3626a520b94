import type { Page, Request } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { tellAtFailure } from '../fixtures/at-failure.ts'
import { flagsAtServer } from '../fixtures/another-client.ts'
import { asPhone, type BrowserUser, openBrowser } from '../fixtures/browser-user.ts'
import { deliver } from '../../packages/server-testing/src/servers/deliver.ts'
import { type Dovecot, startDovecot } from '../../packages/server-testing/src/servers/dovecot.ts'
import { type PlMail, startPlMail } from '../fixtures/plmail.ts'
import { signIn } from '../fixtures/sign-in.ts'
import { type SmtpSink, startSmtpSink } from '../../packages/server-testing/src/servers/smtp-sink.ts'
import { administrator, type Visitor } from '../../packages/server-testing/src/http/visitor.ts'
import { fitsItsWidth } from '../fixtures/page-width.ts'

/** Mail without a network: read, sorted, sent on later, shared by tabs, and taken off the device when its owner leaves. */
const [user, password] = ['ada@example.org', 'mailbox password']
const subjects = [
  'Left at once',
  'Left at the second try',
  'Never opened',
  'To be archived',
  'To be starred',
  'Opened once',
  'Kept before',
  'For the second tab',
  'While away',
]

let dovecot: Dovecot
let smtp: SmtpSink
let plmail: PlMail
let visitor: Visitor
let ada: BrowserUser

beforeAll(async () => {
  dovecot = await startDovecot()
  dovecot.addUser(user, password)
  for (const subject of subjects) await dovecot.append(user, 'INBOX', message(subject))
  smtp = await startSmtpSink({ users: { [user]: password } })
  plmail = await startPlMail({ trusts: [dovecot, smtp] })
  visitor = plmail.visitor()
  await visitor.install()
  await visitor.addAccount(dovecot, smtp, user, password)
  ada = await openBrowser(plmail.address)
})
beforeEach(() => tellAtFailure(() => [plmail, ada]))
afterAll(async () => {
  await ada?.[Symbol.asyncDispose]()
  await plmail?.[Symbol.asyncDispose]()
  await smtp?.[Symbol.asyncDispose]()
  await dovecot?.[Symbol.asyncDispose]()
})

const getId = (subject: string) => `${subject.toLowerCase().replaceAll(' ', '.')}@example.org`
const message = (subject: string) =>
  `Message-ID: <${getId(subject)}>\r\nFrom: Bea <bea@example.net>\r\nSubject: ${subject}\r\n\r\nText of ${subject}`
const row = (subject: string, page = ada.page) => page.getByRole('row').filter({ hasText: subject })
const openThread = () => ada.page.getByRole('region', { name: 'Conversation' })
const bar = (text: RegExp) => ada.page.getByRole('status').filter({ hasText: text })
/** How many changes wait for the server, as the bar says. */
async function waitingChanges(): Promise<number> {
  const text = await bar(/Offline/).innerText()
  return Number(/(\d+) changes? waiting/.exec(text)?.[1] ?? 0)
}
const flags = (folder: string, subject: string) => flagsAtServer(dovecot, user, folder, getId(subject))

async function start(page: Page, choices?: readonly string[]): Promise<void> {
  await page.goto(plmail.address)
  await signIn(page, administrator, choices)
  await row('Never opened').waitFor()
}

/** How many records each kept thing has, by database and store. */
function recordsOnDisk(page: Page): Promise<Record<string, number>> {
  return page.evaluate(async () => {
    const counts: Record<string, number> = {}
    for (const { name = '' } of await indexedDB.databases()) {
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name)
        opening.onsuccess = () => resolve(opening.result)
        opening.onerror = () => reject(new Error(name))
      })
      for (const store of db.objectStoreNames)
        counts[`${name.replace(/-U\d+$/, '')} ${store}`] = await new Promise((resolve) => {
          const counting = db.transaction(store).objectStore(store).count()
          counting.onsuccess = () => resolve(counting.result)
        })
      db.close()
    }
    return counts
  })
}

/** Subjects of what the device keeps as read. */
async function keptRead(): Promise<string[]> {
  type StoredPage = { emails: { subject: string; keywords: Record<string, true> }[] }
  const named = (await indexedDB.databases()).find(({ name }) => name?.startsWith('plmail-mail-'))
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(named?.name ?? '')
    opening.onerror = () => reject(new Error('the mail of the device does not open'))
    opening.onsuccess = () => {
      const reading = opening.result.transaction('threads').objectStore('threads').getAll()
      reading.onsuccess = () => {
        opening.result.close()
        const emails = (reading.result as StoredPage[]).flatMap((stored) => stored.emails)
        resolve(emails.filter(({ keywords }) => keywords['$seen']).map(({ subject }) => subject))
      }
    }
  })
}

/** Bodies become what a version with another frame script would have put on the disk. */
async function asEarlierVersion(): Promise<void> {
  const named = (await indexedDB.databases()).find(({ name }) => name?.startsWith('plmail-mail-'))
  await new Promise<void>((resolve, reject) => {
    const opening = indexedDB.open(named?.name ?? '')
    opening.onerror = () => reject(new Error('the mail of the device does not open'))
    opening.onsuccess = () => {
      const tx = opening.result.transaction('bodies', 'readwrite')
      tx.oncomplete = () => {
        opening.result.close()
        resolve()
      }
      const walking = tx.objectStore('bodies').openCursor()
      walking.onsuccess = () => {
        const cursor = walking.result
        if (!cursor) return
        const body = cursor.value as { srcdoc: string }
        const nonce = /'nonce-([^']+)'/.exec(body.srcdoc)?.[1] ?? ''
        const [document] = body.srcdoc.split(/<script nonce=|<\/body>/)
        cursor.update({
          ...body,
          srcdoc: `${document ?? ''}<script nonce="${nonce}">(() => 'earlier')()</script></body></html>`,
        })
        cursor.continue()
      }
    }
  })
}

/** Answers how many files the service worker asked for at the same time. */
function followWorker(page: Page): () => number {
  const underWay = new Set<Request>()
  let limit = 0
  page.context().on('request', (request) => {
    if (request.serviceWorker()) limit = Math.max(limit, underWay.add(request).size)
  })
  page.context().on('requestfinished', (request) => underWay.delete(request))
  page.context().on('requestfailed', (request) => underWay.delete(request))
  return () => limit
}

/** Points at a row and acts on it by key. */
async function act(subject: string, key: string, page = ada.page): Promise<void> {
  await row(subject, page).getByRole('checkbox').click()
  await page.keyboard.press(key)
}

describe('without a network', () => {
  test('what was opened and the newest of the inbox is put on the device, and the client itself', async () => {
    const { page } = ada
    const maxAtOnce = followWorker(page)
    await start(page)
    await row('Opened once').click()
    await openThread().locator('iframe').contentFrame().getByText('Text of Opened once').waitFor()
    // Read, here and on the device, so that it is no change that waits later.
    await expect.poll(() => flags('INBOX', 'Opened once'), { timeout: 90_000 }).toContain('\\Seen')
    await expect.poll(() => page.evaluate(keptRead)).toContain('Opened once')
    await page.keyboard.press('u')
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    await expect
      .poll(() => recordsOnDisk(page))
      .toMatchObject({
        'plmail-mail lists': 1,
        'plmail-mail threads': subjects.length,
        'plmail-mail bodies': subjects.length,
        'plmail-outbox deeds': 0,
      })
    // The connections to the server are for the mail.
    expect(maxAtOnce()).toBe(2)
  })

  // What is read stays so: a second try reads another.
  const unread = ['Left at once', 'Left at the second try']

  test('what was read a moment before the page was left is kept as read', async () => {
    const { page } = ada
    const subject = unread.shift() ?? ''
    await page.goto(`${plmail.address}/mail/inbox`)
    const marked = page.waitForResponse((answer) => /"mark-read"/.test(answer.request().postData() ?? ''))
    await row(subject).click()
    await marked
    await expect.poll(() => recordsOnDisk(page)).toMatchObject({ 'plmail-outbox deeds': 0 })
    await page.goto('about:blank')
    await page.context().setOffline(true)
    try {
      await page.goto(plmail.address)
      await row('Never opened').waitFor()
      expect(await page.evaluate(keptRead)).toContain(subject)
    } finally {
      await page.context().setOffline(false)
    }
    await bar(/Offline/).waitFor({ state: 'detached' })
  })

  test('a start shows the inbox, and opens a message that never was opened', async () => {
    const { page } = ada
    await plmail.stop()
    await page.goto(plmail.address)
    await row('Never opened').waitFor()
    await bar(/Offline/).waitFor()
    await row('Never opened').click()
    await openThread().locator('iframe').contentFrame().getByText('Text of Never opened').waitFor()
    expect(await ada.violations()).toEqual([])
    await page.keyboard.press('u')
  })

  test('a message that an earlier version has put on the device is shown whole by this one', async () => {
    const { page } = ada
    await plmail.stop()
    await page.evaluate(asEarlierVersion)
    await page.goto(plmail.address)
    await row('Kept before').click()
    const frame = openThread().locator('iframe')
    await frame.contentFrame().getByText('Text of Kept before').waitFor()
    // The script of the frame has told its height.
    await frame.and(page.locator('[style*="block-size"]')).waitFor()
    expect(ada.complaints.filter((complaint) => /Content Security Policy/.test(complaint))).toEqual([])
    await page.keyboard.press('u')
  })

  test('mail is sorted, also over a restart, and all of it goes when the server is back', async () => {
    const { page } = ada
    // It is stopped already, unless a failure has brought it back.
    await plmail.stop()
    // What was read before waits already; how much of it was told before the server stopped depends on the machine.
    const before = await waitingChanges()
    await act('To be archived', 'e')
    await row('To be archived').waitFor({ state: 'detached' })
    await act('To be starred', 's')
    await expect.poll(waitingChanges).toBe(before + 2)
    await page.reload()
    await row('To be starred').getByRole('button', { name: 'Remove star' }).waitFor()
    expect(await row('To be archived').count()).toBe(0)
    await expect.poll(waitingChanges).toBe(before + 2)

    // On a phone as well, with a finger, and there it comes back to the network.
    const phone = await asPhone(page)
    await phone.tap(row('Opened once'))
    await openThread().locator('iframe').contentFrame().getByText('Text of Opened once').waitFor()
    await phone.tap(page.getByRole('button', { name: 'Archive' }).first())
    await row('Opened once').waitFor({ state: 'detached' })
    await expect.poll(waitingChanges).toBe(before + 3)
    expect(await fitsItsWidth(page)).toBe(true)

    await plmail.start()
    await expect.poll(() => flags('Archive', 'Opened once'), { timeout: 90_000 }).toBeDefined()
    await expect.poll(() => flags('Archive', 'To be archived'), { timeout: 90_000 }).toBeDefined()
    await expect.poll(() => flags('INBOX', 'To be starred'), { timeout: 90_000 }).toContain('\\Flagged')
    await bar(/Offline/).waitFor({ state: 'detached' })
    expect(await flags('INBOX', 'To be archived')).toBeUndefined()
    await expect.poll(() => recordsOnDisk(page)).toMatchObject({ 'plmail-outbox deeds': 0 })
    await phone.putDown()
  })
})

describe('two tabs', () => {
  test('show the same, and the one that stays hears of new mail after the other has closed', async () => {
    const first = ada.page
    const second = await first.context().newPage()
    await second.goto(plmail.address)
    await row('For the second tab', second).waitFor()
    await act('For the second tab', 'e', first)
    await row('For the second tab', second).waitFor({ state: 'detached' })
    await second.keyboard.press('g')
    await first.close()
    ada = { ...ada, page: second }
    await deliver(dovecot, user, message('After the first tab'))
    await row('After the first tab').waitFor()
  })
})

describe('a session that ends', () => {
  test('asks for the password on the spot, and what was done meanwhile is sent', async () => {
    const { page } = ada
    // As time would while the lid is closed, without a word to this page.
    await page.context().setOffline(true)
    const origin = plmail.address
    await page.request.post(`${origin}/logout`, { headers: { origin }, maxRedirects: 0 })
    await act('While away', 'e')
    await row('While away').waitFor({ state: 'detached' })
    await page.context().setOffline(false)
    const dialog = page.getByRole('dialog', { name: 'Sign in to continue' })
    await dialog.waitFor()
    await dialog.getByLabel('Password').fill('not the password')
    await page.keyboard.press('Enter')
    await dialog.getByText('Wrong password.').waitFor()
    await dialog.getByLabel('Password').fill(administrator.password)
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => flags('Archive', 'While away'), { timeout: 90_000 }).toBeDefined()
  })
})

describe('leaving', () => {
  const databases = (page: Page) =>
    page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))

  test('signing out takes everything off the device', async () => {
    const { page } = ada
    expect(await databases(page)).not.toEqual([])
    await page.goto(`${plmail.address}/settings/security`)
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(await databases(page)).toEqual([])
  })

  test('so does signing out everywhere, from anywhere', async () => {
    const { page } = ada
    await start(page)
    await expect.poll(() => recordsOnDisk(page)).toMatchObject({ 'plmail-mail lists': 1 })
    await visitor.api('POST', '/api/session/sign-out-everywhere')
    await page.reload()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(await databases(page)).toEqual([])
  })

  test('who asks for it at sign-in has no mail kept at all', async () => {
    const { page } = ada
    await start(page, ['Don’t keep mail on this device'])
    await row('Never opened').click()
    await openThread().locator('iframe').contentFrame().getByText('Text of Never opened').waitFor()
    expect((await databases(page)).filter((name) => name?.startsWith('plmail-mail'))).toEqual([])
    expect(
      ada.complaints.filter(
        (complaint) => !/ERR_CONNECTION_REFUSED|401|ERR_INCOMPLETE|Failed to load/.test(complaint),
      ),
    ).toEqual([])
  })
})
