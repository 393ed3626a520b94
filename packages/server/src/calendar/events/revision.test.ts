import type { EventObject } from '@plmail/calendar-format'
import { describe, expect, test } from 'vitest'
import { getId, meeting, Workbench } from '../../../../server-testing/src/calendar/workbench.ts'

const me = 'me@example.test'
const guest = (address: string, participationStatus: string) => ({
  '@type': 'Participant',
  calendarAddress: `mailto:${address}`,
  roles: { attendee: true },
  participationStatus,
})
const mine = (more: EventObject = {}): EventObject =>
  meeting({
    sequence: 3,
    organizerCalendarAddress: `mailto:${me}`,
    participants: {
      me: { ...guest(me, 'accepted'), roles: { owner: true, attendee: true } },
      bob: guest('bob@example.test', 'accepted'),
    },
    recurrenceRule: { '@type': 'RecurrenceRule', frequency: 'weekly' },
    ...more,
  })

describe('a meeting of one’s own', () => {
  const at = new Workbench()
  async function changed(patch: EventObject, event = mine()): Promise<EventObject> {
    at.ownAddresses = new Set([me])
    const id = getId(await at.add(await at.newCalendar(), event))
    const { updated } = await at.setEvents({ update: new Map([[id, { patch }]]) })
    const stored = updated.get(id)
    if (!stored || !('id' in stored)) throw new Error(JSON.stringify(stored))
    return stored.event
  }

  test('is another revision at another time, told or not, and asks everybody again', async () => {
    expect(await changed({ start: '2026-11-24T09:00:00' })).toMatchObject({
      sequence: 4,
      participants: {
        me: { participationStatus: 'accepted' },
        bob: { participationStatus: 'needs-action', expectReply: true },
      },
    })
  })

  test('is another revision with a date less, and nobody is asked again', async () => {
    const overrides = { '2026-11-30T09:00:00': { excluded: true } }
    expect(await changed({ recurrenceOverrides: overrides })).toMatchObject({
      sequence: 4,
      participants: { bob: { participationStatus: 'accepted' } },
    })
  })

  test('asks again for the one date that was moved', async () => {
    const overrides = { '2026-11-30T09:00:00': { start: '2026-11-30T15:00:00' } }
    const event = await changed({ recurrenceOverrides: overrides })
    expect(event).toMatchObject({ sequence: 4, participants: { bob: { participationStatus: 'accepted' } } })
    expect(event['recurrenceOverrides']).toEqual({
      '2026-11-30T09:00:00': {
        start: '2026-11-30T15:00:00',
        'participants/bob/participationStatus': 'needs-action',
        'participants/bob/expectReply': true,
      },
    })
  })

  test('stays the same revision with another title, and whoever counts for themselves is believed', async () => {
    expect(await changed({ title: 'Plans' })).toMatchObject({ sequence: 3 })
    expect(await changed({ start: '2026-11-24T09:00:00', sequence: 9 }, mine({ uid: 'u9' }))).toMatchObject({
      sequence: 9,
    })
  })

  test('is a revision further, not one back, when the change is taken back', async () => {
    at.ownAddresses = new Set([me])
    const id = getId(await at.add(await at.newCalendar(), mine()))
    const { journalId } = await at.setEvents({
      update: new Map([[id, { patch: { start: '2026-11-24T09:00:00' } }]]),
    })
    expect(await at.calendars.undo(at.user, journalId!)).toMatchObject({ ok: true, skipped: [] })
    expect((await at.calendars.events.get(at.account, [id]))[0]?.event).toEqual({ ...mine(), sequence: 5 })
  })
})

test('somebody else counts the revisions of what a provider keeps', async () => {
  const { revised } = await import('./index.ts')
  const theirs = mine({ organizerCalendarAddress: 'mailto:choir@example.test' })
  const moved = { ...theirs, start: '2026-11-24T09:00:00' }
  expect(revised(theirs, moved, new Set([me]))).toEqual(moved)
})
