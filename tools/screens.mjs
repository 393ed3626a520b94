/**
 * `npm run screens -- FOLDER [--address URL] [--only TEXT]`: photographs every screen of the mail client, of its settings
 * and of the pages before it, in both themes and at the sizes of a desk and of a phone, to be looked at side by side.
 * For a running demo (`npm run demo`), whose user it signs in as; `--language de` shows it in German. It changes nothing
 * but the language.
 */
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from 'playwright-core'
import { user } from './demo/visitor.mjs'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    address: { type: 'string', default: 'http://127.0.0.1:8080' },
    only: { type: 'string', default: '' },
    language: { type: 'string', default: 'en-GB' },
  },
})
const folder = resolve(positionals[0] ?? 'screens')
mkdirSync(folder, { recursive: true })

const sizes = { desk: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } }
const looks = [
  { name: 'light', media: { colorScheme: 'light' } },
  { name: 'dark', media: { colorScheme: 'dark' } },
  { name: 'contrast', media: { colorScheme: 'light', contrast: 'more' } },
]

const settings = [
  ...['profile', 'accounts', 'add-account', 'identities', 'templates', 'rules', 'blocked', 'notifications'],
  ...['display', 'language', 'keyboard', 'reading', 'security', 'app-passwords', 'device'],
  ...['providers', 'webhooks', 'jobs'],
]
const list = async (page) => page.locator('[role=grid] [role=row]').first().waitFor()

/** Each: where it is, and what is done there before the picture is taken. */
const screens = {
  inbox: { path: '/mail/inbox', prepare: list },
  selected: {
    path: '/mail/inbox',
    prepare: async (page) => {
      await list(page)
      await page.keyboard.press('j')
      await page.keyboard.press('x')
      await page.keyboard.press('j')
      await page.keyboard.press('x')
    },
  },
  thread: {
    path: '/mail/inbox',
    prepare: async (page) => {
      await list(page)
      await page.locator('[role=grid] [role=row]').nth(1).click()
      await page.locator('[data-region=thread] h2').waitFor()
      await page.locator('[data-region=thread] iframe:not(.unready)').first().waitFor({ state: 'attached' })
    },
  },
  compose: {
    path: '/mail/inbox',
    prepare: async (page) => {
      await list(page)
      await page.keyboard.press('c')
      await page.locator('.ProseMirror').waitFor()
    },
  },
  palette: {
    path: '/mail/inbox',
    prepare: async (page) => {
      await list(page)
      await page.keyboard.press('Control+k')
      await page.locator('dialog[open]').waitFor()
    },
  },
  shortcuts: {
    path: '/mail/inbox',
    prepare: async (page) => {
      await list(page)
      await page.keyboard.press('?')
      await page.locator('dialog[open]').waitFor()
    },
  },
  snooze: {
    path: '/mail/inbox',
    prepare: async (page) => {
      await list(page)
      await page.keyboard.press('j')
      await page.keyboard.press('b')
      await page.locator('dialog[open]').waitFor()
    },
  },
  found: { path: '/mail/search/the', prepare: list },
  'found-nothing': { path: '/mail/search/xyzzyplugh' },
  'empty-folder': { path: '/mail/snoozed' },
  contacts: { path: '/contacts' },
  offline: {
    path: '/mail/inbox',
    prepare: async (page) => {
      await list(page)
      await page.context().setOffline(true)
      await page.evaluate(() => dispatchEvent(new Event('offline')))
    },
  },
  'gone-folder': { path: '/mail/A999999/L999999' },
  ...Object.fromEntries(settings.map((name) => [`settings-${name}`, { path: `/settings/${name}` }])),
  'sign-in': { path: '/login', isOutside: true },
  'sign-in-refused': {
    path: '/login',
    isOutside: true,
    prepare: async (page) => {
      await page.locator('#email').fill('nobody@plmail.example')
      await page.locator('#password').fill('not the password')
      await page.keyboard.press('Enter')
      await page.locator('[role=alert]').waitFor()
    },
  },
  'nothing-there': { path: '/share/nothing', isOutside: true },
  refused: { path: '/oauth/nowhere/connect', isOutside: true },
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
})
try {
  const state = await signedIn()
  for (const [size, viewport] of Object.entries(sizes)) await photograph(size, viewport, state)
} finally {
  await browser.close()
}

function contextOf(more) {
  return browser.newContext({
    ...{ baseURL: values.address, locale: values.language, reducedMotion: 'reduce' },
    ...more,
  })
}

/** What a browser keeps of having signed in; the language is the user's from then on. */
async function signedIn() {
  const context = await contextOf({})
  const page = await context.newPage()
  await page.goto('/login')
  await page.locator('#email').fill(user.email)
  await page.locator('#password').fill(user.password)
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname !== '/login')
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const data = { locale: values.language, timeZone }
  const headers = { origin: new URL(values.address).origin }
  await page.request.post('/api/session/conventions', { data, headers })
  const state = await context.storageState()
  await context.close()
  return state
}

async function photograph(size, viewport, storageState) {
  for (const [name, { path, prepare, isOutside }] of Object.entries(screens)) {
    if (!name.includes(values.only)) continue
    const context = await contextOf({ viewport, ...(isOutside ? {} : { storageState }) })
    const page = await context.newPage()
    try {
      await page.goto(path)
      await page.waitForLoadState('networkidle', { timeout: 1_500 }).catch(() => {})
      await prepare?.(page)
      for (const look of looks) {
        await page.emulateMedia({ contrast: 'no-preference', ...look.media })
        await page.screenshot({ path: join(folder, `${name}-${size}-${look.name}.png`) })
      }
    } catch (error) {
      console.error(`${name} at the ${size}: ${error.message.split('\n')[0]}`)
      process.exitCode = 1
    } finally {
      await context.close()
    }
  }
}
