import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { launchChromium } from '../test/fixtures/chromium.ts'
import { administrator } from './stage/imported.ts'
import { measure } from './stage/measure.ts'
import {
  type Cost,
  type Costs,
  loadCosts,
  cpuRow,
  newWindow,
  painted,
  repeated,
  signInTo,
} from './stage/page.ts'
import { eventsOfAWeek, monthView, plan, type Planned, weekday } from './stage/planned-weeks.ts'
import { type Program, runCommand, startProgram } from './stage/program.ts'
import { type Bench, isAsked, type Row, type Stage } from './stage/rows.ts'

/**
 * What a calendar costs: the server for a month, and a browser, in the own time of the page's main thread, for a step of
 * a drag in a full week and for going to the next month.
 */
export const webCalendar: Bench = {
  name: 'web-calendar',
  run: async (stage) => {
    const dataFolder = mkdtempSync(join(tmpdir(), 'plmail-bench-'))
    chmodSync(dataFolder, 0o755) // the database runs as another user when we are root
    const place = { root: stage.root, dataFolder }
    const program = await startProgram(place, 'web')
    try {
      const { email, password } = administrator
      await runCommand(place, ['app:setup', '--email', email, '--name', 'Ada', '--password', password])
      const planned = await plan(program.address)
      return [...(await onTheServer(stage, program, planned)), ...(await inABrowser(stage, program))]
    } finally {
      await program.stop()
      rmSync(dataFolder, { recursive: true, force: true })
    }
  },
}

async function onTheServer(stage: Stage, program: Program, planned: Planned): Promise<Row[]> {
  const operation = monthView(planned)
  if (!isAsked(stage, operation.what)) return []
  stage.say(operation.what)
  return [await measure(operation, planned.client, program.pids())]
}

const ofDrags = `a step of a drag in a week of ${eventsOfAWeek} events`

async function inABrowser(stage: Stage, program: Program): Promise<Row[]> {
  if (!isAsked(stage, ofDrags)) return []
  const browser = await launchChromium()
  try {
    const page = await newWindow(browser)
    await signInTo(page, `${program.address}/calendar/week/${weekday(2)}`, 'button', 50)
    const cost = await loadCosts(page)
    stage.say('dragging an event')
    const drags = await drag(page, cost)
    stage.say('paging through months')
    await page.keyboard.press('m')
    await page.getByRole('grid').getByRole('button').nth(20).waitFor()
    const months = await repeated(20, () => cost(() => nextMonth(page)))
    const [scripts, all] = [drags.map(({ script }) => script), drags.map(({ all: total }) => total)]
    return [
      cpuRow(`${ofDrags}, script`, scripts, 2),
      cpuRow(`${ofDrags}, with style and layout`, all),
      cpuRow(
        'going to the next month',
        months.map((month) => month.all),
      ),
    ]
  } finally {
    await browser.close()
  }
}

/** Up and down over four days, one step a frame, each to a place where the block has not been a moment ago. */
async function drag(page: Page, cost: Costs): Promise<Cost[]> {
  const event = page.getByRole('grid').getByRole('button', { name: 'Event 46' }).first()
  await event.scrollIntoViewIfNeeded()
  const box = await event.boundingBox()
  if (!box) throw new Error('There is nothing to drag')
  const [x, y] = [box.x + 10, box.y + 6]
  await page.mouse.move(x, y)
  await page.mouse.down()
  let at = 0
  const steps = await repeated(66, () =>
    cost(async () => {
      at += 1
      await page.mouse.move(x - 160 * (at % 4), y + 11 * (at % 30))
      await painted(page)
    }),
  )
  if ((await page.locator('.dragged').count()) !== 1) throw new Error('Nothing was dragged')
  await page.keyboard.press('Escape')
  await page.mouse.up()
  return steps
}

async function nextMonth(page: Page): Promise<void> {
  await page.keyboard.press('j')
  await painted(page)
}
