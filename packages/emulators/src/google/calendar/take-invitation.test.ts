import { expect, test } from 'vitest'
import { mail } from '../google-for-tests.ts'
import type { GoogleAccountOptions } from '../google.ts'
import { own, startCalendarForTest } from './calendar-for-tests.ts'

const invitation = (method = 'REQUEST', more: string[] = [], to = 'bea@example.test') =>
  mail(
    { 'Content-Type': `text/calendar; method=${method}; charset=utf-8` },
    [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      `METHOD:${method}`,
      'BEGIN:VEVENT',
      'UID:tea@corp.test',
      'SUMMARY:Tea',
      'ORGANIZER;CN="Boss":mailto:boss@corp.test',
      `ATTENDEE:mailto:${to}`,
      ...more,
      'DTSTART:20261124T140000Z',
      'DTEND:20261124T150000Z',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ].join('\r\n'),
  )

async function bea(options: GoogleAccountOptions = {}) {
  const running = await startCalendarForTest()
  const mailbox = running.google.addAccount('bea@example.test', options)
  const placed = () =>
    running.google
      .calendars('bea@example.test')
      .truth()
      .events.map(({ event }) => event)
  return { ...running, mailbox, placed }
}

test('an invitation that comes by mail is in the calendar, unanswered, until it is cancelled', async () => {
  const { ada, call, world } = await startCalendarForTest()
  ada.deliver(invitation('REQUEST', [], ada.email))
  const { items } = (await call('GET', `${own}?iCalUID=tea%40corp.test`)).body
  expect(items).toMatchObject([
    {
      summary: 'Tea',
      organizer: { email: 'boss@corp.test' },
      iCalUID: 'tea@corp.test',
      attendees: [
        { email: 'boss@corp.test' },
        { email: ada.email, self: true, responseStatus: 'needsAction' },
      ],
    },
  ])
  ada.deliver(invitation('CANCEL', ['SEQUENCE:1'], ada.email))
  expect((await call('GET', own)).body.items).toEqual([])
  expect(world.requests.problems()).toEqual([])
})

test('a file with a series and one changed date of it is read by its first event alone', async () => {
  const { mailbox, placed } = await bea()
  mailbox.deliver(
    invitation('REQUEST', [
      'RRULE:FREQ=WEEKLY;COUNT=4',
      'DTSTART:20261124T140000Z',
      'DTEND:20261124T150000Z',
      'END:VEVENT',
      'BEGIN:VEVENT',
      'UID:tea@corp.test',
      'RECURRENCE-ID:20261201T140000Z',
      'SUMMARY:Coffee instead',
      'ORGANIZER;CN="Boss":mailto:boss@corp.test',
      'ATTENDEE:mailto:zoe@corp.test',
    ]),
  )
  expect(placed()).toMatchObject([
    {
      summary: 'Tea',
      recurrence: ['RRULE:FREQ=WEEKLY;COUNT=4'],
      attendees: [{ email: 'boss@corp.test' }, { email: 'bea@example.test' }],
    },
  ])
})

test('accounts place invitations never, later, or of known senders only', async () => {
  const never = await bea({ placing: 'never' })
  never.mailbox.deliver(invitation())
  expect(never.placed()).toEqual([])
  const later = await bea({ placing: { afterMs: 60_000 } })
  later.mailbox.deliver(invitation())
  expect(later.placed()).toEqual([])
  await later.world.clock.advance(60_000)
  expect(later.placed()).toMatchObject([{ summary: 'Tea' }])
  const known = await bea({ placing: 'known' })
  known.mailbox.deliver(invitation())
  expect(known.placed()).toEqual([])
  known.mailbox.send(mail({ From: 'bea@example.test', To: 'boss@corp.test' }))
  known.mailbox.deliver(invitation())
  expect(known.placed()).toMatchObject([{ summary: 'Tea' }])
})
