import type { CalendarEventView } from '@plmail/wire'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { tellAtFailure } from '../fixtures/at-failure.ts'
import { type BrowserUser, openBrowser } from '../fixtures/browser-user.ts'
import { deliver } from '../../packages/server-testing/src/servers/deliver.ts'
import { type Dovecot, startDovecot } from '../../packages/server-testing/src/servers/dovecot.ts'
import { type PlMail, startPlMail } from '../fixtures/plmail.ts'
import { type SmtpSink, startSmtpSink } from '../../packages/server-testing/src/servers/smtp-sink.ts'
import { signIn } from '../fixtures/sign-in.ts'
import type { Visitor } from '../../packages/server-testing/src/http/visitor.ts'

/** An invitation arrives, is answered, loses one date; a forgery changes nothing; and what was booked is proposed. */
const [user, password] = ['ada@example.org', 'mailbox password']

let dovecot: Dovecot
let smtp: SmtpSink
let plmail: PlMail
let visitor: Visitor
let ada: BrowserUser
let page: Page
let personal: string

beforeAll(async () => {
  dovecot = await startDovecot()
  dovecot.addUser(user, password)
  smtp = await startSmtpSink({ users: { [user]: password } })
  plmail = await startPlMail({ trusts: [dovecot, smtp] })
  visitor = plmail.visitor()
  await visitor.install({ locale: 'en-GB' })
  await visitor.addAccount(dovecot, smtp, user, password)
  personal = await visitor.personalAccount()
  ada = await openBrowser(plmail.address)
  page = ada.page
  await page.goto(plmail.address)
  await signIn(page)
  await page.getByRole('navigation').first().waitFor()
})
beforeEach(() => tellAtFailure(() => [plmail, ada]))
afterAll(async () => {
  await ada?.[Symbol.asyncDispose]()
  await plmail?.[Symbol.asyncDispose]()
  await smtp?.[Symbol.asyncDispose]()
  await dovecot?.[Symbol.asyncDispose]()
})

const within = <T>(look: () => Promise<T>) => vi.waitFor(look, { timeout: 60_000, interval: 200 })
const card = (title: string) => page.locator('[data-region=thread]').getByRole('region', { name: title })
const weekMs = 7 * 86_400_000
/** In a few days, at a full hour. */
const first = new Date(Math.ceil(Date.now() / 86_400_000) * 86_400_000 + 3 * 86_400_000 + 9 * 3_600_000)
const compact = (at: Date) => `${at.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`

/** Delivers what a mail program sends for the boss, or somebody who says to be the boss. */
function meeting(method: string, subject: string, lines: string[], from = 'boss@corp.test', proof = 'pass') {
  const ics = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `METHOD:${method}`,
    'BEGIN:VEVENT',
    'UID:week@corp.test',
    'SUMMARY:Weekly round',
    'LOCATION:Hall 2',
    'DURATION:PT45M',
    'ORGANIZER;CN=Boss:mailto:boss@corp.test',
    `ATTENDEE;CN=Ada;RSVP=TRUE:mailto:${user}`,
    'ATTENDEE;CN=Bo:mailto:bo@corp.test',
    ...lines,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]
  const header = [
    `Authentication-Results: mx.example.org; dmarc=${proof} header.from=corp.test`,
    `From: Boss <${from}>`,
    `To: ${user}`,
    `Subject: ${subject}`,
    `Date: ${new Date().toUTCString()}`,
    `Message-ID: <${subject.replaceAll(' ', '.')}@corp.test>`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/alternative; boundary=b',
  ]
  const parts = [
    '--b',
    'Content-Type: text/plain',
    '',
    'See the invitation.',
    '--b',
    `Content-Type: text/calendar; method=${method}; charset=utf-8`,
    '',
    ...ics,
    '--b--',
    '',
  ]
  return deliver(dovecot, user, [...header, '', ...parts].join('\r\n'))
}

async function open(subject: string): Promise<void> {
  await page.getByRole('row').filter({ hasText: subject }).click()
  await page.locator('[data-region=thread]').getByRole('heading', { name: subject }).waitFor()
}

async function stored(): Promise<CalendarEventView | undefined> {
  const { list } = await visitor.call<{ list: CalendarEventView[] }>('CalendarEvent/get', {
    accountId: personal,
    ids: null,
  })
  return list.find(({ uid }) => uid === 'week@corp.test')
}
const overrides = async () => Object.values((await stored())?.recurrenceOverrides ?? {})

test('an invitation is in the calendar, and is answered in its message, once', async () => {
  await meeting('REQUEST', 'Round invited', [
    'DTSTAMP:20260101T000000Z',
    'SEQUENCE:0',
    `DTSTART:${compact(first)}`,
    'RRULE:FREQ=WEEKLY;COUNT=6',
  ])
  await open('Round invited')
  const invitationCard = card('Invitation: Weekly round')
  await invitationCard.getByText('In your calendar').waitFor()
  await invitationCard.getByText('Hall 2').waitFor()
  expect(await ada.violations()).toEqual([])
  await invitationCard.getByRole('button', { name: 'Add a note' }).click()
  await invitationCard.getByRole('textbox').fill('With pleasure')
  const answeredAt = Date.now()
  await invitationCard.getByRole('button', { name: 'Maybe' }).click()
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
  await ada.seesToast('Undone')
  // The server waits ten seconds before it tells anybody; a machine that took longer has told the first answer too.
  const isInTime = Date.now() - answeredAt < 10_000
  await invitationCard.getByRole('button', { name: 'Yes', exact: true }).click()
  await invitationCard.getByText('accepted').waitFor()
  const reply = await replied('ACCEPTED')
  const text = String(reply.raw)
  expect(reply.to).toEqual(['boss@corp.test'])
  expect(text).toMatch(/^In-Reply-To: <Round\.invited@corp\.test>/m)
  expect(text).toMatch(/METHOD:REPLY/)
  expect(text).toMatch(/COMMENT:With pleasure/)
  expect(smtp.messages.length === 1 || !isInTime).toBe(true)
})

/** Returns the message that told the organizer this answer, after so many that were sent before. */
const replied = (answer: string, after = 0) =>
  within(async () => {
    const isReply = ({ raw }: { raw: Buffer }) => new RegExp(`PARTSTAT=(3D)?${answer}`).test(String(raw))
    const reply = smtp.messages.slice(after).find(isReply)
    if (!reply) throw new Error(`Nobody was told ${answer}`)
    return reply
  })

/** Presses the tabulator until this has the focus. */
async function tabTo(name: string): Promise<void> {
  const focusedText = () => page.evaluate(() => document.activeElement?.textContent?.trim())
  for (let stops = 0; stops < 60 && (await focusedText()) !== name; stops += 1)
    await page.keyboard.press('Tab')
  expect(await focusedText()).toBe(name)
}

test('it is opened and answered otherwise by keyboard alone, and said as a screen reader tells it', async () => {
  await page.goto(plmail.address)
  await page.getByRole('row').filter({ hasText: 'Round invited' }).waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  // The newest is open: what was answered. The invitation is above it.
  await card('Invitation: Weekly round').first().waitFor()
  await tabTo('Boss')
  await page.keyboard.press('Enter')
  const question = page.getByRole('group', { name: 'Going?' })
  const questionCard = card('Invitation: Weekly round').filter({ has: question })
  await questionCard.waitFor()
  const snapshot = await questionCard.ariaSnapshot()
  for (const line of [
    'region "Invitation: Weekly round"',
    'heading "Weekly round" [level=3]',
    'group "Going?"',
    'button "Yes"',
    'button "Maybe"',
    'button "Propose a new time"',
  ])
    expect(snapshot).toContain(line)
  const before = smtp.messages.length
  await tabTo('Maybe')
  await page.keyboard.press('Enter')
  await replied('TENTATIVE', before)
  await questionCard.getByRole('button', { name: 'Maybe', pressed: true }).waitFor()
  await tabTo('Yes')
  await page.keyboard.press('Enter')
  await replied('ACCEPTED', before)
})

test('one date is called off by whoever invited; somebody who says to be them calls off nothing', async () => {
  const second = new Date(first.getTime() + weekMs)
  const invitation = [
    'DTSTAMP:20260102T000000Z',
    'SEQUENCE:1',
    `DTSTART:${compact(second)}`,
    `RECURRENCE-ID:${compact(second)}`,
  ]
  await meeting('CANCEL', 'One round cancelled', invitation)
  await within(async () => expect(await overrides()).toEqual([{ excluded: true }]))
  const all = ['DTSTAMP:20260103T000000Z', 'SEQUENCE:9', `DTSTART:${compact(first)}`]
  await meeting('CANCEL', 'All rounds cancelled', all, 'eve@evil.test', 'none')
  await open('All rounds cancelled')
  await card('Invitation: Weekly round').getByRole('alert').waitFor()
  expect(await ada.violations()).toEqual([])
  expect((await stored())?.status).not.toBe('cancelled')
  expect(await overrides()).toEqual([{ excluded: true }])
})

let trips = 0

test('what was booked is proposed, written by who reads it, and taken back', async () => {
  const flight = {
    '@context': 'http://schema.org',
    '@type': 'FlightReservation',
    reservationNumber: 'RXJ34P',
    reservationFor: {
      '@type': 'Flight',
      flightNumber: '110',
      airline: { iataCode: 'UA' },
      departureAirport: 'SFO',
      arrivalAirport: 'JFK',
      departureTime: '2027-03-04T20:15:00-08:00',
    },
  }
  const trip = (subject: string, proof: string) =>
    deliver(
      dovecot,
      user,
      [
        `Authentication-Results: mx.example.org; dmarc=${proof} header.from=air.test`,
        'From: Air <booking@air.test>',
        `To: ${user}`,
        `Subject: ${subject}`,
        'MIME-Version: 1.0',
        'Content-Type: text/html',
        '',
        '<p>Have a good flight</p>',
        `<script type="application/ld+json">${JSON.stringify(flight)}</script>`,
      ].join('\r\n'),
    )
  const storedReplies = async () => {
    const { ids } = await visitor.call<{ ids: string[] }>('CalendarEvent/query', {
      accountId: personal,
      filter: { title: 'UA110' },
    })
    return ids.length
  }
  const [forged, booked] = [`Forged trip ${(trips += 1)}`, `Booked trip ${trips}`]
  await trip(forged, 'fail')
  await trip(booked, 'pass')
  await open(booked)
  const offered = card('Reservation: UA110, SFO to JFK')
  await offered.getByText('Reservation number RXJ34P').waitFor()
  expect([await storedReplies(), await ada.violations()]).toEqual([0, []])
  await offered.getByRole('button', { name: 'Add to calendar' }).click()
  await offered.getByText('In your calendar').waitFor()
  await within(async () => expect(await storedReplies()).toBe(1))
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
  await offered.getByRole('button', { name: 'Add to calendar' }).waitFor()
  await within(async () => expect(await storedReplies()).toBe(0))
  await open(forged)
  await page.frameLocator('[data-region=thread] iframe').getByText('Have a good flight').waitFor()
  expect(await page.getByRole('region', { name: /^Reservation/ }).count()).toBe(0)
})
