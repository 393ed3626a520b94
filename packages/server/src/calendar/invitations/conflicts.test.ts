import type { EventObject } from '@plmail/calendar-format'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type InvitationsForTests,
  invitationsForTests,
  meetingMail,
} from '../../../../server-testing/src/calendar/invitations/test-invitations.ts'

let parts: InvitationsForTests
beforeAll(async () => {
  parts = await invitationsForTests()
})
beforeEach(() => parts.reset())
afterAll(() => parts[Symbol.asyncDispose]())

const view = async (id: Awaited<ReturnType<InvitationsForTests['receive']>>) =>
  (await parts.invitations.get(parts.user, parts.account.id, [id]))[0]!

describe('what else takes place at that time', () => {
  const note = (uid: string, start: string, more: object = {}) =>
    ({
      '@type': 'Event',
      uid,
      title: uid,
      start,
      duration: 'PT1H',
      timeZone: 'Europe/Berlin',
      ...more,
    }) as EventObject
  const put = async (...events: EventObject[]) => {
    const { id: calendarId } = await parts.calendars.own(parts.user)
    const create = events.map((event) => ({ calendarId, event, source: 'user' as const }))
    await parts.calendars.events.set(parts.user, parts.personal, { create, update: new Map(), destroy: [] })
  }
  const asking = (duration: string) => [
    'DTSTAMP:20260301T090000Z',
    'ORGANIZER:mailto:boss@corp.test',
    'ATTENDEE:mailto:me@example.test',
    'DTSTART;TZID=Europe/Berlin:20260302T090000',
    `DURATION:${duration}`,
  ]

  test('is told, the first five and nothing that is free', async () => {
    await put(
      note('idle', '2026-03-02T09:00:00', { freeBusyStatus: 'free' }),
      note('dentist', '2026-03-02T09:30:00'),
    )
    const id = await parts.receive(meetingMail('REQUEST', asking('PT1H')))
    expect((await view(id)).conflicts).toMatchObject([{ title: 'dentist', timeZone: 'Europe/Berlin' }])
  })

  test('is looked for in the first weeks of a meeting that claims a century', async () => {
    const recurrenceRule = { '@type': 'RecurrenceRule', frequency: 'daily' }
    await put(note('later', '2026-06-01T09:00:00', { recurrenceRule }))
    const id = await parts.receive(meetingMail('REQUEST', asking('P36500D')))
    expect((await view(id)).conflicts).toEqual([])
    await put(note('soon', '2026-03-20T09:00:00', { recurrenceRule }))
    expect((await view(id)).conflicts.map(({ title }) => title)).toEqual(Array(5).fill('soon'))
  })
})
