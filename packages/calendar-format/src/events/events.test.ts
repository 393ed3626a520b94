import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseWallTime } from '../clocks/index.ts'
import { expand } from '../recurrence/index.ts'
import {
  type EventObject,
  type EventPatch,
  type Json,
  occurrenceObject,
  patchBetween,
  patchEvent,
  findProblems,
  toProjection,
  toSeries,
} from './index.ts'

const meeting: EventObject = {
  '@type': 'Event',
  version: '2.0',
  uid: 'u1@example.org',
  title: 'Standup',
  sequence: 2,
  start: '2026-11-02T09:00:00',
  duration: 'PT15M',
  timeZone: 'Europe/Berlin',
  recurrenceRule: { '@type': 'RecurrenceRule', frequency: 'weekly', byDay: [{ '@type': 'NDay', day: 'mo' }] },
  recurrenceOverrides: {
    '2026-11-09T09:00:00': { excluded: true },
    '2026-11-16T09:00:00': {
      start: '2026-11-17T10:00:00',
      title: 'Standup, late',
      'alerts/a1/action': 'email',
    },
    '2026-11-18T12:00:00': {},
  },
  alerts: { a1: { '@type': 'Alert', action: 'display' } },
  'example.com:colour': { deep: [1, 2, { kept: true }] },
}
const at = (text: string) => parseWallTime(text)!
const properties = (event: EventObject) => findProblems(event).map(({ property }) => property)

describe('an event', () => {
  test('is kept whole, with what nobody here understands', () => {
    expect(findProblems(meeting)).toEqual([])
  })

  test.each<[EventObject, string[]]>([
    [{ uid: '', start: meeting['start']! }, ['uid']],
    [{ title: 'x' }, ['uid', 'start']],
    [{ ...meeting, start: '2026-02-30T09:00:00' }, ['start']],
    [{ ...meeting, start: '2026-11-02' }, ['start']],
    [{ ...meeting, timeZone: 'Mars/Base' }, ['timeZone']],
    [{ ...meeting, duration: '1 hour' }, ['duration']],
    [{ ...meeting, duration: 'PT' }, ['duration']],
    [{ ...meeting, duration: 'P9999999D' }, ['duration']],
    [{ ...meeting, title: 7 }, ['title']],
    [{ ...meeting, privacy: 'hush' }, ['privacy']],
    [{ ...meeting, sequence: -1 }, ['sequence']],
    [{ ...meeting, created: 'yesterday' }, ['created']],
    [{ ...meeting, keywords: { a: false } }, ['keywords']],
    [{ ...meeting, participants: { a: 'Ann' } }, ['participants']],
    [{ ...meeting, recurrenceRule: 'FREQ=DAILY' }, ['recurrenceRule']],
    [{ ...meeting, recurrenceOverrides: { soon: {} } }, ['recurrenceOverrides/soon']],
    [
      { ...meeting, recurrenceOverrides: { '2026-11-09T09:00:00': { uid: 'other', start: 'then' } } },
      ['recurrenceOverrides/2026-11-09T09:00:00/uid', 'recurrenceOverrides/2026-11-09T09:00:00/start'],
    ],
    [{ ...meeting, title: 'x'.repeat(300_000) }, ['']],
    [{ ...meeting, title: 'a\u0000' }, ['title']],
    [{ ...meeting, 'example.com:note': { deep: ['\ud83d'] } }, ['example.com:note']],
    [{ ...meeting, locations: { '\udc00': { name: 'Hall' } } }, ['locations']],
  ])('is refused by what is wrong in it: %#', (event, expected) => {
    expect(properties(event)).toEqual(expected)
  })

  test('nested without end is refused before anything walks it', () => {
    let deep: Json = {}
    for (let index = 0; index < 5_000; index += 1) deep = { deep }
    expect(findProblems({ ...meeting, deep })).toEqual([{ property: '', detail: 'It is nested too deeply.' }])
  })

  test('of any shape never throws', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom(...Object.keys(meeting), '__proto__'), fc.jsonValue()),
        (event) => {
          if (findProblems(event as EventObject).length > 0) return
          const projected = toProjection(event as EventObject)
          expect(Number.isFinite(projected.first)).toBe(true)
        },
      ),
    )
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(meeting)), fc.jsonValue(), (property, json) => {
        const event = { ...meeting, [property]: json } as EventObject
        if (findProblems(event).length === 0) expand(toSeries(event), 0, 4e12, 'UTC')
      }),
    )
  })
})

describe('what an event is found by', () => {
  test('is derived from it', () => {
    expect(toProjection(meeting)).toEqual({
      uid: 'u1@example.org',
      title: 'Standup',
      zone: 'Europe/Berlin',
      sequence: 2,
      first: Date.parse('2026-11-02T08:00:00Z'),
      last: null,
      isAllDay: false,
      isRecurring: true,
      status: 'confirmed',
      privacy: 'public',
      freeBusyStatus: 'busy',
    })
  })

  test('of a day is the day everywhere, a day wider on both sides', () => {
    const day = toProjection({
      uid: 'd',
      start: '2026-12-24T00:00:00',
      duration: 'P1D',
      showWithoutTime: true,
      timeZone: 'Asia/Tokyo',
    })
    expect(day).toMatchObject({ zone: null, isAllDay: true, isRecurring: false })
    expect([day.first, day.last]).toEqual([Date.parse('2026-12-23'), Date.parse('2026-12-26')])
  })

  test('hides what it does not understand', () => {
    expect(toProjection({ ...meeting, privacy: 'example.com:whisper' }).privacy).toBe('private')
    expect(toProjection({ ...meeting, privacy: 'secret' }).privacy).toBe('secret')
  })

  test('leaves a rule that cannot be read alone, and draws the start', () => {
    const odd = {
      ...meeting,
      recurrenceRule: { frequency: 'monthly', rscale: 'hebrew' },
      recurrenceOverrides: {},
    }
    expect(findProblems(odd)).toEqual([])
    expect(toProjection(odd)).toMatchObject({ isRecurring: false, last: Date.parse('2026-11-02T08:15:00Z') })
  })
})

describe('the occurrences of a series', () => {
  const starts = expand(
    toSeries(meeting),
    Date.parse('2026-11-01'),
    Date.parse('2026-12-01'),
    'UTC',
  ).occurrences

  test('are what the rule gives, less what is excluded, with what is moved and added', () => {
    expect(starts.map(({ start }) => new Date(start).toISOString().slice(0, 16))).toEqual([
      '2026-11-02T08:00',
      '2026-11-17T09:00',
      '2026-11-18T11:00',
      '2026-11-23T08:00',
      '2026-11-30T08:00',
    ])
  })

  test('are events of their own, with their own title and the place it came from', () => {
    expect(occurrenceObject(meeting, at('2026-11-16T09:00:00'))).toMatchObject({
      uid: 'u1@example.org',
      title: 'Standup, late',
      start: '2026-11-17T10:00:00',
      recurrenceId: '2026-11-16T09:00:00',
      recurrenceIdTimeZone: 'Europe/Berlin',
      alerts: { a1: { action: 'email' } },
    })
    const plain = occurrenceObject(meeting, at('2026-11-23T09:00:00'))!
    expect(plain['title']).toBe('Standup')
    expect(plain).not.toHaveProperty('recurrenceRule')
    expect(occurrenceObject(meeting, at('2026-11-09T09:00:00'))).toBeUndefined()
  })
})

describe('a patch', () => {
  const patched = (patch: EventPatch) => {
    const result = patchEvent(meeting, patch)
    return 'event' in result ? result.event : result.problem.property
  }

  test('changes what it names and nothing else', () => {
    const expected = { ...meeting, title: 'Daily', alerts: { a1: { '@type': 'Alert', action: 'email' } } }
    expect(patched({ title: 'Daily', 'alerts/a1/action': 'email' })).toEqual(expected)
    expect(patched({ alerts: null })).not.toHaveProperty('alerts')
  })

  test('of more places than an event can have is refused before it is applied', () => {
    const patch = Object.fromEntries(Array.from({ length: 5_001 }, (_, index) => [`x${index}`, 1]))
    expect(patchEvent(meeting, patch)).toMatchObject({ problem: { property: '' } })
  })

  test('lays an override over a series that has none yet, and leaves none behind the last', () => {
    const series: EventObject = { ...meeting, recurrenceRule: { frequency: 'weekly' } }
    const { recurrenceOverrides: _, ...plain } = series
    const place = 'recurrenceOverrides/2026-11-16T09:00:00'
    const laid = patchEvent(plain, { [place]: { title: 'Late' } })
    const event = { ...plain, recurrenceOverrides: { '2026-11-16T09:00:00': { title: 'Late' } } }
    expect(laid).toEqual({ event })
    expect(patchEvent(event, { [place]: null })).toEqual({ event: plain })
    expect(patchEvent(plain, { [`${place}/title`]: 'Late' })).toHaveProperty('problem')
    const { recurrenceRule: _rule, ...single } = plain
    expect(patchEvent(single, { [place]: { title: 'Late' } })).toHaveProperty('problem')
  })

  test('reaches names with a slash or a tilde in them', () => {
    expect(patched({ 'keywords~1all~0': true })).toHaveProperty(['keywords/all~'], true)
  })

  test.each([
    { 'locations/l1/name': 'Room 1' },
    { alerts: null, 'alerts/a1': {} },
    { 'alerts/a1': {}, 'alerts/a1/action': 'email' },
    { 'example.com:colour/deep/0': 9 },
    { ['__proto__']: { title: 'x' } },
    { 'alerts/__proto__/action': 'email' },
    { 'constructor/name': 'x' },
  ])('is refused whole where it cannot be meant: %j', (patch) => {
    expect(typeof patched({ title: 'Daily', ...patch })).toBe('string')
  })

  test('between two events makes one into the other', () => {
    const name = fc.string({ minLength: 1 }).filter((text) => text !== '__proto__')
    const event = fc.dictionary(
      name,
      fc.jsonValue().filter((json) => json !== null),
    ) as fc.Arbitrary<EventObject>
    fc.assert(
      fc.property(event, event, (before, after) => {
        expect(patchEvent(before, patchBetween(before, after))).toEqual({ event: after })
      }),
    )
  })
})
