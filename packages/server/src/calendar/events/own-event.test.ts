import { type EventObject } from '@plmail/calendar-format'
import { mayUpdateAllName } from '@plmail/wire'
import { describe, expect, test } from 'vitest'
import { getId, meeting, Workbench } from '../../../../server-testing/src/calendar/workbench.ts'
import { isGuestChange, mayUpdateAll } from './index.ts'

const me = 'me@example.test'
const own = new Set([me])
const person = (address: string, more: Record<string, unknown> = {}) => ({
  '@type': 'Participant',
  calendarAddress: `mailto:${address}`,
  roles: { attendee: true },
  ...more,
})
const choir = (more: Record<string, unknown> = {}): EventObject =>
  meeting({
    organizerCalendarAddress: 'mailto:choir@example.test',
    participants: {
      choir: person('choir@example.test', { roles: { owner: true } }),
      mine: person(me, { participationStatus: 'needs-action' }),
      nora: person('nora@example.test'),
    },
    recurrenceRule: { '@type': 'RecurrenceRule', frequency: 'weekly' },
    ...more,
  })

describe('whose a meeting is', () => {
  test('its organizer’s, and nobody’s meeting is everybody’s', () => {
    expect(mayUpdateAll(choir(), own)).toBe(false)
    expect(mayUpdateAll(choir({ organizerCalendarAddress: 'MAILTO:Me@example.test' }), own)).toBe(true)
    expect(mayUpdateAll(meeting(), own)).toBe(true)
  })

  test('of a file that somebody published, who is not invited does as they like with their copy', () => {
    expect(mayUpdateAll(choir({ participants: { nora: person('nora@example.test') } }), own)).toBe(true)
  })

  test('the word of the provider counts before addresses', () => {
    expect(mayUpdateAll(choir({ [mayUpdateAllName]: true }), own)).toBe(true)
    expect(mayUpdateAll(meeting({ [mayUpdateAllName]: false }), own)).toBe(false)
  })
})

describe('what a guest may change', () => {
  const allowed: Array<[string, Record<string, unknown>]> = [
    ['alarms', { alerts: {}, useDefaultAlerts: false }],
    [
      'colour, labels and whether they are busy',
      { color: 'red', keywords: { a: true }, freeBusyStatus: 'free' },
    ],
    [
      'their answer',
      {
        participants: {
          ...(choir()['participants'] as EventObject),
          mine: person(me, { participationStatus: 'accepted', participationComment: 'Gladly' }),
        },
      },
    ],
    [
      'single dates, by leaving them out',
      { recurrenceOverrides: { '2026-11-30T09:00:00': { excluded: true } } },
    ],
    [
      'their answer to one date',
      {
        recurrenceOverrides: {
          '2026-11-30T09:00:00': { 'participants/mine/participationStatus': 'declined' },
        },
      },
    ],
  ]
  test.each(allowed)('%s', (_, change) => {
    expect(isGuestChange(choir(), choir(change), own)).toBe(true)
  })

  const refused: Array<[string, Record<string, unknown>]> = [
    ['title', { title: 'Choir at mine' }],
    ['start', { start: '2026-11-23T10:00:00' }],
    ['rule', { recurrenceRule: null }],
    [
      'list of people',
      { participants: { choir: person('choir@example.test'), mine: person(me), eve: person('eve@x.test') } },
    ],
    [
      'answers of others',
      {
        participants: {
          ...(choir()['participants'] as EventObject),
          nora: person('nora@example.test', { participationStatus: 'declined' }),
        },
      },
    ],
    [
      'time of one date',
      { recurrenceOverrides: { '2026-11-30T09:00:00': { start: '2026-11-30T12:00:00' } } },
    ],
    ['word of the provider', { [mayUpdateAllName]: true }],
  ]
  test.each(refused)('not the %s', (_, change) => {
    expect(isGuestChange(choir(), choir(change), own)).toBe(false)
  })
})

describe('somebody else’s meeting', () => {
  const at = new Workbench()

  test('is not changed, split or moved, only answered and deleted', async () => {
    at.ownAddresses = new Set([me])
    const work = await at.newCalendar()
    const home = await at.newCalendar('Home')
    const id = getId(await at.add(work, choir()))
    const change = async (patch: EventObject, calendarId = work) =>
      (await at.setEvents({ update: new Map([[id, { calendarId, patch }]]) })).updated.get(id)
    const refusal = { why: 'not-organizer' }
    expect(await change({ title: 'Mine' })).toEqual(refusal)
    const split = { id, recurrenceId: Date.parse('2026-11-30T09:00:00Z'), patch: { title: 'x' }, uid: 'u2' }
    expect(await at.calendars.events.split(at.user, at.account, split)).toMatchObject({ refusal })
    expect(await change({ 'participants/mine/participationStatus': 'accepted' })).toHaveProperty('id', id)
    expect(await change({ color: 'red' }, home)).toHaveProperty('calendarId', home)
    const { destroyed } = await at.setEvents({ destroy: [id] })
    expect([...destroyed]).toEqual([id])
  })

  test('stays in the calendar where its provider lets only the organizer move it', async () => {
    const work = await at.newCalendar()
    const home = await at.newCalendar('Home')
    const made = {
      calendarId: work,
      event: choir({ [mayUpdateAllName]: false }),
      source: 'provider' as const,
      id: undefined,
    }
    const { result } = await at.changes.write(
      at.account,
      { actor: { kind: 'provider' }, verb: 'x' },
      (change) => at.calendars.provided.put(change, [made]),
    )
    const id = getId(result[0]!)
    const { updated } = await at.setEvents({ update: new Map([[id, { calendarId: home, patch: {} }]]) })
    expect(updated.get(id)).toEqual({ why: 'not-organizer' })
  })

  test('that is copied is the user’s own', async () => {
    const work = await at.newCalendar()
    const made = await at.add(work, meeting({ [mayUpdateAllName]: false }))
    expect('event' in made && made.event[mayUpdateAllName]).toBeUndefined()
  })
})
