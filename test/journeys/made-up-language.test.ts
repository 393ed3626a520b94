import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { settingsPages } from '../../packages/web/src/commands/settings-pages.ts'
import { type Dovecot, startDovecot } from '../../packages/server-testing/src/servers/dovecot.ts'
import { administrator, type Visitor } from '../../packages/server-testing/src/http/visitor.ts'
import { type SmtpSink, startSmtpSink } from '../../packages/server-testing/src/servers/smtp-sink.ts'
import { type BrowserUser, openBrowser } from '../fixtures/browser-user.ts'
import { type PlMail, startPlMail } from '../fixtures/plmail.ts'
import { programIn } from '../fixtures/program.ts'
import { untranslatedTexts } from '../fixtures/untranslated-texts.ts'
import { takePicture } from '../fixtures/take-picture.ts'

/**
 * plMail in a made-up language that runs from right to left: a word in ASCII letters was written into a page instead of the
 * catalogue, and what is wider than the window was laid out for one direction. `SHOTS=folder` writes a picture of each.
 */
const [user, password] = ['ada@example.org', 'mailbox password']
const subject = 'Привет'
/** Words that the test itself brings: a name and its initials, and parts of addresses that may be broken into lines. */
const data = ['Ada', 'Byron', 'AB', 'example', 'plmail', 'common', 'Chrome', 'Linux']

let program: ReturnType<typeof programIn>
let dovecot: Dovecot
let smtp: SmtpSink
let plmail: PlMail
let visitor: Visitor
let ada: BrowserUser

beforeAll(async () => {
  program = programIn('pseudo-rtl')
  dovecot = await startDovecot()
  smtp = await startSmtpSink({ users: { [user]: password } })
  dovecot.addUser(user, password)
  await dovecot.append(user, 'INBOX', message)
  plmail = await startPlMail({ program: program.home, trusts: [dovecot, smtp] })
  visitor = plmail.visitor()
  ada = await openBrowser(plmail.address)
})
afterAll(async () => {
  await ada?.[Symbol.asyncDispose]()
  await plmail?.[Symbol.asyncDispose]()
  await smtp?.[Symbol.asyncDispose]()
  await dovecot?.[Symbol.asyncDispose]()
  program?.remove()
})

const message = [
  'From: =?utf-8?B?0JHQvtCx?= <bob@example.org>',
  'To: ada@example.org',
  `Subject: =?utf-8?B?${Buffer.from(subject).toString('base64')}?=`,
  'Message-ID: <privet@example.org>',
  `Date: Tue, 02 Jun 2026 10:00:00 +0000`,
  'Content-Type: text/plain; charset=utf-8',
  '',
  'Привет!',
  '',
].join('\r\n')

const sizes = [
  { name: 'desk', width: 1440, height: 900 },
  { name: 'phone', width: 390, height: 844 },
]

/** What is wrong with the page as it is at both sizes: its words, its direction, and that it fits the window. */
async function faults(name: string): Promise<string[]> {
  const { page } = ada
  await page.evaluate('document.fonts.ready.then(() => undefined)')
  const mistakes: string[] = []
  if ((await page.evaluate(() => document.documentElement.dir)) !== 'rtl')
    mistakes.push('runs from left to right')
  for (const { name: sizeName, width, height } of sizes) {
    await page.setViewportSize({ width, height })
    await page.evaluate(twoFrames)
    await takePicture(ada.page, `${name}-${sizeName}`)
    for (const text of await untranslatedTexts(page, data))
      mistakes.push(`${sizeName}: no catalogue says "${text}"`)
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    if (overflow > 0) mistakes.push(`${sizeName}: ${overflow} pixels wider than the window`)
  }
  await page.setViewportSize(sizes[0]!)
  return mistakes
}

const twoFrames = `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))).then(() => {})`

const open = (path: string) => ada.page.goto(`${plmail.address}${path}`)

/** Opens a screen of the client and waits until it asks for nothing any more. */
async function openScreen(path: string): Promise<void> {
  await open(path)
  await ada.page.locator('main').waitFor()
  await ada.page.waitForLoadState('load')
  await ada.page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
}

describe('pages of the server', () => {
  test('the installation', async () => {
    await open('/install')
    expect(await faults('install')).toEqual([])
    await visitor.install()
    await visitor.addAccount(dovecot, smtp, user, password)
  })

  test('the sign-in, and its refusal', async () => {
    await open('/login')
    expect(await faults('login')).toEqual([])
    await ada.page.locator('input[name=email]').fill(administrator.email)
    await ada.page.locator('input[name=password]').fill('wrong')
    await ada.page.keyboard.press('Enter')
    await ada.page.locator('[role=alert]').waitFor()
    expect(await faults('login-refused')).toEqual([])
  })

  test.each(['/share/nothing', '/book/nothing', '/oauth/provA/callback'])('%s', async (path) => {
    await open(path)
    expect(await faults(path)).toEqual([])
  })
})

describe('screens of the client', () => {
  test('the inbox and a conversation', async () => {
    const { page } = ada
    await open('/login')
    await page.locator('input[name=email]').fill(administrator.email)
    await page.locator('input[name=password]').fill(administrator.password)
    await page.keyboard.press('Enter')
    const row = page.getByRole('row').filter({ hasText: subject })
    await row.waitFor()
    expect(await faults('inbox')).toEqual([])
    await row.click()
    await page.locator('[data-region=thread] iframe:not(.unready)').first().waitFor({ state: 'attached' })
    expect(await faults('conversation')).toEqual([])
  })

  test.each(['?', 'Control+k', 'c'])('what %s opens', async (key) => {
    await openScreen('/mail/inbox')
    await ada.page.getByRole('row').filter({ hasText: subject }).waitFor()
    await ada.page.keyboard.press(key)
    await ada.page.getByRole('dialog').first().waitFor()
    expect(await faults(`key-${key.codePointAt(0)}`)).toEqual([])
    await ada.page.evaluate(() => localStorage.clear())
  })

  test.each([
    '/mail/sent',
    '/mail/drafts',
    '/mail/trash',
    '/mail/snoozed',
    '/mail/search/привет',
    '/calendar/day/2027-03-10',
    '/calendar/week/2027-03-10',
    '/calendar/month/2027-03-10',
    '/calendar/agenda/2027-03-10',
    '/contacts',
  ])('%s', async (path) => {
    await openScreen(path)
    expect(await faults(path)).toEqual([])
  })

  test.each(settingsPages)('settings: %s', async (name) => {
    await openScreen(`/settings/${name}`)
    await ada.page.getByRole('heading', { level: 1 }).last().waitFor()
    expect(await faults(`settings-${name}`)).toEqual([])
  })

  test('the arrow that leads back points to where the lines begin', async () => {
    await openScreen('/settings/display')
    const arrow = ada.page.locator('aside a svg').first()
    expect(await arrow.evaluate((svg) => getComputedStyle(svg).scale)).toBe('-1 1')
  })
})
