import type { CalendarEventView } from '@plmail/wire'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { tellAtFailure } from '../fixtures/at-failure.ts'
import { type BrowserUser, openBrowser } from '../fixtures/browser-user.ts'
import { deliver } from '../fixtures/deliver.ts'
import { type Dovecot, startDovecot } from '../fixtures/dovecot.ts'
import { type PushDevice, startPushDevice } from '../fixtures/push-device.ts'
import { type PlMail, startPlMail } from '../fixtures/plmail.ts'
import { type SmtpSink, startSmtpSink } from '../fixtures/smtp-sink.ts'
import { signIn } from '../fixtures/sign-in.ts'
import type { Visitor } from '../fixtures/visitor.ts'

/** An invitation arrives, is answered, loses one date; a forgery changes nothing; in the end a reminder rings, and the device speaks up. */
const [user, password] = ['ada@example.org', 'mailbox password']

let dovecot: Dovecot
let smtp: SmtpSink
let plmail: PlMail
let visitor: Visitor
let ada: BrowserUser
let page: Page
let personal: string
let device: PushDevice

beforeAll(async () => {
  dovecot = await startDovecot()
  dovecot.addUser(user, password)
  smtp = await startSmtpSink({ users: { [user]: password } })
  device = await startPushDevice()
  plmail = await startPlMail({ trusts: [dovecot, smtp, device], variables: { PUSH_ALLOW_LOOPBACK: '1' } })
  visitor = plmail.visitor()
  await visitor.install({ locale: 'en-GB' })
  await visitor.addAccount(dovecot, smtp, user, password)
  const { token } = await visitor.api<{ token: string }>('POST', '/api/session/token')
  const headers = { authorization: `Bearer ${token}` }
  const session = await visitor.request('GET', '/jmap/session', { headers })
  const { primaryAccounts } = session.json<{ primaryAccounts: Record<string, string> }>()
  personal = primaryAccounts['urn:ietf:params:jmap:contacts'] ?? ''
  ada = await openBrowser(plmail.address)
  page = ada.page
  await device.carry(page, plmail.address)
  await page.goto(plmail.address)
  await signIn(page)
  await page.getByRole('navigation').first().waitFor()
})
beforeEach(() => tellAtFailure(() => [plmail, ada]))
afterAll(async () => {
  await device?.[Symbol.asyncDispose]()
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

/** What a mail program sends for the boss, or somebody who says to be the boss. */
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
  const said = card('Invitation: Weekly round')
  await said.getByText('In your calendar').waitFor()
  await said.getByText('Hall 2').waitFor()
  expect(await ada.violations()).toEqual([])
  await said.getByRole('button', { name: 'Add a note' }).click()
  await said.getByRole('textbox').fill('With pleasure')
  const answeredAt = Date.now()
  await said.getByRole('button', { name: 'Maybe' }).click()
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
  await ada.said('Undone')
  // The server waits ten seconds before it tells anybody; a machine that took longer has told the first answer too.
  const isInTime = Date.now() - answeredAt < 10_000
  await said.getByRole('button', { name: 'Yes', exact: true }).click()
  await said.getByText('accepted').waitFor()
  const reply = await replied('ACCEPTED')
  const text = String(reply.raw)
  expect(reply.to).toEqual(['boss@corp.test'])
  expect(text).toMatch(/^In-Reply-To: <Round\.invited@corp\.test>/m)
  expect(text).toMatch(/METHOD:REPLY/)
  expect(text).toMatch(/COMMENT:With pleasure/)
  expect(smtp.messages.length === 1 || !isInTime).toBe(true)
})

/** What told the organizer this answer, after so many messages that were sent before. */
const replied = (answer: string, after = 0) =>
  within(async () => {
    const isReply = ({ raw }: { raw: Buffer }) => new RegExp(`PARTSTAT=(3D)?${answer}`).test(String(raw))
    const reply = smtp.messages.slice(after).find(isReply)
    if (!reply) throw new Error(`Nobody was told ${answer}`)
    return reply
  })

/** The tabulator, until it is on what is wanted. */
async function tabTo(name: string): Promise<void> {
  const here = () => page.evaluate(() => document.activeElement?.textContent?.trim())
  for (let stops = 0; stops < 60 && (await here()) !== name; stops += 1) await page.keyboard.press('Tab')
  expect(await here()).toBe(name)
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
  const question = page.getByRole('group', { name: 'Will you be there?' })
  const said = card('Invitation: Weekly round').filter({ has: question })
  await said.waitFor()
  const told = await said.ariaSnapshot()
  for (const line of [
    'region "Invitation: Weekly round"',
    'heading "Weekly round" [level=3]',
    'group "Will you be there?"',
    'button "Yes"',
    'button "Maybe"',
    'button "Propose another time"',
  ])
    expect(told).toContain(line)
  const before = smtp.messages.length
  await tabTo('Maybe')
  await page.keyboard.press('Enter')
  await replied('TENTATIVE', before)
  await said.getByRole('button', { name: 'Maybe', pressed: true }).waitFor()
  await tabTo('Yes')
  await page.keyboard.press('Enter')
  await replied('ACCEPTED', before)
})

test('one date is called off by whoever invited; somebody who says to be them calls off nothing', async () => {
  const second = new Date(first.getTime() + weekMs)
  const one = [
    'DTSTAMP:20260102T000000Z',
    'SEQUENCE:1',
    `DTSTART:${compact(second)}`,
    `RECURRENCE-ID:${compact(second)}`,
  ]
  await meeting('CANCEL', 'One round cancelled', one)
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
  const kept = async () => {
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
  expect([await kept(), await ada.violations()]).toEqual([0, []])
  await offered.getByRole('button', { name: 'Add to calendar' }).click()
  await offered.getByText('In your calendar').waitFor()
  await within(async () => expect(await kept()).toBe(1))
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
  await offered.getByRole('button', { name: 'Add to calendar' }).waitFor()
  await within(async () => expect(await kept()).toBe(0))
  await open(forged)
  await page.frameLocator('[data-region=thread] iframe').getByText('Have a good flight').waitFor()
  expect(await page.getByRole('region', { name: /^Reservation/ }).count()).toBe(0)
})

/** Rings in a few seconds, whenever its event is. A moment that has gone by on the way rings no more: another is taken. */
async function ringSoon(title: string, startsIn = 600_000): Promise<void> {
  const { list } = await visitor.call<{ list: Array<{ id: string }> }>('Calendar/get', {
    accountId: personal,
    ids: null,
  })
  const calendarIds = { [list[0]!.id]: true } as const
  await within(async () => {
    const soon = new Date(Date.now() + 3_000)
    const { created } = await setEvents({ create: { e: ringing(title, soon, calendarIds, startsIn) } })
    if (Date.now() < soon.getTime()) return
    await setEvents({ destroy: [created!.e.id] })
    throw new Error('It was too late for the moment that was chosen')
  })
}

const setEvents = (changes: object) =>
  visitor.call<{ created: { e: { id: string } } | null }>('CalendarEvent/set', {
    accountId: personal,
    ...changes,
  })

function ringing(title: string, at: Date, calendarIds: Record<string, true>, startsIn: number) {
  return {
    '@type': 'Event',
    title,
    calendarIds,
    duration: 'PT30M',
    timeZone: 'Etc/UTC',
    start: new Date(Date.now() + startsIn).toISOString().slice(0, 19),
    alerts: {
      a: { trigger: { '@type': 'AbsoluteTrigger', when: at.toISOString().replace(/\.\d+Z$/, 'Z') } },
    },
  }
}

test('a reminder rings in the open page, and is silenced there', async () => {
  await ringSoon('Tea with Bo')
  const reminder = page.getByRole('region', { name: 'Reminders' }).getByRole('article')
  await within(async () => {
    const { output } = await plmail.command(['app:calendar:remind'])
    expect(`${output} ${String(await reminder.count())}`).toMatch(/has rung|1\s*$/)
  })
  await reminder.getByText('Tea with Bo').waitFor()
  expect(await ada.violations()).toEqual([])
  await reminder.getByRole('button', { name: 'Dismiss' }).click()
  await reminder.waitFor({ state: 'detached' })
  await within(async () => {
    const { list: left } = await visitor.call<{ list: object[] }>('Reminder/get', {
      accountId: personal,
      ids: null,
    })
    expect(left).toEqual([])
  })
  expect(ada.complaints).toEqual([])
})

test('a missed reminder folds into a line that covers nothing, and opens there', async () => {
  await ringSoon('Studio round', -3_600_000)
  const region = page.getByRole('region', { name: 'Reminders' })
  const remind = () => plmail.command(['app:calendar:remind'])
  const reminders = async () =>
    (
      await visitor.call<{ list: Array<{ id: string; state: string }> }>('Reminder/get', {
        accountId: personal,
        ids: null,
      })
    ).list
  const id = await within(async () => {
    await remind()
    return (await reminders())[0]!.id
  })
  // Put off until after its meeting is over, it rings no more.
  const snoozedUntil = new Date(Date.now() + 2_000).toISOString().replace(/\.\d+Z$/, 'Z')
  await visitor.call('Reminder/set', { accountId: personal, update: { [id]: { snoozedUntil } } })
  await within(async () => {
    await remind()
    expect((await reminders())[0]?.state).toBe('missed')
  })
  const badge = region.getByRole('button', { name: '1 missed reminder' })
  await badge.waitFor()
  expect(await region.getByRole('article').count()).toBe(0)
  expect((await badge.boundingBox())!.height).toBeLessThan(50)
  for (const size of [
    { width: 390, height: 844 },
    { width: 1440, height: 900 },
  ]) {
    await page.setViewportSize(size)
    const screen = await page.locator('.app').boundingBox()
    const line = await badge.boundingBox()
    expect(line!.y + line!.height).toBeLessThanOrEqual(screen!.y)
    expect(screen!.y + screen!.height).toBe(size.height)
  }
  await badge.click()
  await region.getByRole('article').getByText('Studio round').waitFor()
  expect(await ada.violations()).toEqual([])
  await region.getByRole('button', { name: 'Hide' }).click()
  await region.getByRole('article').waitFor({ state: 'detached' })
  await badge.click()
  await region.getByRole('button', { name: 'Dismiss' }).click()
  await badge.waitFor({ state: 'detached' })
  await within(async () => expect(await reminders()).toEqual([]))
})

test('notifications are switched on by a click and tried out, and what they are about is kept', async () => {
  await page.goto(`${plmail.address}/settings/notifications`)
  await page.getByRole('button', { name: 'Notify me on this device' }).click()
  await page.getByText('Notifications are on for this device.').waitFor()
  // The device answers the code of its subscription by itself, and only then can anything be sent to it.
  const testButton = page.getByRole('button', { name: 'Send a test' })
  await within(async () => {
    await testButton.click()
    await testButton.waitFor()
    expect(await page.getByRole('status').allTextContents()).toContainEqual(
      expect.stringContaining('The test has arrived.'),
    )
  })
  expect(device.told).toContainEqual(expect.stringMatching(/^Notifications work: /))
  expect(await ada.violations()).toEqual([])
  const people = page.getByRole('group', { name: user }).getByRole('radio', { name: 'People only' })
  await within(async () => {
    await people.check()
    await page.reload()
    await people.waitFor()
    expect(await people.isChecked()).toBe(true)
  })
})

test('notifications come while nobody looks, of what is wanted, and say nothing on the way', async ({
  task,
}) => {
  const next = (subject: string) => `${subject} ${String(task.result?.retryCount ?? 0)}`
  const [question, seen, tea] = [next('Are you coming'), next('Seen at once'), next('Tea with Cy')]
  await page.goto('about:blank')
  const letter = (from: string, subject: string, more: string[] = []) =>
    deliver(
      dovecot,
      user,
      [`From: ${from}`, `To: ${user}`, `Subject: ${subject}`, ...more, '', `Text of ${subject}`].join('\r\n'),
    )
  await letter('News <news@shop.test>', 'Bargains', ['List-Unsubscribe: <https://shop.test/u>'])
  await letter('Bo <bo@corp.test>', question)
  await ringSoon(tea)
  await within(async () => {
    await plmail.command(['app:calendar:remind'])
    expect(device.told).toContainEqual(`Bo: ${question}\nText of ${question}`)
    expect(device.told.filter((one) => one.startsWith(`${tea}: `))).toHaveLength(1)
  })
  expect(device.told.join()).not.toContain('Bargains')
  // No word of the mail left this server.
  expect(JSON.stringify(device.messages)).not.toMatch(/Bo|coming|Tea|Bargains/)
  // In front of the user it is seen without being told, and what they read needs no telling any more.
  await page.goto(plmail.address)
  const before = device.messages.length
  await letter('Bo <bo@corp.test>', seen)
  await within(async () => expect(device.messages.length).toBeGreaterThan(before))
  await page.getByRole('row').filter({ hasText: seen }).waitFor()
  await open(question)
  await within(async () => expect((await device.shown()).join()).not.toContain(question))
  expect(device.told.join()).not.toContain(seen)
})
