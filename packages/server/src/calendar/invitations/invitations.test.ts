import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CalendarEvent } from '../door.ts'
import { type EventObject, occurrenceObject } from '../events/index.ts'
import { readCalendar } from '../icalendar/index.ts'
import { parseWallTime } from '../recurrence/index.ts'
import { type InvitationsForTests, invitationsForTests, me, meetingMail } from './invitations-for-tests.ts'
import { participantAt } from './people.ts'

let held: InvitationsForTests
beforeAll(async () => {
  held = await invitationsForTests()
})
beforeEach(() => held.reset())
afterAll(() => held[Symbol.asyncDispose]())

const boss = 'ORGANIZER;CN=Boss:mailto:boss@corp.test'
const asked = ['ATTENDEE;RSVP=TRUE:mailto:me@example.test', 'ATTENDEE:mailto:ann@corp.test']
const weekly = (sequence = 0, stamp = '20260301T090000Z') => [
  ...[`DTSTAMP:${stamp}`, `SEQUENCE:${sequence}`, boss, ...asked],
  ...['DTSTART;TZID=Europe/Berlin:20260302T090000', 'DURATION:PT30M', 'RRULE:FREQ=WEEKLY'],
]
const single = (sequence: number, more: string[]) => [
  ...[`DTSTAMP:20260301T10000${sequence}Z`, `SEQUENCE:${sequence}`, boss, ...asked],
  ...['RECURRENCE-ID;TZID=Europe/Berlin:20260309T090000', 'DURATION:PT30M', ...more],
]

/** All that the user's calendars have. */
async function kept(): Promise<CalendarEvent[]> {
  const rows = await held.room.db.database.query<{ id: CalendarEvent['id'] }>(
    'select id from calendar_event order by id',
  )
  return held.calendars.events.get(
    held.personal,
    rows.map(({ id }) => id),
  )
}
const only = async (): Promise<EventObject> => {
  const [one, ...more] = await kept()
  expect(more).toEqual([])
  return one!.event
}
const on = (event: EventObject, day: string) => occurrenceObject(event, parseWallTime(`${day}T09:00:00`)!)
const view = async (id: Awaited<ReturnType<InvitationsForTests['receive']>>) =>
  (await held.invitations.get(held.user, held.account.id, [id]))[0]!

describe('an invitation that arrives', () => {
  test('is in the calendar; one date moves, one is cancelled, the rest stays', async () => {
    const id = await held.receive(meetingMail('REQUEST', weekly()))
    expect(await view(id)).toMatchObject({
      ...{ method: 'request', sender: 'proven', standing: 'kept', mayAnswer: true, more: 0 },
      ...{ start: Date.parse('2026-03-02T08:00:00Z'), me: { address: me, status: 'needs-action' } },
    })
    await held.receive(meetingMail('REQUEST', single(1, ['DTSTART;TZID=Europe/Berlin:20260310T140000'])))
    expect(on(await only(), '2026-03-09')).toMatchObject({ start: '2026-03-10T14:00:00' })
    await held.receive(meetingMail('CANCEL', single(2, ['DTSTART;TZID=Europe/Berlin:20260309T090000'])))
    expect(on(await only(), '2026-03-09')).toBeUndefined()
    expect(on(await only(), '2026-03-16')).toMatchObject({ start: '2026-03-16T09:00:00', title: 'Standup' })
    const told = await held.calendars.notifications.list(held.personal, null)
    expect(told.map(({ type, via, name, email }) => [type, via, name, email])).toEqual([
      ['updated', 'mail', 'Boss', 'boss@corp.test'],
      ['updated', 'mail', 'Boss', 'boss@corp.test'],
      ['created', 'mail', 'Boss', 'boss@corp.test'],
    ])
    expect(told[0]?.patch).toHaveProperty('recurrenceOverrides')
  })

  test.each([
    ['a forgery that fails', { proof: 'dmarc=fail' }],
    ['nobody who can be believed', { proof: 'none' }],
    ['a stranger', { from: 'eve@evil.test' }],
    ['a stranger above the name of the organizer', { from: 'eve@evil.test\r\nFrom: boss@corp.test' }],
    ['a stranger who is proven by their own name', { proof: 'dmarc=pass header.from=evil.test' }],
  ])('changes nothing from %s, and says so', async (_, forged) => {
    await held.receive(meetingMail('REQUEST', weekly()))
    const before = await only()
    for (const [method, lines] of [
      ['CANCEL', weekly(9)],
      ['REQUEST', weekly(9)],
      ['CANCEL', single(9, ['DTSTART:20260309T080000Z'])],
    ] as const) {
      const id = await held.receive(meetingMail(method, lines, forged))
      expect((await view(id)).sender).not.toBe('proven')
      expect(await only()).toEqual(before)
    }
  })

  test('from Spam is shown, and never written', async () => {
    const id = await held.receive(meetingMail('REQUEST', weekly()), 'junk')
    expect(await kept()).toEqual([])
    expect(await view(id)).toMatchObject({ standing: 'new', mayAnswer: false, mayApply: false })
  })

  test('of one’s own in Sent is known as sent, and asks nothing', async () => {
    const id = await held.receive(meetingMail('REQUEST', weekly()), 'sent')
    expect(await view(id)).toMatchObject({ isSent: true, mayAnswer: false, mayApply: false })
  })

  test('counts in whatever order, once, also after the event is gone', async () => {
    await held.receive(meetingMail('CANCEL', weekly(2, '20260302T090000Z')))
    await held.receive(meetingMail('REQUEST', weekly(1)))
    expect((await kept()).length).toBe(1)
    await held.receive(meetingMail('CANCEL', weekly(2, '20260302T090000Z')))
    expect(await only()).toMatchObject({ status: 'cancelled' })
    await held.receive(meetingMail('REQUEST', weekly(1)))
    expect(await only()).toMatchObject({ status: 'cancelled' })
    const [event] = await kept()
    await held.calendars.events.set(held.user, held.personal, {
      create: [],
      update: new Map(),
      destroy: [event!.id],
    })
    const id = await held.receive(meetingMail('REQUEST', weekly(1)))
    expect(await kept()).toEqual([])
    expect((await view(id)).standing).toBe('out-of-date')
  })

  test('becomes an event of whom the user wished for only', async () => {
    held.wish = 'known'
    await held.receive(meetingMail('REQUEST', weekly()))
    expect(await kept()).toEqual([])
    held.known.add('boss@corp.test')
    await held.receive(meetingMail('REQUEST', weekly(1)))
    expect((await kept()).length).toBe(1)
  })

  test('leaves what was booked as it is', async () => {
    await held.receive(meetingMail('REQUEST', weekly()))
    await held.room.db.database.query(`update calendar_event set source = 'booking'`)
    const before = await only()
    await held.receive(meetingMail('CANCEL', weekly(5, '20260305T090000Z')))
    expect(await only()).toEqual(before)
  })

  test('of a date before its series becomes part of it', async () => {
    await held.receive(meetingMail('REQUEST', single(0, ['DTSTART;TZID=Europe/Berlin:20260310T140000'])))
    expect(await only()).toMatchObject({ recurrenceId: '2026-03-09T09:00:00' })
    await held.receive(meetingMail('REQUEST', weekly(0, '20260301T100000Z')))
    expect(on(await only(), '2026-03-09')).toMatchObject({ start: '2026-03-10T14:00:00' })
  })

  test('to a mailbox whose provider keeps calendars is the provider’s business', async () => {
    held.accounts[0] = { ...held.accounts[0]!, provider: 'provA' }
    const authentication = 'Authentication-Results: mx.google.com; dmarc=pass'
    const letter = meetingMail('REQUEST', weekly())
    await held.room.changes.write(held.account.id, { actor: { kind: 'provider' }, verb: 'sync' }, (change) =>
      held.calendars.provided.putCalendar(change, {
        ...{ id: undefined, isReadOnly: false, isDefault: true },
        fields: {
          ...{ name: 'G', description: null, color: null, sortOrder: 0, isSubscribed: true, isVisible: true },
          ...{ availability: 'all', timeZone: null, alertsWithTime: null, alertsWithoutTime: null },
        },
      }),
    )
    const id = await held.receive({ ...letter, headers: [authentication, ...letter.headers!.slice(1)] })
    expect(await kept()).toEqual([])
    expect(
      await held.invitations.answer(held.user, held.account.id, id, { status: 'accepted', comment: '' }),
    ).toEqual({
      ok: false,
      why: 'not-there-yet',
    })
    expect(await held.sent()).toEqual([])
  })

  test('that the provider never places is answered by mail, and is one with what it places late', async () => {
    held.accounts[0] = { ...held.accounts[0]!, provider: 'provA' }
    const { result: calendarId } = await held.room.changes.write(
      held.account.id,
      { actor: { kind: 'provider' }, verb: 'sync' },
      (change) =>
        held.calendars.provided.putCalendar(change, {
          ...{ id: undefined, isReadOnly: false, isDefault: true },
          fields: {
            ...{
              name: 'G',
              description: null,
              color: null,
              sortOrder: 0,
              isSubscribed: true,
              isVisible: true,
            },
            ...{ availability: 'all', timeZone: null, alertsWithTime: null, alertsWithoutTime: null },
          },
        }),
    )
    const id = await held.receive(meetingMail('REQUEST', weekly()))
    await held.room.db.database.query(`update message set received_at = received_at - interval '11 minutes'`)
    const answered = await held.invitations.answer(held.user, held.account.id, id, {
      ...{ status: 'accepted', comment: '' },
    })
    expect(answered).toMatchObject({
      ok: true,
      invitation: { isProvided: false, me: { status: 'accepted' }, kept: { accountId: held.personal } },
    })
    expect((await held.sent()).map(({ text }) => /^METHOD:(\w+)/m.exec(text)?.[1])).toEqual(['REPLY'])
    await held.calendars.replaceStandIns(held.user, held.account.id)
    const standIn = await only()
    const mine = Object.entries(standIn['participants'] as Record<string, EventObject>).map(
      ([name, person]) => [name, { ...person, participationStatus: 'needs-action' }] as const,
    )
    const placed = { ...standIn, participants: Object.fromEntries(mine) }
    await held.room.changes.write(held.account.id, { actor: { kind: 'provider' }, verb: 'sync' }, (change) =>
      held.calendars.provided.put(change, [{ id: undefined, calendarId, event: placed, source: 'provider' }]),
    )
    held.intents.length = 0
    await held.calendars.replaceStandIns(held.user, held.account.id)
    await held.calendars.replaceStandIns(held.user, held.account.id)
    const left = await held.room.db.database.query('select account_id as "accountId" from calendar_event')
    expect(left).toEqual([{ accountId: held.account.id }])
    expect(held.intents.flatMap(({ answer }) => answer?.status ?? [])).toEqual(['accepted'])
    expect(await held.sent()).toEqual([])
  })
})

describe('an answer', () => {
  const answer = (
    id: Parameters<typeof view>[0],
    status: 'accepted' | 'declined' | 'needs-action',
    comment = '',
  ) => held.invitations.answer(held.user, held.account.id, id, { status, comment })

  test('is kept at once and goes to the organizer by one message', async () => {
    const id = await held.receive(meetingMail('REQUEST', weekly(3)))
    expect(await answer(id, 'accepted', 'Gladly, all of it')).toMatchObject({
      ok: true,
      invitation: { me: { status: 'accepted', comment: 'Gladly, all of it' } },
    })
    const [reply, ...more] = await held.sent()
    expect(more).toEqual([])
    expect(reply!.to).toEqual(['boss@corp.test'])
    expect(reply!.text).toMatch(/^In-Reply-To: <invitation@corp\.test>/m)
    expect(reply!.text).toMatch(/^Content-Type: text\/calendar;[^]*method=REPLY/m)
    expect(reply!.text).toMatch(/^SEQUENCE:3/m)
    expect(reply!.text).toMatch(/PARTSTAT=ACCEPTED:mailto:me@example\.test/)
    expect(reply!.text).toMatch(/COMMENT:Gladly\\, all of it/)
    expect(reply!.text).not.toMatch(/ann@corp/)
    expect(await held.sent()).toEqual([])
  })

  test('that is taken back in time tells nobody', async () => {
    const id = await held.receive(meetingMail('REQUEST', weekly()))
    await answer(id, 'declined')
    await answer(id, 'needs-action')
    expect(await held.sent()).toEqual([])
    expect((await view(id)).me).toMatchObject({ status: 'needs-action' })
  })

  test('puts what was not in the calendar there, because the user decided', async () => {
    const id = await held.receive(meetingMail('REQUEST', weekly(), { proof: 'none' }))
    expect(await kept()).toEqual([])
    await answer(id, 'accepted')
    expect(participantAt(await only(), me)![1]).toMatchObject({ participationStatus: 'accepted' })
    expect((await held.sent()).length).toBe(1)
  })

  test('to one date has its recurrence id', async () => {
    await held.receive(meetingMail('REQUEST', weekly()))
    const id = await held.receive(
      meetingMail('REQUEST', single(1, ['DTSTART;TZID=Europe/Berlin:20260310T140000'])),
    )
    await answer(id, 'declined')
    const [reply, ...more] = await held.sent()
    expect(more).toEqual([])
    expect(reply!.text).toMatch(/RECURRENCE-ID;TZID=Europe\/Berlin:20260309T090000/)
    expect(participantAt(await only(), me)![1]).toMatchObject({ participationStatus: 'needs-action' })
  })

  test('to a forgery of a meeting that is kept leaves the meeting as it is', async () => {
    await held.receive(meetingMail('REQUEST', weekly()))
    const forged = weekly(9).map((line) => line.replace('T090000', 'T230000'))
    const id = await held.receive(meetingMail('REQUEST', forged, { from: 'eve@evil.test' }))
    await answer(id, 'accepted')
    expect(await only()).toMatchObject({ start: '2026-03-02T09:00:00', sequence: 0 })
    expect((await held.sent()).map(({ to }) => to)).toEqual([['boss@corp.test']])
  })

  test('can be another time, which is only proposed', async () => {
    const id = await held.receive(meetingMail('REQUEST', weekly()))
    const before = await only()
    const proposed = { start: '2026-03-02T15:00:00', duration: 'PT1H', comment: 'Later?' }
    await held.invitations.propose(held.user, held.account.id, id, proposed)
    const [counter] = await held.sent()
    expect(counter!.text).toMatch(/METHOD:COUNTER[^]*DTSTART;TZID=Europe\/Berlin:20260302T150000/)
    expect(await only()).toEqual(before)
  })
})

describe('a meeting of my own', () => {
  const mine: EventObject = {
    ...{
      '@type': 'Event',
      uid: 'm1@corp.test',
      title: 'Standup',
      start: '2026-03-02T09:00:00',
      duration: 'PT30M',
    },
    ...{ timeZone: 'Europe/Berlin', organizerCalendarAddress: `mailto:${me}` },
    participants: {
      me: { calendarAddress: `mailto:${me}`, roles: { owner: true } },
      ann: { calendarAddress: 'mailto:ann@corp.test', roles: { attendee: true } },
    },
  }
  const set = (request: object) =>
    held.calendars.events.set(held.user, held.personal, {
      ...{ create: [], update: new Map(), destroy: [], notify: true, ...request },
    })
  const host = async () => {
    const calendar = await held.calendars.own(held.user)
    await set({ create: [{ calendarId: calendar.id, event: mine, source: 'user' }] })
    return (await kept())[0]!.id
  }
  const told = async () =>
    (await held.sent()).map(({ to, text }) => {
      const ics = text.slice(text.indexOf('BEGIN:VCALENDAR'))
      const [method, sequence] = [/^METHOD:(\w+)/m, /^SEQUENCE:(\d+)/m].map(
        (one) => one.exec(ics)?.[1] ?? '0',
      )
      return `${method} ${sequence} ${to.join()}`
    })

  test('is told, changed and called off by mail, each once, with the right number', async () => {
    const id = await host()
    expect(await told()).toEqual(['REQUEST 0 ann@corp.test'])
    await set({ update: new Map([[id, { patch: { title: 'Stand up' } }]]) })
    expect(await told()).toEqual(['REQUEST 0 ann@corp.test'])
    await set({ update: new Map([[id, { patch: { start: '2026-03-02T10:00:00' } }]]) })
    await set({ update: new Map([[id, { patch: { start: '2026-03-02T11:00:00' } }]]) })
    expect(await told()).toEqual(['REQUEST 2 ann@corp.test'])
    await set({
      update: new Map([
        [
          id,
          {
            patch: {
              'participants/cem': { calendarAddress: 'mailto:cem@corp.test', roles: { attendee: true } },
            },
          },
        ],
      ]),
    })
    expect(await told()).toEqual(['REQUEST 2 cem@corp.test'])
    await set({ update: new Map([[id, { patch: { start: '2026-03-02T12:00:00' } }]]), notify: false })
    expect(await told()).toEqual([])
    await set({ destroy: [id] })
    expect(await told()).toEqual(['CANCEL 4 ann@corp.test,cem@corp.test'])
  })

  test('asks again for another time whoever had accepted the old one', async () => {
    const id = await host()
    const accepted = { 'participants/ann/participationStatus': 'accepted' }
    await set({ update: new Map([[id, { patch: accepted }]]), notify: false })
    await held.sent()
    await set({ update: new Map([[id, { patch: { start: '2026-03-02T10:00:00' } }]]) })
    const [letter] = await held.sent()
    const [ann] = /^ATTENDEE[^\r\n]*(?:\r?\n [^\r\n]*)*ann@corp\.test/m.exec(letter!.text) ?? ['']
    expect(ann.replace(/\r?\n /g, '')).toMatch(/RSVP=TRUE/)
    expect(ann.replace(/\r?\n /g, '')).not.toMatch(/ACCEPTED/)
  })

  test('hears answers, and shows proposals until one is taken', async () => {
    await host()
    await held.sent()
    const person = (status: string) => [
      'DTSTAMP:20260301T100000Z',
      'SEQUENCE:0',
      `ORGANIZER:mailto:${me}`,
      `ATTENDEE;PARTSTAT=${status}:mailto:ann@corp.test`,
    ]
    const when = ['DTSTART;TZID=Europe/Berlin:20260302T090000', 'DURATION:PT30M']
    const ann = { from: 'ann@corp.test', proof: 'none' }
    const status = async () => participantAt(await only(), 'ann@corp.test')![1]['participationStatus']
    await held.receive(
      meetingMail('REPLY', [...person('ACCEPTED'), ...when], { ...ann, from: 'eve@evil.test' }),
    )
    expect(await status()).not.toBe('accepted')
    await held.receive(meetingMail('REPLY', [...person('ACCEPTED'), ...when], ann))
    expect(await status()).toBe('accepted')
    const later = ['DTSTART;TZID=Europe/Berlin:20260302T160000', 'DURATION:PT30M']
    const id = await held.receive(meetingMail('COUNTER', [...person('TENTATIVE'), ...later], ann))
    expect(await only()).toMatchObject({ start: '2026-03-02T09:00:00' })
    expect(await view(id)).toMatchObject({ method: 'counter', standing: 'waiting', mayApply: true })
    expect(await told()).toEqual([])
    await held.invitations.apply(held.user, held.account.id, id)
    expect(await only()).toMatchObject({ start: '2026-03-02T16:00:00' })
    expect(await told()).toEqual(['REQUEST 1 ann@corp.test'])
  })
})

test('a broken or hostile calendar is shown as nothing and stops nobody', async () => {
  const bomb = [
    'RRULE:FREQ=SECONDLY;BYSETPOS=-1;BYMONTH=2;BYMONTHDAY=30',
    'DTSTART:20260302T090000Z',
    boss,
    ...asked,
  ]
  for (const lines of [['garbage'], ['DTSTART:never', boss], bomb, ['X'.repeat(200_000)]]) {
    const id = await held.receive(meetingMail('REQUEST', lines))
    await held.invitations.get(held.user, held.account.id, [id])
  }
  expect((await kept()).length).toBeLessThanOrEqual(1)
  expect(readCalendar('BEGIN:VCALENDAR')).toBeDefined()
})

describe('a reminder by mail', () => {
  const minute = 60_000
  /** Of an event in twenty minutes, ten minutes ahead: it has rung once this is done. */
  async function rung(): Promise<void> {
    const start = new Date(held.room.clock.now().getTime() + 20 * minute).toISOString().slice(0, 19)
    const trigger = { '@type': 'OffsetTrigger', offset: '-PT10M' }
    const event: EventObject = {
      ...{ '@type': 'Event', uid: 'tea', title: 'Tea', start, duration: 'PT1H', timeZone: 'Etc/UTC' },
      alerts: { a: { trigger, action: 'email' } },
    }
    const calendarId = (await held.calendars.own(held.user)).id
    const create = [{ calendarId, event, source: 'user' as const }]
    await held.calendars.events.set(held.user, held.personal, { create, update: new Map(), destroy: [] })
    held.room.clock.advance(10 * minute + 1_000)
    expect(await held.reminders.sweep()).toBe(1)
  }
  const states = async () => (await held.reminders.list(held.personal, null)).map(({ state }) => state)
  const subjects = async () =>
    (await held.sent())
      .map(({ text }) => /^Subject: (.*)$/m.exec(text)?.[1])
      .filter((one) => one?.includes('Tea'))

  test('is sent, and is no reminder of the page', async () => {
    await rung()
    expect(await subjects()).toHaveLength(1)
    expect(await states()).toEqual([])
  })

  test('that nobody takes is tried again while it is of use, and is missed then', async () => {
    held.isTaken = false
    await rung()
    expect(await subjects()).toHaveLength(1)
    await held.pass(5 * minute)
    expect(await states()).toEqual([])
    // An hour after it rang at the latest, or when the event begins.
    await held.pass(60 * minute)
    expect(await states()).toEqual(['missed'])
    // What is late is called off: it comes neither now nor twice.
    held.isTaken = true
    await held.pass(60 * minute)
    expect(await subjects()).toEqual([])
    expect(await states()).toEqual(['missed'])
  })
})
