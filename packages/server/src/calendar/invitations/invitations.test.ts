import { readCalendar } from '@plmail/calendar-format'
import { describe, expect, test } from 'vitest'
import {
  invitedAttendees,
  organizerLine,
  InvitationBench,
  occurrenceOn,
  changedOccurrence,
  weekly,
} from '../../../../server-testing/src/calendar/invitations/invitation-bench.ts'
import { me, meetingMail } from '../../../../server-testing/src/calendar/invitations/test-invitations.ts'

const bench = new InvitationBench()

describe('an invitation that arrives', () => {
  test('is in the calendar; one date moves, one is cancelled, the rest stays', async () => {
    const id = await bench.parts.receive(meetingMail('REQUEST', weekly()))
    expect(await bench.view(id)).toMatchObject({
      method: 'request',
      sender: 'proven',
      standing: 'kept',
      mayAnswer: true,
      more: 0,
      start: Date.parse('2026-03-02T08:00:00Z'),
      me: { address: me, status: 'needs-action' },
    })
    await bench.parts.receive(
      meetingMail('REQUEST', changedOccurrence(1, ['DTSTART;TZID=Europe/Berlin:20260310T140000'])),
    )
    expect(occurrenceOn(await bench.onlyEvent(), '2026-03-09')).toMatchObject({
      start: '2026-03-10T14:00:00',
    })
    await bench.parts.receive(
      meetingMail('CANCEL', changedOccurrence(2, ['DTSTART;TZID=Europe/Berlin:20260309T090000'])),
    )
    expect(occurrenceOn(await bench.onlyEvent(), '2026-03-09')).toBeUndefined()
    expect(occurrenceOn(await bench.onlyEvent(), '2026-03-16')).toMatchObject({
      start: '2026-03-16T09:00:00',
      title: 'Standup',
    })
    const told = await bench.parts.calendars.notifications.list(bench.parts.personal, null)
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
    await bench.parts.receive(meetingMail('REQUEST', weekly()))
    const before = await bench.onlyEvent()
    for (const [method, lines] of [
      ['CANCEL', weekly(9)],
      ['REQUEST', weekly(9)],
      ['CANCEL', changedOccurrence(9, ['DTSTART:20260309T080000Z'])],
    ] as const) {
      const id = await bench.parts.receive(meetingMail(method, lines, forged))
      expect((await bench.view(id)).sender).not.toBe('proven')
      expect(await bench.onlyEvent()).toEqual(before)
    }
  })

  test('from Spam is shown, and never written', async () => {
    const id = await bench.parts.receive(meetingMail('REQUEST', weekly()), 'junk')
    expect(await bench.events()).toEqual([])
    expect(await bench.view(id)).toMatchObject({ standing: 'new', mayAnswer: false, mayApply: false })
  })

  test('of one’s own in Sent is known as sent, and asks nothing', async () => {
    const id = await bench.parts.receive(meetingMail('REQUEST', weekly()), 'sent')
    expect(await bench.view(id)).toMatchObject({ isSent: true, mayAnswer: false, mayApply: false })
  })

  test('counts in whatever order, once, also after the event is gone', async () => {
    await bench.parts.receive(meetingMail('REQUEST', weekly(1)))
    expect((await bench.events()).length).toBe(1)
    await bench.parts.receive(meetingMail('CANCEL', weekly(2, '20260302T090000Z')))
    expect(await bench.onlyEvent()).toMatchObject({ status: 'cancelled' })
    await bench.parts.receive(meetingMail('REQUEST', weekly(1)))
    expect(await bench.onlyEvent()).toMatchObject({ status: 'cancelled' })
    const [event] = await bench.events()
    await bench.parts.calendars.events.set(bench.parts.user, bench.parts.personal, {
      create: [],
      update: new Map(),
      destroy: [event!.id],
    })
    const id = await bench.parts.receive(meetingMail('REQUEST', weekly(1)))
    expect(await bench.events()).toEqual([])
    expect((await bench.view(id)).standing).toBe('out-of-date')
  })

  test.each([
    ['proven', 'dmarc=pass', 0],
    ['unproven', 'none', 1],
  ])('is called off by an earlier message of its organizer, %s', async (_, proof, storedEvents) => {
    const cancel = await bench.parts.receive(
      meetingMail('CANCEL', weekly(2, '20260302T090000Z'), proof === 'none' ? { proof } : {}),
    )
    expect(await bench.view(cancel)).toMatchObject({ standing: 'cancelled' })
    await bench.parts.receive(meetingMail('REQUEST', weekly(1)))
    expect(await bench.events()).toHaveLength(storedEvents)
  })

  test('that is in no calendar and was called off in another message says so, and takes no answer', async () => {
    bench.parts.wish = 'never'
    const ids = [
      await bench.parts.receive(meetingMail('REQUEST', weekly())),
      await bench.parts.receive(
        meetingMail('REQUEST', changedOccurrence(1, ['DTSTART;TZID=Europe/Berlin:20260310T140000'])),
      ),
    ]
    for (const id of ids)
      expect(await bench.view(id)).toMatchObject({ standing: 'new', mayAnswer: true, mayPropose: true })
    await bench.parts.receive(meetingMail('CANCEL', weekly(2, '20260302T090000Z'), { proof: 'none' }))
    for (const id of ids) {
      const off = { standing: 'cancelled', mayAnswer: false, mayPropose: false }
      expect(await bench.view(id)).toMatchObject(off)
      const accept = { status: 'accepted', comment: '' } as const
      expect(
        await bench.parts.invitations.answer(bench.parts.user, bench.parts.account.id, id, accept),
      ).toEqual({ ok: false, why: 'not-now' })
    }
    const again = await bench.parts.receive(meetingMail('REQUEST', weekly(3, '20260303T090000Z')))
    expect(await bench.view(again)).toMatchObject({ standing: 'new', mayAnswer: true })
  })

  test.each([
    ['a stranger', { from: 'eve@evil.test' }],
    ['a forgery that fails', { proof: 'dmarc=fail' }],
  ])('that is in no calendar is not called off by %s', async (_, forged) => {
    bench.parts.wish = 'never'
    const id = await bench.parts.receive(meetingMail('REQUEST', weekly()))
    await bench.parts.receive(meetingMail('CANCEL', weekly(9), forged))
    expect(await bench.view(id)).toMatchObject({ standing: 'new', mayAnswer: true })
  })

  test('becomes an event of whom the user wished for only', async () => {
    bench.parts.wish = 'known'
    await bench.parts.receive(meetingMail('REQUEST', weekly()))
    expect(await bench.events()).toEqual([])
    bench.parts.known.add('boss@corp.test')
    await bench.parts.receive(meetingMail('REQUEST', weekly(1)))
    expect((await bench.events()).length).toBe(1)
  })

  test('leaves what was booked as it is', async () => {
    await bench.parts.receive(meetingMail('REQUEST', weekly()))
    await bench.parts.room.db.database.query(`update calendar_event set source = 'booking'`)
    const before = await bench.onlyEvent()
    await bench.parts.receive(meetingMail('CANCEL', weekly(5, '20260305T090000Z')))
    expect(await bench.onlyEvent()).toEqual(before)
  })

  test('of a date before its series becomes part of it', async () => {
    await bench.parts.receive(
      meetingMail('REQUEST', changedOccurrence(0, ['DTSTART;TZID=Europe/Berlin:20260310T140000'])),
    )
    expect(await bench.onlyEvent()).toMatchObject({ recurrenceId: '2026-03-09T09:00:00' })
    await bench.parts.receive(meetingMail('REQUEST', weekly(0, '20260301T100000Z')))
    expect(occurrenceOn(await bench.onlyEvent(), '2026-03-09')).toMatchObject({
      start: '2026-03-10T14:00:00',
    })
  })
})
test('a broken or hostile calendar is shown as nothing and stops nobody', async () => {
  const bomb = [
    'RRULE:FREQ=SECONDLY;BYSETPOS=-1;BYMONTH=2;BYMONTHDAY=30',
    'DTSTART:20260302T090000Z',
    organizerLine,
    ...invitedAttendees,
  ]
  for (const lines of [['garbage'], ['DTSTART:never', organizerLine], bomb, ['X'.repeat(200_000)]]) {
    const id = await bench.parts.receive(meetingMail('REQUEST', lines))
    await bench.parts.invitations.get(bench.parts.user, bench.parts.account.id, [id])
  }
  expect((await bench.events()).length).toBeLessThanOrEqual(1)
  expect(readCalendar('BEGIN:VCALENDAR')).toBeDefined()
})
