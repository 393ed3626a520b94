import type { EventObject } from '@plmail/calendar-format'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { merge } from './merge-event.ts'

const base: EventObject = {
  uid: 'u',
  title: 'Lunch',
  start: '2026-11-24T12:00:00',
  timeZone: 'Europe/Berlin',
  duration: 'PT1H',
  participants: { a: { name: 'Ann' }, b: { name: 'Bo' } },
  recurrenceOverrides: { '2026-12-01T12:00:00': { title: 'Early' } },
}

describe('changes on two sides', () => {
  test('of different fields both stand', () => {
    const mine = { ...base, title: 'Brunch' }
    const theirs = { ...base, duration: 'PT2H' }
    expect(merge(base, mine, theirs, [])).toEqual({
      event: { ...base, title: 'Brunch', duration: 'PT2H' },
      lost: [],
    })
  })

  test('of one field: theirs stands, and ours is named', () => {
    const { event, lost } = merge(base, { ...base, title: 'Mine' }, { ...base, title: 'Theirs' }, [])
    expect([event['title'], lost]).toEqual(['Theirs', ['title']])
  })

  test('are none where a server says what became of its messages', () => {
    const guests = (bo: EventObject, date: EventObject = {}): EventObject => ({
      ...base,
      participants: { a: { name: 'Ann' }, b: { name: 'Bo', ...bo } },
      recurrenceOverrides: { '2026-12-01T12:00:00': { title: 'Early', ...date } },
    })
    const mine = guests({ roles: { optional: true } }, { duration: 'PT2H' })
    const theirs = guests({ scheduleStatus: ['3.7'] }, { 'participants/b/scheduleStatus': ['3.7'] })
    expect(merge(base, mine, theirs, [])).toEqual({ event: mine, lost: [] })
  })

  test('of different participants and dates of a series both stand', () => {
    const mine = {
      ...base,
      participants: { ...(base['participants'] as EventObject), a: { name: 'Anna' } },
      recurrenceOverrides: {
        '2026-12-01T12:00:00': { title: 'Early' },
        '2026-12-08T12:00:00': { excluded: true },
      },
    }
    const theirs = { ...base, participants: { a: { name: 'Ann' } }, recurrenceOverrides: {} }
    const { event, lost } = merge(base, mine, theirs, [])
    expect(lost).toEqual([])
    expect(event['participants']).toEqual({ a: { name: 'Anna' } })
    expect(event['recurrenceOverrides']).toEqual({ '2026-12-08T12:00:00': { excluded: true } })
  })

  test('of one date of a series: theirs stands, named by its pointer', () => {
    const at = (start: string): EventObject => ({
      ...base,
      recurrenceOverrides: { '2026-12-01T12:00:00': { start } },
    })
    const { lost } = merge(base, at('2026-12-01T13:00:00'), at('2026-12-01T14:00:00'), [])
    expect(lost).toEqual(['recurrenceOverrides/2026-12-01T12:00:00'])
  })

  test('start and zone are one decision', () => {
    const mine = { ...base, start: '2026-11-24T13:00:00' }
    const theirs = { ...base, timeZone: 'America/New_York' }
    const { event, lost } = merge(base, mine, theirs, [])
    expect([event['start'], event['timeZone']]).toEqual(['2026-11-24T12:00:00', 'America/New_York'])
    expect(lost).toEqual(['start', 'timeZone'])
  })

  test('what was sent and comes back is ours, whatever became of it here since', () => {
    const tried = { ...base, title: 'Sent' }
    const { event, lost } = merge(base, { ...base, title: 'Newer' }, tried, [tried])
    expect([event['title'], lost]).toEqual(['Newer', []])
  })

  test('nothing is invented, nothing that nobody touched is lost, and who is alone wins', () => {
    const value = fc.constantFrom('1', '2', '3')
    const event = fc.record(
      {
        title: value,
        description: value,
        start: value,
        duration: value,
        participants: fc.dictionary(fc.constantFrom('a', 'b', 'c'), value),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(event, event, event, (was, mine, theirs) => {
        expect(merge(was, mine, was, [])).toEqual({ event: mine, lost: [] })
        expect(merge(was, was, theirs, [])).toEqual({ event: theirs, lost: [] })
        expect(merge(was, mine, mine, [])).toEqual({ event: mine, lost: [] })
        const { event: merged } = merge(was, mine, theirs, [])
        for (const name of ['title', 'duration'] as const)
          expect([mine[name], theirs[name]]).toContain(merged[name])
      }),
    )
  })
})
