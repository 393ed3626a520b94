import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Fault } from '../../faults/faults.ts'
import { segment, startForTest, type Reply, type Running } from '../microsoft-for-tests.ts'

const at = (dateTime: string) => ({ dateTime, timeZone: 'Eastern Standard Time' })
const single = (date: string) => ({
  subject: 'Lunch',
  start: at(`${date}T12:00:00`),
  end: at(`${date}T13:00:00`),
})
const series = {
  subject: 'Class',
  start: at('2026-10-01T18:00:00'),
  end: at('2026-10-01T19:00:00'),
  recurrence: {
    pattern: { type: 'relativeMonthly', interval: 1, daysOfWeek: ['thursday'], index: 'last' },
    range: { type: 'noEnd', startDate: '2026-10-29', recurrenceTimeZone: 'Eastern Standard Time' },
  },
}
const window = 'startDateTime=2026-10-01T00:00:00Z&endDateTime=2027-10-01T00:00:00Z'
const path = (calendar: string) => `/me/calendars/${segment(calendar)}/calendarView/delta?${window}`

describe('A delta of a calendar view', () => {
  test('says what is in the window, and of a series what takes place of it', async () => {
    const { ada, graph } = await startForTest()
    ada.calendars.put(single('2026-11-24'))
    ada.calendars.put(single('2029-01-01'))
    ada.calendars.put(series)
    const { value, deltaLink } = await graph.pages(path(ada.calendars.defaultId))
    const types = value.map((item) => item.type)
    expect(types.filter((type) => type === 'occurrence')).toHaveLength(12)
    expect(types.filter((type) => type !== 'occurrence')).toEqual(['singleInstance', 'seriesMaster'])
    expect(Object.keys(value.find((item) => item.type === 'occurrence')).sort()).toEqual([
      '@odata.etag',
      '@odata.type',
      'end',
      'id',
      'seriesMasterId',
      'start',
      'type',
    ])
    expect((await graph.pages(deltaLink)).value).toEqual([])
  })

  test('takes neither selection nor filter, and no addition to its links', async () => {
    const { ada, graph, world } = await startForTest()
    for (const option of [
      '$select=subject',
      '$filter=isAllDay eq true',
      '$orderby=subject',
      '$expand=instances',
    ])
      expect((await graph(`${path(ada.calendars.defaultId)}&${option}`)).status).toBe(400)
    expect((await graph('/me/calendarView/delta')).status).toBe(400)
    const { deltaLink } = await graph.pages(path(ada.calendars.defaultId))
    expect((await graph(`${deltaLink}&${window}`)).status).toBe(400)
    expect((await graph(deltaLink.replace(/deltatoken=./, 'deltatoken=_'))).status).toBe(400)
    world.requests.clear()
  })

  test('says no more than that an occurrence is gone, and the same of what left the window or never was in it', async () => {
    const { ada, graph } = await startForTest()
    const id = ada.calendars.put(series)
    const near = ada.calendars.put(single('2026-11-24'))
    const far = ada.calendars.put(single('2029-01-01'))
    const { value, deltaLink } = await graph.pages(path(ada.calendars.defaultId), {
      headers: { Prefer: 'IdType="ImmutableId"' },
    })
    const october = value.find((item) => item.type === 'occurrence')
    ada.calendars.act({ kind: 'delete-occurrence', id, date: '2026-10-29' })
    ada.calendars.act({ kind: 'change', id: near, facts: single('2028-11-24') })
    ada.calendars.act({ kind: 'change', id: far, facts: { subject: 'Far away' } })
    const delta = (await graph.pages(deltaLink, { headers: { Prefer: 'IdType="ImmutableId"' } })).value
    expect(delta.map((event) => [event.id, event['@removed']?.reason])).toEqual([
      [october.id, 'deleted'],
      [near, 'deleted'],
      [far, 'deleted'],
    ])
  })

  test('ends when its link is too old', async () => {
    const { ada, graph, world } = await startForTest({ mailbox: { deltaLifeMs: 1000 } })
    const { deltaLink } = await graph.pages(path(ada.calendars.defaultId))
    await world.clock.advance(2000)
    const { status, body } = await graph(deltaLink)
    expect([400, 410]).toContain(status)
    expect(body.error.code.toLowerCase()).toBe('syncstatenotfound')
  })

  const faults: readonly Fault[] = [
    { kind: 'status', status: 503 },
    { kind: 'reset', when: 'before' },
    { kind: 'reset', when: 'after' },
    { kind: 'truncate' },
    { kind: 'page-repeated' },
    { kind: 'lag', ms: 5_000 },
  ]

  test(
    'followed from page to page equals what takes place, whatever happens',
    { timeout: 60_000 },
    async () => {
      const kind = fc.constantFrom(
        'single',
        'series',
        'rename',
        'shift',
        'except',
        'skip',
        'delete',
        'move',
        'follow',
      )
      const step = fc.record({ pick: fc.nat(), kind, wait: fc.nat(9_000) })
      const armed = fc.record({ at: fc.nat(20), fault: fc.constantFrom(...faults) })
      await fc.assert(
        fc.asyncProperty(
          fc.array(step, { maxLength: 20 }),
          fc.array(armed, { maxLength: 5 }),
          async (steps, trouble) => {
            const running = await startForTest({ mailbox: { deltaNoise: 0.3 } })
            const { world, ada } = running
            const other = ada.calendars.add({ name: 'Other' })
            const rows = new Map<string, string>()
            let link = path(ada.calendars.defaultId)
            const follow = async (): Promise<void> => {
              for (let isLast = false; !isLast;) {
                const { body } = await patiently(() =>
                  running.graph(link, { headers: { Prefer: 'odata.maxpagesize=4' } }),
                )
                for (const item of body.value) {
                  if (item['@removed']) rows.delete(item.id)
                  else if (item.type !== 'seriesMaster') rows.set(item.id, item.start.dateTime)
                }
                isLast = body['@odata.nextLink'] === undefined
                link = body['@odata.nextLink'] ?? body['@odata.deltaLink']
              }
            }
            for (const [turn, { kind: what, pick, wait }] of steps.entries()) {
              for (const fault of trouble)
                if (fault.at === turn)
                  world.faults.arm({ operation: 'graph.calendarView.*', times: 1, fault: fault.fault })
              if (what === 'follow') await follow()
              else play(running, other, what, pick)
              await world.clock.advance(wait)
            }
            world.faults.clear()
            await follow()
            const now = ada.calendars
              .takings(new Date('2026-10-01T00:00:00Z'), new Date('2027-10-01T00:00:00Z'))
              .filter(({ calendar }) => calendar !== other)
              .map(({ start }) => start.slice(0, 19))
            expect([...rows.values()].map((text) => text.slice(0, 19)).sort()).toEqual(now.sort())
            await running.microsoft.close()
          },
        ),
        { numRuns: 25 },
      )
    },
  )
})

async function patiently(ask: () => Promise<Reply>): Promise<Reply> {
  for (let tries = 0; tries < 10; tries++) {
    const reply = await ask().catch(() => undefined)
    if (reply?.status === 200) return reply
  }
  throw new Error('No answer')
}

function play({ ada }: Running, other: string, kind: string, pick: number): void {
  const { calendars } = ada
  const { events } = calendars.truth()
  const one = events[pick % Math.max(1, events.length)]
  const date = `2026-1${pick % 3}-${10 + (pick % 18)}`
  if (kind === 'series') return void calendars.put(series)
  if (kind === 'single' || !one) return void calendars.put(single(date))
  const { id } = one
  if (kind === 'rename') calendars.act({ kind: 'change', id, facts: { subject: String(pick) } })
  if (kind === 'shift') calendars.act({ kind: 'change', id, facts: single(`202${6 + (pick % 3)}-11-05`) })
  if (kind === 'delete') calendars.act({ kind: 'delete', id })
  if (kind === 'move') calendars.act({ kind: 'move', id, calendar: pick % 2 ? other : calendars.defaultId })
  const free = one.facts['recurrence']
    ? ['2026-11-26', '2026-12-31'].filter((day) => !one.cancelled.includes(day))
    : []
  const [day] = free
  if (day === undefined || !isOn(calendars, id, day)) return
  if (kind === 'except')
    calendars.act({
      kind: 'change-occurrence',
      id,
      date: day,
      facts: single(pick % 2 ? '2026-12-24' : '2028-02-02'),
    })
  if (kind === 'skip') calendars.act({ kind: 'delete-occurrence', id, date: day })
}

/** An exception that was moved far away is where nobody looks for it by its date. */
function isOn(calendars: Running['ada']['calendars'], id: string, day: string): boolean {
  const { facts, exceptions } = calendars.truth().events.find((event) => event.id === id) ?? {}
  return facts !== undefined && exceptions?.[day] === undefined
}
