import { dialog } from './mail.mjs'

/** The screens of the calendar. */
const event = (page) => page.locator('main [role=grid] [data-key]').first().waitFor()
const at = (view, prepare = event) => ({ path: `/calendar/${view}`, prepare })
const keys = (pressed, visible = dialog) =>
  at('week', async (page) => {
    await event(page)
    for (const key of pressed) await page.keyboard.press(key)
    await visible(page)
  })
const form = async (page) => {
  await page.locator('main form button[type=button]').click()
  await page.locator('dialog[open] form').waitFor()
}

/** Another guest than the user, without whom no time has to be found. */
const guest = async (page) => {
  await form(page)
  await page.locator('dialog[open] [role=combobox]').fill('mikael@example.org')
  await page.keyboard.press('Enter')
  await page.locator('dialog[open] .columns .button.small').first().waitFor()
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
  'event-scope': at('agenda', async (page, _size, { recurring }) => {
    await page.locator('main [role=grid] [data-key]').filter({ hasText: recurring }).first().focus()
    await page.keyboard.press('Backspace')
    await dialog(page)
  }),
  'event-wrong': keys(['n'], async (page) => {
    await form(page)
    await page.locator('dialog[open] input[type=date]').nth(1).fill('2001-01-01')
    await page.locator('dialog[open] [type=submit]').click()
    await page.locator('dialog[open] [aria-invalid=true]').first().waitFor()
  }),
  'event-guests': keys(['n'], guest),
  'find-time': keys(['n'], async (page) => {
    await guest(page)
    await page.locator('dialog[open] .columns .button.small').first().click()
    await page.locator('dialog[open]').nth(1).waitFor()
  }),
  'calendar-news': at('week', async (page, size) => {
    await event(page)
    if (size === 'phone') await page.locator('main header .end button').nth(1).click()
    await page.locator(size === 'phone' ? 'dialog[open] .list > button' : 'aside > button').click()
    await page.locator('dialog[open] li').first().waitFor()
  }),
  'calendar-empty': {
    path: '/calendar/agenda/1991-06-01',
    prepare: (page) => page.locator('main [role=status]').first().waitFor(),
  },
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
    await page.locator('search [role=status]:not(:empty)').waitFor()
  }),
  'calendar-search-none': at('week', async (page) => {
    await event(page)
    await page.keyboard.press('/')
    await page.keyboard.type('xyzzyplugh')
    await page.locator('main p[role=status]').waitFor()
  }),
}
