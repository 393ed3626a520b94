import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { rawOf } from '../packages/emulators/src/blobs/raw.ts'
import { createWorld, realClock } from '../packages/emulators/src/index.ts'
import { launchChromium } from '../test/fixtures/chromium.ts'
import { freePort } from '../test/fixtures/free-port.ts'
import { type ToldProvider, toldGoogle, toldMicrosoft } from '../test/fixtures/told-providers.ts'
import { administrator } from './stage/imported.ts'
import { runCommand, startProgram } from './stage/program.ts'
import { type Bench, percentile, type Row, short, type Stage } from './stage/rows.ts'

/**
 * How long new mail takes from its delivery at an emulated provider until it is in a browser that shows the inbox: the
 * provider announces it, the server looks and fetches, the browser is told and paints.
 */
export const pushLatency: Bench = {
  name: 'push-latency',
  isLong: true,
  run: async (stage) => [
    row('Google', await latencies(stage, toldGoogle)),
    row('Microsoft', await latencies(stage, toldMicrosoft)),
  ],
}

const messages = 20
/** Gmail announces a mailbox once a second: this is about mail that is announced. */
const apartMs = 2_000

function row(name: string, all: readonly number[]): Row {
  const shown = [Math.min(...all), percentile(all, 0.5), percentile(all, 0.95)].map(short)
  return {
    what: `${name}: from delivery to the open browser`,
    value: percentile(all, 0.5),
    unit: 'ms',
    budget: { atMost: 1_000 },
    note: `${shown.join(' / ')} ms of ${all.length} messages`,
  }
}

async function latencies(
  stage: Stage,
  tell: (world: ReturnType<typeof createWorld>) => Promise<ToldProvider>,
): Promise<number[]> {
  await using told = await tell(createWorld('push-latency', realClock()))
  const dataFolder = mkdtempSync(join(tmpdir(), 'plmail-push-'))
  chmodSync(dataFolder, 0o755) // the database runs as another user when we are root
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const endpoints = JSON.stringify({ [told.name.toLowerCase()]: told.endpoints })
  // Emulated providers are for the demo and for tests only.
  const variables = { ...told.variables, APP_ENV: 'test', PORT: String(port), PROVIDER_ENDPOINTS: endpoints }
  const place = { root: stage.root, dataFolder, variables }
  const { email, password } = administrator
  const admin = ['--email', email, '--name', 'Ada', '--password', password]
  try {
    await runCommand(place, ['app:setup', ...admin, '--public-url', address])
    const program = await startProgram(place, 'all')
    const browser = await launchChromium()
    try {
      told.redirectUris.push(address + told.callback)
      told.announceTo(address)
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
      await connect(page, address, told)
      const all: number[] = []
      for (let count = 1; count <= messages; count++) {
        stage.say(`${told.name}, message ${count} of ${messages}`)
        await page.waitForTimeout(apartMs)
        all.push(await measure(page, told, `Message ${count} of the bench`))
      }
      return all
    } finally {
      await browser.close()
      await program.stop()
    }
  } finally {
    rmSync(dataFolder, { recursive: true, force: true })
  }
}

async function connect(page: Page, address: string, told: ToldProvider): Promise<void> {
  const { email } = told.mailbox
  await page.goto(`${address}/settings/accounts`)
  await page.getByLabel('Email address').fill(administrator.email)
  await page.getByLabel('Password').fill(administrator.password)
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: `Connect ${told.name}` }).click()
  await told.consent(page, email)
  const card = page.getByRole('article', { name: email })
  await card.getByText('Connected').waitFor()
  await card.getByRole('checkbox').check()
  await card.getByText(`${told.name} announces new mail as it arrives.`).waitFor()
  await page.goto(`${address}/mail/inbox`)
  deliver(told, 'The first letter')
  await page.getByRole('row').filter({ hasText: 'The first letter' }).waitFor()
}

/** Both ends are on one machine, whose clock they share. */
async function measure(page: Page, told: ToldProvider, subject: string): Promise<number> {
  const seen = page.evaluate(
    (text) =>
      new Promise<number>((resolve) => {
        const look = () => {
          if (document.body.textContent?.includes(text)) resolve(Date.now())
        }
        new MutationObserver(look).observe(document.body, {
          subtree: true,
          childList: true,
          characterData: true,
        })
      }),
    subject,
  )
  await page.evaluate(() => {}) // the page watches by now
  const deliveredAt = Date.now()
  deliver(told, subject)
  return (await seen) - deliveredAt
}

function deliver({ mailbox }: ToldProvider, subject: string): void {
  const id = `<${subject.replaceAll(' ', '-')}@elsewhere.example>`
  mailbox.deliver(
    rawOf(
      `From: Charles <charles@elsewhere.example>\r\nTo: ${mailbox.email}\r\nSubject: ${subject}\r\nMessage-ID: ${id}\r\nDate: ${new Date().toUTCString().replace('GMT', '+0000')}\r\n\r\nHello\r\n`,
    ),
  )
}
