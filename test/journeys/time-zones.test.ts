import type { CalendarEventView, CalendarView } from '@plmail/wire'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { launchChromium } from '../fixtures/chromium.ts'
import { type PlMail, startPlMail } from '../fixtures/plmail.ts'
import { signIn } from '../fixtures/sign-in.ts'
import type { Visitor } from '../../packages/server-testing/src/http/visitor.ts'

/** Somebody sets up plMail, signs in from one zone and travels: the clocks on screen are theirs, and never silently others. */
let plmail: PlMail
let visitor: Visitor
let browser: Browser

beforeAll(async () => {
  plmail = await startPlMail()
  visitor = plmail.visitor()
  browser = await launchChromium()
})
afterAll(async () => {
  await browser?.close()
  await plmail?.[Symbol.asyncDispose]()
})

async function pageIn(timezoneId: string, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    reducedMotion: 'reduce',
    timezoneId,
    ...options,
  })
  onTestFinished(() => context.close())
  const page = await context.newPage()
  page.setDefaultTimeout(45_000)
  return page
}

async function signedInFrom(timezoneId: string, path: string): Promise<Page> {
  const page = await pageIn(timezoneId)
  await page.goto(`${plmail.address}${path}`)
  await signIn(page)
  return page
}

const chosen = (page: Page, name: string) => page.locator(`select[name=${name}]`).inputValue()
const getZone = async () =>
  (await visitor.api<{ user: { timeZone: string } }>('GET', '/api/session')).user.timeZone
const bar = (page: Page) => page.getByRole('status').filter({ hasText: 'This device is in' })
const plain = (text: string | null) => (text ?? '').replaceAll(/\s+/gu, ' ')

test('the set-up page offers the language, formats and zone of the browser, and without script the zone is left to it', async () => {
  const page = await pageIn('Asia/Kathmandu', { locale: 'de-AT' })
  await page.goto(`${plmail.address}/install`)
  expect(await chosen(page, 'language')).toBe('de')
  expect(await chosen(page, 'locale')).toBe('de-AT')
  expect(await chosen(page, 'timeZone')).toMatch(/^Asia\/Kath?mandu$/)
  const plainPage = await pageIn('Asia/Kathmandu', { javaScriptEnabled: false })
  await plainPage.goto(`${plmail.address}/install`)
  expect(await chosen(plainPage, 'timeZone')).toBe('')
  expect(await plainPage.locator('select[name=language] option').allTextContents()).toEqual([
    'English',
    'Deutsch',
  ])
})

test('the first browser that signs in decides the zone, and is not asked', async () => {
  await visitor.install({ locale: 'en-GB', timeZone: '' })
  const page = await signedInFrom('America/New_York', '/calendar/week')
  await page.getByRole('grid').first().waitFor()
  expect(await getZone()).toBe('America/New_York')
  expect(await bar(page).count()).toBe(0)
})

test('an event of another zone is shown on the clocks of the reader, with its own beside them', async () => {
  const accountId = await visitor.personalAccount()
  const { list } = await visitor.call<{ list: CalendarView[] }>('Calendar/get', { accountId, ids: null })
  const created = {
    calendarIds: { [list[0]?.id ?? '']: true },
    title: 'Concert',
    start: '2027-03-10T18:30:00',
    duration: 'PT2H',
    timeZone: 'Europe/Berlin',
  }
  await visitor.call<{ created: Record<string, CalendarEventView> }>('CalendarEvent/set', {
    accountId,
    create: { concert: created },
  })
  // The device is in a third zone, which is nobody's.
  const page = await signedInFrom('Asia/Kathmandu', '/calendar/week/2027-03-10')
  await page.getByRole('grid').getByRole('button', { name: 'Concert' }).click()
  const when = plain(await page.getByRole('dialog').locator('.when').textContent())
  expect(when).toMatch(/Wednesday,? 10 March 2027, 12:30–14:30 \(18:30–20:30 in Europe\/Berlin\)/)
  await page.keyboard.press('Escape')
  await page.goto(`${plmail.address}/calendar/agenda/2027-03-10`)
  const line = page.getByRole('grid').getByRole('row').filter({ hasText: 'Concert' })
  expect(plain(await line.textContent())).toContain('(18:30–20:30 in Europe/Berlin)')
})

test('a device elsewhere is asked about once, and the account moves only where its user says so', async () => {
  const page = await signedInFrom('Europe/Berlin', '/calendar/week')
  await bar(page).getByRole('button', { name: 'Keep New York' }).click()
  await vi.waitFor(async () => expect(await bar(page).count()).toBe(0))
  await page.reload()
  await page.getByRole('grid').first().waitFor()
  expect(await bar(page).count()).toBe(0)
  expect(await getZone()).toBe('America/New_York')
  const travelled = await signedInFrom('Asia/Tokyo', '/calendar/week')
  await bar(travelled).getByRole('button', { name: 'Switch to Tokyo' }).click()
  await vi.waitFor(async () => expect(await getZone()).toBe('Asia/Tokyo'), { timeout: 30_000 })
  await travelled.getByRole('grid').first().waitFor()
  expect(await bar(travelled).count()).toBe(0)
})
