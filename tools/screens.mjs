/**
 * `npm run screens -- FOLDER [--address URL] [--only TEXT]… [--language TAG]… [--size desk|phone] [--empty URL]`: photographs every
 * screen of the web client and of the pages without it, in English and in German, light, dark and with more contrast, at
 * the sizes of a desk and of a phone, to be looked at side by side. For a running demo (`npm run demo`), whose user it
 * signs in as: it gives them the few things that the demo lacks and a screen shows (`screens/things.mjs`). The pages of the
 * installation are those of another server, `--empty`, that was just started (`npm start`) and that nobody has set up.
 */
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from 'playwright-core'
import { user } from './demo/visitor.mjs'
import { installScreens, makeThings, screens } from './screens/index.mjs'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    address: { type: 'string', default: 'http://127.0.0.1:8080' },
    only: { type: 'string', multiple: true, default: [''] },
    language: { type: 'string', multiple: true, default: ['en-GB', 'de-DE'] },
    size: { type: 'string', multiple: true, default: ['desk', 'phone'] },
    empty: { type: 'string' },
  },
})
const folder = resolve(positionals[0] ?? 'screens')
mkdirSync(folder, { recursive: true })

const sizes = { desk: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } }
/** The theme of more contrast is a user's own choice, or what the system asks of pages without a user. */
const looks = [
  { name: 'light', theme: 'system', media: { colorScheme: 'light', contrast: 'no-preference' } },
  { name: 'dark', theme: 'system', media: { colorScheme: 'dark', contrast: 'no-preference' } },
  { name: 'contrast', theme: 'contrast', media: { colorScheme: 'light', contrast: 'more' } },
  { name: 'dark-contrast', theme: 'contrast', media: { colorScheme: 'dark', contrast: 'more' } },
]

const photographed = {
  ...screens,
  ...(values.empty === undefined ? {} : installScreens(values.empty)),
}

/** Another scheme takes effect with the next frame, and only then do its transitions begin. */
const repainted = `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  .then(() => Promise.allSettled(document.getAnimations().map((animation) => animation.finished)))
  .then(() => {})`

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
})
try {
  const session = await signIn()
  const things = await makeThings(session.request, values.address)
  for (const language of values.language) {
    await speak(session, language)
    const storageState = await session.storageState()
    for (const size of values.size) await photographAll({ language, size, storageState, things })
  }
} finally {
  await browser.close()
}

function contextOf(more) {
  return browser.newContext({ baseURL: values.address, reducedMotion: 'reduce', ...more })
}

async function signIn() {
  const context = await contextOf({})
  const page = await context.newPage()
  await page.goto('/login')
  await page.locator('#email').fill(user.email)
  await page.locator('#password').fill(user.password)
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname !== '/login')
  await page.close()
  return context
}

/** The language is the user's from then on. */
async function speak({ request }, locale) {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const headers = { origin: new URL(values.address).origin }
  await request.post('/api/session/conventions', { data: { locale, timeZone }, headers })
}

/** In two browsers that keep what they loaded: one is signed in. */
async function photographAll({ language, size, storageState, things }) {
  const look = { viewport: sizes[size], locale: language }
  const inside = await contextOf({ ...look, storageState })
  const outside = await contextOf(look)
  for (const [name, screen] of Object.entries(photographed)) {
    if (!values.only.some((part) => name.includes(part))) continue
    const context = screen.isOutside ? outside : inside
    await photograph({ context, things, size, screen, file: `${name}-${size}-${language.slice(0, 2)}` })
  }
  await inside.close()
  await outside.close()
}

async function photograph({ context, things, size, screen, file }) {
  const { path, prepare, preferences, finish } = screen
  if (preferences) await things.prefer(preferences)
  const page = await context.newPage()
  page.setDefaultTimeout(10_000)
  try {
    await page.goto(typeof path === 'function' ? path(things) : path)
    await still(page)
    await prepare?.(page, size, things)
    await still(page)
    const bodies = page.locator('[data-message] iframe')
    const hasBody = (await bodies.count()) > 0
    for (const { name, theme, media } of looks) {
      await page.emulateMedia(media)
      await page.evaluate((chosen) => (document.documentElement.dataset.theme = chosen), theme)
      await page.evaluate(repainted)
      // Bodies are drawn anew for another theme, by the server.
      if (hasBody) await page.locator('[data-message] iframe:not(.unready)').first().waitFor()
      await page.screenshot({ path: join(folder, `${file}-${name}.png`) })
    }
  } catch (error) {
    console.error(`${file}: ${error.message.split('\n')[0]}`)
    process.exitCode = 1
  } finally {
    // What a picture left behind would be in the next ones, also where it was not taken.
    await finish?.(page).catch((error) => console.error(`${file}: ${error.message.split('\n')[0]}`))
    await context.setOffline(false)
    await page.close()
    if (preferences) await things.preferUsual()
  }
}

/** Nothing is on its way any more that the screen itself says it waits for; what fades in has had its time. */
async function still(page) {
  const isLoaded = `[...document.querySelectorAll('[aria-busy=true], .bone')].every((element) => !element.checkVisibility())`
  await page.waitForFunction(isLoaded, undefined, { timeout: 4_000 }).catch(() => {})
  await page.waitForTimeout(250)
}
