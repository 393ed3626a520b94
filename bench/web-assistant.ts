import { loadavg } from 'node:os'
import type { Page } from 'playwright-core'
import { createWorld, type EmulatedAssistant, startAssistant } from '../packages/emulators/src/index.ts'
import { launchChromium } from '../test/fixtures/chromium.ts'
import { imported } from './stage/imported.ts'
import { highRow, newWindow, signInTo } from './stage/page.ts'
import { startProgram } from './stage/program.ts'
import { type Bench, short } from './stage/rows.ts'

/**
 * What plMail adds to the time of a model: from its first token on the wire, through the server and its stream, until the
 * frame with that text is drawn. Both ends read the clock of this machine.
 */
export const webAssistant: Bench = {
  name: 'web-assistant',
  run: async (stage) => {
    const { dataFolder } = await imported(stage)
    const model = await startAssistant(createWorld('bench'), { key: 'sk-bench', model: 'bench-model' })
    const variables = {
      ASSISTANT_BASE_URL: model.urls.openai,
      ASSISTANT_API_KEY: model.key,
      ASSISTANT_MODEL: model.model,
    }
    const program = await startProgram({ root: stage.root, dataFolder, variables }, 'web')
    const browser = await launchChromium()
    try {
      const page = await newWindow(browser)
      await signInTo(page, program.address, 'row', 5)
      await allowAllAccounts(page)
      stage.say('asking')
      const waits = await askRepeatedly(page, model)
      const row = highRow('first token of a model, until it is on screen', waits, 'ms p95', 100)
      return [{ ...row, note: `${row.note ?? ''}; load of the machine ${short(loadavg()[0] ?? 0)}` }]
    } finally {
      await browser.close()
      await program.stop()
      await model.close()
    }
  },
}

const questions = 46
/** The first ones compile. */
const unmeasured = 6

async function allowAllAccounts(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const send = (body?: object) =>
      fetch('/api/assistant', {
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
        headers: { 'content-type': 'application/json' },
      })
    const { accounts } = (await (await send()).json()) as { accounts: Array<{ id: string }> }
    const allowed = await send({ isOn: true, accountIds: accounts.map(({ id }) => id) })
    if (!allowed.ok) throw new Error(await allowed.text())
  })
}

/** Milliseconds from wire to glass, question after question. */
async function askRepeatedly(page: Page, model: EmulatedAssistant): Promise<number[]> {
  const text = { literal: 'It takes this long until a word is seen. '.repeat(4) }
  model.script({ text: { literal: 'after:2000' } })
  model.always({ text, tokenMs: 5 })
  await page.keyboard.press('q')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').first().fill('How long does it take?')
  await page.keyboard.press('Enter')
  const again = dialog.getByRole('button', { name: 'Search again', exact: true })
  await again.waitFor()
  const waits: number[] = []
  for (let count = 0; count < questions; count++) {
    while (!(await again.isEnabled())) await page.waitForTimeout(20)
    const shownAt = noteFirstText(page)
    await again.click()
    const shown = await shownAt
    waits.push(shown - (model.firstTokensAt().at(-1) ?? shown))
  }
  return waits.slice(unmeasured)
}

/** When the frame was drawn that shows the first text of an answer. */
function noteFirstText(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(done))
    const isWritten = () => (document.querySelector('dialog .written')?.textContent ?? '') !== ''
    while (!isWritten()) await frame()
    await frame()
    return performance.timeOrigin + performance.now()
  })
}
