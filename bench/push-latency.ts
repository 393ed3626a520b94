import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { toRawMessage } from '../packages/emulators/src/blobs/raw.ts'
import { createWorld, realClock } from '../packages/emulators/src/index.ts'
import { launchChromium } from '../test/fixtures/chromium.ts'
import { freePort } from '../packages/server-testing/src/servers/free-port.ts'
import {
  type NotifyingProvider,
  notifyingGoogle,
  notifyingMicrosoft,
} from '../test/fixtures/notifying-providers.ts'
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
    row('Google', await latencies(stage, notifyingGoogle)),
    row('Microsoft', await latencies(stage, notifyingMicrosoft)),
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
  tell: (world: ReturnType<typeof createWorld>) => Promise<NotifyingProvider>,
): Promise<number[]> {
  await using provider = await tell(createWorld('push-latency', realClock()))
  const dataFolder = mkdtempSync(join(tmpdir(), 'plmail-push-'))
  chmodSync(dataFolder, 0o755) // the database runs as another user when we are root
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const endpoints = JSON.stringify({ [provider.name.toLowerCase()]: provider.endpoints })
  // Emulated providers are for the demo and for tests only.
  const variables = {
    ...provider.variables,
    APP_ENV: 'test',
    PORT: String(port),
    PROVIDER_ENDPOINTS: endpoints,
  }
  const place = { root: stage.root, dataFolder, variables }
  const { email, password } = administrator
  const admin = ['--email', email, '--name', 'Ada', '--password', password]
  try {
    await runCommand(place, ['app:setup', ...admin, '--public-url', address])
    const program = await startProgram(place, 'all')
    const browser = await launchChromium()
    try {
      provider.redirectUris.push(address + provider.callback)
      provider.announceTo(address)
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
      await connect(page, address, provider)
      const all: number[] = []
      for (let count = 1; count <= messages; count++) {
        stage.say(`${provider.name}, message ${count} of ${messages}`)
        await page.waitForTimeout(apartMs)
        all.push(await measure(page, provider, `Message ${count} of the bench`))
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

async function connect(page: Page, address: string, provider: NotifyingProvider): Promise<void> {
  const { email } = provider.mailbox
  await page.goto(`${address}/settings/accounts`)
  await page.getByLabel('Email address').fill(administrator.email)
  await page.getByLabel('Password').fill(administrator.password)
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: `Connect ${provider.name}` }).click()
  await provider.consent(page, email)
  const card = page.getByRole('article', { name: email })
  await card.getByText('Connected').waitFor()
  await card.getByRole('checkbox').check()
  await card.getByText(`${provider.name} announces new mail as it arrives.`).waitFor()
  await page.goto(`${address}/mail/inbox`)
  deliver(provider, 'The first letter')
  await page.getByRole('row').filter({ hasText: 'The first letter' }).waitFor()
}

/** Both ends are on one machine, whose clock they share. */
async function measure(page: Page, provider: NotifyingProvider, subject: string): Promise<number> {
  const painted = page.evaluate(
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
  deliver(provider, subject)
  return (await painted) - deliveredAt
}

function deliver({ mailbox }: NotifyingProvider, subject: string): void {
  const id = `<${subject.replaceAll(' ', '-')}@elsewhere.example>`
  mailbox.deliver(
    toRawMessage(
      `From: Charles <charles@elsewhere.example>\r\nTo: ${mailbox.email}\r\nSubject: ${subject}\r\nMessage-ID: ${id}\r\nDate: ${new Date().toUTCString().replace('GMT', '+0000')}\r\n\r\nHello\r\n`,
    ),
  )
}
