import { occurrenceObject } from '@plmail/calendar-format'
import { mayUpdateAllName, ProviderName } from '@plmail/wire'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { workCalendars } from '../../../../../emulators/src/generator/index.ts'
import type { CalendarAct } from '../../../../../emulators/src/microsoft/index.ts'
import { calendarsForTests } from '../../../../../server-testing/src/sync/calendars/test-calendars.ts'
import {
  at,
  openCalendar,
} from '../../../../../server-testing/src/providers/microsoft/calendar/test-microsoft-calendar.ts'

const [from, to] = [Date.parse('2026-09-01T00:00:00Z'), Date.parse('2027-05-01T00:00:00Z')]
const days = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const range = { type: 'noEnd', recurrenceTimeZone: 'W. Europe Standard Time' }
/** One of each pattern of Graph, with the date that it begins on. */
const patterns: ReadonlyArray<readonly [startDate: string, pattern: object]> = [
  ['2026-09-07', { type: 'daily', interval: 9 }],
  ['2026-09-06', { type: 'weekly', interval: 3, daysOfWeek: ['sunday', 'monday'], firstDayOfWeek: 'sunday' }],
  ['2026-09-06', { type: 'weekly', interval: 3, daysOfWeek: ['sunday', 'monday'], firstDayOfWeek: 'monday' }],
  ['2026-10-31', { type: 'absoluteMonthly', interval: 1, dayOfMonth: 31 }],
  ['2026-10-30', { type: 'absoluteMonthly', interval: 1, dayOfMonth: 30 }],
  ['2026-09-30', { type: 'relativeMonthly', interval: 1, daysOfWeek: days.slice(1, 6), index: 'last' }],
  ['2026-09-03', { type: 'relativeMonthly', interval: 2, daysOfWeek: ['thursday'], index: 'first' }],
  ['2026-10-25', { type: 'relativeYearly', interval: 1, daysOfWeek: ['sunday'], index: 'last', month: 10 }],
  ['2024-02-29', { type: 'absoluteYearly', interval: 1, dayOfMonth: 29, month: 2 }],
]

async function start() {
  const opened = await openCalendar()
  const { calendars, session } = opened
  const rig = await calendarsForTests(() => session, { kind: ProviderName.microsoft })
  calendars.fill(workCalendars)
  for (const [startDate, pattern] of patterns)
    calendars.put({
      subject: `Since ${startDate}`,
      start: at(`${startDate}T02:30:00`),
      end: at(`${startDate}T03:30:00`),
      recurrence: { pattern, range: { ...range, startDate } },
    })
  /** Until nothing is left to be sent. */
  const settle = async () => {
    for (let tries = 0; tries < 12; tries++) {
      const isDone = await rig.visitNow()
      const waits = (await rig.sync.selectSyncedCalendars([rig.account])).some(({ unsent }) => unsent > 0)
      if (isDone && !waits) return
      rig.later()
    }
    throw new Error('It does not come to rest')
  }
  const here = async () => {
    const list = await rig.calendars.list(rig.account)
    const window = { from, to, timeZone: 'Europe/Berlin', calendarIds: list.map(({ id }) => id) }
    const { takings, isCutOff } = await rig.calendars.events.within(rig.account, window)
    expect(isCutOff).toBe(false)
    return takings
      .map((taking) => {
        const shown =
          taking.recurrenceId === undefined
            ? taking.event
            : occurrenceObject(taking.event, taking.recurrenceId)
        return line(taking.start, taking.end, (shown ?? taking.event)['title'])
      })
      .toSorted()
  }
  const there = () =>
    calendars
      .takings(new Date(from), new Date(to))
      .map((taking) => line(Date.parse(taking.start), Date.parse(taking.end), taking.subject))
      .toSorted()
  return { ...opened, rig, settle, here, there }
}

const line = (begins: number, ends: number, title: unknown): string =>
  `${new Date(begins).toISOString()} ${new Date(ends).toISOString()} ${String(title)}`

const faults = [
  { kind: 'status', status: 503 },
  { kind: 'reset', when: 'before' },
  { kind: 'reset', when: 'after' },
  { kind: 'truncate' },
  { kind: 'page-repeated' },
  { kind: 'cursor-gone' },
] as const

test('A date that was taken out takes place again once the series has other times at Microsoft', async () => {
  const { calendars, rig, settle, here, there } = await start()
  const lasting = (until: string) => ({
    start: at('2026-09-08T10:00:00'),
    end: at(`2026-09-08T${until}:00`),
    recurrence: {
      pattern: { type: 'weekly', interval: 1, daysOfWeek: ['tuesday'], firstDayOfWeek: 'sunday' },
      range: { ...range, startDate: '2026-09-08' },
    },
  })
  const id = calendars.put({ subject: 'Round', ...lasting('11:00') })
  calendars.act({ kind: 'delete-occurrence', id, date: '2026-09-15' })
  await settle()
  expect(await here()).toEqual(there())
  calendars.act({ kind: 'change', id, facts: lasting('11:30') })
  await settle()
  expect(there().filter((one) => one.endsWith(' Round') && one.startsWith('2026-09-15'))).toHaveLength(1)
  expect(await here()).toEqual(there())
  await rig[Symbol.asyncDispose]()
})

test(
  'What takes place here takes place at Microsoft over every change of clocks, whoever changes what and whatever goes wrong',
  { timeout: 120_000 },
  async () => {
    const { world, calendars, rig, settle, here, there } = await start()
    await settle()
    const kind = fc.constantFrom(
      'rename',
      'shift',
      'skip',
      'except',
      'delete',
      'title',
      'hour',
      'leave-out',
      'own-word',
      'remove',
      'look',
    )
    const step = fc.record({
      kind,
      pick: fc.nat(),
      fault: fc.option(fc.constantFrom(...faults), { freq: 3 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 8 }), async (steps) => {
        for (const { kind: what, pick, fault } of steps) {
          if (fault)
            world.faults.arm({
              operation: ['graph.events.*', 'graph.calendarView.*'][pick % 2] ?? '',
              times: 1,
              fault,
            })
          if (what === 'look') await rig.visitNow()
          else if (['title', 'hour', 'leave-out', 'own-word', 'remove'].includes(what)) await ours(what, pick)
          else theirs(what, pick)
        }
        world.faults.clear()
        await settle()
        await settle()
        expect(await here()).toEqual(there())
      }),
      { numRuns: 5 },
    )
    await rig[Symbol.asyncDispose]()

    function theirs(what: string, pick: number): void {
      const { events } = calendars.truth()
      const one = events[pick % events.length]
      if (!one) return
      const { id, facts } = one
      const act = (op: CalendarAct) => calendars.act(op)
      const times = { start: at('2026-12-01T02:00:00'), end: at(`2026-12-01T0${3 + (pick % 5)}:00:00`) }
      if (what === 'rename') return act({ kind: 'change', id, facts: { subject: `Theirs ${pick}` } })
      if (what === 'delete' && events.length > 30) return act({ kind: 'delete', id })
      if (facts['isAllDay'] === true) return
      if (what === 'shift' && !facts['recurrence']) return act({ kind: 'change', id, facts: times })
      const startDay = (facts['start'] as { dateTime: string }).dateTime.slice(0, 10)
      if (!facts['recurrence'] || !calendars.takesPlaceOn(id, startDay)) return
      if (what === 'skip') act({ kind: 'delete-occurrence', id, date: startDay })
      if (what === 'except') act({ kind: 'change-occurrence', id, date: startDay, facts: times })
    }

    async function ours(what: string, pick: number): Promise<void> {
      const list = (await rig.calendars.list(rig.account)).filter(({ isReadOnly }) => !isReadOnly)
      const all = await rig.events(list[pick % list.length]?.id ?? list[0]!.id)
      const events = all.filter(({ event }) => event[mayUpdateAllName] !== false)
      const one = events[pick % Math.max(1, events.length)]
      if (!one) return
      const { id, event } = one
      if (what === 'title') await rig.patch(id, { title: `Ours ${pick}` })
      if (what === 'remove' && events.length > 12) await rig.destroy(id)
      const begins = String(event['start'])
      if (what === 'hour' && event['showWithoutTime'] !== true && event['recurrenceRule'] === undefined)
        await rig.patch(id, { start: `${begins.slice(0, 11)}1${pick % 10}:15:00` })
      const overrides = (event['recurrenceOverrides'] ?? {}) as Record<string, Record<string, boolean>>
      if (event['recurrenceRule'] === undefined || overrides[begins]?.['excluded'] === true) return
      const change = what === 'leave-out' ? { excluded: true } : { title: `Only this ${pick}` }
      if (what === 'leave-out' || what === 'own-word')
        await rig.patch(id, { recurrenceOverrides: { ...overrides, [begins]: change } })
    }
  },
)
