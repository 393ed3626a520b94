import { createWorld } from '../../../../../emulators/src/world.ts'
import {
  calendarSessionSuite,
  type OtherClient,
  type PlainEvent,
} from '../../../../../server-testing/src/providers/contract/calendar-session-suite.ts'
import { microsoftForTests } from '../../../../../server-testing/src/providers/microsoft/test-microsoft.ts'
import { createMicrosoftCalendarSession } from './session.ts'

calendarSessionSuite('Microsoft', async () => {
  const world = createWorld('calendars')
  // The window that is looked at follows the clock, and the events of the suite are of one autumn.
  const emulated = await microsoftForTests('calendars', world, world.clock)
  const mailbox = emulated.microsoft.addAccount('ada@contoso.test')
  const { faults, requests } = emulated.world
  const lost = { kind: 'reset', when: 'after' } as const
  return {
    session: createMicrosoftCalendarSession(await emulated.needs(mailbox.email)),
    calendar: mailbox.calendars.add({ name: 'Work' }),
    second: undefined,
    bringsBack: false,
    otherClient: createClient(mailbox.calendars),
    loseCursors: () =>
      faults.arm({ operation: 'graph.calendarView.delta', times: 1, fault: { kind: 'cursor-gone' } }),
    loseAnswer: () => faults.arm({ operation: 'graph.events.create', times: 1, fault: lost }),
    calm: () => faults.clear(),
    problems: () => requests.problems(),
    [Symbol.asyncDispose]: () => emulated[Symbol.asyncDispose](),
  }
})

type Calendars = ReturnType<
  Awaited<ReturnType<typeof microsoftForTests>>['microsoft']['addAccount']
>['calendars']

const berlin = 'W. Europe Standard Time'
const minute = 60_000

/** Outlook, in Berlin. */
function createClient(calendars: Calendars): OtherClient {
  const getFacts = (id: string) => calendars.truth().events.find((event) => event.id === id)?.facts ?? {}
  const span = (start: string, minutes: number) => ({
    start: { dateTime: start, timeZone: berlin },
    end: {
      dateTime: new Date(Date.parse(`${start}Z`) + minutes * minute).toISOString().slice(0, 19),
      timeZone: berlin,
    },
  })
  const getMinutes = (id: string): number => {
    const { start, end } = getFacts(id) as Record<'start' | 'end', { dateTime: string }>
    return (Date.parse(`${end.dateTime}Z`) - Date.parse(`${start.dateTime}Z`)) / minute
  }
  const calendarId = () => calendars.truth().calendars.find((calendar) => calendar.name === 'Work')?.id ?? ''
  return {
    create: ({ title, start, minutes, rule }: PlainEvent) =>
      calendars.put(
        { subject: title, ...span(start, minutes), ...(rule ? { recurrence: weekly(start, rule) } : {}) },
        { calendar: calendarId() },
      ),
    retitle: (id, subject) => calendars.act({ kind: 'change', id, facts: { subject } }),
    destroy: (id) => calendars.act({ kind: 'delete', id }),
    moveOccurrence: (id, recurrenceId, start) =>
      calendars.act({
        kind: 'change-occurrence',
        id,
        date: recurrenceId.slice(0, 10),
        facts: span(start, getMinutes(id)),
      }),
    excludeOccurrence: (id, recurrenceId) =>
      calendars.act({ kind: 'delete-occurrence', id, date: recurrenceId.slice(0, 10) }),
    decorate: (id) => {
      const facts = { hideAttendees: true, allowNewTimeProposals: false }
      calendars.act({ kind: 'change', id, facts })
      const read = async () => {
        const { hideAttendees, allowNewTimeProposals } = getFacts(id)
        return { hideAttendees, allowNewTimeProposals }
      }
      return Promise.resolve(read)
    },
  }
}

function weekly(start: string, rule: string): object {
  const count = Number(/COUNT=(\d+)/.exec(rule)?.[1])
  const weekday = new Date(`${start}Z`).toLocaleDateString('en-US', { weekday: 'long', timeZone: 'UTC' })
  return {
    pattern: { type: 'weekly', interval: 1, daysOfWeek: [weekday.toLowerCase()], firstDayOfWeek: 'monday' },
    range: {
      type: 'numbered',
      numberOfOccurrences: count,
      startDate: start.slice(0, 10),
      recurrenceTimeZone: berlin,
    },
  }
}
