import type { EventObject } from '@plmail/calendar-format'
import { describe, expect, test } from 'vitest'
import { InvitationBench } from '../../../../server-testing/src/calendar/invitations/invitation-bench.ts'
import { me } from '../../../../server-testing/src/calendar/invitations/test-invitations.ts'

const bench = new InvitationBench()

/** Weekly, of the boss or of mine. */
const meeting = (organizer: string): EventObject => ({
  '@type': 'Event',
  uid: 'm1@corp.test',
  title: 'Standup',
  start: '2026-03-02T09:00:00',
  duration: 'PT30M',
  timeZone: 'Europe/Berlin',
  recurrenceRule: { '@type': 'RecurrenceRule', frequency: 'weekly' },
  organizerCalendarAddress: `mailto:${organizer}`,
  participants: {
    me: { calendarAddress: `mailto:${me}`, participationStatus: 'accepted', roles: { attendee: true } },
    ann: { calendarAddress: 'mailto:ann@corp.test', roles: { attendee: true } },
    boss: { calendarAddress: 'mailto:boss@corp.test', roles: { owner: true } },
  },
})
const set = (request: object) =>
  bench.parts.calendars.events.set(bench.parts.user, bench.parts.personal, {
    create: [],
    update: new Map(),
    destroy: [],
    notify: true,
    ...request,
  })

/** In a calendar whose server tells people for these addresses; nobody was told of it yet. */
async function placed(organizer: string, addresses: readonly string[]) {
  const { id: calendarId } = await bench.parts.calendars.own(bench.parts.user)
  bench.parts.toldThere = new Map([[calendarId, addresses]])
  await set({ create: [{ calendarId, event: meeting(organizer), source: 'user' }], notify: false })
  return (await bench.events())[0]!.id
}
const messages = async () => (await bench.parts.sent()).map(({ to }) => to.join())

const withoutOneDate = { 'recurrenceOverrides/2026-03-09T09:00:00': { excluded: true } }

describe('a meeting whose server tells people itself', () => {
  test('sends no message besides, where a guest takes out one date, answers or removes it', async () => {
    const id = await placed('boss@corp.test', [me])
    await set({ update: new Map([[id, { patch: withoutOneDate }]]) })
    expect(await messages()).toEqual([])
    const no = { 'participants/me/participationStatus': 'declined' }
    await set({ update: new Map([[id, { patch: no }]]) })
    expect(await messages()).toEqual([])
    await set({ destroy: [id] })
    expect(await messages()).toEqual([])
  })

  test('sends none where it is my own and takes place at another time', async () => {
    const id = await placed(me, [me])
    await set({ update: new Map([[id, { patch: { start: '2026-03-02T10:00:00' } }]]) })
    expect(await messages()).toEqual([])
  })

  test('is told by mail where the server does not know the address that was invited', async () => {
    const id = await placed('boss@corp.test', ['somebody@else.test'])
    await set({ update: new Map([[id, { patch: withoutOneDate }]]) })
    expect(await messages()).toEqual(['boss@corp.test'])
  })
})
