import { describe, expect, test } from 'vitest'
import { localOf, wallOf } from '../../records/index.ts'
import type { Shown } from '../grid/merge.ts'
import { agendaOf, agendaOn, partOn } from './agenda-days.ts'

const event = (start: string, end: string, more: Partial<Shown> = {}) =>
  ({ key: start, isAllDay: false, start: wallOf(start), end: wallOf(end), ...more }) as Shown
const days = ['2026-11-23', '2026-11-24', '2026-11-25']
const listed = (...events: Shown[]) =>
  agendaOn(days, events).map(({ day, all }) => `${day.slice(8)}: ${String(all.length)}`)

describe('the agenda', () => {
  test('leaves out days without anything', () => {
    expect(listed(event('2026-11-24T09:00:00', '2026-11-24T10:00:00'))).toEqual(['24: 1'])
    expect(listed()).toEqual([])
  })

  test('lists an event of several days under each', () => {
    expect(listed(event('2026-11-23T22:00:00', '2026-11-25T02:00:00'))).toEqual(['23: 1', '24: 1', '25: 1'])
  })

  test('ends an event at midnight with the day before', () => {
    expect(listed(event('2026-11-23T22:00:00', '2026-11-24T00:00:00'))).toEqual(['23: 1'])
  })

  test('has an event without length on its day, at midnight too', () => {
    expect(listed(event('2026-11-24T00:00:00', '2026-11-24T00:00:00'))).toEqual(['24: 1'])
    expect(listed(event('2026-11-24T12:00:00', '2026-11-24T12:00:00'))).toEqual(['24: 1'])
  })
})

describe('what was searched for', () => {
  test('keeps its order, and stands under the day it begins on alone', () => {
    const long = event('2026-12-01T22:00:00', '2026-12-03T02:00:00')
    const past = event('2025-01-05T09:00:00', '2025-01-05T10:00:00')
    const again = event('2026-12-01T08:00:00', '2026-12-01T09:00:00')
    expect(agendaOf([long, past, again]).map(({ day, all }) => [day, all.length])).toEqual([
      ['2026-12-01', 2],
      ['2025-01-05', 1],
    ])
  })
})

describe('the hours of an event on a day', () => {
  const part = (start: string, end: string, more: Partial<Shown> = {}) => {
    const hours = partOn(event(start, end, more), '2026-11-24')
    return hours && [localOf(hours.start).slice(11, 16), localOf(hours.end).slice(11, 16)]
  }

  test('are its own where it begins and ends there', () => {
    expect(part('2026-11-24T09:00:00', '2026-11-24T10:30:00')).toEqual(['09:00', '10:30'])
  })

  test('begin at midnight where it goes on from the day before, and end there where it goes on', () => {
    expect(part('2026-11-23T22:00:00', '2026-11-24T02:00:00')).toEqual(['00:00', '02:00'])
    expect(part('2026-11-24T22:00:00', '2026-11-25T02:00:00')).toEqual(['22:00', '00:00'])
  })

  test('are all of them in the middle of a long one, and of whole days', () => {
    expect(part('2026-11-23T22:00:00', '2026-11-25T02:00:00')).toBeUndefined()
    expect(part('2026-11-24T00:00:00', '2026-11-25T00:00:00', { isAllDay: true })).toBeUndefined()
  })
})
