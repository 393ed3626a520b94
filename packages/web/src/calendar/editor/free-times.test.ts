import { expect, test } from 'vitest'
import { addDays, hourMs, wallOf } from '../../records/index.ts'
import { busyAt, freeTimes, hoursOf } from './free-times.ts'

// A Friday.
const friday = '2026-11-20'
const at = (day: string, hour: number) => wallOf(day) + hour * hourMs
const days = [0, 1, 2, 3].map((n) => addDays(friday, n))
const person = (...busy: [string, number, number][]) => ({
  busy: busy.map(([day, from, to]) => ({ from: at(day, from), to: at(day, to) })),
})
const nobodyKnows = { busy: undefined }

test('who is busy at a time is who overlaps it; what only touches does not', () => {
  const [ann, bo] = [person([friday, 9, 10]), person([friday, 10, 12])]
  expect(busyAt([ann, bo, nobodyKnows], at(friday, 9.5), at(friday, 10))).toEqual([ann])
  expect(busyAt([ann, bo], at(friday, 9.5), at(friday, 10.5))).toEqual([ann, bo])
  expect(busyAt([ann, bo], at(friday, 12), at(friday, 13))).toEqual([])
})

test('proposed is what nobody known is busy at, in working hours, later than now, not at weekends', () => {
  const people = [
    person([friday, 9, 15]),
    person(['2026-11-23', 9, 10.5], ['2026-11-23', 13, 17]),
    nobodyKnows,
  ]
  const times = freeTimes(people, days, hourMs, at(friday, 14), 6)
  expect(times).toEqual([at(friday, 15), at('2026-11-23', 10.5)])
  expect(freeTimes(people, days, hourMs, at(friday, 15.75), 6)[0]).toBe(at(friday, 16))
  expect(freeTimes(people, days, 9 * hourMs, at(friday, 0), 6)).toEqual([])
  expect(freeTimes([nobodyKnows], days, hourMs, at(friday, 0), 1)).toEqual([at(friday, 9)])
})

test('a day is drawn with its hours, and with those of a meeting outside of them', () => {
  expect(hoursOf(at(friday, 10), at(friday, 11), friday)).toEqual({ from: 7, to: 20 })
  expect(hoursOf(at(friday, 5.5), at(friday, 21.5), friday)).toEqual({ from: 5, to: 22 })
  expect(hoursOf(at(friday, 23), at(friday, 25), friday)).toEqual({ from: 7, to: 24 })
  expect(hoursOf(at(friday, 5), at(friday, 6), addDays(friday, 1))).toEqual({ from: 7, to: 20 })
})
