import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { tellAtFailure } from '../fixtures/at-failure.ts'
import { type BrowserUser, openBrowser } from '../fixtures/browser-user.ts'
import { exchange } from '../../packages/server-testing/src/http/exchange.ts'
import { freePort } from '../../packages/server-testing/src/servers/free-port.ts'
import { type FreshCheckout, freshCheckout } from '../fixtures/fresh-checkout.ts'
import { signIn } from '../fixtures/sign-in.ts'
import { createVisitor } from '../../packages/server-testing/src/http/visitor.ts'

/** `npm run dev` in a copy of this checkout, whose files are changed while it runs. */
let checkout: FreshCheckout
let address: string
let ada: BrowserUser

beforeAll(async () => {
  const bin = dirname(process.execPath)
  checkout = freshCheckout({ bin, port: await freePort(), script: 'dev', trusts: [] })
  checkout.takePackages()
  address = await checkout.start()
  ada = await openBrowser(address)
})
beforeEach(() => tellAtFailure(() => [checkout && { log: checkout.output }, ada]))
afterAll(async () => {
  await ada?.[Symbol.asyncDispose]()
  await checkout?.[Symbol.asyncDispose]()
})

const getStatus = async (path: string) => (await exchange(address, path)).status
const edit = (path: string, before: string, after: string) => {
  const file = join(checkout.home, path)
  const source = readFileSync(file, 'utf8')
  if (!source.includes(before)) throw new Error(`${path} does not contain ${before}`)
  writeFileSync(file, source.replace(before, after))
}
const healthRoute = 'packages/server/src/http/health-route.ts'

test('it prints one address, and builds nothing of what `npm start` runs', async () => {
  expect(checkout.output().match(/https?:\/\/\S+/g)).toEqual([`${address}/`])
  for (const path of ['packages/server/dist', 'packages/web/dist', 'var/postgres'])
    expect(existsSync(join(checkout.home, path))).toBe(false)
})

test('somebody who sets plMail up there is signed in and sees the client', async () => {
  const { page } = ada
  expect((await createVisitor(address).install()).status).toBe(303)
  await page.goto(`${address}/`)
  await signIn(page)
  await page.getByRole('heading', { name: 'Welcome, Ada Byron' }).waitFor()
})

test('a change of the client is on the screen without anybody asking for it', async () => {
  edit('packages/words/messages/en/app.json', 'Welcome, ', 'Good to see you, ')
  await ada.page.getByRole('heading', { name: 'Good to see you, Ada Byron' }).waitFor()
})

test('a change of the server is served after a restart, and the page loads again', async () => {
  expect(await getStatus('/healthz-edited')).toBe(404)
  await ada.page.evaluate(() => document.body.setAttribute('data-before', ''))
  edit(healthRoute, "'/healthz'", "'/healthz-edited'")
  await expect.poll(() => getStatus('/healthz-edited')).toBe(200)
  await expect.poll(() => ada.page.locator('body[data-before]').count()).toBe(0)
  await ada.page.getByRole('heading', { name: 'Good to see you, Ada Byron' }).waitFor()
})

test('a change that cannot be built says so and leaves the server running, until it is mended', async () => {
  edit(healthRoute, "'/healthz-edited'", "'/healthz-edited")
  await expect.poll(checkout.output).toContain('Unterminated string literal')
  expect(await getStatus('/healthz-edited')).toBe(200)
  edit(healthRoute, "'/healthz-edited", "'/healthz'")
  await expect.poll(() => getStatus('/healthz')).toBe(200)
})

test('Ctrl+C ends everything, the database included', async () => {
  expect(checkout.hasDatabase()).toBe(true)
  await checkout.pressCtrlC()
  expect(checkout.hasDatabase()).toBe(false)
})
