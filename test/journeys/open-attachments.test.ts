import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { holdBack } from '../fixtures/hold-back.ts'
import { conversation } from '../fixtures/messages-to-judge.ts'
import { getBody, readerThrough, theEngine } from '../fixtures/reader.ts'

/** The files that come with a message, and the message as a file: looked at, printed, taken along, and none becomes a page. */
const { reader, page } = readerThrough(theEngine())

/** The newest message, which has the files. */
const message = () => reader().message(2)

async function openMessage(): Promise<void> {
  await reader().go('inbox')
  await reader().open('The engine')
  await getBody(message()).getByText('All drawings').waitFor()
}

test('files open in a viewer of ours, one after the other, and none becomes a page', async () => {
  await openMessage()
  // Read, so that the title does not count it any more.
  const title = 'The engine · plMail'
  await expect.poll(() => page().title()).toBe(title)
  const files = message().getByRole('region', { name: '9 attachments' })
  await files.getByRole('button', { name: /^Open drawing\.png/ }).click()
  const viewer = page().getByRole('dialog')
  await viewer.getByRole('img', { name: 'drawing.png' }).waitFor()
  await viewer.getByRole('button', { name: 'Actual size' }).click()
  await viewer.getByRole('button', { name: 'Fit to window' }).waitFor()
  await page().keyboard.press('ArrowRight')
  await viewer.getByRole('heading', { name: 'Review of the engine' }).waitFor()
  await viewer.getByText(/Tuesday, November 24, 2026.*10:00/).waitFor()
  expect(await reader().ada.violations()).toEqual([])
  await page().keyboard.press('ArrowRight')
  await viewer.getByText('rad;zähne').waitFor()
  await page().keyboard.press('ArrowRight')
  await viewer.getByText('Attached message: The inner letter').waitFor()
  await getBody(viewer).getByText('Inside').waitFor()
  await page().keyboard.press('ArrowRight')
  await viewer.getByText('No preview available.').waitFor()
  await page().keyboard.press('ArrowRight')
  await viewer.getByText('Words of a page').waitFor()
  await page().keyboard.press('ArrowRight')
  await viewer.getByText('No preview available.').waitFor()
  await page().keyboard.press('ArrowRight')
  const first = viewer.getByRole('img', { name: 'plan.pdf, page 1 of 2' })
  expect(await loadInk(first)).toBeGreaterThan(0.05)
  expect(await loadInk(viewer.getByRole('img', { name: 'plan.pdf, page 2 of 2' }))).toBeGreaterThan(0.05)
  await viewer.getByText('Show as text').click()
  await viewer.getByText('Cylinder').waitFor()
  expect(await reader().ada.violations()).toEqual([])
  await page().keyboard.press('ArrowRight')
  await viewer.getByText('No preview available.').waitFor()
  await page().keyboard.press('ArrowLeft')
  await viewer.getByText('8 of 9').waitFor()
  await page().keyboard.press('Escape')
  await viewer.waitFor({ state: 'hidden' })
  expect(await page().title()).toBe(title)
  // Small on its card too: the picture, and the first page.
  for (const name of ['drawing.png', 'plan.pdf']) {
    const card = files.getByRole('button', { name: `Open ${name}` }).locator('img')
    expect(await loadInk(card)).toBeGreaterThan(0.05)
  }
  const script = page().waitForResponse(/\/assets\/draw-worker-/)
  await page().evaluate(async () => {
    for (const { name } of performance.getEntriesByType('resource'))
      if (name.includes('/assets/draw-worker-')) await fetch(name)
  })
  expect((await script).headers()['content-security-policy']).toMatch(/^default-src 'none'/)
})

test('each file keeps its own picture when the text comes late and takes one of them into itself', async () => {
  await openMessage()
  await page().evaluate(forgetBodies)
  await using text = await holdBack(page(), 'RenderedBody/get')
  await page().reload()
  const shown = (count: number) => message().getByRole('region', { name: `${count} attachments` })
  const getPicture = (name: string, count: number) =>
    shown(count)
      .getByRole('button', { name: `Open ${name}` })
      .locator('img')
  await getPicture('plan.pdf', 10).waitFor()
  text.letGo()
  await getPicture('plan.pdf', 9).waitFor()
  expect(await getPicture('torn.pdf', 9).count()).toBe(0)
})

/** Nothing of any text is kept on the device. */
async function forgetBodies(): Promise<void> {
  const [{ name = '' } = {}] = (await indexedDB.databases()).filter((database) =>
    database.name?.startsWith('plmail-mail-'),
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
async function loadInk(picture: Locator): Promise<number> {
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
  await openMessage()
  const link = async (name: string) => {
    await message().getByRole('button', { name: 'More actions for this message' }).click()
    return (await page().getByRole('menuitem', { name }).getAttribute('href'))!
  }
  const original = await link('Show original')
  await page().keyboard.press('Escape')
  const sent = await page().request.get(reader().plmail.address + original)
  expect(sent.headers()).toMatchObject({
    'content-type': 'text/plain; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining('sandbox') as string,
  })
  expect((await sent.body()).equals(Buffer.from(conversation()[2]!))).toBe(true)
  const saved = await page().request.get(`${reader().plmail.address}${original}?download`)
  expect(saved.headers()['content-disposition']).toMatch(
    /^attachment; filename="Re_ The engine\.eml"; filename\*=UTF-8''Re_%20The%20engine\.eml$/,
  )

  const tab = await page().context().newPage()
  await tab.goto(reader().plmail.address + (await link('Print')))
  await page().keyboard.press('Escape')
  await tab.getByText('All drawings').waitFor()
  expect(await tab.evaluate(() => [self.origin, document.querySelectorAll('iframe').length])).toEqual([
    'null',
    0,
  ])
  await tab.goto(reader().plmail.address + original)
  expect(await tab.evaluate(() => self.origin)).toBe('null')
  await tab.close()

  const archive = await page().request.get(
    reader().plmail.address +
      (await message().getByRole('link', { name: 'Download all' }).getAttribute('href'))!,
  )
  expect((await archive.body()).subarray(0, 4)).toEqual(Buffer.from('PK\x03\x04', 'latin1'))
  const stranger = await (await fetch(reader().plmail.address + original, { redirect: 'manual' })).text()
  expect(stranger).toBe('')
})

test('on a phone files open as well', async () => {
  await page().setViewportSize({ width: 390, height: 844 })
  await openMessage()
  expect(await reader().ada.violations()).toEqual([])
  await message()
    .getByRole('button', { name: /^Open review\.ics/ })
    .click()
  await page().getByRole('dialog').getByRole('heading', { name: 'Review of the engine' }).waitFor()
  expect(await reader().ada.violations()).toEqual([])
  expect(reader().ada.complaints).toEqual([])
})
