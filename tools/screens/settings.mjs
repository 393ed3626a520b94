import { readFileSync } from 'node:fs'
import { transform } from 'esbuild'
import { dialog } from './mail.mjs'

const settingsPages = await readSettingsPages()
const primary = (page) => page.locator('main .button.primary').first().click()
const createAppPassword = (page) =>
  page.locator('[data-app-passwords] > section:last-child .buttons button').first().click()
const after = (name, prepare) => ({ path: `/settings/${name}`, prepare })
const editOf = (page) => page.locator('.card').first().locator('button').first().click()

const confirmation = (name, nth = -1) =>
  after(name, async (page) => {
    const card = page.locator('main .card').first()
    await card.locator('button').nth(nth).click()
    await dialog(page)
  })
const opened = (name, button, visible) =>
  after(name, async (page) => {
    await page.locator(button).first().click()
    await page.locator(visible).first().waitFor()
  })
/** What the server would answer, altered: trouble of which a demo has none. */
const troubled = (name, path, change, visible) =>
  after(name, async (page) => {
    await page.route(`**${path}`, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: change(await response.json()) })
    })
    await page.reload()
    await page.locator(visible).first().waitFor()
  })
const now = new Date().toISOString()
const refused = { at: now, title: 'Facade call', calendarId: '', eventId: '', accountId: '' }
const conflicts = {
  conflicts: [
    {
      ...refused,
      id: 1,
      kind: 'changed-both',
      fields: ['start', 'locations'],
      lost: {},
      now: {},
      said: null,
    },
    { ...refused, id: 2, kind: 'refused', fields: [], lost: {}, now: {}, said: 'Quota exceeded' },
  ],
  unreadable: [{ ...refused, problem: 'Its rule of repetition cannot be read.' }],
}
const job = {
  id: '1',
  kind: 'sync.account',
  queue: null,
  attempts: 8,
  maxAttempts: 8,
  failedAt: now,
  lastError: 'connect ECONNREFUSED 203.0.113.7:993',
}
const appPassword = {
  id: '1',
  name: 'Phone',
  hint: '4f09ab',
  scope: 'mail',
  accountId: null,
  createdAt: now,
  expiresAt: now,
  lastUsedAt: now,
  uses: [{ address: '203.0.113.7', client: 'DAVx5', at: now }],
}

export const settingsScreens = {
  ...Object.fromEntries(settingsPages.map((name) => [`settings-${name}`, { path: `/settings/${name}` }])),
  /** On a phone alone; at a desk it stands beside every page. */
  'settings-pages': after('display', async (page, size) => {
    if (size !== 'phone') return
    await page.locator('aside button[aria-expanded]').click()
    await page.locator('aside nav').waitFor()
  }),
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
    await createAppPassword(page)
    await dialog(page)
  }),
  'account-remove': confirmation('accounts'),
  'app-password-made': after('app-passwords', async (page) => {
    await page.route('**/api/app-passwords', (route) =>
      route.fulfill({ json: { ...appPassword, secret: `app_${appPassword.hint}${'.'.repeat(30)}` } }),
    )
    await createAppPassword(page)
    await page.locator('dialog[open] input').first().fill('Phone')
    await page.locator('dialog[open] input[type=password]').fill('password')
    await page.locator('dialog[open] .button.primary').click()
    await page.locator('dialog[open] code').waitFor()
  }),
  'app-passwords-listed': troubled(
    'app-passwords',
    '/api/app-passwords',
    (answer) => ({ ...answer, appPasswords: [appPassword] }),
    'main .card code',
  ),
  'profile-password': opened('profile', 'main .buttons button:nth-child(2)', 'main input[type=password]'),
  'rule-run': confirmation('rules', 1),
  'sharing-wrong': after('sharing', async (page) => {
    await primary(page)
    await page.locator('dialog[open] .button.primary').click()
    await page.locator('dialog[open] .error').first().waitFor()
  }),
  'calendar-edit': opened('calendars', 'main li button[aria-expanded]', 'main li form'),
  'calendars-troubled': troubled('calendars', '/api/event-conflicts', () => conflicts, '#event-conflicts'),
  'jobs-failed': troubled(
    'jobs',
    '/api/admin/jobs',
    (answer) => ({ ...answer, failed: [job] }),
    'main li.card',
  ),
  'calendar-caldav': after('calendars', (page) => page.locator('main button[aria-expanded]').first().click()),
  'calendar-feed': after('calendars', (page) => page.locator('main button[aria-expanded]').nth(1).click()),
}

/** Node.js 20 runs no TypeScript; the list of the client's pages is a file without imports. */
async function readSettingsPages() {
  const source = readFileSync(
    new URL('../../packages/web/src/commands/settings-pages.ts', import.meta.url),
    'utf8',
  )
  const { code } = await transform(source, { loader: 'ts' })
  const module = await import(`data:text/javascript,${encodeURIComponent(code)}`)
  return module.settingsPages
}
