import { dialog } from './mail.mjs'

/** The pages of settings, and what is written on them. */
const pages = [
  ...['profile', 'accounts', 'add-account', 'identities', 'templates', 'rules', 'blocked', 'calendars'],
  ...['sharing', 'booking', 'display', 'language', 'keyboard', 'reading', 'notifications', 'security'],
  ...['app-passwords', 'device', 'providers', 'webhooks', 'jobs'],
]
const primary = (page) => page.locator('main .button.primary').first().click()
const after = (name, prepare) => ({ path: `/settings/${name}`, prepare })
const editOf = (page) => page.locator('.card').first().locator('button').first().click()

export const settingsScreens = {
  ...Object.fromEntries(pages.map((name) => [`settings-${name}`, { path: `/settings/${name}` }])),
  'template-editor': after('templates', async (page) => {
    await editOf(page)
    await page.locator('dialog[open] .ProseMirror').waitFor()
  }),
  'rule-new': after('rules', async (page) => {
    await primary(page)
    await page.locator('main form').waitFor()
  }),
  'rule-editor': after('rules', async (page) => {
    await page.locator('main li .button').first().click()
    await page.locator('main form').waitFor()
  }),
  'sharing-editor': after('sharing', async (page) => {
    await editOf(page)
    await dialog(page)
  }),
  'sharing-revoke': after('sharing', async (page) => {
    await page.locator('.card').first().locator('button').nth(2).click()
    await dialog(page)
  }),
  'booking-editor': after('booking', async (page) => {
    await editOf(page)
    await page.locator('main form').waitFor()
  }),
  'booking-wrong': after('booking', async (page) => {
    await primary(page)
    await page.locator('main form input[inputmode=numeric]').first().fill('99999')
    await page.locator('main form .button.primary').click()
    await page.locator('[aria-invalid=true]').first().waitFor()
  }),
  'booking-why': after('booking', async (page) => {
    await page.locator('.card').first().locator('button').nth(1).click()
    await page.locator('dialog[open] li').first().waitFor()
  }),
  'app-password-new': after('app-passwords', async (page) => {
    await primary(page)
    await dialog(page)
  }),
  'calendar-caldav': after('calendars', (page) => page.locator('main button[aria-expanded]').first().click()),
  'calendar-feed': after('calendars', (page) => page.locator('main button[aria-expanded]').nth(1).click()),
}
