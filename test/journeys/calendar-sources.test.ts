import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { tellAtFailure } from '../fixtures/at-failure.ts'
import { type BrowserUser, openBrowser } from '../fixtures/browser-user.ts'
import { type PlMail, startPlMail } from '../fixtures/plmail.ts'
import { type Radicale, startRadicale } from '../../packages/server-testing/src/servers/radicale.ts'
import { signIn } from '../fixtures/sign-in.ts'

/** Calendars come from a real CalDAV server and from a file on a web server, and the page says how they are. */
let radicale: Radicale
let plmail: PlMail
let ada: BrowserUser
let team: string
/** A school that publishes its holidays. */
let school: Server
const holidays = [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'PRODID:-//School//EN',
  'X-WR-CALNAME:School holidays',
  'BEGIN:VEVENT',
  'UID:summer@school.example',
  'DTSTAMP:20260101T000000Z',
  'SUMMARY:Summer',
  'DTSTART;VALUE=DATE:20270729',
  'DTEND;VALUE=DATE:20270909',
  'END:VEVENT',
  'END:VCALENDAR',
  '',
].join('\r\n')

beforeAll(async () => {
  radicale = await startRadicale()
  radicale.addUser('ada', 'first password')
  const color = '<A:calendar-color xmlns:A="http://apple.com/ns/ical/">#348f4f</A:calendar-color>'
  team = await radicale.addCalendar('ada', 'Team', color)
  school = createServer((_request, response) => response.end(holidays))
  await new Promise<void>((done) => school.listen(0, '127.0.0.1', done))
  plmail = await startPlMail({
    variables: { INTEGRATIONS_ALLOW_HTTP: '1', INTEGRATIONS_ALLOWED_HOSTS: '127.0.0.1' },
  })
  await plmail.visitor().install()
  ada = await openBrowser(plmail.address)
  await ada.page.goto(`${plmail.address}/settings/calendars`)
  await signIn(ada.page)
  await ada.page.getByRole('heading', { level: 1, name: 'Calendars' }).waitFor()
})
beforeEach(() => tellAtFailure(() => [plmail, ada]))
afterAll(async () => {
  await ada?.[Symbol.asyncDispose]()
  await plmail?.[Symbol.asyncDispose]()
  school?.closeAllConnections()
  school?.close()
  await radicale?.[Symbol.asyncDispose]()
})

const page = () => ada.page
const button = (name: string | RegExp) => page().getByRole('button', { name })
const card = (name: string) => page().getByRole('article', { name })
const text = (expected: string | RegExp) => page().getByText(expected)
const host = () => new URL(radicale.address).host

/** Resolves once the server has been told. */
async function lookNow(): Promise<void> {
  await page().goto(`${plmail.address}/settings/calendars`)
  await card(host()).getByRole('button', { name: 'Sync now' }).click()
  await ada.seesToast(`Syncing ${host()}`)
}

test('a server that refuses the password is not connected, and the field says why', async () => {
  await button('Connect a CalDAV server').click()
  const form = page().getByRole('form', { name: 'Connect a CalDAV server' })
  await form.getByLabel('Address').fill(radicale.address)
  await form.getByLabel('Username').fill('ada')
  await form.getByLabel('Password or app password').fill('wrong password')
  await page().keyboard.press('Enter')
  await text(/refused this username or password/).waitFor()
  expect(await ada.violations()).toEqual([])
})

test('with the right one its calendars appear', async () => {
  await page().getByLabel('Password or app password').fill('first password')
  await page().keyboard.press('Enter')
  await ada.seesToast(`${host()} connected`)
  await card(host()).getByRole('checkbox', { name: 'Show Team' }).waitFor()
  await card(host()).getByText('synced every 15 minutes').waitFor()
})

test('an address is subscribed to, and is not shown again', async () => {
  await button('Subscribe to a calendar').click()
  const address = `http://127.0.0.1:${(school.address() as AddressInfo).port}/private-4711.ics`
  await page().getByLabel('Address of the calendar').fill(address)
  await page().keyboard.press('Enter')
  await card('School holidays').getByRole('checkbox', { name: 'Show School holidays' }).waitFor()
  await card('School holidays').getByText('read only').waitFor()
  expect(await page().content()).not.toContain('private-4711')
})

test('what is renamed here keeps its name here, and a calendar of one’s own comes and goes', async () => {
  await card(host()).getByRole('button', { name: 'Edit Team' }).click()
  const name = card(host()).getByLabel('Name', { exact: true })
  await name.fill('Our team')
  await card(host()).getByRole('radio', { name: 'Teal' }).check()
  await card(host()).getByRole('button', { name: 'Save' }).click()
  await card(host()).getByRole('checkbox', { name: 'Show Our team' }).waitFor()
  await button('New calendar').click()
  await page().getByLabel('Name', { exact: true }).fill('Choir')
  await page().keyboard.press('Enter')
  await page().getByRole('checkbox', { name: 'Show Choir' }).waitFor()
  await button('Edit Choir').click()
  expect(await ada.violations()).toEqual([])
  await page().getByRole('button', { name: 'Delete', exact: true }).click()
  await text(/All its events are deleted too/).waitFor()
  await page().getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await ada.seesToast('Choir deleted')
})

/** The other side writes its event. */
async function putReview(title: string): Promise<void> {
  const event = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Other//EN',
    'BEGIN:VEVENT',
    'UID:r@example.org',
    'DTSTAMP:20260101T000000Z',
    `SUMMARY:${title}`,
    'DTSTART:20270301T090000Z',
    'DURATION:PT1H',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n')
  const headers = { 'content-type': 'text/calendar' }
  await radicale.request('ada', 'PUT', `${team}review.ics`, { headers, body: event })
}

test('an event of the other side is in the calendar here', async () => {
  await putReview('Review with the team')
  await lookNow()
  await page().goto(`${plmail.address}/calendar/day/2027-03-01`)
  await text('Review with the team').first().waitFor()
})

test('a password that stops working is said in a sentence, and mended on the spot', async () => {
  radicale.addUser('ada', 'second password')
  await lookNow()
  await card(host())
    .getByText(/refused the password. Enter the current one/)
    .waitFor()
  expect(await ada.violations()).toEqual([])
  await card(host())
    .getByRole('button', { name: `Edit ${host()}` })
    .click()
  await card(host()).getByLabel('Password or app password').fill('second password')
  await page().keyboard.press('Enter')
  await card(host()).getByText('Up to date').waitFor()
})

test('what both sides change meanwhile stays as it is there, and can be had back', async () => {
  radicale.addUser('ada', 'third password')
  await page().goto(`${plmail.address}/calendar/day/2027-03-01`)
  await button(/Review with the team/)
    .first()
    .focus()
  await page().keyboard.press('Enter')
  await page().getByRole('dialog').getByLabel('Title', { exact: true }).fill('My own review')
  await page().getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await text('My own review').first().waitFor()
  await putReview('Their own review')
  await lookNow()
  await card(host())
    .getByText(/refused the password/)
    .waitFor()
  await card(host())
    .getByRole('button', { name: `Edit ${host()}` })
    .click()
  await card(host()).getByLabel('Password or app password').fill('third password')
  await page().keyboard.press('Enter')
  // A toast says so as well, for a while.
  await page()
    .locator('#main')
    .getByText(/“My own review” was changed elsewhere at the same time/)
    .waitFor()
  await text('Differences: title.').waitFor()
  expect(await ada.violations()).toEqual([])
  await button('Keep mine for “My own review”').click()
  await page().getByRole('heading', { name: 'Unsaved changes' }).waitFor({ state: 'detached' })
  const atRadicale = async () => (await radicale.request('ada', 'GET', `${team}review.ics`)).text()
  await expect.poll(atRadicale, { timeout: 60_000 }).toContain('SUMMARY:My own review')
})

test('what is removed here stays where it came from', async () => {
  await button(`Remove ${host()}`).click()
  await text(/Nothing changes where they come from/).waitFor()
  await page().getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await ada.seesToast(`${host()} removed`)
  expect(await card(host()).count()).toBe(0)
  expect((await radicale.request('ada', 'GET', `${team}review.ics`)).status).toBe(200)
  // A refused form is answered with a status that the browser writes down.
  expect(ada.complaints.filter((complaint) => !/status of 422/.test(complaint))).toEqual([])
})
