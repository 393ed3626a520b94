import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../contract/index.ts'
import {
  ada,
  type GoogleCalendarForTests,
} from '../../../../../server-testing/src/providers/google/calendar/test-google-calendar.ts'
import {
  plain,
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

const standup = {
  summary: 'Standup',
  start: { dateTime: '2026-10-06T09:00:00', timeZone: 'Europe/Berlin' },
  end: { dateTime: '2026-10-06T09:30:00', timeZone: 'Europe/Berlin' },
}

describe('an invitation', () => {
  test('that is deleted is declined first, once however often it is tried', async () => {
    const event = {
      summary: 'Choir',
      start: { dateTime: '2026-11-25T19:00:00Z' },
      end: { dateTime: '2026-11-25T20:00:00Z' },
    }
    const id =
      google.calendars.act({ kind: 'invite', calendar: ada, organizer: 'bo@elsewhere.test', event }) ?? ''
    const storedEvent = await on.read(id)
    const fault = { kind: 'reset', when: 'before' } as const
    google.world.faults.arm({ operation: 'calendar.events.delete', times: 1, fault })
    await expect(on.write.destroy(ada, storedEvent, { notify: true })).rejects.toBeInstanceOf(Error)
    stored(await on.write.destroy(ada, storedEvent, { notify: true }))
    expect(on.truth(id)?.['status'] ?? 'cancelled').toBe('cancelled')
    const { notices } = google.calendars.truth()
    expect(notices.filter((notice) => notice.event === id && notice.recipients.length > 0)).toMatchObject([
      { recipients: ['bo@elsewhere.test'], answer: 'declined' },
    ])
  })

  test('that Google never placed is imported with its organizer and answer, once, and told to nobody', async () => {
    const person = (address: string, more: JsonObject) => ({
      '@type': 'Participant',
      calendarAddress: `mailto:${address}`,
      roles: { attendee: true },
      ...more,
    })
    const invitation: JsonObject = {
      ...plain,
      uid: 'm1@corp.test',
      sequence: 3,
      organizerCalendarAddress: 'mailto:boss@corp.test',
      participants: {
        boss: person('boss@corp.test', { roles: { owner: true } }),
        me: person(ada, { participationStatus: 'tentative' }),
      },
    }
    const notices = google.calendars.truth().notices.length
    const make = () => on.write.create(ada, invitation, { key: 'invitation', notify: true })
    const [made] = stored(await make())
    expect(stored(await make())).toMatchObject([{ id: made?.id }])
    expect(on.truth(made?.id ?? '')).toMatchObject({
      iCalUID: 'm1@corp.test',
      organizer: { email: 'boss@corp.test' },
      sequence: 3,
      attendees: [{ email: ada, responseStatus: 'tentative', self: true }],
    })
    expect(google.calendars.truth().notices).toHaveLength(notices)
  })

  test('has one date that is taken out declined first, unless nobody is to be told', async () => {
    const event = { ...standup, recurrence: ['RRULE:FREQ=WEEKLY;COUNT=8'] }
    const id =
      google.calendars.act({ kind: 'invite', calendar: ada, organizer: 'bo@elsewhere.test', event }) ?? ''
    const takeOut = async (date: string, notify: boolean) => {
      const storedEvent = await on.read(id)
      const overrides = storedEvent.event['recurrenceOverrides'] as JsonObject | undefined
      const recurrenceOverrides = { ...overrides, [date]: { excluded: true } }
      return stored(
        await on.write.update(ada, storedEvent, { ...storedEvent.event, recurrenceOverrides }, { notify }),
      )
    }
    const answers = () =>
      google.calendars
        .truth()
        .notices.filter(({ event: of, recipients }) => of.startsWith(`${id}_`) && recipients.length > 0)
        .map(({ answer, recipients }) => [answer, recipients])
    expect(await takeOut('2026-11-03T09:00:00', false)).toMatchObject([{ patch: { excluded: true } }])
    expect(answers()).toEqual([])
    expect(await takeOut('2026-11-10T09:00:00', true)).toMatchObject([{ patch: { excluded: true } }])
    expect(answers()).toEqual([['declined', ['bo@elsewhere.test']]])
  })
})
