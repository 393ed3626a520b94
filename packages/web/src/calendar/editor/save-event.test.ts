import type { CalendarEventView } from '@plmail/wire'
import { describe, expect, test } from 'vitest'
import { fieldsOf } from './event-fields.ts'
import { changeToWrite, scopesOf } from './save-event.ts'

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
  recurrenceRule: { frequency: 'weekly' },
}
const before = fieldsOf(event, 'A1/K1', zone)
const parts = { zone, me: 'mailto:me@x.example', newId: () => 'n1' }
const edited = {
  fields: before,
  before,
  rule: event.recurrenceRule,
  isRuleTouched: false,
  shown: event,
  parts,
}

describe('what a form writes', () => {
  test('is nothing where nothing was touched', () => {
    expect(changeToWrite(edited)).toEqual({})
  })

  test('is what was touched, and nothing else', () => {
    expect(changeToWrite({ ...edited, fields: { ...before, title: 'Retro ', place: 'Room 3' } })).toEqual({
      title: 'Retro',
      locations: { n1: { '@type': 'Location', name: 'Room 3' } },
    })
  })

  test('has the rule only where the rule was touched', () => {
    const rule = { frequency: 'daily' as const }
    expect(changeToWrite({ ...edited, rule })).toEqual({})
    expect(changeToWrite({ ...edited, rule, isRuleTouched: true })).toEqual({ recurrenceRule: rule })
  })

  test('takes what was said of single occurrences away with the rule', () => {
    expect(changeToWrite({ ...edited, rule: undefined, isRuleTouched: true })).toEqual({
      recurrenceRule: null,
      recurrenceOverrides: null,
    })
  })
})

describe('how much of a series a change may be meant for', () => {
  test('is left to the user for what one occurrence can have of its own', () => {
    expect(scopesOf({ title: 'Retro' }, false)).toEqual(['one', 'following', 'all'])
  })

  test.each([{ recurrenceRule: null }, { privacy: 'secret' }])('is never one alone for %j', (change) => {
    expect(scopesOf(change, false)).toEqual(['following', 'all'])
  })

  test('is all of it for a move to another calendar, and for a guest’s own notes', () => {
    expect(scopesOf({ calendarIds: { K2: true } }, false)).toEqual(['all'])
    expect(scopesOf({ alerts: null }, true)).toEqual(['all'])
  })
})
