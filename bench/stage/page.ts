import type { Browser, CDPSession, Page } from 'playwright-core'
import { administrator } from './imported.ts'
import { percentile, type Row, short } from './rows.ts'

/** What something took of the page's main thread, in ms of its own time: what else the machine does is not counted. */
export interface Cost {
  script: number
  /** Script, style and layout. */
  all: number
}

export type Costs = (work: () => Promise<void>) => Promise<Cost>

/** A window of the usual size, not yet anywhere. */
export const newWindow = (browser: Browser): Promise<Page> =>
  browser.newPage({ viewport: { width: 1440, height: 900 } })

/** Signs in by the form; there once `role=grid` shows `places` of `each`. */
export async function signInTo(
  page: Page,
  address: string,
  each: 'row' | 'button',
  places: number,
): Promise<void> {
  await page.goto(address)
  await page.getByLabel('Email address').fill(administrator.email)
  await page.getByLabel('Password').fill(administrator.password)
  await page.keyboard.press('Enter')
  await page.getByRole('grid').getByRole(each).nth(places).waitFor()
}

export async function loadCosts(page: Page): Promise<Costs> {
  const session: CDPSession = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const now = async (): Promise<Cost> => {
    const { metrics } = await session.send('Performance.getMetrics')
    const of = (name: string): number => (metrics.find((metric) => metric.name === name)?.value ?? 0) * 1000
    const script = of('ScriptDuration')
    return { script, all: script + of('LayoutDuration') + of('RecalcStyleDuration') }
  }
  return async (work) => {
    const before = await now()
    await work()
    const after = await now()
    return { script: after.script - before.script, all: after.all - before.all }
  }
}

/** After the frame that shows what was done. */
export const painted = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))

/** Measures so many times; the first ones compile, and are left out. */
export async function repeated<Value>(times: number, measureOne: () => Promise<Value>): Promise<Value[]> {
  const values: Value[] = []
  for (let count = 0; count < times; count++) values.push(await measureOne())
  return values.slice(6)
}

/** The middle of them. */
export function cpuRow(what: string, values: readonly number[], atMost?: number): Row {
  return {
    what,
    value: percentile(values, 0.5),
    unit: 'ms CPU',
    ...(atMost === undefined ? {} : { budget: { atMost } }),
    note: `p95 ${short(percentile(values, 0.95))}, of ${values.length}`,
  }
}

/** Nineteen in twenty are not above it. */
export function highRow(what: string, values: readonly number[], unit: string, atMost: number): Row {
  const [middle, limit] = [percentile(values, 0.5), Math.max(...values)].map(short)
  return {
    what,
    value: percentile(values, 0.95),
    unit,
    budget: { atMost },
    note: `${middle} in the middle, ${limit} at most, of ${values.length}`,
  }
}
