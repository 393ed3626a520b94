import type { Frame, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { tellAtFailure } from '../fixtures/at-failure.ts'
import { asAnotherClient } from '../fixtures/another-client.ts'
import { type BrowserUser, openBrowser } from '../fixtures/browser-user.ts'
import { type Dovecot, startDovecot } from '../fixtures/dovecot.ts'
import { holdBack } from '../fixtures/hold-back.ts'
import {
  conversation,
  emojiOnly,
  enormous,
  newsletter,
  phishing,
  rightToLeft,
} from '../fixtures/letters-to-judge.ts'
import { type PlMail, startPlMail } from '../fixtures/plmail.ts'
import { type SmtpSink, startSmtpSink } from '../fixtures/smtp-sink.ts'
import { administrator } from '../fixtures/visitor.ts'

/** Reading what strangers wrote: pictures only when wanted, lies told as such, files and originals without danger. */
const [user, password] = ['ada@example.org', 'mailbox password']

let dovecot: Dovecot
let smtp: SmtpSink
let plmail: PlMail
let ada: BrowserUser
let page: Page

beforeAll(async () => {
  dovecot = await startDovecot()
  dovecot.addUser(user, password)
  await asAnotherClient(dovecot, user, 'INBOX', async (client) => {
    const letters = [
      ...[enormous, emojiOnly, rightToLeft, ...conversation(), phishing],
      ...[newsletter('Letter two'), newsletter('Letter one')],
    ]
    for (const [at, letter] of letters.entries()) {
      // Of the conversation only the newest is unread, so that the others are folded.
      const flags =
        letter.includes('Message-ID: <engine1@') || letter.includes('Message-ID: <engine2@') ? ['\\Seen'] : []
      await client.append('INBOX', letter, flags, new Date(Date.UTC(2026, 10, 20, 9, at)))
    }
    await client.mailboxCreate('Junk')
    await client.append('Junk', newsletter('Letter three'), [], new Date(Date.UTC(2026, 10, 20, 10)))
  })
  smtp = await startSmtpSink({ users: { [user]: password } })
  plmail = await startPlMail({ trusts: [dovecot, smtp] })
  const visitor = plmail.visitor()
  await visitor.install()
  await visitor.addAccount(dovecot, smtp, user, password)
  ada = await openBrowser(plmail.address)
  page = ada.page
  await page.goto(plmail.address)
  await page.getByLabel('Email address').fill(administrator.email)
  await page.getByLabel('Password').fill(administrator.password)
  await page.keyboard.press('Enter')
  await page.getByText('7 conversations').waitFor()
})
beforeEach(() => tellAtFailure(() => [plmail, ada]))
afterAll(async () => {
  await ada?.[Symbol.asyncDispose]()
  await plmail?.[Symbol.asyncDispose]()
  await smtp?.[Symbol.asyncDispose]()
  await dovecot?.[Symbol.asyncDispose]()
})

const row = (subject: string) => page.getByRole('row').filter({ hasText: subject })
/** The stage that is shown: a prepared one lies behind it, inert. */
const thread = () => page.locator('[data-region=thread]')
const message = (n: number) => thread().locator('article').nth(n)
const body = (of: Locator = thread()) => of.locator('iframe').first().contentFrame()
const within = (look: () => Promise<void>) => vi.waitFor(look, { timeout: 60_000, interval: 100 })

const letter = () => page.getByRole('dialog').filter({ has: page.getByLabel('Subject') })

/** The letter that is open quotes this. */
async function quotes(text: string): Promise<void> {
  await letter().getByRole('button', { name: 'Quoted text' }).waitFor()
  if ((await letter().locator('iframe').count()) === 0)
    await letter().getByRole('button', { name: 'Quoted text' }).click()
  await letter().locator('iframe').contentFrame().getByText(text).waitFor()
}

async function open(subject: string): Promise<void> {
  await row(subject).click()
  await thread().getByRole('heading', { name: subject, level: 2 }).waitFor()
}

async function frameOf(locator: Locator): Promise<Frame> {
  const handle = await locator.locator('iframe').first().elementHandle()
  return (await handle!.contentFrame())!
}

test('images are asked for when the reader wants them, and say so when they do not come', async () => {
  const source = async () =>
    (await frameOf(thread())).evaluate(() => document.querySelector('img')!.getAttribute('src'))
  await open('Letter one')
  await body().getByText('The first frost came early').waitFor()
  await thread().getByRole('button', { name: 'Show 1 image' }).waitFor()
  expect(await source()).toMatch(/^data:image\/svg\+xml,/)
  expect(await ada.violations()).toEqual([])
  await page.keyboard.press('Shift+L')
  // Nobody answers at that address: the same empty pixel comes as for every failure.
  await thread().getByText('1 image could not be loaded.').waitFor()
  expect(await source()).toMatch(/^\/mail\/image-proxy\?u=/)
})

test('a sender can be trusted for good, with undo; in Spam that does not count', async () => {
  await open('Letter two')
  await thread().getByRole('button', { name: 'Always show from news@fieldnotes.example' }).click()
  await page.getByText('Images from news@fieldnotes.example are shown from now on').waitFor()
  await thread().getByText('1 image could not be loaded.').waitFor()
  await page.goto(`${plmail.address}/settings/reading`)
  await page.getByText('news@fieldnotes.example').waitFor()
  expect(await ada.violations()).toEqual([])

  await page.goto(`${plmail.address}/mail/spam`)
  await open('Letter three')
  await thread().getByText('This message is in Spam').waitFor()
  await thread().getByText('Images from the internet are not loaded.').waitFor()
  expect(
    await thread()
      .getByRole('button', { name: /^Always show/ })
      .count(),
  ).toBe(0)

  await page.goto(`${plmail.address}/settings/reading`)
  await page.getByRole('button', { name: 'Stop showing images from news@fieldnotes.example' }).click()
  await page.getByText('are blocked again').waitFor()
  await page.getByText('None. Choose').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Stop showing images from news@fieldnotes.example' }).waitFor()
})

test('a name that lies is told, and so is a link that leads elsewhere, by pointer and by keyboard', async () => {
  await page.goto(`${plmail.address}/mail/inbox`)
  await open('Your account is limited')
  await thread()
    .getByText(/The name says “PayPal Inc\.”, but this came from secure-login\.example/)
    .waitFor()
  await body().getByText('www.paypal.com').hover()
  const preview = page.getByRole('status').filter({ hasText: 'evil.com' })
  await preview.getByText('The text says www.paypal.com, but this leads to').waitFor()
  await body().getByText('an honest link').focus()
  await page.getByRole('status').filter({ hasText: 'fieldnotes.example' }).waitFor()
  expect(await preview.count()).toBe(0)

  await thread().getByRole('button', { name: 'More about this message' }).click()
  await page.getByRole('menuitem', { name: 'Details and headers' }).click()
  const details = page.getByRole('dialog')
  await details.getByText('According to mx.example.org, the mail server of this mailbox:').waitFor()
  await details.getByText('SPF: fail').waitFor()
  await details.getByText('All headers').click()
  await details.getByText('Message-ID: <limited@secure-login.example>').waitFor()
  expect(await ada.violations()).toEqual([])
  await page.keyboard.press('Escape')
})

test('keys go on working while a message has the focus', async () => {
  await open('The engine')
  await body(message(2)).getByText('All drawings').waitFor()
  expect(await message(0).locator('iframe').count()).toBe(0)
  await body(message(2)).getByText('here').focus()
  await page.keyboard.press(';')
  await body(message(0)).getByRole('link', { name: 'www.example.net/engine' }).waitFor()
  expect(await ada.violations()).toEqual([])
  // In the other theme bodies are drawn anew.
  await body(message(2)).getByText('here').focus()
  await page.keyboard.press('p')
  await within(async () => expect(await focused()).toBe(1))
  await page.keyboard.press('p')
  await within(async () => expect(await focused()).toBe(0))
  await page.keyboard.press('n')
  await within(async () => expect(await focused()).toBe(1))
  await body(message(2)).getByText('here').focus()
  await page.keyboard.press('?')
  await page.getByRole('dialog').getByText('Next message').waitFor()
  await page.keyboard.press('Escape')
})

/** Which message of the conversation has the focus. */
async function focused(): Promise<number> {
  return page.evaluate(() => {
    const all = [...document.querySelectorAll('[data-region=thread] article')]
    return all.findIndex((one) => one === document.activeElement)
  })
}

test('files open in a viewer of ours, one after the other, and none becomes a page', async () => {
  const title = await page.title()
  const files = message(2).getByRole('region', { name: '9 attachments' })
  await files.getByRole('button', { name: /^Open drawing\.png/ }).click()
  const viewer = page.getByRole('dialog')
  await viewer.getByRole('img', { name: 'drawing.png' }).waitFor()
  await viewer.getByRole('button', { name: 'Actual size' }).click()
  await viewer.getByRole('button', { name: 'Fit to window' }).waitFor()
  await page.keyboard.press('ArrowRight')
  await viewer.getByRole('heading', { name: 'Review of the engine' }).waitFor()
  await viewer.getByText(/Tuesday, November 24, 2026.*\(Europe\/Berlin\)/).waitFor()
  expect(await ada.violations()).toEqual([])
  await page.keyboard.press('ArrowRight')
  await viewer.getByText('rad;zähne').waitFor()
  await page.keyboard.press('ArrowRight')
  await viewer.getByText('Attached message: The inner letter').waitFor()
  await body(viewer).getByText('Inside').waitFor()
  await page.keyboard.press('ArrowRight')
  await viewer.getByText('There is no preview of this file.').waitFor()
  await page.keyboard.press('ArrowRight')
  await viewer.getByText('Words of a page').waitFor()
  await page.keyboard.press('ArrowRight')
  await viewer.getByText('There is no preview of this file.').waitFor()
  await page.keyboard.press('ArrowRight')
  const first = viewer.getByRole('img', { name: 'plan.pdf, page 1 of 2' })
  expect(await inkOf(first)).toBeGreaterThan(0.05)
  expect(await inkOf(viewer.getByRole('img', { name: 'plan.pdf, page 2 of 2' }))).toBeGreaterThan(0.05)
  await viewer.getByText('Show as text').click()
  await viewer.getByText('Cylinder').waitFor()
  expect(await ada.violations()).toEqual([])
  await page.keyboard.press('ArrowRight')
  await viewer.getByText('There is no preview of this file.').waitFor()
  await page.keyboard.press('ArrowLeft')
  await viewer.getByText('8 of 9').waitFor()
  await page.keyboard.press('Escape')
  await viewer.waitFor({ state: 'hidden' })
  expect(await page.title()).toBe(title)
  // Small on its card too: the picture, and the first page.
  for (const name of ['drawing.png', 'plan.pdf']) {
    const card = files.getByRole('button', { name: `Open ${name}` }).locator('img')
    expect(await inkOf(card)).toBeGreaterThan(0.05)
  }
  const script = page.waitForResponse(/\/assets\/draw-worker-/)
  await page.evaluate(async () => {
    for (const { name } of performance.getEntriesByType('resource'))
      if (name.includes('/assets/draw-worker-')) await fetch(name)
  })
  expect((await script).headers()['content-security-policy']).toMatch(/^default-src 'none'/)
})

test('each file keeps its own picture when the text comes late and takes one of them into itself', async () => {
  await page.evaluate(forgetBodies)
  await using body = await holdBack(page, 'RenderedBody/get')
  await page.reload()
  const shown = (count: number) => message(2).getByRole('region', { name: `${count} attachments` })
  const pictureOf = (name: string, count: number) =>
    shown(count)
      .getByRole('button', { name: `Open ${name}` })
      .locator('img')
  await pictureOf('plan.pdf', 10).waitFor()
  body.letGo()
  await pictureOf('plan.pdf', 9).waitFor()
  expect(await pictureOf('torn.pdf', 9).count()).toBe(0)
})

/** Nothing of any text is kept on the device. */
async function forgetBodies(): Promise<void> {
  const [{ name = '' } = {}] = (await indexedDB.databases()).filter((one) =>
    one.name?.startsWith('plmail-mail-'),
  )
  await new Promise<void>((resolve, reject) => {
    const opening = indexedDB.open(name)
    opening.onerror = () => reject(new Error(name))
    opening.onsuccess = () => {
      const emptying = opening.result.transaction('bodies', 'readwrite')
      emptying.objectStore('bodies').clear()
      emptying.oncomplete = () => resolve(opening.result.close())
    }
  })
}

/** How much of a picture is not white, once it is there. */
async function inkOf(picture: Locator): Promise<number> {
  await picture.waitFor()
  return picture.evaluate(async (image: HTMLImageElement) => {
    await image.decode()
    const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight)
    const context = canvas.getContext('2d')!
    context.drawImage(image, 0, 0)
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height)
    let dark = 0
    for (let at = 0; at < data.length; at += 4) if (data[at]! < 200) dark += 1
    return dark / (data.length / 4)
  })
}

test('original, paper and archive open outside of our origin', async () => {
  const link = async (name: string) => {
    await message(2).getByRole('button', { name: 'More about this message' }).click()
    return (await page.getByRole('menuitem', { name }).getAttribute('href'))!
  }
  const original = await link('Show original')
  await page.keyboard.press('Escape')
  const sent = await page.request.get(plmail.address + original)
  expect(sent.headers()).toMatchObject({
    'content-type': 'text/plain; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining('sandbox') as string,
  })
  expect((await sent.body()).equals(Buffer.from(conversation()[2]!))).toBe(true)
  const saved = await page.request.get(`${plmail.address}${original}?download`)
  expect(saved.headers()['content-disposition']).toMatch(
    /^attachment; filename\*=UTF-8''Re_%20The%20engine\.eml$/,
  )

  const tab = await page.context().newPage()
  await tab.goto(plmail.address + (await link('Print')))
  await page.keyboard.press('Escape')
  await tab.getByText('All drawings').waitFor()
  expect(await tab.evaluate(() => [self.origin, document.querySelectorAll('iframe').length])).toEqual([
    'null',
    0,
  ])
  await tab.goto(plmail.address + original)
  expect(await tab.evaluate(() => self.origin)).toBe('null')
  await tab.close()

  const archive = await page.request.get(
    plmail.address + (await message(2).getByRole('link', { name: 'Download all' }).getAttribute('href'))!,
  )
  expect((await archive.body()).subarray(0, 4)).toEqual(Buffer.from('PK\x03\x04', 'latin1'))
  const stranger = await (await fetch(plmail.address + original, { redirect: 'manual' })).text()
  expect(stranger).toBe('')
})

test('right-to-left and wordless subjects stand right, and ten thousand elements stay quick', async () => {
  await open('שלום עולם')
  expect(
    await thread()
      .getByRole('heading')
      .first()
      .evaluate((one) => getComputedStyle(one).direction),
  ).toBe('rtl')
  await open('🎉🎈')
  await body().getByText('🎉').waitFor()
  await open('Ten thousand rows')
  await body().getByText('2499').waitFor()
})

test('in a dark theme letters can be darkened, each of them readable', async () => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await open('Letter one')
  await body().getByText('The first frost came early').waitFor()
  await thread().getByRole('button', { name: 'More about this message' }).click()
  await page.getByRole('menuitem', { name: 'Dark colours' }).click()
  await within(async () => {
    const frame = await frameOf(thread())
    expect(await frame.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(
      'rgb(27, 29, 33)',
    )
  })
  const contrasts = await (await frameOf(thread())).evaluate(contrastsOf)
  expect(contrasts.length).toBeGreaterThan(3)
  for (const [text, contrast] of contrasts) expect([text, contrast >= 4.5]).toEqual([text, true])
  await page.emulateMedia({ colorScheme: 'light' })
})

/** Of every element with words of its own, as the browser draws it; a picture behind it is read as its own ground. */
function contrastsOf(): Array<[string, number]> {
  const parts = (css: string) => (css.match(/[\d.]+/g) ?? []).map(Number)
  const luminance = (css: string) => {
    const [r = 0, g = 0, b = 0] = parts(css).map((part) => {
      const share = part / 255
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const groundOf = (element: Element): string => {
    const own = getComputedStyle(element).backgroundColor
    return parts(own)[3] === 0 && element.parentElement ? groundOf(element.parentElement) : own
  }
  return [...document.body.querySelectorAll('*')]
    .filter((element) =>
      [...element.childNodes].some((node) => node.nodeType === 3 && node.nodeValue?.trim()),
    )
    .filter((element) => element.tagName !== 'SCRIPT')
    .map((element) => {
      const pair = [luminance(getComputedStyle(element).color), luminance(groundOf(element))]
      return [element.textContent ?? '', (Math.max(...pair) + 0.05) / (Math.min(...pair) + 0.05)]
    })
}

test('all of it on a phone', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${plmail.address}/mail/inbox`)
  await open('The engine')
  await body(message(2)).getByText('All drawings').waitFor()
  expect(await ada.violations()).toEqual([])
  await message(2)
    .getByRole('button', { name: /^Open review\.ics/ })
    .click()
  await page.getByRole('dialog').getByRole('heading', { name: 'Review of the engine' }).waitFor()
  expect(await ada.violations()).toEqual([])
  expect(ada.complaints).toEqual([])
})

test('an older message is answered from its own menu, with keys alone', async () => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${plmail.address}/mail/inbox`)
  await open('The engine')
  await message(0).locator('[aria-expanded=false]').click()
  const focus = () => page.evaluate(() => document.activeElement?.textContent?.trim())
  await message(0).getByRole('button', { name: 'More about this message' }).focus()
  await page.keyboard.press('Enter')
  await within(async () => expect(await focus()).toBe('Reply'))
  expect(await ada.violations()).toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
  await page.keyboard.press('ArrowUp')
  expect(await focus()).toBe('Download message (.eml)')
  await page.keyboard.press('ArrowDown')
  expect(await focus()).toBe('Reply')
  await page.keyboard.press('f')
  expect(await focus()).toBe('Forward')
  await page.keyboard.press('Escape')
  await page.getByRole('menu').waitFor({ state: 'hidden' })
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-haspopup'))).toBe('menu')
  await page.keyboard.press('Enter')
  await within(async () => expect(await focus()).toBe('Reply'))
  await page.keyboard.press('End')
  await page.keyboard.press('f')
  expect(await focus()).toBe('Forward')
  await page.keyboard.press('Enter')
  // What goes on is this message, and not the newest with its nine files.
  await quotes('See www.example.net/engine')
  // What was changed has a draft, which is gone before the page is left.
  await letter().getByLabel('Subject').fill('Not sent after all')
  await letter().getByRole('button', { name: 'Discard' }).click()
  await page.getByText('Draft discarded').waitFor()
  expect(ada.complaints).toEqual([])
})

test('a discarded draft is no part of its conversation any more', async () => {
  await page.goto(`${plmail.address}/mail/inbox`)
  await open('The engine')
  await thread().getByText('3 messages').waitFor()
  await message(0).locator('[aria-expanded=false]').click()
  await page.keyboard.press('r')
  await letter().getByRole('textbox', { name: 'Message', exact: true }).waitFor()
  await page.keyboard.type('Never mind')
  await thread().getByText('4 messages').waitFor()
  await page.getByRole('button', { name: 'Edit draft' }).waitFor()
  await letter().getByRole('button', { name: 'Discard' }).click()
  await page.getByText('Draft discarded').waitFor()
  await thread().getByText('3 messages').waitFor()
  expect(await page.getByRole('button', { name: 'Edit draft' }).count()).toBe(0)
  await page.reload()
  await thread().getByText('3 messages').waitFor()
  expect(await thread().getByText('Never mind').count()).toBe(0)
  expect(ada.complaints).toEqual([])
})

test('the keys answer the message that has the focus, and the one that had it last', async () => {
  await page.goto(`${plmail.address}/mail/inbox`)
  await open('The engine')
  const current = () => thread().locator('article[aria-current]')
  const ofNewest = await message(2).getAttribute('data-message')
  await within(async () => expect(await current().getAttribute('data-message')).toBe(ofNewest))
  await message(0).locator('[aria-expanded=false]').click()
  await page.keyboard.press('f')
  await quotes('See www.example.net/engine')
  await letter().getByRole('button', { name: 'Discard' }).click()
  await letter().waitFor({ state: 'hidden' })

  // The focus is with the toolbar now; the message in whose frame it was is still the one that is meant.
  await body(message(2)).getByText('All drawings, see').click()
  await within(async () => expect(await current().getAttribute('data-message')).toBe(ofNewest))
  await body(message(0)).getByText('See www.example.net/engine').click()
  await within(async () => expect(await current().getAttribute('data-message')).not.toBe(ofNewest))
  await page.getByRole('button', { name: 'Forward' }).first().click()
  await quotes('See www.example.net/engine')
  await letter().getByRole('button', { name: 'Discard' }).click()
  await letter().waitFor({ state: 'hidden' })
  expect(ada.complaints).toEqual([])
})
