import type { CalendarEventView } from '@plmail/wire'
import { describe, expect, test } from 'vitest'
import { wallOf } from '../../records/index.ts'
import { changeOf, eventOf, type EventFields, fieldsOf, newFields, problemOf } from './event-fields.ts'

const zone = 'Europe/Berlin'
const event: CalendarEventView = {
  id: 'E1',
  baseEventId: null,
  calendarIds: { K1: true },
  isDraft: false,
  isOrigin: true,
  '@type': 'Event',
  uid: 'u1',
  title: 'Stand-up',
  start: '2026-11-02T09:00:00',
  duration: 'PT30M',
  timeZone: zone,
  description: '<p>Bring cake</p>',
  descriptionContentType: 'text/html',
  locations: { l1: { name: 'Room 3', description: 'second floor' }, l2: { name: 'Garden' } },
  virtualLocations: { v1: { uri: 'https://meet.example/1', name: 'Call' } },
  participants: {
    p0: { '@type': 'Participant', email: 'me@x.example', roles: { owner: true }, name: 'Me' },
    p1: {
      '@type': 'Participant',
      email: 'ann@x.example',
      roles: { attendee: true },
      participationStatus: 'accepted',
    },
  },
  organizerCalendarAddress: 'mailto:me@x.example',
  color: 'tomato',
  alerts: { a1: { '@type': 'Alert', trigger: { '@type': 'OffsetTrigger', offset: '-PT10M' } } },
} as unknown as CalendarEventView

const before = fieldsOf(event, 'A1/K1', zone)
let count = 0
const parts = { zone, me: 'mailto:me@x.example', newId: () => `n${String((count += 1))}` }
const changed = (more: Partial<EventFields>, stored: Partial<CalendarEventView> = event) => {
  count = 0
  return changeOf(before, { ...before, ...more }, stored, parts)
}

describe('the form of an event', () => {
  test('shows the hours of its own zone, and people without who organises', () => {
    expect(before).toMatchObject({
      startDay: '2026-11-02',
      startTime: '09:00',
      endTime: '09:30',
      zone,
      place: 'Room 3',
      people: [{ name: null, email: 'ann@x.example' }],
    })
  })

  test('shows the last day of whole days, as people say it', () => {
    const days = {
      ...event,
      showWithoutTime: true,
      start: '2026-11-02T00:00:00',
      duration: 'P3D',
      timeZone: null,
    }
    expect(fieldsOf(days as CalendarEventView, '', zone)).toMatchObject({
      isAllDay: true,
      startDay: '2026-11-02',
      endDay: '2026-11-04',
    })
  })
})

describe('what was changed in the form', () => {
  test('is nothing of what was only looked at', () => {
    expect(changed({})).toEqual({})
  })

  test('of the first place leaves the others, and what else is known of it', () => {
    expect(changed({ place: 'Room 4' })).toEqual({
      locations: {
        l1: { '@type': 'Location', name: 'Room 4', description: 'second floor' },
        l2: { name: 'Garden' },
      },
    })
  })

  test('to no place takes the first away, and the property with the last', () => {
    expect(changed({ place: '' })).toEqual({ locations: { l2: { name: 'Garden' } } })
    expect(changed({ place: '' }, { locations: { l1: { name: 'Room 3' } } } as never)).toEqual({
      locations: null,
    })
  })

  test('of the link to a call keeps the name of the call', () => {
    expect(changed({ conference: 'https://meet.example/2' })).toEqual({
      virtualLocations: { v1: { '@type': 'VirtualLocation', uri: 'https://meet.example/2', name: 'Call' } },
    })
  })

  test('to other notes makes them plain text, since that is what was typed', () => {
    expect(changed({ description: 'Bring nothing' })).toEqual({
      description: 'Bring nothing',
      descriptionContentType: null,
    })
    expect(changed({ description: '' }, { description: 'x' } as never)).toEqual({ description: null })
  })

  test('to another hour keeps the length, to another end keeps the start', () => {
    expect(changed({ startTime: '10:00', endTime: '10:30' })).toEqual({ start: '2026-11-02T10:00:00' })
    expect(changed({ endTime: '10:00' })).toEqual({ duration: 'PT1H' })
  })

  test('to another zone says the same hour there', () => {
    expect(changed({ zone: 'Asia/Tokyo' })).toEqual({ start: '2026-11-02T09:00:00', timeZone: 'Asia/Tokyo' })
  })

  test('to whole days has no zone any more', () => {
    expect(changed({ isAllDay: true, endDay: '2026-11-03' })).toEqual({
      start: '2026-11-02T00:00:00',
      duration: 'P2D',
      showWithoutTime: true,
      timeZone: null,
      endTimeZone: null,
    })
  })

  test('of reminders and colour says null where none is left', () => {
    expect(changed({ alerts: [], color: '' })).toEqual({ alerts: null, color: null })
  })
})

describe('people in the form', () => {
  const bob = { name: 'Bob', email: 'bob@x.example' }

  test('who were there keep their answer, who is new has not answered', () => {
    const { participants } = changed({ people: [...before.people, bob] }) as {
      participants: Record<string, Record<string, unknown>>
    }
    expect(participants['p1']?.['participationStatus']).toBe('accepted')
    expect(participants['n1']).toMatchObject({
      name: 'Bob',
      calendarAddress: 'mailto:bob@x.example',
      participationStatus: 'needs-action',
      expectReply: true,
    })
  })

  test('who are taken out go, who organises stays', () => {
    const { participants } = changed({ people: [] }) as { participants: Record<string, unknown> }
    expect(Object.keys(participants)).toEqual(['p0'])
  })

  test('who are typed in other letters are the same people', () => {
    const { participants } = changed({ people: [{ name: null, email: 'ANN@x.example' }] }) as {
      participants: Record<string, unknown>
    }
    expect(Object.keys(participants)).toEqual(['p0', 'p1'])
  })

  test('of an event without people make the user its organizer', () => {
    const alone = fieldsOf({ ...event, participants: {} } as never, 'A1/K1', zone)
    const change = changeOf(alone, { ...alone, people: [bob] }, {}, parts)
    expect(change).toMatchObject({ organizerCalendarAddress: 'mailto:me@x.example' })
  })

  test('are none at all where the last is taken out of an event that nobody organises', () => {
    const unowned = { participants: { p1: event.participants?.['p1'] } } as unknown as CalendarEventView
    expect(changed({ people: [] }, unowned)).toEqual({ participants: null })
  })
})

describe('a new event', () => {
  const fields = {
    ...newFields(
      { start: wallOf('2026-11-24T10:00:00'), end: wallOf('2026-11-24T11:00:00'), isAllDay: false },
      ' Lunch ',
      zone,
      'A1/K1',
    ),
  }

  test('has what was typed, and nothing that was left empty', () => {
    expect(eventOf(fields, undefined, parts)).toEqual({
      title: 'Lunch',
      start: '2026-11-24T10:00:00',
      duration: 'PT1H',
      timeZone: zone,
      useDefaultAlerts: true,
    })
  })

  test('of whole days has no zone, and counts its last day', () => {
    expect(eventOf({ ...fields, isAllDay: true, endDay: '2026-11-25' }, undefined, parts)).toMatchObject({
      start: '2026-11-24T00:00:00',
      duration: 'P2D',
      showWithoutTime: true,
    })
  })

  test('over the change of clocks lasts as long as it is on the wall clock', () => {
    const night = {
      ...fields,
      startDay: '2026-10-25',
      startTime: '01:00',
      endDay: '2026-10-25',
      endTime: '04:00',
    }
    expect(eventOf(night, undefined, parts)).toMatchObject({ duration: 'PT4H' })
  })

  test('is repeated where a rule was chosen', () => {
    expect(eventOf(fields, { frequency: 'weekly' }, parts)).toMatchObject({
      recurrenceRule: { frequency: 'weekly' },
    })
  })
})

describe('a form that cannot be saved', () => {
  test.each<[Partial<EventFields>, ReturnType<typeof problemOf>]>([
    [{ startDay: '' }, 'noTime'],
    [{ endDay: '2026-02-30' }, 'noTime'],
    [{ startTime: '' }, 'noTime'],
    [{ endTime: '08:00' }, 'wrongTime'],
    [{ endTime: '09:00' }, undefined],
    [{ isAllDay: true, endDay: '2026-11-01' }, 'wrongTime'],
    [{ isAllDay: true, startTime: '' }, undefined],
    [{ zone: 'Europe/Nowhere' }, 'wrongZone'],
    [{ zone: '' }, undefined],
    [{ conference: 'http://meet.example' }, 'wrongLink'],
    [{ conference: 'meet me' }, 'wrongLink'],
    [{ conference: ' https://meet.example/x ' }, undefined],
  ])('%j is %s', (more, problem) => {
    expect(problemOf({ ...before, ...more })).toBe(problem)
  })
})
