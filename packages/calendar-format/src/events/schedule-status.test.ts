import { describe, expect, test } from 'vitest'
import { type EventObject, withoutScheduleStatus, withScheduleStatusOf } from './index.ts'

const date = '2026-11-30T08:00:00'
const nextDate = '2026-12-07T08:00:00'
const plain: EventObject = {
  uid: 'u',
  title: 'Round',
  participants: { ann: { name: 'Ann' }, ben: { name: 'Ben', roles: { attendee: true } } },
  recurrenceOverrides: { [nextDate]: { title: 'Late', 'participants/cem': { name: 'Cem' } } },
}
/** As a server keeps it that could not reach Ben, nor Cem for one date, and reached Ann for another. */
const stated: EventObject = {
  ...plain,
  participants: {
    ann: { name: 'Ann' },
    ben: { name: 'Ben', roles: { attendee: true }, scheduleStatus: ['3.7'] },
  },
  recurrenceOverrides: {
    [date]: { 'participants/ann/scheduleStatus': ['1.2'] },
    [nextDate]: { title: 'Late', 'participants/cem': { name: 'Cem', scheduleStatus: ['5.1'] } },
  },
}

describe('what became of messages to participants', () => {
  test('is left out of an event, its dates included', () => {
    expect(withoutScheduleStatus(stated)).toEqual(plain)
    expect(withoutScheduleStatus(plain)).toEqual(plain)
  })

  test('leaves a date alone that was only added, and none behind that had nothing else', () => {
    const added = { ...plain, recurrenceOverrides: { [date]: {} } }
    expect(withoutScheduleStatus(added)).toEqual(added)
    const onlyStated = {
      uid: 'u',
      recurrenceOverrides: { [date]: { 'participants/ann/scheduleStatus': ['1.2'] } },
    }
    expect(withoutScheduleStatus(onlyStated)).toEqual({ uid: 'u' })
  })

  test('is taken from the version of whoever sent them', () => {
    expect(withScheduleStatusOf(plain, stated)).toEqual(stated)
    expect(withScheduleStatusOf(stated, plain)).toEqual(plain)
  })

  test('follows nobody to another person, and no date that says something else now', () => {
    const changed = {
      ...plain,
      participants: { dee: { name: 'Dee' } },
      recurrenceOverrides: { [nextDate]: { excluded: true } },
    }
    expect(withScheduleStatusOf(changed, stated)).toEqual({
      ...changed,
      recurrenceOverrides: {
        [date]: { 'participants/ann/scheduleStatus': ['1.2'] },
        [nextDate]: { excluded: true },
      },
    })
  })

  test('is never more than a list where the rest is no event', () => {
    const odd: EventObject = { participants: 'Ann', recurrenceOverrides: { [date]: null } }
    expect(withoutScheduleStatus(odd)).toEqual(odd)
    expect(withScheduleStatusOf(odd, stated)['participants']).toBe('Ann')
  })
})
