import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { calendarRefusal } from '../../packages/emulators/src/google/calendar/index.ts'
import { createWorld, realClock } from '../../packages/emulators/src/index.ts'
import { tellAtFailure } from '../fixtures/at-failure.ts'
import { type BrowserUser, openBrowser } from '../fixtures/browser-user.ts'
import {
  emulatedGoogle,
  type EmulatedGoogle,
} from '../../packages/server-testing/src/providers/google/emulated-google.ts'
import { type PlMail, startPlMail } from '../fixtures/plmail.ts'
import { signIn } from '../fixtures/sign-in.ts'

/** A Google calendar with a series, somebody else's meeting and a provider that refuses: what is on screen is what Google has. */
const email = 'ada.lovelace@gmail.example'
const organizer = 'choir@nordhafenchor.example'
const wednesday = '2027-03-10'

let emulated: EmulatedGoogle
let plmail: PlMail
let ada: BrowserUser

beforeAll(async () => {
  emulated = await emulatedGoogle('http://127.0.0.1:1/', createWorld('guests', realClock()))
  const { google, client, endpoints, redirectUris } = emulated
  google.addAccount(email, { name: 'Ada' })
  fill()
  plmail = await startPlMail({
    variables: {
      PROVIDER_ENDPOINTS: JSON.stringify({ google: endpoints }),
      PROVA_OAUTH_CLIENT_ID: client.id,
      PROVA_OAUTH_CLIENT_SECRET: client.secret,
    },
  })
  redirectUris.push(`${plmail.address}/oauth/provA/callback`)
  await plmail.visitor().install({ locale: 'en-GB' })
  ada = await openBrowser(plmail.address)
})
beforeEach(() => tellAtFailure(() => [plmail, ada]))
afterAll(async () => {
  await ada?.[Symbol.asyncDispose]()
  await plmail?.[Symbol.asyncDispose]()
  await emulated?.[Symbol.asyncDispose]()
})

const calendars = () => emulated.google.calendars(email)
const at = (dateTime: string, timeZone = 'Europe/Berlin') => ({ dateTime, timeZone })
/** In Berlin a winter's hour. */
const hours = (day: string, from: string, to: string) => ({
  start: at(`${day}T${from}:00+01:00`),
  end: at(`${day}T${to}:00+01:00`),
})

function fill(): void {
  const create = (event: object) => calendars().act({ kind: 'create', calendar: email, event: { ...event } })
  create({
    summary: 'Run by the river',
    recurrence: ['RRULE:FREQ=DAILY;COUNT=6'],
    ...hours('2027-03-08', '07:00', '07:45'),
  })
  create({ summary: 'Studio round', ...hours(wednesday, '12:00', '13:00') })
  create({
    summary: 'Call with Mikael',
    start: at('2027-03-11T10:00:00-05:00', 'America/New_York'),
    end: at('2027-03-11T10:30:00-05:00', 'America/New_York'),
  })
  for (const [summary, from, to] of [
    ['Choir rehearsal', '19:30', '21:30'],
    ['House meeting', '17:00', '18:00'],
  ] as const) {
    const event = { summary, ...hours(wednesday, from, to) }
    calendars().act({ kind: 'invite', calendar: email, organizer, event })
  }
}

const events = (summary: string) =>
  calendars()
    .truth()
    .events.map(({ event }) => event)
    .filter((event) => event['summary'] === summary && event['status'] !== 'cancelled')
/** The user's answer as Google has it. */
function answerTo(summary: string): unknown {
  const attendees = events(summary)[0]?.['attendees']
  if (!Array.isArray(attendees)) return undefined
  return attendees.find((attendee: Record<string, unknown>) => attendee['email'] === email)?.responseStatus
}

const page = () => ada.page
const dialog = () => page().getByRole('dialog')
const button = (name: string | RegExp) => dialog().getByRole('button', { name, exact: true })
const onDay = (day: string, title: string) =>
  page().locator(`.body [data-day="${day}"]`).getByRole('button', { name: title })

async function openWeek(): Promise<void> {
  await page().goto(`${plmail.address}/calendar/week/${wednesday}`)
  await onDay(wednesday, 'Run by the river').waitFor()
}

test('the calendar of a Google account is in the week', async () => {
  await page().goto(`${plmail.address}/settings/accounts`)
  await signIn(page())
  await page().getByRole('link', { name: 'Connect Google' }).click()
  const account = page().getByRole('button', { name: email })
  const agree = page().getByRole('button', { name: 'Continue' })
  await account.or(agree).waitFor()
  if (await account.isVisible()) await account.click()
  await agree.click()
  await page().getByRole('article', { name: email, exact: true }).getByText('Connected').waitFor()
  await openWeek()
  await onDay(wednesday, 'Choir rehearsal').waitFor()
})

test('of a series this and what follows is changed, Google keeps it, and Undo takes it back', async () => {
  await onDay(wednesday, 'Run by the river').focus()
  await page().keyboard.press('Enter')
  await button('Edit')
    .or(dialog().getByLabel('Title', { exact: true }))
    .first()
    .waitFor()
  if (await button('Edit').isVisible()) await button('Edit').click()
  await dialog().getByLabel('Title', { exact: true }).fill('Swim in the river')
  await button('Save').click()
  await button('This and following').click()
  await onDay('2027-03-12', 'Swim in the river').waitFor()
  expect(await onDay('2027-03-09', 'Run by the river').count()).toBe(1)
  await expect.poll(() => events('Swim in the river').length).toBe(1)
  const [rest] = events('Swim in the river')
  expect(rest?.['recurrence']).toEqual(['RRULE:FREQ=DAILY;COUNT=4'])
  await expect
    .poll(() => events('Run by the river')[0]?.['recurrence'])
    .not.toEqual(['RRULE:FREQ=DAILY;COUNT=6'])
  await page().getByRole('status').getByRole('button', { name: 'Undo' }).click()
  await onDay('2027-03-12', 'Run by the river').waitFor()
  await expect.poll(() => events('Swim in the river').length).toBe(0)
  await expect
    .poll(() => events('Run by the river').map((event) => event['recurrence']))
    .toEqual([['RRULE:FREQ=DAILY;COUNT=6']])
})

test('the hours of another zone stand beside those of the reader', async () => {
  await onDay('2027-03-11', 'Call with Mikael').click()
  await dialog().getByText('16:00–16:30').waitFor()
  await dialog().getByText('(10:00–10:30 in America/New York)').waitFor()
  await page().keyboard.press('Escape')
})

test('somebody else’s meeting is answered, not edited', async () => {
  await onDay(wednesday, 'Choir rehearsal').click()
  const question = dialog().getByRole('group', { name: 'Going?' })
  await question.waitFor()
  for (const name of ['Yes', 'Maybe', 'No']) expect(await button(name).count()).toBe(1)
  expect(await button('Edit').count()).toBe(0)
  expect(await button('Delete').count()).toBe(0)
  expect(await ada.violations()).toEqual([])
  await button('Yes').click()
  await dialog().getByRole('button', { name: 'Yes', exact: true, pressed: true }).waitFor()
  await expect.poll(() => answerTo('Choir rehearsal')).toBe('accepted')
  await page().keyboard.press('Escape')
})

test('what is taken out of the calendar is declined where it came from', async () => {
  const id = events('House meeting')[0]?.id
  await onDay(wednesday, 'House meeting').click()
  await button('Remove from my calendar').click()
  await onDay(wednesday, 'House meeting').waitFor({ state: 'detached' })
  await ada.seesToast('House meeting removed from your calendar')
  await expect.poll(() => events('House meeting').length).toBe(0)
  const { notices } = calendars().truth()
  expect(notices.filter((notice) => notice.event === id && notice.recipients.length > 0)).toMatchObject([
    { recipients: [organizer], answer: 'declined', sendUpdates: 'all' },
  ])
})

test('a change that Google refuses stays on screen, with the way to settle it', async () => {
  emulated.world.faults.arm({ operation: 'calendar.events.patch', fault: calendarRefusal('bad-request') })
  await onDay(wednesday, 'Studio round').focus()
  await page().keyboard.press('Alt+ArrowDown')
  const toast = page().locator('[data-region=toast]')
  const review = toast.getByRole('button', { name: 'Review' })
  await review.waitFor()
  expect(await ada.violations()).toEqual([])
  await onDay(wednesday, 'Studio round')
    .and(page().getByRole('button', { name: /12:00/ }))
    .waitFor()
  expect(await review.isVisible()).toBe(true)
  await review.click()
  await page().waitForURL(/\/settings\/calendars/)
  await page().getByRole('heading', { name: 'Unsaved changes' }).waitFor()
  // The pages of the provider are elsewhere, and have no icon.
  expect(ada.complaints.filter((complaint) => !complaint.includes(emulated.google.urls.issuer))).toEqual([])
})
