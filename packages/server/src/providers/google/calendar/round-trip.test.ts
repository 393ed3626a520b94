import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../contract/index.ts'
import type { GoogleCalendarForTests } from '../../../../../server-testing/src/providers/google/calendar/test-google-calendar.ts'
import {
  stored,
  type WritingForTests,
  writingForTests,
} from '../../../../../server-testing/src/providers/google/calendar/event-writing.ts'

let google: GoogleCalendarForTests
let on: WritingForTests
beforeAll(async () => {
  on = await writingForTests()
  google = on.google
})
beforeEach(() => void google.sent.splice(0))
afterAll(() => google[Symbol.asyncDispose]())

describe('round trips', () => {
  const zone = fc.constantFrom(
    'Europe/Berlin',
    'America/New_York',
    'Pacific/Auckland',
    'Asia/Kathmandu',
    'Africa/Cairo',
  )
  /** Days on which clocks change somewhere, and others. */
  const day = fc.constantFrom(
    '2026-03-08',
    '2026-03-29',
    '2026-04-24',
    '2026-09-27',
    '2026-10-25',
    '2026-11-01',
    '2026-12-31',
  )
  /** Not in an hour that comes twice or never, which Google can name once only. */
  const time = fc.constantFrom('04:15:00', '12:00:00', '09:00:00', '23:59:00')
  const timed = fc
    .tuple(day, time, zone, fc.constantFrom('PT0S', 'PT15M', 'PT1H30M', 'PT26H'))
    .map(([date, clock, timeZone, duration]): JsonObject => ({
      start: `${date}T${clock}`,
      timeZone,
      duration,
    }))
  const allDay = fc.tuple(day, fc.integer({ min: 1, max: 9 })).map(([date, days]): JsonObject => ({
    start: `${date}T00:00:00`,
    duration: `P${days}D`,
    showWithoutTime: true,
  }))
  const rule = fc.constantFrom<JsonObject>(
    { frequency: 'weekly', byDay: [{ day: 'tu' }, { day: 'th' }], interval: 2, count: 10 },
    { frequency: 'monthly', byDay: [{ day: 'fr', nthOfPeriod: -1 }] },
    { frequency: 'yearly', byMonth: ['2'], byMonthDay: [29] },
    { frequency: 'daily', count: 3 },
  )
  const event = fc
    .record(
      {
        title: fc
          .string({ minLength: 1, maxLength: 40, unit: 'grapheme' })
          .filter((text) => text.trim() === text),
        description: fc.constantFrom('Plain & simple', '<b>Bold</b>', 'A\nB'),
        privacy: fc.constantFrom('private', 'secret'),
        freeBusyStatus: fc.constant('free'),
        status: fc.constantFrom('confirmed', 'tentative'),
        color: fc.constantFrom('#a4bdfc', '#dc2127'),
        locations: fc.constant({ 1: { '@type': 'Location', name: 'Room 4' } }),
        recurrenceRule: rule,
        alerts: fc.constant({
          'display-10': {
            '@type': 'Alert',
            action: 'display',
            trigger: { '@type': 'OffsetTrigger', offset: '-PT10M' },
          },
        }),
      },
      { requiredKeys: [] },
    )
    .chain((parts) =>
      fc.oneof(timed, allDay).map((times): JsonObject => ({ ...parts, ...times }) as JsonObject),
    )
  const ours = (told: JsonObject, asked: JsonObject) =>
    Object.fromEntries(Object.keys(asked).map((name) => [name, told[name]]))

  test('what Google is told comes back as it was', async () => {
    await fc.assert(
      fc.asyncProperty(event, async (made) => {
        const known = await on.create({ ...made, uid: 'x' })
        const expected = withContentType(withRuleType(made))
        expect(ours(known.event, expected)).toEqual(expected)
        expect(stored(await on.update(known, known.event))).toMatchObject([{ event: known.event }])
        expect(google.sent).toEqual([])
      }),
      { numRuns: 40 },
    )
  })

  test('whatever is changed into whatever, Google has it afterwards', async () => {
    await fc.assert(
      fc.asyncProperty(event, event, async (first, second) => {
        const known = await on.create({ ...first, uid: 'x' })
        const { uid, useDefaultAlerts: _default } = known.event
        const wanted: JsonObject = { status: 'confirmed', ...second, uid: uid ?? '' }
        stored(await on.update(known, wanted))
        const { event: told } = await on.read(known.id)
        const expected = withContentType(withRuleType(wanted))
        const { '@type': _type, version: _version, sequence: _s, created: _c, updated: _u, ...facts } = told
        expect(facts).toEqual(expected)
      }),
      { numRuns: 15 },
    )
  })

  test('what Google keeps for others is as it was, whatever is changed here', async () => {
    const words = fc.string({ unit: 'grapheme', maxLength: 20 })
    const marks = fc.dictionary(fc.stringMatching(/^[a-z][a-z0-9]{0,8}$/), words, { maxKeys: 4 })
    const kept = fc.record(
      {
        extendedProperties: fc.record({ private: marks, shared: marks }, { requiredKeys: [] }),
        source: fc.record({ title: words, url: fc.webUrl() }),
        attachments: fc.array(
          fc.record({ fileUrl: fc.webUrl(), title: words, mimeType: fc.constant('text/plain') }),
          { maxLength: 2 },
        ),
        guestsCanModify: fc.constant(true),
        guestsCanInviteOthers: fc.constant(false),
        guestsCanSeeOtherGuests: fc.constant(false),
        anyoneCanAddSelf: fc.constant(true),
      },
      { requiredKeys: ['extendedProperties'] },
    )
    await fc.assert(
      fc.asyncProperty(kept, event, async (facts, wanted) => {
        const known = await on.given({
          summary: 'Review',
          start: { dateTime: '2026-11-24T10:00:00', timeZone: 'Europe/Berlin' },
          end: { dateTime: '2026-11-24T11:00:00', timeZone: 'Europe/Berlin' },
          ...facts,
        })
        const { recurrenceRule: _rule, ...change } = wanted
        stored(await on.update(known, { ...known.event, ...change }))
        expect(on.truth(known.id)).toMatchObject(facts)
      }),
      { numRuns: 15 },
    )
  })

  function withRuleType(one: JsonObject): JsonObject {
    const recurrenceRule = one['recurrenceRule']
    return recurrenceRule === undefined
      ? one
      : { ...one, recurrenceRule: { '@type': 'RecurrenceRule', ...(recurrenceRule as JsonObject) } }
  }
  function withContentType(one: JsonObject): JsonObject {
    return one['description'] === '<b>Bold</b>' ? { ...one, descriptionContentType: 'text/html' } : one
  }
})

test('nothing on the wire was other than the documents say', () => {
  expect(google.world.requests.problems()).toEqual([])
})
