import type { CDPSession, Page } from 'playwright-core'
import { launchChromium } from '../test/fixtures/chromium.ts'
import { administrator, imported } from './stage/imported.ts'
import { startProgram } from './stage/program.ts'
import { type Bench, percentile, type Row, short } from './stage/rows.ts'

/**
 * What opening a conversation costs a browser, in time of the page's main thread: what else the machine does is not
 * counted. A body lives in a process of its own, so what is not prepared is also timed until it stands there.
 */
export const webThread: Bench = {
  name: 'web-thread',
  run: async (stage) => {
    const { dataFolder } = await imported(stage)
    const program = await startProgram({ root: stage.root, dataFolder }, 'web')
    const browser = await launchChromium()
    try {
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
      await signInTo(page, program.address)
      const cpu = await mainThread(page)
      stage.say('opening prepared conversations')
      const prepared = await each(page, async () => {
        await page.locator('.pane .stage iframe:not(.unready)').first().waitFor({ state: 'attached' })
        return cpu(() => openNow(page))
      })
      stage.say('opening others')
      const headers: number[] = []
      const whole = await each(page, async () => {
        headers.push(await cpu(() => openNow(page)))
        return timeToBody(page)
      })
      return [
        row('prepared conversation shown, with its body', prepared, 'ms CPU', 16),
        row('heading of another one', headers, 'ms CPU', 32),
        row('its body after that', whole, 'ms', 100),
      ]
    } finally {
      await browser.close()
      await program.stop()
    }
  },
}

const openings = 24

async function signInTo(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await page.getByLabel('Email address').fill(administrator.email)
  await page.getByLabel('Password').fill(administrator.password)
  await page.keyboard.press('Enter')
  await page.getByRole('row').nth(5).waitFor()
  // The first keys may come before anybody listens.
  const pointed = page.locator('[role=grid][aria-activedescendant]')
  while ((await pointed.count()) === 0) {
    await page.keyboard.press('j')
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)))
  }
}

/** The next row, opened and measured, and closed again. */
async function each(page: Page, measure: () => Promise<number>): Promise<number[]> {
  const values: number[] = []
  for (let count = 0; count < openings; count++) {
    await page.keyboard.press('j')
    values.push(await measure())
    await page.keyboard.press('u')
    await page.locator('[data-region=thread]').waitFor({ state: 'detached' })
  }
  return values.slice(4) // the first ones compile
}

async function openNow(page: Page): Promise<void> {
  await page.keyboard.press('Enter')
  await page.locator('[data-region=thread] h2').waitFor()
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
}

function timeToBody(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const began = performance.now()
    const isThere = () => document.querySelector('[data-region=thread] iframe:not(.unready)') !== null
    while (!isThere()) await new Promise((done) => requestAnimationFrame(done))
    return performance.now() - began
  })
}

/** Milliseconds of the page's main thread that something took. */
async function mainThread(page: Page): Promise<(work: () => Promise<void>) => Promise<number>> {
  const session: CDPSession = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const now = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000
  }
  return async (work) => {
    const before = await now()
    await work()
    return (await now()) - before
  }
}

function row(what: string, values: readonly number[], unit: string, atMost: number): Row {
  const note = `p95 ${short(percentile(values, 0.95))}, of ${values.length}`
  return { what, value: percentile(values, 0.5), unit, budget: { atMost }, note }
}
