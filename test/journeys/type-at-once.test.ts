import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { tellAtFailure } from '../fixtures/at-failure.ts'
import { onLine, slowLine, slowMachine, type Line } from '../fixtures/slow-line.ts'
import { openWriter, type Writer } from '../fixtures/writer.ts'

/**
 * Who presses a key that opens something types on at once. On a slow line, on a slow machine and without a network all
 * of it goes into what opens, and none of it does anything to the mail.
 */
let writer: Writer

beforeAll(async () => {
  writer = await openWriter()
})
beforeEach(() => tellAtFailure(() => writer?.witnesses ?? []))
afterAll(() => writer?.[Symbol.asyncDispose]())

/** Each letter of it is a command of the mail. */
const typed = 'elin'

/** A key that opens something, and where the text goes; without a place it opens what takes no text. */
interface Opening {
  readonly key: string
  readonly field?: () => Locator
  /** How it is left without a trace. */
  readonly leave?: readonly string[]
}

const inDialog = () => writer.ada.page.locator('dialog:modal').getByRole('combobox')
const toField = () => writer.composer().getByRole('combobox', { name: 'To' })
const messageText = () => writer.text()
const closed = ['Control+Shift+D']
const openings: readonly Opening[] = [
  { key: 'c', field: toField, leave: closed },
  { key: 'r', field: messageText, leave: closed },
  { key: 'a', field: messageText, leave: closed },
  { key: 'f', field: toField, leave: closed },
  { key: 'Shift+R', field: messageText, leave: closed },
  { key: '/', field: () => writer.ada.page.getByRole('combobox', { name: 'Search mail' }) },
  { key: 'Control+k', field: inDialog },
  { key: 'v', field: inDialog },
  { key: 'l', field: inDialog },
  { key: 'b', field: inDialog },
  { key: 'h', field: inDialog },
  { key: '?' },
  { key: 'g o' },
]

/** What a conversation that is being read opens over itself. */
const inConversation = openings.filter(({ key }) => ['r', 'f', 'v', 'l', 'b', 'h'].includes(key))

/** Each letter of it is a command of the calendar. */
const typedInCalendar = 'matdx'
const calendarOpenings: readonly Required<Pick<Opening, 'key' | 'field'>>[] = [
  { key: 'n', field: () => writer.ada.page.getByLabel('Title of the new event') },
  { key: 'Shift+G', field: () => writer.ada.page.locator('dialog:modal').getByLabel('Date') },
  { key: '/', field: () => writer.ada.page.getByLabel('Search events') },
]

const loadText = (field: Locator): Promise<string> =>
  field.evaluate((place) => (place instanceof HTMLInputElement ? place.value : (place.textContent ?? '')))

/** What opening, reading and throwing a draft away do; a slow machine has saved the draft by then. No typed letter does them. */
const expected = ['create', 'mark-read', 'discard', 'trash', 'destroy']

/** Everything else that was done to the mail since. */
function watchDeeds(): () => string[] {
  const verbs: string[] = []
  writer.ada.page.on('request', (request) => {
    for (const [, verb] of (request.postData() ?? '').matchAll(/"verb":"([a-z-]+)"/g))
      if (verb && !expected.includes(verb)) verbs.push(verb)
  })
  return () => verbs
}

async function startAnew(path = '/mail/inbox'): Promise<void> {
  await writer.ada.page.goto(`${writer.plmail.address}${path}`)
  await writer.row('The plan').waitFor()
}

/** Opens it from a page that has only just been drawn, and types. `before`: what is pressed on the conversation first. */
async function openAndType({ key, field }: Opening, ...before: string[]): Promise<void> {
  const { page, press } = writer.ada
  await page.keyboard.press('j')
  for (const first of before) await page.keyboard.press(first)
  await press(key)
  await page.keyboard.type(typed, { delay: 80 })
  await page.locator(field ? 'body' : 'dialog:modal').waitFor()
  await expect.poll(() => (field ? loadText(field()) : typed), { timeout: 60_000 }).toContain(typed)
}

describe.each<[string, Line]>([
  ['on a slow line', slowLine],
  ['on a slow machine', slowMachine],
])('%s', (_name, line) => {
  test.each(openings)('what is typed after $key goes into what it opens', async (opening) => {
    const { page } = writer.ada
    const deeds = watchDeeds()
    {
      await using _line = await onLine(page, line)
      await startAnew()
      await openAndType(opening)
    }
    for (const leave of opening.leave ?? ['Escape']) await page.keyboard.press(leave)
    // A message that is not saved yet would open again with the page, and take the focus.
    await page.evaluate(() => localStorage.clear())
    await startAnew()
    expect(deeds()).toEqual([])
    expect(await writer.row('The plan').count()).toBe(1)
  })

  test.each(inConversation)(
    'what is typed after $key in an open conversation goes into what it opens',
    async (opening) => {
      const { page } = writer.ada
      const deeds = watchDeeds()
      {
        await using _line = await onLine(page, line)
        await startAnew()
        await openAndType(opening, 'o')
      }
      for (const leave of opening.leave ?? ['Escape']) await page.keyboard.press(leave)
      await page.evaluate(() => localStorage.clear())
      await startAnew()
      expect(deeds()).toEqual([])
      expect(await writer.row('The plan').count()).toBe(1)
    },
  )

  test.each(calendarOpenings)(
    'what is typed after $key in the calendar goes into what it opens, and the view stays',
    async ({ key, field }) => {
      const { page, press } = writer.ada
      {
        await using _line = await onLine(page, line)
        await page.goto(`${writer.plmail.address}/calendar/week`)
        await page.getByRole('grid').waitFor()
        await press(key)
        await page.keyboard.type(typedInCalendar, { delay: 80 })
        await expect.poll(() => loadText(field()), { timeout: 60_000 }).toBe(typedInCalendar)
      }
      expect(new URL(page.url()).pathname).toMatch(/^\/calendar\/week/)
    },
  )
})

describe('without a network', () => {
  /** Once everything is on the device that a start without a network needs. */
  async function startOffline(): Promise<void> {
    const { page } = writer.ada
    await page.context().setOffline(false)
    await startAnew()
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    await expect.poll(() => page.evaluate(keptFacts)).toContain('identities')
    await page.context().setOffline(true)
    await startAnew()
  }
  afterAll(() => writer.ada.page.context().setOffline(false))

  test.each(openings.filter(({ key }) => key !== 'Shift+R'))(
    'what is typed after $key goes into what it opens',
    async (opening) => {
      const deeds = watchDeeds()
      await startOffline()
      await openAndType(opening)
      await writer.ada.page.context().setOffline(false)
      await startAnew()
      expect(deeds()).toEqual([])
      expect(await writer.row('The plan').count()).toBe(1)
    },
  )

  test('a new message is written, stays on the device over a restart, and reaches the server later', async () => {
    const { page } = writer.ada
    const subject = `Written on the train ${String(Date.now())}`
    await startOffline()
    await page.keyboard.press('c')
    await page.keyboard.type('bo@example.net,')
    await page.keyboard.press('Tab')
    await writer.composer().getByLabel('Subject').fill(subject)
    await writer.text().fill('From the train')
    await writer.composer().locator('[data-save=away]').waitFor()
    await startAnew()
    await writer.text().getByText('From the train').waitFor()
    await page.context().setOffline(false)
    await expect.poll(() => writer.inFolder('Drafts', subject), { timeout: 90_000 }).toHaveLength(1)
  })
})

/** The keys the device stores besides conversations. */
async function keptFacts(): Promise<string[]> {
  const mailDatabase = (await indexedDB.databases()).find(({ name }) => name?.startsWith('plmail-mail-'))
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(mailDatabase?.name ?? '')
    opening.onerror = () => reject(new Error('the mail of the device does not open'))
    opening.onsuccess = () => {
      const reading = opening.result.transaction('facts').objectStore('facts').getAllKeys()
      reading.onsuccess = () => {
        opening.result.close()
        resolve(reading.result.map(String))
      }
    }
  })
}
