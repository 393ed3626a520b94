import { loadavg } from 'node:os'
import type { Page } from 'playwright-core'
import { launchChromium } from '../test/fixtures/chromium.ts'
import { imported } from './stage/imported.ts'
import {
  type Cost,
  type Costs,
  loadCosts,
  cpuRow,
  highRow,
  newWindow,
  painted,
  repeated,
  signInTo,
} from './stage/page.ts'
import { startProgram } from './stage/program.ts'
import { type Bench, type Row, short } from './stage/rows.ts'

/**
 * What scrolling a list costs a browser: script, style and layout of the page's main thread for each frame, in its own
 * time, so what else the machine does is not counted; and, by the clock, which frames came late. The list says it is as
 * long as the budget asks for; what it shows comes from the imported mailbox, over and over.
 */
export const webList: Bench = {
  name: 'web-list',
  run: async (stage) => {
    const { dataFolder } = await imported(stage)
    const program = await startProgram({ root: stage.root, dataFolder }, 'web')
    const browser = await launchChromium()
    try {
      const page = await newWindow(browser)
      await neverRest(page)
      await lengthen(page)
      await signInTo(page, program.address, 'row', 5)
      const costs = await loadCosts(page)
      stage.say('scrolling row by row')
      const byRow = await scroll(page, costs, 40)
      stage.say('scrolling page by page')
      const byPage = await scroll(page, costs, 800)
      stage.say('scrolling without a pause')
      const late = await lateFrames(page)
      stage.say('moving the cursor')
      const byKey = await repeated(steps, () => costs(() => press(page, 'j')))
      stage.say('moving the cursor at a quarter of the speed')
      const slowly = await atAQuarter(page, () => repeated(steps, () => costs(() => press(page, 'j'))))
      return [
        cpuRow(`a frame of scrolling, row by row, of ${conversations.toLocaleString('en')}`, allOf(byRow), 6),
        cpuRow('the same, script alone', getScript(byRow)),
        cpuRow('a frame of scrolling, page by page', allOf(byPage)),
        cpuRow('the same, script alone', getScript(byPage)),
        late,
        cpuRow('a move of the cursor', allOf(byKey), 6),
        highRow('a move of the cursor, four times slower', allOf(slowly), 'ms CPU p95', 50),
      ]
    } finally {
      await browser.close()
      await program.stop()
    }
  },
}

const conversations = 100_000
const steps = 60
const allOf = (costs: readonly Cost[]): number[] => costs.map(({ all }) => all)
const getScript = (costs: readonly Cost[]): number[] => costs.map(({ script }) => script)

/** After so long a conversation under the cursor is prepared (mail/MailScreen.svelte), which is not what a key costs. */
const restMs = 80

/** On a busy machine two frames take longer than that, and the preparation would be counted. */
async function neverRest(page: Page): Promise<void> {
  await page.addInitScript((rest) => {
    const { setTimeout } = globalThis
    const unlessResting = (task: () => void, ms?: number) => (ms === rest ? 0 : setTimeout(task, ms))
    Object.assign(globalThis, { setTimeout: unlessResting })
  }, restMs)
}

interface ListAnswer {
  total: number
}

/** Makes the list as long as it is to be: places beyond the mailbox show its mail again. */
async function lengthen(page: Page): Promise<void> {
  let rowCount = 0
  await page.route('**/jmap/api', async (route) => {
    const request = JSON.parse(route.request().postData() ?? '{}') as {
      methodCalls?: [string, Record<string, unknown>, string][]
    }
    const list = request.methodCalls?.find(([name]) => name === 'List/query')
    if (!list) return route.continue()
    const position = Number(list[1]['position'] ?? 0)
    const limit = Number(list[1]['limit'] ?? 0)
    if (rowCount > limit && position + limit > rowCount) list[1]['position'] = position % (rowCount - limit)
    const response = await route.fetch({ postData: JSON.stringify(request) })
    const answer = (await response.json()) as { methodResponses: [string, ListAnswer, string][] }
    for (const [name, value] of answer.methodResponses)
      if (name === 'List/query') {
        rowCount = value.total
        value.total = conversations
      }
    await route.fulfill({ response, json: answer })
  })
}

const toTop = (page: Page) => page.evaluate(`document.querySelector('[role=grid]').scrollTop = 0`)

async function scroll(page: Page, costs: Costs, by: number): Promise<Cost[]> {
  await toTop(page)
  return repeated(steps, () =>
    costs(async () => {
      await page.evaluate(`document.querySelector('[role=grid]').scrollTop += ${String(by)}`)
      await painted(page)
    }),
  )
}

const frames = 300
const frameMs = 1000 / 60

/** One row further each frame. By the clock, so it says something of a quiet machine only. */
async function lateFrames(page: Page): Promise<Row> {
  await toTop(page)
  const gaps = await page.evaluate(async (count) => {
    const grid = document.querySelector('[role=grid]')
    const next = () => new Promise<number>((done) => requestAnimationFrame(done))
    const durations: number[] = []
    let before = await next()
    for (let frame = 0; frame < count; frame++) {
      if (grid) grid.scrollTop += 40
      const now = await next()
      durations.push(now - before)
      before = now
    }
    return durations
  }, frames)
  const dropped = gaps.reduce((sum, gap) => sum + Math.max(0, Math.round(gap / frameMs) - 1), 0)
  return {
    what: 'frames dropped while scrolling row by row',
    value: dropped,
    unit: `of ${frames}`,
    note: `longest wait for one ${short(Math.max(...gaps))} ms; load of the machine ${short(loadavg()[0] ?? 0)}`,
  }
}

async function press(page: Page, key: string): Promise<void> {
  await page.keyboard.press(key)
  await painted(page)
}

/** As on a weak phone. */
async function atAQuarter<Value>(page: Page, work: () => Promise<Value>): Promise<Value> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  try {
    return await work()
  } finally {
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  }
}
