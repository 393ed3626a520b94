import type { CalendarEventView, CalendarView } from '@plmail/wire'
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { tellAtFailure } from '../fixtures/at-failure.ts'
import { type BrowserUser, openBrowser } from '../fixtures/browser-user.ts'
import { type PlMail, startPlMail } from '../fixtures/plmail.ts'
import { signIn } from '../fixtures/sign-in.ts'
import type { Visitor } from '../../packages/server-testing/src/http/visitor.ts'
import { fitsItsWidth } from '../fixtures/page-width.ts'

/** A week is planned, by mouse and by keyboard: what goes wrong is taken back, and another window sees it happen. */
const week = (day: string) => `2027-03-${day}`
const [monday, tuesday, wednesday, thursday] = ['08', '09', '10', '11'].map(week) as [
  ...[string, string, string, string],
]

let plmail: PlMail
let visitor: Visitor
let accountId: string
let ada: BrowserUser

beforeAll(async () => {
  plmail = await startPlMail()
  visitor = plmail.visitor()
  await visitor.install({ locale: 'en-GB' })
  ada = await openBrowser(plmail.address)
  await signInAt(ada, `/calendar/week/${wednesday}`)
  accountId = await visitor.personalAccount()
})
beforeEach(() => tellAtFailure(() => [plmail, ada]))
afterAll(async () => {
  await ada?.[Symbol.asyncDispose]()
  await plmail?.[Symbol.asyncDispose]()
})

async function signInAt({ page }: BrowserUser, path: string): Promise<void> {
  await page.goto(`${plmail.address}${path}`)
  await signIn(page)
  await page.getByRole('grid').first().waitFor()
}
const press = (...keys: string[]) => ada.press(...keys)
const event = (title: string, who = ada) => who.page.getByRole('grid').getByRole('button', { name: title })
const announced = (text: string | RegExp) => ada.seesToast(text)
const day = (name: string) => ada.page.locator(`.body [data-day="${name}"]`)
const within = (look: () => Promise<void>) => vi.waitFor(look, { timeout: 60_000, interval: 100 })
const dialog = () => ada.page.getByRole('dialog')

async function stored(): Promise<Record<string, CalendarEventView>> {
  const { list } = await visitor.call<{ list: CalendarEventView[] }>('CalendarEvent/get', {
    accountId,
    ids: null,
  })
  return Object.fromEntries(list.map((row) => [row.title ?? '', row]))
}
const times = (title: string, start: string, duration: string) =>
  within(async () => {
    const row = (await stored())[title]
    expect(`${row?.start} ${row?.duration}`).toBe(`${start} ${duration}`)
  })

/** Where an hour of a day stands. */
async function at(name: string, hour: number): Promise<[x: number, y: number]> {
  const box = (await day(name).boundingBox())!
  return [box.x + box.width / 2, box.y + (box.height / 24) * hour]
}
async function drag([x, y]: [number, number], [toX, toY]: [number, number]): Promise<void> {
  const { mouse } = ada.page
  await mouse.move(x, y)
  await mouse.down()
  await mouse.move((x + toX) / 2, (y + toY) / 2, { steps: 3 })
  await mouse.move(toX, toY, { steps: 3 })
  await mouse.up()
}
const loadMiddle = async (locator: Locator): Promise<[number, number]> => {
  const box = (await locator.boundingBox())!
  return [box.x + box.width / 2, box.y + 6]
}

test('a stretch of an empty day becomes an event by dragging', async () => {
  await drag(await at(wednesday, 10.1), await at(wednesday, 11.1))
  const begun = ada.page.locator('.body .quick form')
  await begun.getByText(/^Wed,? 10 Mar,? 10:00–11:15 \(1 hour 15 minutes\)$/).waitFor()
  await begun.getByText('Calendar', { exact: true }).waitFor()
  const hour = (await at(wednesday, 1))[1] - (await at(wednesday, 0))[1]
  // What was dragged stays drawn for as long as it lasts.
  expect((await begun.boundingBox())!.height).toBeGreaterThan(1.25 * hour - 2)
  await ada.page.getByLabel('Title of the new event').fill('Design review')
  await press('Enter')
  await event('Design review').waitFor()
  await announced('Design review added')
  await times('Design review', `${wednesday}T10:00:00`, 'PT1H15M')
})

test('another one by keyboard, which then goes an hour, a day and a quarter further, and back again', async () => {
  await press('n')
  await ada.page.getByLabel('Title of the new event').fill('Lunch')
  await press('Enter')
  await event('Lunch').waitFor()
  await times('Lunch', `${wednesday}T09:00:00`, 'PT1H')
  await event('Lunch').focus()
  await press('Alt+ArrowDown', 'Alt+ArrowDown', 'Alt+ArrowRight')
  await ada.page
    .locator('[aria-live=polite]')
    .filter({ hasText: 'Lunch, Thursday' })
    .waitFor({ state: 'attached' })
  await times('Lunch', `${thursday}T09:30:00`, 'PT1H')
  await press('Alt+Shift+ArrowDown')
  await times('Lunch', `${thursday}T09:30:00`, 'PT1H15M')
  await press('z')
  await times('Lunch', `${thursday}T09:30:00`, 'PT1H')
  await press('z')
  await times('Lunch', `${wednesday}T09:00:00`, 'PT1H')
  await event('Lunch').waitFor()
})

test('an event is moved and made longer with the mouse', async () => {
  await drag(await loadMiddle(event('Design review')), await at(tuesday, 14.1))
  await times('Design review', `${tuesday}T14:00:00`, 'PT1H15M')
  const box = (await event('Design review').boundingBox())!
  await drag([box.x + 20, box.y + box.height - 2], [box.x + 20, box.y + box.height + 33])
  await times('Design review', `${tuesday}T14:00:00`, 'PT2H')
  await press('z')
  await times('Design review', `${tuesday}T14:00:00`, 'PT1H15M')
  expect(ada.complaints).toEqual([])
})

test('a series is made in the form, with a sentence that says its rule', async () => {
  await press('Escape')
  await ada.page.goto(`${plmail.address}/calendar/day/${monday}`)
  await drag(await at(monday, 9.1), await at(monday, 9.35))
  await ada.page.getByLabel('Title of the new event').fill('Stand-up')
  await ada.page.getByRole('button', { name: 'More' }).click()
  await dialog().getByLabel('Title', { exact: true }).waitFor()
  await dialog().getByLabel('Repeats').selectOption('Custom')
  await dialog().getByRole('button', { name: 'Wednesday' }).click()
  await dialog().getByRole('combobox', { name: 'Ends' }).selectOption('After')
  await dialog().getByText('Every week on Monday and Wednesday, 10 times').waitFor()
  expect(await ada.violations()).toEqual([])
  await dialog().getByRole('button', { name: 'Save' }).click()
  await announced('Stand-up added')
  await within(async () =>
    expect((await stored())['Stand-up']?.recurrenceRule).toMatchObject({ frequency: 'weekly', count: 10 }),
  )
  await ada.page.goto(`${plmail.address}/calendar/week/${wednesday}`)
  await expect.poll(() => event('Stand-up').count()).toBe(2)
})

test('one of the series is changed, then this and what follows, and each is taken back', async () => {
  await event('Stand-up').last().focus()
  await press('Enter')
  await dialog().getByLabel('Title', { exact: true }).fill('Retro')
  await dialog().getByRole('button', { name: 'Save' }).click()
  await dialog().getByRole('button', { name: 'This event' }).waitFor()
  expect(await ada.violations()).toEqual([])
  await dialog().getByRole('button', { name: 'This event' }).click()
  await event('Retro').waitFor()
  await announced('Retro saved')
  await within(async () => {
    const { recurrenceOverrides } = (await stored())['Stand-up']!
    expect(recurrenceOverrides).toEqual({ [`${wednesday}T09:00:00`]: { title: 'Retro' } })
  })
  await press('z')
  await event('Retro').waitFor({ state: 'hidden' })
  await within(async () => expect((await stored())['Stand-up']).not.toHaveProperty('recurrenceOverrides'))

  await event('Stand-up').last().focus()
  await press('Alt+ArrowRight')
  await dialog().getByRole('button', { name: 'This and following' }).click()
  await within(async () => {
    const { list } = await visitor.call<{ list: CalendarEventView[] }>('CalendarEvent/get', {
      accountId,
      ids: null,
    })
    const series = list
      .filter(({ title }) => title === 'Stand-up')
      .sort((a, b) => a.start.localeCompare(b.start))
    expect(
      series.map(({ start, recurrenceRule }) => [start, recurrenceRule?.until, recurrenceRule?.count]),
    ).toEqual([
      [`${monday}T09:00:00`, `${wednesday}T08:59:59`, undefined],
      [`${thursday}T09:00:00`, undefined, 9],
    ])
  })
  await day(thursday).getByRole('button', { name: 'Stand-up' }).waitFor()
  await press('z')
  await day(wednesday).getByRole('button', { name: 'Stand-up' }).waitFor()
  await within(async () => expect((await stored())['Stand-up']?.recurrenceRule).toMatchObject({ count: 10 }))
})

test('whole days stand above the hours; what is deleted comes back', async () => {
  const banner = ada.page.locator(`.banners [data-day="${tuesday}"]`)
  const last = ada.page.locator(`.banners [data-day="${thursday}"]`)
  const [from, to] = [(await banner.boundingBox())!, (await last.boundingBox())!]
  await drag([from.x + 20, from.y + 12], [to.x + 20, to.y + 12])
  await ada.page.getByLabel('Title of the new event').fill('Fair')
  await press('Enter')
  await times('Fair', `${tuesday}T00:00:00`, 'P3D')
  await event('Fair').focus()
  await press('Backspace')
  await event('Fair').waitFor({ state: 'hidden' })
  await within(async () => expect(await stored()).not.toHaveProperty('Fair'))
  await press('z')
  await event('Fair').waitFor()
  await times('Fair', `${tuesday}T00:00:00`, 'P3D')
})

test('the grids say their days, and their events with day and time, to whoever cannot see them', async () => {
  const { page } = ada
  const grid = () => page.getByRole('grid').ariaSnapshot()
  const weekGrid = await grid()
  expect(weekGrid).toMatch(/^- grid "8\s*–\s*14 March 2027"/)
  for (const named of ['Monday 8 March', 'Tuesday 9 March', 'Sunday 14 March'])
    expect(weekGrid).toContain(`- columnheader "${named}"`)
  expect(weekGrid).toContain('- rowheader "All day"')
  expect(weekGrid).toMatch(/- button "Fair Tuesday 9 March\s*–\s*Thursday 11 March 2027, in Calendar"/)
  expect(weekGrid).toContain('- button "Lunch Wednesday, 10 March 2027, 09:00–10:00, in Calendar"')
  expect(weekGrid).toContain('- gridcell "No events on Friday 12 March"')

  await page.goto(`${plmail.address}/calendar/month/${wednesday}`)
  await event('Lunch').first().waitFor()
  const month = await grid()
  expect(month).toMatch(/^- grid "March 2027"/)
  for (const named of ['Monday', 'Sunday']) expect(month).toContain(`- columnheader "${named}"`)
  expect(month).toMatch(/- gridcell "Wednesday 10 March/)
  expect(month).toContain('- button "Lunch Wednesday, 10 March 2027, 09:00–10:00, in Calendar"')
  await page.goto(`${plmail.address}/calendar/week/${wednesday}`)
  await event('Lunch').waitFor()
})

test('another window sees it live, and shows what a calendar is shown or hidden for', async () => {
  await using secondBrowser = await openBrowser(plmail.address)
  await signInAt(secondBrowser, `/calendar/month/${wednesday}`)
  await event('Fair', secondBrowser).first().waitFor()
  await event('Lunch').focus()
  await press('Alt+ArrowLeft')
  await times('Lunch', `${tuesday}T09:00:00`, 'PT1H')
  await secondBrowser.page.locator(`[data-day="${tuesday}"]`).getByRole('button', { name: 'Lunch' }).waitFor()
  expect(await secondBrowser.violations()).toEqual([])
  const { list } = await visitor.call<{ list: CalendarView[] }>('Calendar/get', { accountId, ids: null })
  await secondBrowser.page.getByRole('checkbox', { name: `Show ${list[0]?.name}` }).uncheck()
  await event('Lunch', secondBrowser).waitFor({ state: 'hidden' })
  await event('Lunch').waitFor({ state: 'hidden' })
  await secondBrowser.page.getByRole('checkbox', { name: `Show ${list[0]?.name}` }).check()
  await event('Lunch').waitFor()
  expect(secondBrowser.complaints).toEqual([])
})

test('in forms days and times are typed and read as the user writes them', async () => {
  await ada.page.getByRole('button', { name: 'New event' }).click()
  await ada.page.getByRole('button', { name: 'More', exact: true }).click()
  await dialog().getByLabel('Start date').fill('1.6.27')
  await press('Tab')
  expect(await dialog().getByLabel('Start date').inputValue()).toBe('01/06/2027')
  expect(await dialog().getByLabel('End date').inputValue()).toBe('01/06/2027')
  await dialog().getByLabel('Start time').fill('5pm')
  await press('Tab')
  expect(await dialog().getByLabel('Start time').inputValue()).toBe('17:00')
  await dialog().getByLabel('End time').fill('later')
  await dialog().getByLabel('Title').fill('Never')
  expect(await dialog().getByLabel('End time').getAttribute('aria-invalid')).toBe('true')
  expect(await ada.violations()).toEqual([])
  await press('Escape')
  await dialog().waitFor({ state: 'detached' })
})

test('events are found by their words, days by their date', async () => {
  await press('Shift+G')
  await dialog().getByLabel('Date').fill('2027-06-01')
  await press('Enter')
  await ada.page.waitForURL(/2027-06-01/)
  await press('/')
  await ada.page.getByLabel('Search events').fill('review')
  await ada.page.getByRole('status').filter({ hasText: '1 event found' }).waitFor()
  expect(await ada.violations()).toEqual([])
  await event('Design review').click()
  await dialog()
    .getByText(/9 March 2027/)
    .waitFor()
  await press('Escape')
  await ada.page.getByRole('button', { name: 'Clear search' }).click()
})

test('a letter of the keyboard leads to each view, and each can be used without eyes', async () => {
  await ada.page.goto(`${plmail.address}/settings/providers`)
  await ada.page.getByRole('heading', { level: 1 }).waitFor()
  await press('g c')
  await ada.page.getByRole('grid').waitFor()
  await ada.page.goto(`${plmail.address}/calendar/week/${wednesday}`)
  await event('Lunch').waitFor()
  for (const [key, view] of Object.entries({ d: 'day', x: 'workweek', m: 'month', a: 'agenda', w: 'week' })) {
    await press(key)
    await ada.page.waitForURL(new RegExp(`/calendar/${view}/${wednesday}`))
    await event('Stand-up').first().waitFor()
    // The others are looked at above.
    const isNew = view === 'day' || view === 'agenda'
    expect({ view, found: isNew ? await ada.violations() : [] }).toEqual({ view, found: [] })
    // One stop of the tabulator, wherever the arrows have been.
    expect(await ada.page.getByRole('grid').locator('[tabindex="0"]').count()).toBe(1)
  }
  await press('j')
  await ada.page.waitForURL(/2027-03-17/)
  await press('t')
  await ada.page.getByRole('columnheader').locator('[aria-current=date]').waitFor()
})

test('what the server cannot be told is said, and what was typed is still there', async () => {
  const { page } = ada
  await page.goto(`${plmail.address}/calendar/week/${wednesday}`)
  await event('Lunch').waitFor()
  await page.context().setOffline(true)
  await press('n')
  await page.getByLabel('Title of the new event').fill('Offsite')
  await press('Enter')
  await announced('Nothing changed: the server can’t be reached.')
  const title = dialog().getByLabel('Title', { exact: true })
  expect(await title.inputValue()).toBe('Offsite')
  await dialog().getByLabel('Notes').fill('Bring boots')
  await dialog().getByRole('button', { name: 'Save' }).click()
  await within(async () => expect(await dialog().getByLabel('Notes').inputValue()).toBe('Bring boots'))
  expect(await event('Offsite').count()).toBe(0)
  await page.context().setOffline(false)
  await dialog().getByRole('button', { name: 'Save' }).click()
  await announced('Offsite added')
  await within(async () => expect((await stored())['Offsite']).toMatchObject({ description: 'Bring boots' }))
  const expected = /ERR_INTERNET_DISCONNECTED|Failed to (load|fetch)/
  expect(ada.complaints.filter((complaint) => !expected.test(complaint))).toEqual([])
})

test('on paper everything of the week is there, on white, and nothing to press', async () => {
  const { page } = ada
  onTestFinished(() => page.emulateMedia({ media: null, colorScheme: null }))
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await within(async () => {
    const [inner, outer, paper] = await page.getByRole('grid').evaluate((grid) => {
      return [grid.scrollHeight, grid.clientHeight, document.documentElement.scrollHeight]
    })
    expect(inner).toBeLessThanOrEqual(outer!)
    expect(paper).toBeGreaterThanOrEqual(outer!)
  })
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('light')
  expect(await page.getByRole('button', { name: 'Today' }).count()).toBe(0)
  expect((await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1)
})

test('a finger that rests takes an event along, one that does not scrolls', async () => {
  const touch = await ada.page.context().newCDPSession(ada.page)
  await touch.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  const finger = (type: 'touchStart' | 'touchMove' | 'touchEnd', point?: [number, number]) =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints: point ? [{ x: point[0], y: point[1] }] : [] })
  const [x, y] = await loadMiddle(event('Lunch'))
  await finger('touchStart', [x, y])
  await ada.page.locator('.dragged').waitFor()
  const [toX, toY] = await at(thursday, 13.1)
  await finger('touchMove', [(x + toX) / 2, (y + toY) / 2])
  await finger('touchMove', [toX, toY])
  await finger('touchEnd')
  await times('Lunch', `${thursday}T13:00:00`, 'PT1H')
  await event('Lunch').waitFor()
  const before = await ada.page.getByRole('grid').evaluate((grid) => grid.scrollTop)
  const [fromX, fromY] = await loadMiddle(event('Lunch'))
  // Sent together: a finger that has to wait for a slow machine would be one that rests.
  const moves = [1, 2, 3, 4, 5, 6].map((step): [number, number] => [fromX, fromY - 25 * step])
  await Promise.all([
    finger('touchStart', [fromX, fromY]),
    ...moves.map((move) => finger('touchMove', move)),
    finger('touchEnd'),
  ])
  await expect
    .poll(() => ada.page.getByRole('grid').evaluate((grid) => grid.scrollTop))
    .toBeGreaterThan(before)
  expect(await ada.page.locator('.dragged').count()).toBe(0)
  await press('z')
  await times('Lunch', `${tuesday}T09:00:00`, 'PT1H')
  await touch.send('Emulation.setTouchEmulationEnabled', { enabled: false })
})

test('on a phone, and in German', async () => {
  const { page } = ada
  await page.setViewportSize({ width: 390, height: 844 })
  for (const view of ['month', 'week']) {
    await page.goto(`${plmail.address}/calendar/${view}/${tuesday}`)
    await event('Lunch').first().waitFor()
    expect({ view, found: await ada.violations() }).toEqual({ view, found: [] })
    expect(await fitsItsWidth(page)).toBe(true)
  }
  // A week is three days there, of columns that words fit into.
  expect(await page.locator('.body [data-day]').count()).toBe(3)
  expect((await day(tuesday).boundingBox())!.width).toBeGreaterThan(100)
  await page.getByRole('button', { name: 'Next 3 days' }).click()
  await page.waitForURL(/2027-03-12/)
  await visitor.api('POST', '/api/session/conventions', { locale: 'de-DE', timeZone: 'Europe/Berlin' })
  await page.goto(`${plmail.address}/calendar/agenda/${tuesday}`)
  await page.getByRole('button', { name: 'Heute' }).waitFor()
  await event('Lunch').first().click()
  await dialog()
    .getByText(/9\. März 2027/)
    .waitFor()
})
