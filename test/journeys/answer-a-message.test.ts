import { expect, test } from 'vitest'
import { getBody, readerThrough, theEngine, within } from '../fixtures/reader.ts'

/** Of a conversation the message that is meant is answered: chosen in its menu, or as it has the focus. */
const { reader, page, thread, message } = readerThrough(theEngine())

const mail = () =>
  page()
    .getByRole('dialog')
    .filter({ has: page().getByLabel('Subject') })

/** The message that is open quotes this. */
async function quotes(text: string): Promise<void> {
  await mail().getByRole('button', { name: 'Quoted text' }).waitFor()
  if ((await mail().locator('iframe').count()) === 0)
    await mail().getByRole('button', { name: 'Quoted text' }).click()
  await mail().locator('iframe').contentFrame().getByText(text).waitFor()
}

test('an older message is answered from its own menu, with keys alone', async () => {
  await reader().go('inbox')
  await reader().open('The engine')
  await message(0).locator('[aria-expanded=false]').click()
  const focus = () => page().evaluate(() => document.activeElement?.textContent?.trim())
  await message(0).getByRole('button', { name: 'More actions for this message' }).focus()
  await page().keyboard.press('Enter')
  await within(async () => expect(await focus()).toBe('Reply'))
  expect(await reader().ada.violations()).toEqual([])
  await page().emulateMedia({ colorScheme: 'light' })
  await page().keyboard.press('ArrowUp')
  expect(await focus()).toBe('Download message (.eml)')
  await page().keyboard.press('ArrowDown')
  expect(await focus()).toBe('Reply')
  await page().keyboard.press('f')
  expect(await focus()).toBe('Forward')
  await page().keyboard.press('Escape')
  await page().getByRole('menu').waitFor({ state: 'hidden' })
  expect(await page().evaluate(() => document.activeElement?.getAttribute('aria-haspopup'))).toBe('menu')
  await page().keyboard.press('Enter')
  await within(async () => expect(await focus()).toBe('Reply'))
  await page().keyboard.press('End')
  await page().keyboard.press('f')
  expect(await focus()).toBe('Forward')
  await page().keyboard.press('Enter')
  // What goes on is this message, and not the newest with its nine files.
  await quotes('See www.example.net/engine')
  // What was changed has a draft, which is gone before the page is left.
  await mail().getByLabel('Subject').fill('Not sent after all')
  await mail().getByRole('button', { name: 'Discard' }).click()
  await reader().ada.seesToast('Draft discarded')
  expect(reader().ada.complaints).toEqual([])
})

test('a discarded draft is no part of its conversation any more', async () => {
  await reader().go('inbox')
  await reader().open('The engine')
  await thread().getByText('3 messages').waitFor()
  await message(0).locator('[aria-expanded=false]').click()
  await page().keyboard.press('r')
  await mail().getByRole('textbox', { name: 'Message', exact: true }).waitFor()
  await page().keyboard.type('Never mind')
  await thread().getByRole('group', { name: 'Draft' }).waitFor()
  await mail().getByRole('button', { name: 'Discard' }).click()
  await reader().ada.seesToast('Draft discarded')
  await thread().getByText('3 messages').waitFor()
  expect(await thread().getByRole('group', { name: 'Draft' }).count()).toBe(0)
  await page().reload()
  await thread().getByText('3 messages').waitFor()
  expect(await thread().getByText('Never mind').count()).toBe(0)
  expect(reader().ada.complaints).toEqual([])
})

test('the keys answer the message that has the focus, and the one that had it last', async () => {
  await reader().go('inbox')
  await reader().open('The engine')
  const current = () => thread().locator('article[aria-current]')
  const ofNewest = await message(2).getAttribute('data-message')
  await within(async () => expect(await current().getAttribute('data-message')).toBe(ofNewest))
  await message(0).locator('[aria-expanded=false]').click()
  await page().keyboard.press('f')
  await quotes('See www.example.net/engine')
  await mail().getByRole('button', { name: 'Discard' }).click()
  await mail().waitFor({ state: 'hidden' })

  // The focus is with the toolbar now; the message in whose frame it was is still the one that is meant.
  await getBody(message(2)).getByText('All drawings, see').click()
  await within(async () => expect(await current().getAttribute('data-message')).toBe(ofNewest))
  await getBody(message(0)).getByText('See www.example.net/engine').click()
  await within(async () => expect(await current().getAttribute('data-message')).not.toBe(ofNewest))
  await page().getByRole('button', { name: 'Forward' }).first().click()
  await quotes('See www.example.net/engine')
  await mail().getByRole('button', { name: 'Discard' }).click()
  await mail().waitFor({ state: 'hidden' })
  expect(reader().ada.complaints).toEqual([])
})
