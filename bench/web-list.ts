import type { CDPSession, Page } from 'playwright-core'
import { launchChromium } from '../test/fixtures/chromium.ts'
import { administrator, imported } from './stage/imported.ts'
import { startProgram } from './stage/program.ts'
import { type Bench, percentile, type Row, short } from './stage/rows.ts'

/**
 * What scrolling a list costs a browser: script, style and layout of the page's main thread for each frame, in its own
 * time, so what else the machine does is not counted. The list says it is as long as the budget asks for; what it shows
 * comes from the imported mailbox, over and over.
 */
export const webList: Bench = {
  name: 'web-list',
  run: async (stage) => {
    const { dataFolder } = await imported(stage)
    const program = await startProgram({ root: stage.root, dataFolder }, 'web')
    const browser = await launchChromium()
    try {
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
      await lengthen(page)
      await signInTo(page, program.address)
      const cost = await frameCost(page)
      stage.say('scrolling row by row')
      const byRow = await scroll(page, cost, 40)
      stage.say('scrolling page by page')
      const byPage = await scroll(page, cost, 800)
      stage.say('moving the cursor')
      const byKey = await each(() => cost(() => press(page, 'j')))
      return [
        row(`a frame of scrolling, row by row, of ${conversations.toLocaleString('en')}`, byRow, 6),
        row('a frame of scrolling, page by page', byPage),
        row('a move of the cursor', byKey, 6),
      ]
    } finally {
      await browser.close()
      await program.stop()
    }
  },
}

const conversations = 100_000
const steps = 60

interface ListAnswer {
  total: number
}

/** Makes the list as long as it is to be: places beyond the mailbox show its mail again. */
async function lengthen(page: Page): Promise<void> {
  let known = 0
  await page.route('**/jmap/api', async (route) => {
    const request = JSON.parse(route.request().postData() ?? '{}') as {
      methodCalls?: [string, Record<string, unknown>, string][]
    }
    const list = request.methodCalls?.find(([name]) => name === 'List/query')
    if (!list) return route.continue()
    const position = Number(list[1]['position'] ?? 0)
    const limit = Number(list[1]['limit'] ?? 0)
    if (known > limit && position + limit > known) list[1]['position'] = position % (known - limit)
    const response = await route.fetch({ postData: JSON.stringify(request) })
    const answer = (await response.json()) as { methodResponses: [string, ListAnswer, string][] }
    for (const [name, value] of answer.methodResponses)
      if (name === 'List/query') {
        known = value.total
        value.total = conversations
      }
    await route.fulfill({ response, json: answer })
  })
}

async function signInTo(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await page.getByLabel('Email address').fill(administrator.email)
  await page.getByLabel('Password').fill(administrator.password)
  await page.keyboard.press('Enter')
  await page.getByRole('row').nth(5).waitFor()
}

async function scroll(
  page: Page,
  cost: (work: () => Promise<void>) => Promise<number>,
  by: number,
): Promise<number[]> {
  await page.evaluate(`document.querySelector('[role=grid]').scrollTop = 0`)
  return each(() =>
    cost(async () => {
      await page.evaluate(`document.querySelector('[role=grid]').scrollTop += ${String(by)}`)
      await settled(page)
    }),
  )
}

async function press(page: Page, key: string): Promise<void> {
  await page.keyboard.press(key)
  await settled(page)
}

async function each(measure: () => Promise<number>): Promise<number[]> {
  const values: number[] = []
  for (let count = 0; count < steps; count++) values.push(await measure())
  return values.slice(6) // the first ones compile
}

const settled = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))

/** Milliseconds of script, style and layout on the page's main thread that something took. */
async function frameCost(page: Page): Promise<(work: () => Promise<void>) => Promise<number>> {
  const session: CDPSession = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const counted = ['ScriptDuration', 'LayoutDuration', 'RecalcStyleDuration']
  const now = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return metrics.reduce((sum, { name, value }) => sum + (counted.includes(name) ? value * 1000 : 0), 0)
  }
  return async (work) => {
    const before = await now()
    await work()
    return (await now()) - before
  }
}

function row(what: string, values: readonly number[], atMost?: number): Row {
  return {
    ...{ what, value: percentile(values, 0.5), unit: 'ms CPU' },
    ...(atMost === undefined ? {} : { budget: { atMost } }),
    note: `p95 ${short(percentile(values, 0.95))}, of ${values.length}`,
  }
}
