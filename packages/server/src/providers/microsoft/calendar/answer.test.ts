import { describe, expect, test } from 'vitest'
import type { JsonObject, KnownEvent } from '../../contract/index.ts'
import {
  at,
  daily,
  email,
  openCalendar,
  stored,
} from '../../../../../server-testing/src/providers/microsoft/calendar/test-microsoft-calendar.ts'

describe('An answer', () => {
  const person = (address: string) => ({ emailAddress: { address, name: address } })
  const invitation = {
    ...daily,
    organizer: person('grace@example.test'),
    attendees: [
      { ...person(email), type: 'required', status: { response: 'none', time: '0001-01-01T00:00:00Z' } },
    ],
    responseStatus: { response: 'notResponded', time: '0001-01-01T00:00:00Z' },
  }
  const mine = (pulled: KnownEvent) =>
    Object.values(pulled.event['participants'] as JsonObject).map(
      (value) => (value as JsonObject)['participationStatus'],
    )

  test('goes by Graph, with its comment, and stands in the calendar', async () => {
    const { calendars, calendar, mirror, answer } = await openCalendar()
    const id = calendars.put(invitation, { isOrganizer: false })
    await mirror.look()
    expect(mine(mirror.pulled(id))).toEqual(['needs-action', 'accepted'])
    const yes = { status: 'tentative', comment: 'Perhaps', recurrenceId: undefined } as const
    mirror.apply(stored(await answer(calendar, mirror.pulled(id), yes)))
    expect(mine(mirror.pulled(id))).toEqual(['tentative', 'accepted'])
    const no = { status: 'declined', comment: '', recurrenceId: '2026-11-25T09:00:00' } as const
    mirror.apply(stored(await answer(calendar, mirror.pulled(id), no)))
    expect(mirror.pulled(id).event['recurrenceOverrides']).toEqual({
      '2026-11-25T09:00:00': { excluded: true },
    })
    const never = { status: 'declined', comment: '', recurrenceId: undefined } as const
    expect(stored(await answer(calendar, mirror.pulled(id), never))).toEqual([{ kind: 'gone', id }])
    expect(calendars.truth().told.map(({ kind, comment }) => [kind, comment])).toEqual([
      ['reply', 'Perhaps'],
      ['reply', ''],
      ['reply', ''],
    ])
  })

  test('declines an invitation that is deleted, which Exchange takes out of the calendar', async () => {
    const { calendars, calendar, mirror, session } = await openCalendar()
    const id = calendars.put(invitation, { isOrganizer: false })
    await mirror.look()
    const deleted = await session.write?.destroy(calendar, mirror.pulled(id), { notify: true })
    expect(deleted).toMatchObject({ outcome: 'stored' })
    expect(calendars.truth().events).toEqual([])
    expect(calendars.truth().told.map(({ kind }) => kind)).toEqual(['reply'])
  })

  test('declines one date that is taken out of the series, once, and leaves the rest', async () => {
    const { calendars, calendar, mirror, write } = await openCalendar()
    const id = calendars.put(invitation, { isOrganizer: false })
    await mirror.look()
    const recurrenceOverrides = { '2026-11-25T09:00:00': { excluded: true } }
    const take = async () => {
      const storedEvent = mirror.pulled(id)
      return write.update(
        calendar,
        storedEvent,
        { ...storedEvent.event, recurrenceOverrides },
        { notify: true },
      )
    }
    mirror.apply(stored(await take()))
    expect(mirror.pulled(id).event).toMatchObject({ recurrenceOverrides })
    mirror.apply(stored(await take()))
    expect(calendars.truth().told.map(({ kind, to }) => [kind, to])).toEqual([
      ['reply', ['grace@example.test']],
    ])
  })

  test('is sent to nobody who wants none, and refused to who asked himself', async () => {
    const { calendars, calendar, mirror, answer } = await openCalendar()
    const quiet = calendars.put({ ...invitation, responseRequested: false }, { isOrganizer: false })
    const own = calendars.put(daily)
    await mirror.look()
    const yes = { status: 'accepted', comment: 'Yes', recurrenceId: undefined } as const
    stored(await answer(calendar, mirror.pulled(quiet), yes))
    expect(calendars.truth().told).toEqual([])
    expect(await answer(calendar, mirror.pulled(own), yes)).toMatchObject({ outcome: 'refused' })
  })
})

test('Busy times are those of the person for the own calendar, and of what is in it for others', async () => {
  const { calendars, calendar, session } = await openCalendar()
  const [from, to] = [new Date('2026-11-24T00:00:00Z'), new Date('2027-03-01T00:00:00Z')]
  const team = calendars.add({ name: 'Team' })
  const spans = (hour: string) => ({
    start: at(`2026-11-24T${hour}:00:00`),
    end: at(`2026-11-24T${hour}:30:00`),
  })
  calendars.put({ subject: 'One', ...spans('09') })
  calendars.put({ subject: 'Free', ...spans('10'), showAs: 'free' })
  calendars.put({ subject: 'Two', ...spans('11') }, { calendar: team })
  calendars.put({ subject: 'Far', start: at('2027-02-01T09:00:00'), end: at('2027-02-01T10:00:00') })
  const busy = await session.freeBusy?.([calendar, team], from, to)
  expect(busy?.map((busyTime) => busyTime.from.toISOString().slice(0, 16))).toEqual([
    '2026-11-24T08:00',
    '2026-11-24T10:00',
    '2027-02-01T08:00',
  ])
  // Of whom the directory does not know there is nothing.
  const me = email.toUpperCase()
  const people = await session.fetchBusyTimes?.(
    [me, 'stranger@elsewhere.test'],
    from,
    new Date('2026-12-20T00:00:00Z'),
  )
  expect([...(people ?? [])].map(([address, times]) => [address, times.length])).toEqual([[me, 1]])
})
