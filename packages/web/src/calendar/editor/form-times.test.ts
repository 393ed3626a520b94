import { describe, expect, test } from 'vitest'
import { localOf, wallOf } from '../../records/index.ts'
import { newFields } from './event-fields.ts'
import { readerWalls, startAt } from './form-times.ts'

const reader = 'Europe/Berlin'
/** Ten to eleven in New York, which is six hours behind Berlin in November. */
const fields = newFields(
  { start: wallOf('2026-11-24T10:00:00'), end: wallOf('2026-11-24T11:00:00'), isAllDay: false },
  'Call',
  'America/New_York',
  'A1/K1',
)

describe('an event in another zone', () => {
  test('is shown to its reader on the reader’s clocks', () => {
    expect(readerWalls(fields, reader).map(localOf)).toEqual(['2026-11-24T16:00:00', '2026-11-24T17:00:00'])
  })

  test('takes a time of the reader’s on its own clocks, and keeps its length', () => {
    expect(startAt(fields, wallOf('2026-11-25T02:30:00'), reader)).toMatchObject({
      startDay: '2026-11-24',
      startTime: '20:30',
      endDay: '2026-11-24',
      endTime: '21:30',
    })
  })

  test('keeps everything else that was typed', () => {
    const typed = { ...fields, title: 'Call with Ann', place: 'Room 3' }
    expect(startAt(typed, wallOf('2026-11-25T16:00:00'), reader)).toMatchObject({
      title: 'Call with Ann',
      place: 'Room 3',
      zone: 'America/New_York',
    })
  })
})

test('an event that floats is at the same time on every clock', () => {
  const floating = { ...fields, zone: '' }
  expect(readerWalls(floating, reader).map(localOf)).toEqual(['2026-11-24T10:00:00', '2026-11-24T11:00:00'])
  expect(startAt(floating, wallOf('2026-11-26T08:00:00'), reader)).toMatchObject({
    startDay: '2026-11-26',
    startTime: '08:00',
    endTime: '09:00',
  })
})
