import { expect, test } from 'vitest'
import { wallOf } from '../../records/index.ts'
import { endAlong, newFields } from './event-fields.ts'

const hour = newFields(
  { start: wallOf('2026-11-22T22:30:00'), end: wallOf('2026-11-22T23:30:00'), isAllDay: false },
  ...(['', 'Europe/Berlin', ''] as const),
)

test('an event that is put off takes its end along, over midnight too', () => {
  expect(endAlong(hour, { ...hour, startTime: '23:15' })).toEqual({ endDay: '2026-11-23', endTime: '00:15' })
})

test('whole days keep how many they are, and have no hours', () => {
  const days = { ...hour, isAllDay: true, endDay: '2026-11-24' }
  expect(endAlong(days, { ...days, startDay: '2026-12-01' })).toEqual({ endDay: '2026-12-03' })
})

test('while a time is being typed the end stays where it is', () => {
  expect(endAlong(hour, { ...hour, startTime: '' })).toEqual({})
  expect(endAlong({ ...hour, endTime: '' }, hour)).toEqual({})
})

test('an end before the beginning is nothing to keep', () => {
  const wrong = { ...hour, endDay: '2026-11-21' }
  expect(endAlong(wrong, { ...wrong, startTime: '12:00' })).toEqual({})
})
