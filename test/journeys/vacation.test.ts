import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { tellAtFailure } from '../fixtures/at-failure.ts'
import { asPhone, type BrowserUser, openBrowser } from '../fixtures/browser-user.ts'
import { type Demo, demoFolder } from '../fixtures/demo.ts'
import { signIn } from '../fixtures/sign-in.ts'
import { fitsItsWidth } from '../fixtures/page-width.ts'
import { takePicture } from '../fixtures/take-picture.ts'

/** Somebody sets what their mailboxes answer while they are away, by keyboard and on a phone. */
const microsoft = 'nora@larkfield.example'

let demo: Demo
let nora: BrowserUser

beforeAll(async () => {
  demo = await demoFolder()
  await demo.start()
  nora = await openBrowser(demo.address)
  await nora.page.goto(demo.address)
  await signIn(nora.page, {
    email: printed(/Sign in as +(\S+)/),
    password: printed(/Password +(.+)/),
  })
  await nora.page.getByRole('grid').waitFor()
  // Also a page that is opened without the network is on the device from here on.
  await nora.page.evaluate(async () => void (await navigator.serviceWorker.ready))
})
beforeEach(() => tellAtFailure(() => [demo && { log: demo.output }, nora]))
afterAll(async () => {
  await nora?.[Symbol.asyncDispose]()
  await demo?.[Symbol.asyncDispose]()
})

const printed = (pattern: RegExp): string => pattern.exec(demo.output())?.[1] ?? ''
const form = () => nora.page.getByRole('form', { name: `Out of office for ${microsoft}` })
const open = () => nora.page.goto(`${demo.address}/settings/vacation`)

test('automatic replies are switched on by keyboard, checked, and are there on the next visit', async () => {
  const { page } = nora
  await open()
  await form().getByRole('checkbox', { name: 'Send automatic replies' }).focus()
  await page.keyboard.press('Space')
  await form().getByLabel('From').fill('2027-05-01T08:00')
  await form().getByLabel('Message').fill('I am back on Monday.')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await form().getByText('Microsoft needs a start and an end, or neither.').waitFor()
  await form().getByLabel('Until').fill('2027-05-01T07:00')
  await form().getByRole('button', { name: 'Save' }).click()
  await form().getByText('Choose a time after the start.').waitFor()
  await form().getByLabel('Until').fill('2027-05-09T18:00')
  await form().getByRole('button', { name: 'Save' }).click()
  await nora.seesToast(`Automatic replies for ${microsoft} are on`)
  await open()
  await vi.waitFor(async () => expect(await form().getByRole('checkbox').isChecked()).toBe(true), {
    timeout: 30_000,
  })
  expect(await form().getByLabel('From').inputValue()).toBe('2027-05-01T08:00')
  expect(await form().getByLabel('Until').inputValue()).toBe('2027-05-09T18:00')
  expect(await form().getByLabel('Message').inputValue()).toBe('I am back on Monday.')
  expect(await form().getByLabel('Subject').count()).toBe(0)
  expect(await nora.violations()).toEqual([])
})

test('where an account does not let them be set, the page says why and what to do', async () => {
  const { page } = nora
  await open()
  await page.getByText('Google needs your permission').waitFor()
  const allow = page.getByRole('link', { name: 'Allow automatic replies' })
  expect(await allow.getAttribute('href')).toMatch(/^\/oauth\/provA\/connect\?account=A\d+&for=vacation$/)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await open()
    await form().waitFor()
    await takePicture(nora.page, `vacation-desktop-${colorScheme}`, { isWhole: true })
  }
  expect(await nora.violations()).toEqual([])
})

test('on a phone everything fits, and they are switched off with a finger', async () => {
  const { page } = nora
  const phone = await asPhone(page)
  await open()
  await form().waitFor()
  await takePicture(nora.page, 'vacation-phone-dark', { isWhole: true })
  expect(await fitsItsWidth(page)).toBe(true)
  await page.emulateMedia({ colorScheme: 'light' })
  await open()
  await form().waitFor()
  await takePicture(nora.page, 'vacation-phone-light', { isWhole: true })
  await phone.tap(form().getByRole('checkbox'))
  await phone.tap(form().getByRole('button', { name: 'Save' }))
  await nora.seesToast(`Automatic replies for ${microsoft} are off`)
  await phone.putDown()
})

test('without the server the page says so, and asks again', async () => {
  const { page } = nora
  await page.context().setOffline(true)
  await open()
  await page.getByText('The server can’t be reached.').waitFor()
  await page.context().setOffline(false)
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click()
  await form().waitFor()
})
