import type { MentionedTime } from '@plmail/wire'
import { describe, expect, test } from 'vitest'
import { wallOf } from '../../../records/index.ts'
import { proposedEvent } from './proposed-event.ts'

const reader = { zone: 'Europe/Berlin', now: Date.parse('2026-11-28T09:00:00Z') }
const mention: MentionedTime = {
  start: '2026-12-04T15:00:00',
  end: null,
  timeZone: null,
  offset: 60,
  place: 'Room 4',
}
const propose = (changed: Partial<MentionedTime> = {}) =>
  proposedEvent({ ...mention, ...changed }, 'Re: AW: The plan', reader)

describe('the event that a mentioned time proposes', () => {
  test('is on the reader’s clocks, has the subject as its title, and lasts an hour or a day', () => {
    expect(propose()).toEqual({
      title: 'The plan',
      place: 'Room 4',
      start: wallOf('2026-12-04T15:00:00'),
      end: wallOf('2026-12-04T16:00:00'),
      isAllDay: false,
    })
    expect(propose({ start: '2026-12-04' })).toMatchObject({
      start: wallOf('2026-12-04'),
      end: wallOf('2026-12-05'),
      isAllDay: true,
    })
    expect(propose({ end: '2026-12-04T15:30:00' })?.end).toBe(wallOf('2026-12-04T15:30:00'))
  })

  test('is none where the writer’s clocks show something else and no zone is named', () => {
    expect(propose({ offset: -300 })).toBeUndefined()
    expect(propose({ offset: null })).toBeDefined()
    expect(propose({ offset: -300, start: '2026-12-04' })).toBeDefined()
    // Summer time on both sides between the message and the day.
    expect(propose({ start: '2027-07-04T15:00:00' })).toBeDefined()
  })

  test('is in the zone that the text names', () => {
    expect(propose({ timeZone: 'America/New_York', offset: -300 })?.start).toBe(wallOf('2026-12-04T21:00:00'))
  })

  test('is none of what is over', () => {
    expect(propose({ start: '2026-11-28T08:00:00' })).toBeUndefined()
    expect(propose({ start: '2026-11-27' })).toBeUndefined()
    expect(propose({ start: '2026-11-28' })).toBeDefined()
  })
})
