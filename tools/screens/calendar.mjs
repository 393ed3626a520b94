import { dialog } from './mail.mjs'

/** The screens of the calendar. */
const event = (page) => page.locator('main [role=grid] [data-key]').first().waitFor()
const at = (view, prepare = event) => ({ path: `/calendar/${view}`, prepare })
const keys = (pressed, seen = dialog) =>
  at('week', async (page) => {
    await event(page)
    for (const key of pressed) await page.keyboard.press(key)
    await seen(page)
  })
const form = async (page) => {
  await page.locator('main form button[type=button]').click()
  await page.locator('dialog[open] form').waitFor()
}

export const calendarScreens = {
  'calendar-day': at('day'),
  'calendar-workweek': at('workweek'),
  'calendar-week': at('week'),
  'calendar-month': at('month'),
  'calendar-agenda': at('agenda'),
  'calendar-two-zones': {
    ...at('week'),
    preferences: { secondZone: 'Asia/Tokyo', hasWeekNumbers: true },
  },
  'calendar-quick': keys(['n'], (page) => page.locator('main form input').waitFor()),
  'event-card': at('agenda', async (page) => {
    await page.locator('main [role=grid] [data-key]').first().click()
    await dialog(page)
  }),
  'event-editor': keys(['n'], form),
  'event-repeats': keys(['n'], async (page) => {
    await form(page)
    const repeats = page.locator('dialog[open] .column:first-child select').first()
    await repeats.selectOption(await repeats.locator('option').last().getAttribute('value'))
  }),
  'event-scope': at('agenda', async (page) => {
    const one = page.locator('main [role=grid] [data-key]').filter({ hasText: 'Stand-up' }).first()
    await one.focus()
    await page.keyboard.press('Backspace')
    await dialog(page)
  }),
  'calendar-options': at('week', async (page) => {
    await event(page)
    await page.locator('main header .end button').nth(1).click()
    await dialog(page)
  }),
  'calendar-date': keys(['Shift+G']),
  'calendar-search': at('week', async (page) => {
    await event(page)
    await page.keyboard.press('/')
    await page.keyboard.type('review')
    await event(page)
  }),
  'calendar-search-none': at('week', async (page) => {
    await event(page)
    await page.keyboard.press('/')
    await page.keyboard.type('xyzzyplugh')
  }),
}
