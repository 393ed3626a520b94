import { describe, expect, test } from 'vitest'
import { snoozeTimes, timeInZone, wallTimeIn } from './snooze-times.ts'

const berlin = 'Europe/Berlin'
const usual = { start: 1, weekend: [6, 0] }
const offered = (now: string, zone = berlin, week = usual) =>
  snoozeTimes(new Date(now), zone, week).map(({ id, at }) => `${id} ${at.toISOString().slice(0, 16)}`)

describe('the times offered', () => {
  test('on a Wednesday morning are all there are', () => {
    expect(offered('2026-11-18T08:10:00Z')).toEqual([
      'later-today 2026-11-18T12:00',
      'this-evening 2026-11-18T17:00',
      'tomorrow 2026-11-19T07:00',
      'weekend 2026-11-21T07:00',
      'next-week 2026-11-23T07:00',
    ])
  })

  test.each([
    ['an afternoon', '2026-11-18T14:30:00Z', ['this-evening', 'tomorrow', 'weekend', 'next-week']],
    ['an evening', '2026-11-18T19:00:00Z', ['tomorrow', 'weekend', 'next-week']],
    ['a Friday night', '2026-11-20T22:00:00Z', ['tomorrow', 'next-week']],
    ['a Saturday night', '2026-11-21T20:00:00Z', ['tomorrow', 'next-week']],
    ['a Sunday night', '2026-11-22T20:00:00Z', ['tomorrow']],
  ])('on %s leave out what has passed and what is said already', (_, now, ids) => {
    expect(snoozeTimes(new Date(now), berlin, usual).map(({ id }) => id)).toEqual(ids)
  })

  test('lie ahead, each once and in order, whatever the zone and the hour', () => {
    for (const zone of [berlin, 'America/St_Johns', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'UTC'])
      for (const week of [usual, { start: 0, weekend: [5, 6] }, { start: 6, weekend: [5] }])
        for (let hour = 0; hour < 24 * 14; hour += 5) {
          const now = new Date(Date.UTC(2026, 2, 22, hour, 47))
          const times = snoozeTimes(now, zone, week).map(({ at }) => at.getTime())
          expect(times[0]).toBeGreaterThan(now.getTime())
          expect(times).toEqual([...new Set(times)].toSorted((a, b) => a - b))
        }
  })

  test.each([
    ['Sunday, Saturday and Sunday off', { start: 0, weekend: [6, 0] }, ['2026-11-21', '2026-11-23']],
    ['Sunday, Friday and Saturday off', { start: 0, weekend: [5, 6] }, ['2026-11-20', '2026-11-22']],
    ['Saturday, Friday off', { start: 6, weekend: [5] }, ['2026-11-20', '2026-11-21']],
  ])('follow weeks that begin on %s', (_, week, [weekend, nextWeek]) => {
    expect(offered('2026-11-18T19:00:00Z', berlin, week)).toEqual([
      'tomorrow 2026-11-19T07:00',
      `weekend ${weekend}T07:00`,
      `next-week ${nextWeek}T07:00`,
    ])
  })

  test('are eight in the morning on both sides of a change of clocks', () => {
    // The clocks of Berlin go back on 25 October 2026 and forward on 28 March 2027.
    expect(offered('2026-10-24T20:00:00Z')[0]).toBe('tomorrow 2026-10-25T07:00')
    expect(offered('2027-03-27T20:00:00Z')[0]).toBe('tomorrow 2027-03-28T06:00')
  })
})

describe('a time on the wall', () => {
  const at = (day: number, month: number, hour: number, minute: number, year = 2026) =>
    timeInZone({ year, month, day, hour, minute }, berlin).toISOString().slice(0, 16)

  test('that comes twice is the first, and one that is skipped the hour after', () => {
    expect(at(25, 10, 2, 30)).toBe('2026-10-25T00:30')
    expect(at(28, 3, 2, 30, 2027)).toBe('2027-03-28T01:30')
  })

  test('leads back to itself at any other hour', () => {
    for (const timeZone of [berlin, 'Asia/Kathmandu', 'America/New_York', 'Australia/Lord_Howe'])
      for (let hour = 0; hour < 24 * 365; hour += 31) {
        const wall = wallTimeIn(new Date(Date.UTC(2026, 0, 1, hour, 15)), timeZone)
        const again = wallTimeIn(timeInZone(wall, timeZone), timeZone)
        expect(again).toEqual(wall)
      }
  })
})
