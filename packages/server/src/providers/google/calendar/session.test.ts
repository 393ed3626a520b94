import {
  calendarSessionSuite,
  type OtherClient,
} from '../../../../../server-testing/src/providers/contract/calendar-session-suite.ts'
import {
  ada,
  googleCalendarForTests,
} from '../../../../../server-testing/src/providers/google/calendar/test-google-calendar.ts'

calendarSessionSuite('Google', async () => {
  const provided = await googleCalendarForTests()
  const { session, calendars, world } = provided
  const { act, account } = calendars
  // Small pages, so that a reading has several.
  account.maxPageSize = 3
  const calendar = ada
  const getId = (id: string | undefined): string => id ?? ''
  const otherClient: OtherClient = {
    create: ({ title, start, minutes, timeZone, rule }) => {
      const begins = { dateTime: start, timeZone }
      const end = new Date(Date.parse(`${start}Z`) + minutes * 60_000).toISOString().slice(0, 19)
      const recurrence = rule === undefined ? {} : { recurrence: [`RRULE:${rule}`] }
      const event = { summary: title, start: begins, end: { dateTime: end, timeZone }, ...recurrence }
      return getId(act({ kind: 'create', calendar, event }))
    },
    retitle: (id, title) => act({ kind: 'edit', calendar, id, patch: { summary: title } }),
    destroy: (id) => act({ kind: 'delete', calendar, id }),
    moveOccurrence: (id, original, start) => act({ kind: 'move-instance', calendar, id, original, start }),
    excludeOccurrence: (id, original) => act({ kind: 'cancel-instance', calendar, id, original }),
    decorate: async (id) => {
      const decoration = {
        extendedProperties: { private: { theirs: 'kept' }, shared: { ours: 'too' } },
        attachments: [{ fileUrl: 'https://drive.example/1', title: 'Minutes', mimeType: 'text/plain' }],
        source: { title: 'A page', url: 'https://page.example/' },
        guestsCanInviteOthers: false,
      }
      act({ kind: 'edit', calendar, id, patch: decoration })
      return async () => {
        const resource = calendars.truth().events.find(({ event }) => event.id === id)?.event
        return Object.fromEntries(Object.keys(decoration).map((name) => [name, resource?.[name]]))
      }
    },
  }
  return {
    session,
    calendar,
    otherClient,
    second: account.addCalendar({ summary: 'Second' }).id,
    loseCursors: () => void act({ kind: 'forget-tokens' }),
    loseAnswer: () =>
      world.faults.arm({ operation: 'calendar.events.*', times: 1, fault: { kind: 'reset', when: 'after' } }),
    calm: () => world.faults.clear(),
    problems: () => world.requests.problems(),
    [Symbol.asyncDispose]: () => provided[Symbol.asyncDispose](),
  }
})
