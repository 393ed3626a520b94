import type { Frame, Locator } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { asPhone } from '../fixtures/browser-user.ts'
import {
  emojiOnly,
  enormous,
  newsletter,
  phishing,
  rightToLeft,
  typedByHand,
} from '../fixtures/messages-to-judge.ts'
import { getBody, readerThrough, theEngine, within } from '../fixtures/reader.ts'
import { fitsItsWidth } from '../fixtures/page-width.ts'

/** Reading what strangers wrote: pictures only when wanted, lies told as such, keys that go on working. */
const { reader, page, thread, message } = readerThrough([
  ...[enormous, emojiOnly, rightToLeft].map((mail) => ({ message: mail })),
  ...theEngine(),
  ...[typedByHand, phishing, newsletter('Letter two'), newsletter('Letter one')].map((mail) => ({
    message: mail,
  })),
  { message: newsletter('Letter three'), folder: 'Junk' },
])
beforeAll(() => page().getByText('8 conversations').waitFor())

async function loadFrame(locator: Locator): Promise<Frame> {
  const handle = await locator.locator('iframe').first().elementHandle()
  return (await handle!.contentFrame())!
}

test('images are asked for when the reader wants them, and say so when they do not come', async () => {
  const source = async () =>
    (await loadFrame(thread())).evaluate(() => document.querySelector('img')!.getAttribute('src'))
  await reader().open('Letter one')
  await getBody(thread()).getByText('The first frost came early').waitFor()
  await thread().getByRole('button', { name: 'Show 1 image' }).waitFor()
  expect(await source()).toMatch(/^data:image\/svg\+xml,/)
  expect(await reader().ada.violations()).toEqual([])
  await page().keyboard.press('Shift+L')
  // Nobody answers at that address: the same empty pixel comes as for every failure.
  await thread().getByText('1 image couldn’t be loaded.').waitFor()
  expect(await source()).toMatch(/^\/mail\/image-proxy\?u=/)
})

test('a sender can be trusted for good, with undo; in Spam that does not count', async () => {
  await reader().open('Letter two')
  await thread().getByRole('button', { name: 'Always show from news@fieldnotes.example' }).click()
  await page().getByText('Images from news@fieldnotes.example will be shown from now on').waitFor()
  await thread().getByText('1 image couldn’t be loaded.').waitFor()
  await page().goto(`${reader().plmail.address}/settings/reading`)
  await page().getByText('news@fieldnotes.example').waitFor()
  expect(await reader().ada.violations()).toEqual([])

  await reader().go('spam')
  await reader().open('Letter three')
  await thread().getByText('This message is in Spam').waitFor()
  await thread().getByText('Images from the internet are blocked.').waitFor()
  expect(
    await thread()
      .getByRole('button', { name: /^Always show/ })
      .count(),
  ).toBe(0)

  await page().goto(`${reader().plmail.address}/settings/reading`)
  await page().getByRole('button', { name: 'Stop showing images from news@fieldnotes.example' }).click()
  // At once: the way back is there for ten seconds. That the list is empty meanwhile is seen on the phone.
  await page().getByRole('button', { name: 'Undo' }).click()
  await reader().ada.seesToast('are blocked again')
  await page().getByRole('button', { name: 'Stop showing images from news@fieldnotes.example' }).waitFor()
})

test('a name that lies is told, and so is a link that leads elsewhere, by pointer and by keyboard', async () => {
  await reader().go('inbox')
  await reader().open('Your account is limited')
  await thread()
    .getByText(/The name says “PayPal Inc\.”, but this came from secure-login\.example/)
    .waitFor()
  await getBody(thread()).getByText('www.paypal.com').hover()
  const preview = page().getByRole('status').filter({ hasText: 'evil.com' })
  await preview.getByText('The text says www.paypal.com, but the link leads to').waitFor()
  await getBody(thread()).getByText('an honest link').focus()
  await page().getByRole('status').filter({ hasText: 'fieldnotes.example' }).waitFor()
  expect(await preview.count()).toBe(0)

  await thread().getByRole('button', { name: 'More actions for this message' }).click()
  await page().getByRole('menuitem', { name: 'Details and headers' }).click()
  const details = page().getByRole('dialog')
  await details.getByText('According to mx.example.org, the mail server of this mailbox:').waitFor()
  await details.getByText('SPF: fail').waitFor()
  await details.getByText('All headers').click()
  await details.getByText('Message-ID: <limited@secure-login.example>').waitFor()
  expect(await reader().ada.violations()).toEqual([])
  await page().keyboard.press('Escape')
})

test('a link that shows another site is warned of, and asked about before it opens, by pointer, keyboard and touch', async () => {
  await reader().go('inbox')
  await reader().open('Your account is limited')
  await thread()
    .getByText(/A link in this message may be dangerous: it shows www\.paypal\.com but leads to evil\.com\./)
    .waitFor()
  const link = getBody(thread()).getByRole('link', { name: 'www.paypal.com' })
  const question = page().getByRole('dialog', { name: 'Open this link?' })
  await link.click()
  await question.getByText('This link shows www.paypal.com but leads to evil.com. Open it anyway?').waitFor()
  expect(await question.locator('b').textContent()).toBe('evil.com')
  await page().keyboard.press('Enter')
  await question.waitFor({ state: 'detached' })
  await link.click({ button: 'middle' })
  await question.waitFor()
  await page().keyboard.press('Escape')
  await question.waitFor({ state: 'detached' })
  await link.focus()
  await page().keyboard.press('Enter')
  await question.waitFor()
  expect(page().context().pages()).toEqual([page()])
  const [opened] = await Promise.all([
    page().context().waitForEvent('page'),
    question.getByRole('link', { name: 'Open anyway' }).press('Enter'),
  ])
  await opened.close()
  await question.waitFor({ state: 'detached' })
  const phone = await asPhone(page())
  await phone.tap(link)
  expect(await fitsItsWidth(page())).toBe(true)
  await phone.tap(question.getByRole('button', { name: 'Cancel' }).last())
  await question.waitFor({ state: 'detached' })
  await phone.putDown()
  expect(await reader().ada.violations()).toEqual([])
})

test('keys go on working while a message has the focus', async () => {
  await reader().open('The engine')
  await getBody(message(2)).getByText('All drawings').waitFor()
  expect(await message(0).locator('iframe').count()).toBe(0)
  await getBody(message(2)).getByText('here').focus()
  await page().keyboard.press(';')
  await getBody(message(0)).getByRole('link', { name: 'www.example.net/engine' }).waitFor()
  expect(await reader().ada.violations()).toEqual([])
  // In the other theme bodies are drawn anew.
  await getBody(message(2)).getByText('here').focus()
  await page().keyboard.press('p')
  await within(async () => expect(await focused()).toBe(1))
  await page().keyboard.press('p')
  await within(async () => expect(await focused()).toBe(0))
  await page().keyboard.press('n')
  await within(async () => expect(await focused()).toBe(1))
  await getBody(message(2)).getByText('here').focus()
  await page().keyboard.press('?')
  await page().getByRole('dialog').getByText('Next message').waitFor()
  await page().keyboard.press('Escape')
})

/** Which message of the conversation has the focus. */
async function focused(): Promise<number> {
  return page().evaluate(() => {
    const all = [...document.querySelectorAll('[data-region=thread] article')]
    return all.findIndex((element) => element === document.activeElement)
  })
}

test('right-to-left and wordless subjects stand right, and ten thousand elements stay quick', async () => {
  await reader().open('שלום עולם')
  expect(
    await thread()
      .getByRole('heading')
      .first()
      .evaluate((element) => getComputedStyle(element).direction),
  ).toBe('rtl')
  await reader().open('🎉🎈')
  await getBody(thread()).getByText('🎉').waitFor()
  await reader().open('Ten thousand rows')
  await getBody(thread()).getByText('2499').waitFor()
})

test('in a dark theme a typed message is dark by itself, and original colours are one click away', async () => {
  const ground = async () =>
    (await loadFrame(thread())).evaluate(() => getComputedStyle(document.body).backgroundColor)
  await page().emulateMedia({ colorScheme: 'dark' })
  await reader().open('Typed by hand')
  await getBody(thread()).getByText('Took it.').waitFor()
  await expect.poll(ground).toBe('rgb(27, 29, 33)')
  await thread().getByRole('button', { name: 'More actions for this message' }).click()
  await page().getByRole('menuitem', { name: 'Original colours' }).click()
  await expect.poll(ground).toBe('rgb(255, 255, 255)')
  await page().emulateMedia({ colorScheme: 'light' })
})

test('in a dark theme messages can be darkened, each of them readable', async () => {
  await page().emulateMedia({ colorScheme: 'dark' })
  await reader().open('Letter one')
  await getBody(thread()).getByText('The first frost came early').waitFor()
  await thread().getByRole('button', { name: 'More actions for this message' }).click()
  await page().getByRole('menuitem', { name: 'Dark colours' }).click()
  await within(async () => {
    const frame = await loadFrame(thread())
    expect(await frame.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(
      'rgb(27, 29, 33)',
    )
  })
  const contrasts = await (await loadFrame(thread())).evaluate(getContrasts)
  expect(contrasts.length).toBeGreaterThan(3)
  for (const [text, contrast] of contrasts) expect([text, contrast >= 4.5]).toEqual([text, true])
  await page().emulateMedia({ colorScheme: 'light' })
})

/** Of every element with words of its own, as the browser draws it; a picture behind it is read as its own ground. */
function getContrasts(): Array<[string, number]> {
  const parts = (css: string) => (css.match(/[\d.]+/g) ?? []).map(Number)
  const luminance = (css: string) => {
    const [r = 0, g = 0, b = 0] = parts(css).map((part) => {
      const share = part / 255
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const getGround = (element: Element): string => {
    const own = getComputedStyle(element).backgroundColor
    return parts(own)[3] === 0 && element.parentElement ? getGround(element.parentElement) : own
  }
  return [...document.body.querySelectorAll('*')]
    .filter((element) =>
      [...element.childNodes].some((node) => node.nodeType === 3 && node.nodeValue?.trim()),
    )
    .filter((element) => element.tagName !== 'SCRIPT')
    .map((element) => {
      const pair = [luminance(getComputedStyle(element).color), luminance(getGround(element))]
      return [element.textContent ?? '', (Math.max(...pair) + 0.05) / (Math.min(...pair) + 0.05)]
    })
}

test('on a phone pictures are asked for and lies told as well', async () => {
  const phone = await asPhone(page())
  await page().goto(`${reader().plmail.address}/settings/reading`)
  await phone.tap(page().getByRole('button', { name: 'Stop showing images from news@fieldnotes.example' }))
  await page().getByText('None yet. Choose').waitFor()
  await reader().go('inbox')
  await phone.tap(reader().row('Letter two'))
  await phone.tap(thread().getByRole('button', { name: 'Show 1 image' }))
  await thread().getByText('1 image couldn’t be loaded.').waitFor()
  expect(await reader().ada.violations()).toEqual([])
  await reader().go('inbox')
  await phone.tap(reader().row('Your account is limited'))
  await thread().getByText('this came from secure-login.example').waitFor()
  expect(await reader().ada.violations()).toEqual([])
  expect(await fitsItsWidth(page())).toBe(true)
  await phone.putDown()
  expect(reader().ada.complaints).toEqual([])
})
