import { readCalendar } from '@plmail/calendar-format'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { CalendarId } from '@plmail/wire'
import { getId, meeting, Workbench } from '../../../../server-testing/src/calendar/workbench.ts'
import { foreignCalendars } from '../../../../server-testing/src/calendar/exchange/foreign-calendars.ts'

const at = new Workbench()

/** The lines of its events and zones, unfolded; whoever writes a file states when, and as which program. */
function lines(file: string): string[] {
  const unfolded = file.replace(/\r?\n[ \t]/g, '').split(/\r?\n/)
  const from = unfolded.findIndex((line) => /^BEGIN:V(EVENT|TIMEZONE)/i.test(line))
  return unfolded.slice(from).filter((line) => !/^(DTSTAMP|END:VCALENDAR|)(:|$)/i.test(line))
}

const taken = (calendarId: CalendarId, text: string) =>
  at.calendars.importFile(at.user, at.account, calendarId, text)
const given = async (calendarId: CalendarId) =>
  (await at.calendars.exportFile(at.account, { calendarId }))!.text

describe('a file of another program', () => {
  test.each(foreignCalendars)('of %s comes out as it came in', async (_name, file) => {
    const calendar = await at.newCalendar()
    expect(await taken(calendar, file)).toMatchObject({ added: 1, skipped: 0, unreadable: 0 })
    const out = lines(await given(calendar)).filter((line) =>
      !file.match(/^uid:/im) ? !line.startsWith('UID:') : true,
    )
    expect(out).toEqual(lines(file))
  })

  test('keeps all that is not changed when its event is changed here', async () => {
    const calendar = await at.newCalendar()
    for (const [, file] of foreignCalendars.slice(0, 2)) await taken(calendar, file)
    const { rows } = await events(calendar)
    for (const { id } of rows) await at.setEvents({ update: new Map([[id, { patch: { title: 'New' } }]]) })
    const out = await given(calendar)
    const before = foreignCalendars.slice(0, 2).flatMap(([, file]) => lines(file))
    const gone = before.filter((line) => !lines(out).includes(line))
    expect(gone.filter((line) => !/^(SUMMARY|SEQUENCE|LAST-MODIFIED)/.test(line))).toEqual([])
    expect(out).toMatch(/^SUMMARY(;LANGUAGE=de)?:New\r$/m)
    expect(readCalendar(out)!.events).toHaveLength(2)
  })

  test('keeps its properties when the removal of its event is undone', async () => {
    const calendar = await at.newCalendar()
    await taken(calendar, foreignCalendars[1]![1])
    const { rows } = await events(calendar)
    const outcome = await at.calendars.events.set(at.user, at.account, {
      create: [],
      update: new Map(),
      destroy: [rows[0]!.id],
    })
    await at.calendars.purgeObjects()
    if (outcome === 'state-mismatch') throw new Error(outcome)
    await at.calendars.undo(at.user, outcome.journalId!)
    await at.calendars.purgeObjects()
    expect(await given(calendar)).toContain('X-APPLE-TRAVEL-ADVISORY-BEHAVIOR:AUTOMATIC')
  })

  test('leaves nothing of an event that was removed for good', async () => {
    const calendar = await at.newCalendar()
    await taken(calendar, foreignCalendars[1]![1])
    const { rows } = await events(calendar)
    await at.setEvents({ destroy: [rows[0]!.id] })
    await at.calendars.purgeObjects()
    await at.db.database.query(`update calendar_object set gone_at = gone_at - interval '3 days'`)
    await at.calendars.purgeObjects()
    const left = await at.db.database.query('select from calendar_object union all select from calendar_file')
    expect(left).toEqual([])
  })

  test('is told apart from one with the same name of a zone for other hours', async () => {
    const calendar = await at.newCalendar()
    const zoned = (uid: string, offset: string) =>
      foreignCalendars[3]![1].replaceAll('+0545', offset).replace('UID:moon/1 2', `UID:${uid}`)
    await taken(calendar, zoned('one', '+0545'))
    await taken(calendar, zoned('two', '-0200'))
    const read = readCalendar(await given(calendar))!.events.map(({ event }) => event)
    const alone = ['+0545', '-0200'].map((offset) => readCalendar(zoned('x', offset))!.events[0]!.event)
    expect(read.map(({ timeZone }) => timeZone)).toEqual(alone.map(({ timeZone }) => timeZone))
  })

  test('with tasks and journal entries says how many were not taken', async () => {
    const calendar = await at.newCalendar()
    const todo = 'BEGIN:VTODO\r\nUID:t\r\nSUMMARY:Do\r\nEND:VTODO\r\n'
    const text = `BEGIN:VCALENDAR\r\n${todo}${todo.replace(':t\r', ':u\r')}BEGIN:VJOURNAL\r\nUID:j\r\nEND:VJOURNAL\r\nEND:VCALENDAR\r\n`
    expect(await taken(calendar, text)).toEqual({
      added: 0,
      updated: 0,
      skipped: 0,
      unreadable: 0,
      tasks: 2,
      journals: 1,
      unreadRules: 0,
    })
  })

  test('with series of several rules says how many repeat otherwise than they are shown, and gives all back', async () => {
    const calendar = await at.newCalendar()
    const rules = 'RRULE:FREQ=WEEKLY;COUNT=3\r\nRRULE:FREQ=YEARLY;COUNT=2\r\n'
    const series = (uid: string, rule: string) =>
      `BEGIN:VEVENT\r\nUID:${uid}\r\nDTSTART:20261102T090000Z\r\n${rule}END:VEVENT\r\n`
    const exrule = 'RRULE:FREQ=DAILY;COUNT=9\r\nEXRULE:FREQ=DAILY;INTERVAL=2\r\n'
    const [plain] = rules.split('\n')
    const text = `BEGIN:VCALENDAR\r\n${series('a', rules)}${series('b', exrule)}${series('c', `${plain}\n`)}END:VCALENDAR\r\n`
    expect(await taken(calendar, text)).toMatchObject({ added: 3, skipped: 0, unreadRules: 2 })
    expect(await given(calendar)).toContain(rules)
  })

  test('whatever properties it has comes out with them', async () => {
    const calendar = await at.newCalendar()
    const name = fc.stringMatching(/^X-[A-Z]{1,8}$/)
    const value = fc.string({ unit: 'grapheme' }).map((text) => text.replace(/[\p{C}\u2028\u2029]/gu, '.'))
    const property = fc.tuple(name, value).map(([key, text]) => `${key};X-P="a:b;c":${text}`)
    let number = 0
    await fc.assert(
      fc.asyncProperty(fc.array(property, { maxLength: 8 }), async (more) => {
        const event = ['BEGIN:VEVENT', `UID:n${number++}`, 'DTSTART:20261124T120000Z', ...more, 'END:VEVENT']
        const file = `BEGIN:VCALENDAR\r\n${event.join('\r\n')}\r\nEND:VCALENDAR\r\n`
        await taken(calendar, file)
        const out = lines(await given(calendar))
        expect(out.slice(-event.length)).toEqual(event)
      }),
      { numRuns: 30 },
    )
  })
})

describe('a calendar that a server keeps', () => {
  test('is exported from the objects of the server', async () => {
    const calendar = await at.newCalendar()
    const id = getId(await at.add(calendar, meeting({ uid: 'served' })))
    const object = foreignCalendars[1]![1].replace(/UID:5B2E[^\r]*/, 'UID:served')
    const over = at.calendarsWith({ providerObjects: async () => new Map([[id, object]]) })
    const { text } = (await over.exportFile(at.account, { calendarId: calendar }))!
    expect(text).toContain('X-APPLE-TRAVEL-ADVISORY-BEHAVIOR:AUTOMATIC')
    expect(text).toContain('SUMMARY:Standup')
  })
})

async function events(calendarId: CalendarId) {
  const rows = await at.db.database.query<{ id: never }>(
    'select id from calendar_event where calendar_id = $1 order by id',
    [calendarId],
  )
  return { rows }
}
