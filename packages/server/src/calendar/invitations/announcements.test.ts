import { type EventObject, readCalendar } from '@plmail/calendar-format'
import { describe, expect, test } from 'vitest'
import { raisesSequence } from '../events/index.ts'
import { buildAnnouncements } from './announcements.ts'
import { answerIn } from './detect-answer.ts'
import { calendarText } from './scheduling-mail.ts'
import { mailText } from './mail-text.ts'

const person = (email: string, more: object = {}) => ({
  '@type': 'Participant',
  calendarAddress: `mailto:${email}`,
  roles: { attendee: true },
  ...more,
})
const people = (...emails: string[]) =>
  Object.fromEntries(emails.map((email, index) => [`p${index}`, person(email)])) as EventObject
const mine: EventObject = {
  '@type': 'Event',
  uid: 'u1',
  title: 'Plan',
  start: '2026-11-02T09:00:00',
  duration: 'PT1H',
  timeZone: 'Europe/Berlin',
  sequence: 3,
  organizerCalendarAddress: 'mailto:me@example.org',
  participants: people('ann@example.com', 'bob@example.com', 'me@example.org'),
  alerts: { a: { action: 'display' } },
}
const weekly: EventObject = { ...mine, recurrenceRule: { frequency: 'weekly' } }
const own = new Set(['me@example.org'])
const told = (before: EventObject | undefined, after: EventObject | undefined) =>
  buildAnnouncements(before, after, own).map(({ method, to, event }) => [
    method,
    to.join(),
    event['recurrenceId'] ?? '',
  ])

describe('what people hear of a meeting that I organize', () => {
  test.each<[string, EventObject | undefined, EventObject | undefined, unknown[]]>([
    ['a new one: everybody but me', undefined, mine, [['REQUEST', 'ann@example.com,bob@example.com', '']]],
    [
      'another time: everybody',
      mine,
      { ...mine, start: '2026-11-03T09:00:00' },
      [['REQUEST', 'ann@example.com,bob@example.com', '']],
    ],
    [
      'one more: only they',
      mine,
      {
        ...mine,
        participants: people('ann@example.com', 'bob@example.com', 'me@example.org', 'cem@example.com'),
      },
      [['REQUEST', 'cem@example.com', '']],
    ],
    [
      'one less: only they',
      mine,
      { ...mine, participants: people('ann@example.com', 'me@example.org') },
      [['CANCEL', 'bob@example.com', '']],
    ],
    ['gone: everybody', mine, undefined, [['CANCEL', 'ann@example.com,bob@example.com', '']]],
    [
      'called off: everybody',
      mine,
      { ...mine, status: 'cancelled' },
      [['CANCEL', 'ann@example.com,bob@example.com', '']],
    ],
    ['my alarms and colour: nobody', mine, { ...mine, alerts: {}, color: 'red', keywords: { a: true } }, []],
    [
      'an answer that came: nobody',
      mine,
      {
        ...mine,
        participants: {
          ...(mine['participants'] as object),
          p0: person('ann@example.com', { participationStatus: 'accepted' }),
        },
      },
      [],
    ],
    ['nothing new: nobody', mine, { ...mine }, []],
    ['gone before anybody heard of it', undefined, undefined, []],
    [
      'one date left out: only that date',
      weekly,
      { ...weekly, recurrenceOverrides: { '2026-11-09T09:00:00': { excluded: true } } },
      [['CANCEL', 'ann@example.com,bob@example.com', '2026-11-09T09:00:00']],
    ],
    [
      'one date moved: only that date',
      weekly,
      { ...weekly, recurrenceOverrides: { '2026-11-09T09:00:00': { start: '2026-11-10T09:00:00' } } },
      [['REQUEST', 'ann@example.com,bob@example.com', '2026-11-09T09:00:00']],
    ],
    ['nobody invites', undefined, { ...mine, organizerCalendarAddress: null } as EventObject, []],
  ])('%s', (_, before, after, expected) => {
    expect(told(before, after)).toEqual(expected)
  })

  test('another revision is one in which the times are others', () => {
    expect(raisesSequence(mine, { ...mine, start: '2026-11-03T09:00:00' })).toBe(true)
    expect(raisesSequence(mine, { ...mine, status: 'cancelled' })).toBe(true)
    expect(
      raisesSequence(weekly, {
        ...weekly,
        recurrenceOverrides: { '2026-11-09T09:00:00': { excluded: true } },
      }),
    ).toBe(true)
    expect(raisesSequence(mine, { ...mine, title: 'Plans', alerts: {} })).toBe(false)
    expect(raisesSequence(undefined, mine)).toBe(false)
  })

  test('a message has the organizer and no secrets, and reads as it was meant', () => {
    const [announcement] = buildAnnouncements(
      undefined,
      { ...mine, privacy: 'private', participants: people('ann@example.com') },
      own,
    )
    const text = calendarText(
      'REQUEST',
      announcement!.event,
      announcement!.from,
      new Date('2026-11-01T10:00:00Z'),
    )
    expect(text).toMatch(/ORGANIZER:mailto:me@example\.org/)
    expect(text).not.toMatch(/VALARM|CLASS/)
    expect(readCalendar(text)).toMatchObject({
      method: 'REQUEST',
      events: [{ event: { uid: 'u1', sequence: 3 } }],
    })
  })
})

describe('what an organizer hears of my answer', () => {
  const boss = 'mailto:boss@corp.example'
  const invitationToMe = (status?: string, comment?: string): EventObject => ({
    ...weekly,
    organizerCalendarAddress: boss,
    participants: {
      o: person('boss@corp.example', { roles: { owner: true } }),
      me: person('me@example.org', {
        participationStatus: status ?? 'needs-action',
        ...(comment ? { participationComment: comment } : {}),
      }),
      x: person('ann@example.com'),
    },
  })

  test('a reply with nothing of the others, and what was said with it', () => {
    const [reply, ...more] = buildAnnouncements(
      invitationToMe(),
      invitationToMe('accepted', 'END:VEVENT, gladly'),
      own,
    )
    expect(more).toEqual([])
    expect(reply).toMatchObject({ method: 'REPLY', to: ['boss@corp.example'], from: 'me@example.org' })
    const text = calendarText(
      'REPLY',
      { ...reply!.event, title: 'END:VEVENT' },
      'me@example.org',
      new Date(0),
    )
    const read = readCalendar(text)!
    expect(text.slice(text.indexOf('BEGIN:VEVENT'))).not.toMatch(/ann@|RRULE/)
    expect(text).toMatch(/COMMENT:END:VEVENT\\, gladly\r\nEND:VEVENT\r\nEND:VCALENDAR/)
    expect(read.events[0]!.event).toMatchObject({ title: 'END:VEVENT', sequence: 3 })
  })

  test('nothing while there is none, or it stays as it was', () => {
    expect(buildAnnouncements(undefined, invitationToMe(), own)).toEqual([])
    expect(buildAnnouncements(invitationToMe('accepted'), invitationToMe('accepted'), own)).toEqual([])
    expect(buildAnnouncements(undefined, undefined, own)).toEqual([])
  })

  test('no, where I take it out of my calendar: all of it, or one date', () => {
    const status = (event: EventObject) =>
      Object.values(event['participants'] as Record<string, EventObject>).map(
        (participant) => participant['participationStatus'],
      )
    const [reply, ...more] = buildAnnouncements(invitationToMe('accepted'), undefined, own)
    expect(more).toEqual([])
    expect(reply).toMatchObject({ method: 'REPLY', to: ['boss@corp.example'], from: 'me@example.org' })
    expect(status(reply!.event)).toEqual([undefined, 'declined'])

    const recurrenceOverrides = { '2026-11-09T09:00:00': { excluded: true } }
    const [single, ...others] = buildAnnouncements(
      invitationToMe('accepted'),
      { ...invitationToMe('accepted'), recurrenceOverrides },
      own,
    )
    expect(others).toEqual([])
    expect(single!.event).toMatchObject({ recurrenceId: '2026-11-09T09:00:00', start: '2026-11-09T09:00:00' })
    expect(status(single!.event)).toEqual([undefined, 'declined'])
    const text = calendarText('REPLY', single!.event, 'me@example.org', new Date(0))
    expect(text).toMatch(/RECURRENCE-ID;TZID=Europe\/Berlin:20261109T090000/)
    expect(text).toMatch(/PARTSTAT=DECLINED/)
  })

  test('nothing of a date that was out already, that I declined before, or that was called off', () => {
    const recurrenceOverrides = { '2026-11-09T09:00:00': { excluded: true } }
    const without = { ...invitationToMe(), recurrenceOverrides }
    expect(buildAnnouncements(without, { ...without, color: 'red' }, own)).toEqual([])
    expect(
      buildAnnouncements(
        invitationToMe('declined'),
        { ...invitationToMe('declined'), recurrenceOverrides },
        own,
      ),
    ).toEqual([])
    expect(buildAnnouncements({ ...invitationToMe(), status: 'cancelled' }, undefined, own)).toEqual([])
  })

  test('to one occurrence is an answer to that one', () => {
    const { participants } = invitationToMe('declined')
    const one = {
      ...invitationToMe(),
      recurrenceOverrides: { '2026-11-09T09:00:00': { participants: participants! } },
    }
    expect(buildAnnouncements(invitationToMe(), one, own)).toMatchObject([
      { method: 'REPLY', event: { recurrenceId: '2026-11-09T09:00:00' } },
    ])
    expect(answerIn(invitationToMe(), one, own)).toEqual({
      status: 'declined',
      comment: '',
      recurrenceId: '2026-11-09T09:00:00',
    })
    expect(answerIn(invitationToMe(), invitationToMe('tentative', 'Late'), own)).toEqual({
      status: 'tentative',
      comment: 'Late',
      recurrenceId: undefined,
    })
    expect(answerIn(invitationToMe(), { ...invitationToMe('accepted'), title: 'Mine' }, own)).toBeUndefined()
  })

  test('in the words of who sends it, of the day that is meant', () => {
    const speech = { locale: 'de', timeZone: 'Europe/Berlin' }
    const day = {
      ...invitationToMe('declined'),
      showWithoutTime: true,
      timeZone: null,
      start: '2026-12-24T00:00:00',
      duration: 'P1D',
    } as EventObject
    const { subject, body } = mailText('declined', day, 'me@example.org', speech)
    expect(subject).toBe('Abgelehnt: Plan')
    expect(body).toContain('Donnerstag, 24. Dezember 2026')
    expect(mailText('REQUEST', { ...mine, title: 'a\r\nBcc: x' }, 'me@example.org', speech).subject).toBe(
      'Einladung: a Bcc: x',
    )
  })

  test('in the zone of the event to others, and in that of its reader where it is a reminder', () => {
    const event = {
      ...invitationToMe(),
      start: '2026-11-25T18:30:00',
      duration: 'PT2H',
      timeZone: 'Europe/Berlin',
      endTimeZone: 'America/New_York',
    } as EventObject
    const speech = { locale: 'en-GB', timeZone: 'Asia/Kathmandu' }
    const getLines = (what: 'REQUEST' | 'REMINDER', timeZone: string) =>
      mailText(what, event, 'me@example.org', { ...speech, timeZone }).body.replaceAll(
        /[\u2009\u202f]/gu,
        ' ',
      )
    expect(getLines('REQUEST', 'Asia/Kathmandu')).toMatch(
      /25 November 2026.*18:30 ?– ?20:30 \(Europe\/Berlin\)/,
    )
    expect(getLines('REMINDER', 'Asia/Kathmandu')).toMatch(
      /When: Wednesday.*25 November.*23:15 ?–.*26 November.*01:15 \(.*18:30 ?– ?20:30, Europe\/Berlin\)/,
    )
    expect(getLines('REMINDER', 'Europe/Vienna')).toMatch(/18:30 ?– ?20:30$/m)
  })
})
