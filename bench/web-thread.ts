import type { Browser, Page } from 'playwright-core'
import { launchChromium } from '../test/fixtures/chromium.ts'
import { imported } from './stage/imported.ts'
import { keysToPaint, pressEnter } from './stage/key-to-paint.ts'
import { cpuRow, newWindow, painted, signInTo } from './stage/page.ts'
import { startProgram } from './stage/program.ts'
import { type Bench, percentile, type Row, short } from './stage/rows.ts'

/**
 * What opening a conversation costs a browser: work of the page's main thread from the key until the frame that shows
 * it. A body lives in a process of its own, so what is not prepared is also timed until it stands there.
 */
export const webThread: Bench = {
  name: 'web-thread',
  run: async (stage) => {
    const { dataFolder } = await imported(stage)
    const program = await startProgram({ root: stage.root, dataFolder }, 'web')
    const browser = await launchChromium()
    try {
      const page = await newWindow(browser)
      await signInTo(page, program.address, 'row', 5)
      await pointAtFirst(page)
      stage.say('opening prepared conversations')
      const prepared = await openEach(browser, page, `${heading}:has(~ * iframe:not(.unready))`, () =>
        isPrepared(page),
      )
      stage.say('opening others')
      const waits: number[] = []
      const headings = await openEach(
        browser,
        page,
        heading,
        async () => {},
        async () => {
          waits.push(await timeToBody(page))
        },
      )
      return [
        cpuRow('prepared conversation shown, with its body', prepared, 16),
        cpuRow('heading of another one', headings, 32),
        waitRow('its body after that', waits.slice(unmeasured), 100),
      ]
    } finally {
      await browser.close()
      await program.stop()
    }
  },
}

const openings = 28
/** The first ones compile. */
const unmeasured = 6
const heading = '[data-region=thread] .heading'

/** The first keys may come before anybody listens. */
async function pointAtFirst(page: Page): Promise<void> {
  const pointed = page.locator('[role=grid][aria-activedescendant]')
  while ((await pointed.count()) === 0) {
    await page.keyboard.press('j')
    await painted(page)
  }
}

/** The conversation under the cursor; what was prepared before it is still there for a moment. */
async function isPrepared(page: Page): Promise<void> {
  await page
    .locator('.pane .stage iframe:not([data-old]):not(.unready)')
    .first()
    .waitFor({ state: 'attached' })
  await page
    .locator('.pane .stage iframe')
    .evaluateAll((frames) => frames.forEach((frame) => frame.setAttribute('data-old', '')))
}

/** Row after row: goes there, opens it and measures that, and closes it again. */
async function openEach(
  browser: Browser,
  page: Page,
  sight: string,
  before: () => Promise<void>,
  after: () => Promise<void> = async () => {},
): Promise<number[]> {
  const costs = await keysToPaint(browser, page, sight, async () => {
    for (let count = 0; count < openings; count++) {
      await page.keyboard.press('j')
      await before()
      await pressEnter(page)
      await after()
      await page.keyboard.press('u')
      await page.locator('[data-region=thread]').waitFor({ state: 'detached' })
    }
  })
  if (costs.length !== openings) throw new Error(`${costs.length} of ${openings} openings were seen`)
  return costs.slice(unmeasured)
}

function timeToBody(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const began = performance.now()
    const isThere = () => document.querySelector('[data-region=thread] iframe:not(.unready)') !== null
    while (!isThere()) await new Promise((done) => requestAnimationFrame(done))
    return performance.now() - began
  })
}

function waitRow(what: string, values: readonly number[], atMost: number): Row {
  const note = `p95 ${short(percentile(values, 0.95))}, of ${values.length}`
  return { what, value: percentile(values, 0.5), unit: 'ms', budget: { atMost }, note }
}
