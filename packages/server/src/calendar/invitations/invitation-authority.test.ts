import { type EventObject, occurrenceObject, parseWallTime, findProblems } from '@plmail/calendar-format'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type InvitationFacts, judge } from './invitation-authority.ts'
import { readScheduling, type SchedulingMessage } from './scheduling-message.ts'
import { participantAt } from './participants.ts'

const boss = 'boss@corp.example'
const own = new Set(['me@example.org'])

interface Said {
  method?: string
  sequence?: number
  stamp?: string
  start?: string
  rule?: string
  recurrenceId?: string
  organizer?: string
  attendees?: string[]
  more?: string[]
}

function message(said: Said = {}): SchedulingMessage {
  const { method = 'REQUEST', sequence = 0, stamp = '20261101T080000Z', organizer = boss } = said
  const { attendees = ['ATTENDEE;PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:me@example.org'] } = said
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `METHOD:${method}`,
    'BEGIN:VEVENT',
    'UID:u1@corp.example',
    `DTSTAMP:${stamp}`,
    `SEQUENCE:${sequence}`,
    'SUMMARY:Standup',
    ...(said.recurrenceId ? [`RECURRENCE-ID${said.recurrenceId}`] : []),
    `DTSTART${said.start ?? ';TZID=Europe/Berlin:20261102T090000'}`,
    'DURATION:PT30M',
    ...(said.rule ? [`RRULE:${said.rule}`] : []),
    `ORGANIZER;CN=Boss:mailto:${organizer}`,
    ...attendees,
    ...(said.more ?? []),
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return readScheduling(lines.join('\r\n'))!
}

function facts(said: Said = {}, more: Partial<InvitationFacts> = {}): InvitationFacts {
  const { method, items } = message(said)
  const item = items[0]!
  return {
    method,
    item,
    stored: undefined,
    last: undefined,
    lastOfSeries: undefined,
    calledOff: [],
    sender: boss,
    proof: 'verified' as const,
    own,
    ...more,
  }
}
const written = (said: Said, more: Partial<InvitationFacts> = {}): EventObject => {
  const judged = judge(facts(said, more))
  if (judged.what === 'nothing') throw new Error(judged.why)
  return judged.event
}
const why = (said: Said, more: Partial<InvitationFacts> = {}) => {
  const judged = judge(facts(said, more))
  return judged.what === 'nothing' ? judged.why : 'written'
}
const weekly = { rule: 'FREQ=WEEKLY' }
const series = written(weekly)
const at = (text: string) => parseWallTime(text)!
const mine = (event: EventObject | undefined) => event && participantAt(event, 'me@example.org')![1]

describe('a request', () => {
  test('becomes an event, without the alarms of whoever sent it', () => {
    const alarm = ['BEGIN:VALARM', 'ACTION:EMAIL', 'TRIGGER:-PT5M', 'END:VALARM']
    const event = written({ more: alarm })
    expect(event).toMatchObject({ uid: 'u1@corp.example', title: 'Standup', useDefaultAlerts: true })
    expect(event).not.toHaveProperty('alerts')
    expect(findProblems(event)).toEqual([])
  })

  test('changes what the organizer decides, and keeps what is the user’s own', () => {
    const stored = { ...series, color: '#ff0000', alerts: { a: { action: 'display' } }, privacy: 'private' }
    const event = written(
      { ...weekly, sequence: 1, start: ';TZID=Europe/Berlin:20261102T100000' },
      { stored },
    )
    expect(event).toMatchObject({
      start: '2026-11-02T10:00:00',
      sequence: 1,
      color: '#ff0000',
      privacy: 'private',
    })
    expect(event).toHaveProperty('alerts')
  })

  test('keeps the answer that was given, unless the meeting moved', () => {
    const answered = {
      ...series,
      participants: {
        ...(series['participants'] as object),
        [getId(series)]: { ...mine(series), participationStatus: 'accepted' },
      },
    } as EventObject
    const renamed = written({ ...weekly, sequence: 1, more: ['LOCATION:Hall'] }, { stored: answered })
    expect(mine(renamed)).toMatchObject({ participationStatus: 'accepted' })
    const moved = written(
      { ...weekly, sequence: 1, start: ';TZID=Europe/Berlin:20261102T110000' },
      { stored: answered },
    )
    expect(mine(moved)).toMatchObject({ participationStatus: 'needs-action' })
  })

  test('of one occurrence becomes its override, also where it is named in UTC', () => {
    for (const recurrenceId of [';TZID=Europe/Berlin:20261109T090000', ':20261109T080000Z']) {
      const said = { recurrenceId, start: ';TZID=Europe/Berlin:20261110T140000', sequence: 1 }
      const event = written(said, { stored: series })
      expect(occurrenceObject(event, at('2026-11-09T09:00:00'))).toMatchObject({
        start: '2026-11-10T14:00:00',
      })
      expect(occurrenceObject(event, at('2026-11-16T09:00:00'))).toMatchObject({
        start: '2026-11-16T09:00:00',
      })
      expect(event['recurrenceRule']).toEqual(series['recurrenceRule'])
      expect(findProblems(event)).toEqual([])
    }
  })

  test('is out of date after a newer one, and counts once', () => {
    const last = { sequence: 2, stampedAt: new Date('2026-11-02T08:00:00Z') }
    expect(why({ sequence: 1 }, { stored: series, last })).toBe('out-of-date')
    expect(why({ sequence: 2 }, { stored: series, last })).toBe('out-of-date')
    expect(why({ sequence: 2, stamp: '20261102T080000Z' }, { stored: series, last })).toBe('repeated')
    expect(why({ sequence: 2, stamp: '20261103T080000Z' }, { stored: series, last })).toBe('written')
    const single = { recurrenceId: ';TZID=Europe/Berlin:20261109T090000', sequence: 1 }
    expect(why(single, { stored: series, lastOfSeries: last })).toBe('out-of-date')
  })
})

const getId = (event: EventObject) => participantAt(event, 'me@example.org')![0]

describe('who may speak for a meeting', () => {
  const stranger = 'eve@evil.example'
  const sentBy = { ...series, participants: withSentBy(series, 'clerk@corp.example') } as EventObject

  test.each<[string, Said, Partial<InvitationFacts>, string]>([
    ['nobody proves who wrote it', {}, { proof: 'unknown' }, 'unproven'],
    ['it is a proven lie', {}, { proof: 'failed' }, 'unproven'],
    ['a stranger wrote it', { sequence: 9 }, { stored: series, sender: stranger }, 'somebody-else'],
    ['several wrote it', {}, { sender: '' }, 'somebody-else'],
    [
      'a stranger makes the event theirs',
      { sequence: 9, organizer: stranger },
      { stored: series, sender: stranger },
      'somebody-else',
    ],
    [
      'whoever the organizer named wrote it',
      { sequence: 1 },
      { stored: sentBy, sender: 'clerk@corp.example' },
      'written',
    ],
    ['I am said to have sent it', { organizer: 'me@example.org' }, { sender: 'me@example.org' }, 'own-event'],
  ])('%s', (_, said, more, expected) => {
    for (const method of ['REQUEST', 'CANCEL']) {
      if (method === 'CANCEL' && !more.stored && expected === 'written') continue
      expect(why({ ...said, method }, more)).toBe(expected)
    }
  })

  test('a stranger who names themselves in the message speaks for nobody', () => {
    const forged = { sequence: 9, more: [] as string[], attendees: [] as string[] }
    const claim = { ...facts(forged, { stored: series, sender: stranger }) }
    const item = {
      ...claim.item,
      event: { ...claim.item.event, participants: withSentBy(claim.item.event, stranger) },
    }
    expect(judge({ ...claim, item: { ...item, event: item.event as EventObject } })).toEqual({
      what: 'nothing',
      why: 'somebody-else',
    })
  })
})

function withSentBy(event: EventObject, sentBy: string) {
  const [id, organizer] = participantAt(event, boss) ?? ['o', { calendarAddress: `mailto:${boss}` }]
  return { ...(event['participants'] as object), [id]: { ...organizer, sentBy: `mailto:${sentBy}` } }
}

describe('a cancellation', () => {
  test('of the whole is kept as cancelled', () => {
    expect(written({ method: 'CANCEL', sequence: 1 }, { stored: series })).toMatchObject({
      status: 'cancelled',
      sequence: 1,
      title: 'Standup',
    })
  })

  test('of one occurrence takes away that one', () => {
    const event = written(
      { method: 'CANCEL', sequence: 1, recurrenceId: ':20261109T080000Z' },
      { stored: series },
    )
    expect(event['status']).not.toBe('cancelled')
    expect(occurrenceObject(event, at('2026-11-09T09:00:00'))).toBeUndefined()
    expect(occurrenceObject(event, at('2026-11-16T09:00:00'))).toBeDefined()
  })

  test('of what nobody knows does nothing', () => {
    expect(why({ method: 'CANCEL' })).toBe('unknown-event')
  })
})

describe('an answer', () => {
  const hosted = written(
    { attendees: ['ATTENDEE:mailto:ann@example.com', 'ATTENDEE:mailto:bob@example.com'], ...weekly },
    {},
  )
  const host = {
    stored: hosted,
    own: new Set([boss]),
    sender: 'ann@example.com',
    proof: 'unknown' as const,
  }
  const reply = (status: string, who = 'ann@example.com'): Said => ({
    method: 'REPLY',
    attendees: [`ATTENDEE;PARTSTAT=${status}:mailto:${who}`],
    more: ['COMMENT:Gladly'],
  })
  const getStatus = (event: EventObject, who: string) => participantAt(event, who)?.[1]['participationStatus']

  test('changes one participant, and nothing else that it says', () => {
    const event = written({ ...reply('ACCEPTED'), start: ':20990101T000000Z' }, host)
    expect(getStatus(event, 'ann@example.com')).toBe('accepted')
    expect(getStatus(event, 'bob@example.com')).toBe('needs-action')
    expect({ ...event, participants: 0 }).toEqual({ ...hosted, participants: 0 })
    expect(participantAt(event, 'ann@example.com')![1]).toMatchObject({ participationComment: 'Gladly' })
  })

  test('to one occurrence stays there', () => {
    const event = written({ ...reply('DECLINED'), recurrenceId: ':20261109T080000Z' }, host)
    expect(getStatus(event, 'ann@example.com')).toBe('needs-action')
    expect(getStatus(occurrenceObject(event, at('2026-11-09T09:00:00'))!, 'ann@example.com')).toBe('declined')
    expect(findProblems(event)).toEqual([])
  })

  test.each<[string, Said, Partial<InvitationFacts>, string]>([
    ['of somebody else in their name', reply('ACCEPTED', 'bob@example.com'), host, 'somebody-else'],
    [
      'of somebody who was not asked',
      reply('ACCEPTED', 'eve@evil.example'),
      { ...host, sender: 'eve@evil.example' },
      'somebody-else',
    ],
    ['that is a proven lie', reply('ACCEPTED'), { ...host, proof: 'failed' }, 'somebody-else'],
    ['to a meeting of somebody else', reply('ACCEPTED'), { ...host, own }, 'somebody-else'],
    [
      'to an older revision',
      reply('ACCEPTED'),
      { ...host, stored: { ...hosted, sequence: 2 } },
      'out-of-date',
    ],
    [
      'that was read before',
      reply('ACCEPTED'),
      { ...host, last: { sequence: 0, stampedAt: new Date('2026-11-01T08:00:00Z') } },
      'repeated',
    ],
  ])('%s does nothing', (_, said, more, expected) => {
    expect(why(said, more)).toBe(expected)
  })
})

test('a counter-proposal and what nobody knows are only shown', () => {
  for (const method of ['COUNTER', 'PUBLISH', 'ADD', 'REFRESH', 'DECLINECOUNTER', 'X-EVIL'])
    expect(why({ method }, { stored: series })).toBe('shown-only')
})

test('whatever order messages come in, repeated or not, the newest counts', () => {
  const told = [0, 1, 2, 3].map((sequence) => ({
    ...weekly,
    sequence,
    stamp: `2026110${sequence + 1}T080000Z`,
    start: `:2026110${sequence + 2}T090000Z`,
  }))
  const orders = fc.array(fc.constantFrom(...told), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(orders, (messages) => {
      let stored: EventObject | undefined
      let last: InvitationFacts['last']
      for (const said of messages) {
        const now = facts(said, { stored, last })
        const judged = judge(now)
        if (judged.what === 'nothing') continue
        ;[stored, last] = [judged.event, now.item]
      }
      const newest = Math.max(...messages.map(({ sequence }) => sequence))
      expect(stored).toMatchObject({ sequence: newest, start: `2026-11-0${newest + 2}T09:00:00` })
    }),
  )
})

test('nothing that a stranger writes makes the reading fail, and all that is kept can be kept', () => {
  const words = [
    'BEGIN:VEVENT',
    'END:VEVENT',
    'RECURRENCE-ID:',
    'RECURRENCE-ID:00000000',
    'ORGANIZER:',
    'ATTENDEE:mailto:me@example.org',
  ]
  const line = fc.oneof(
    fc.constantFrom(...words, 'SEQUENCE:-1', 'SEQUENCE:9e9', 'RRULE:FREQ=SECONDLY', 'DTSTAMP:x'),
    fc.string(),
  )
  fc.assert(
    fc.property(
      fc.array(line, { maxLength: 20 }),
      fc.constantFrom('REQUEST', 'CANCEL', 'REPLY'),
      (lines, method) => {
        const text = [
          'BEGIN:VCALENDAR',
          `METHOD:${method}`,
          'BEGIN:VEVENT',
          'UID:u1@corp.example',
          'DTSTART:20261102T090000Z',
          `ORGANIZER:mailto:${boss}`,
          ...lines,
          'END:VEVENT',
          'END:VCALENDAR',
        ].join('\r\n')
        const read = readScheduling(text)
        for (const item of read?.items ?? []) {
          const judged = judge({ ...facts(), method: read!.method, item, stored: series })
          expect(judged.what !== 'write' || typeof judged.event['uid'] === 'string').toBe(true)
        }
      },
    ),
  )
})
