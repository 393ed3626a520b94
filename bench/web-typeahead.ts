import { loadavg } from 'node:os'
import type { Page } from 'playwright-core'
import { launchChromium } from '../test/fixtures/chromium.ts'
import { imported } from './stage/imported.ts'
import { type Costs, loadCosts, cpuRow, highRow, newWindow, signInTo } from './stage/page.ts'
import { cpuBetween, cpuTimes } from './stage/processes.ts'
import { startProgram } from './stage/program.ts'
import { type Bench, type Row, short } from './stage/rows.ts'

/**
 * What is offered while somebody types into the search box: how long after a letter what the server found stands there,
 * by the browser's clock, and what the letter costs the browser and the server in their own time.
 */
export const webTypeahead: Bench = {
  name: 'web-typeahead',
  run: async (stage) => {
    const { dataFolder } = await imported(stage)
    const program = await startProgram({ root: stage.root, dataFolder }, 'web')
    const browser = await launchChromium()
    try {
      const page = await newWindow(browser)
      await noteAnswers(page)
      await signInTo(page, program.address, 'row', 5)
      const costs = await loadCosts(page)
      stage.say('typing')
      const letters: Letter[] = []
      await typeInto(page, warmUp, costs)
      const before = cpuTimes(program.pids())
      for (const text of typed) letters.push(...(await typeInto(page, text, costs)))
      const server = cpuBetween(before, cpuTimes(program.pids())) / letters.length
      const waits = letters.map(({ waitMs }) => waitMs)
      return [
        withLoad(highRow('a letter, until what it finds is on screen', waits, 'ms p95', 100)),
        cpuRow(
          'a letter, script, style and layout of the browser',
          letters.map(({ cpuMs }) => cpuMs),
        ),
        { what: 'a letter, server and database', value: server, unit: 'ms CPU' },
      ]
    } finally {
      await browser.close()
      await program.stop()
    }
  },
}

/** Brings what comes with the first letter, and compiles it. */
const warmUp = 'something to begin with'
/** Frequent words, rare ones, names, two words, operators, and what is nowhere. */
const typed = [
  'people',
  'meeting',
  'tenancy',
  'maintenance',
  'Rechnung',
  'anna',
  'example',
  'budget people',
  'invoice 20261',
  'quasar',
  'from:bob',
  'subject:draft',
]

/** One that asked the server something. */
interface Letter {
  waitMs: number
  cpuMs: number
}

/** Letter after letter, each once the one before has its answer. */
async function typeInto(page: Page, text: string, costs: Costs): Promise<Letter[]> {
  const box = page.getByRole('combobox')
  await box.fill('')
  const letters: Letter[] = []
  for (const letter of text) {
    let waitMs: number | undefined
    const { all } = await costs(async () => {
      await box.press(letter === ' ' ? 'Space' : letter)
      waitMs = await answered(page)
    })
    if (waitMs !== undefined) letters.push({ waitMs, cpuMs: all })
  }
  return letters
}

/** What the page is made to note, so that the way to the bench and back is not in it. */
interface Noted {
  typedAt: number
  requests: number
  underWay: number
}

/** Notes when a letter comes and whether the server has answered all that was asked for it. */
async function noteAnswers(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const noted: Noted = { typedAt: 0, requests: 0, underWay: 0 }
    Object.assign(globalThis, { noted })
    const note = (): void => void Object.assign(noted, { typedAt: performance.now(), asked: 0 })
    addEventListener('beforeinput', note, true)
    const { fetch } = globalThis
    globalThis.fetch = async (input, init) => {
      if (!String(input).includes('/jmap/api')) return fetch(input, init)
      noted.requests += 1
      noted.underWay += 1
      try {
        const response = await fetch(input, init)
        void response
          .clone()
          .text()
          .finally(() => (noted.underWay -= 1))
        return response
      } catch (error) {
        noted.underWay -= 1
        throw error
      }
    }
  })
}

/** Milliseconds from the letter until the frame with its answer was drawn; undefined when nothing was asked for it. */
function answered(page: Page): Promise<number | undefined> {
  return page.evaluate(async () => {
    const { noted } = globalThis as unknown as { noted: Noted }
    const frame = () => new Promise((done) => requestAnimationFrame(done))
    for (let waited = 0; noted.requests === 0 && waited < 5; waited++) await frame()
    if (noted.requests === 0) return undefined
    while (noted.underWay > 0) await frame()
    await frame()
    return performance.now() - noted.typedAt
  })
}

const withLoad = (row: Row): Row => ({
  ...row,
  note: `${row.note ?? ''}; load of the machine ${short(loadavg()[0] ?? 0)}`,
})
