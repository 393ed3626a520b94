import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  commonPassword,
  type Json,
  type Person,
  type WholeServer,
  wholeServer,
} from '../../../server-testing/src/main/whole-server.ts'

/** Calendars of somebody with a mailbox at Google beside another one, over the whole server. */
let server: WholeServer
let ada: Person
let atGoogle: string
let calendar: string
beforeAll(async () => {
  server = await wholeServer()
  ada = await server.person('ada', 2)
  atGoogle = ada.accounts[1]!
  const { list } = await ask('Calendar/get', {})
  calendar = (list as Array<{ id: string }>)[0]!.id
})
afterAll(() => server[Symbol.asyncDispose]())

async function ask(name: string, args: Json, accountId = ada.personalId): Promise<Json> {
  const [answered, answer] = await ada.call(name, { accountId, ...args })
  expect([answered, answer]).toEqual([name, expect.anything()])
  return answer
}
const place = (more: string) => `/api/calendars/ics?account=${ada.personalId}&${more}`
const send = (payload: string, to = place(`calendar=${calendar}`)) =>
  ada.ask({ method: 'POST', url: to, payload, headers: { 'content-type': 'text/calendar' } })
const file = (...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//T//T//EN', ...lines, 'END:VCALENDAR', ''].join('\r\n')
const vevent = (uid: string, ...lines: string[]) => [
  'BEGIN:VEVENT',
  `UID:${uid}`,
  'DTSTAMP:20260101T000000Z',
  'DTSTART;TZID=Europe/Berlin:20261005T090000',
  'DURATION:PT1H',
  ...lines,
  'END:VEVENT',
]
/** What is in the calendar, by uid. */
async function stored(): Promise<Record<string, Json>> {
  const { list } = (await ask('CalendarEvent/get', { ids: null })) as { list: Json[] }
  return Object.fromEntries(list.map((json) => [String(json['uid']), json]))
}

describe('a calendar file', () => {
  test('is brought in, again as an update, and never twice', async () => {
    const text = file(
      ...vevent('a', 'SUMMARY:One', 'X-MINE:kept'),
      ...vevent('b', 'SUMMARY:Two'),
      'BEGIN:VEVENT',
      'UID:c',
      'SUMMARY:Never',
      'END:VEVENT',
    )
    const first = await send(text)
    const none = { updated: 0, skipped: 0, unreadable: 0, tasks: 0, journals: 0, unreadRules: 0 }
    expect(first.status).toBe(200)
    expect(JSON.parse(first.text)).toEqual({ ...none, added: 2, unreadable: 1 })
    const again = await send(file(...vevent('a', 'SUMMARY:Renamed'), ...vevent('d')))
    expect(JSON.parse(again.text)).toEqual({ ...none, added: 1, updated: 1 })
    const all = await stored()
    expect(Object.keys(all).sort()).toEqual(['a', 'b', 'd'])
    expect(all['a']).toMatchObject({ title: 'Renamed', start: '2026-10-05T09:00:00' })

    const { created } = await ask('Calendar/set', { create: { c: { name: 'Other' } } })
    const other = (created as { c: { id: string } }).c.id
    const elsewhere = await send(file(...vevent('a'), ...vevent('e')), place(`calendar=${other}`))
    expect(JSON.parse(elsewhere.text)).toEqual({ ...none, added: 1, skipped: 1 })
  })

  test('says what it holds when it comes back: the end of a rule in UTC, exclusions, changed occurrences', async () => {
    const title = 'Wöchentlich, über die Zeitumstellung'
    await ask('CalendarEvent/set', {
      create: {
        w: {
          uid: 'weekly',
          title,
          start: '2026-10-05T09:00:00',
          duration: 'PT1H',
          timeZone: 'Europe/Berlin',
          recurrenceRule: { '@type': 'RecurrenceRule', frequency: 'weekly', until: '2026-11-23T09:00:00' },
          recurrenceOverrides: {
            '2026-10-19T09:00:00': { excluded: true },
            '2026-11-02T09:00:00': { start: '2026-11-03T11:00:00', title: 'Moved' },
          },
        },
      },
    })
    const before = (await stored())['weekly']!
    const { text, headers } = await ada.ask({ url: place(`event=${String(before['id'])}`) })
    expect(headers['content-type']).toBe('text/calendar; charset=utf-8')
    expect(text).toContain('UNTIL=20261123T080000Z')
    await ask('CalendarEvent/set', { destroy: [before['id']] })
    expect(JSON.parse((await send(text)).text)).toMatchObject({ added: 1 })
    const after = (await stored())['weekly']!
    for (const name of ['title', 'start', 'duration', 'timeZone', 'recurrenceRule', 'recurrenceOverrides'])
      expect([name, after[name]]).toEqual([name, before[name]])

    const all = await ada.ask({ url: place(`calendar=${calendar}`) })
    expect(all.headers['content-disposition']).toContain("filename*=UTF-8''Calendar.ics")
    expect(all.text.match(/^UID:weekly/gm)).toHaveLength(2) // the series and its changed occurrence
  })

  test.each([
    ['what is none', 'hello', 400],
    ['nothing', '', 400],
  ])('is refused where it is %s', async (_, payload, status) => {
    expect((await send(payload)).status).toBe(status)
  })

  test('is refused above 4 MiB, as another type, and for calendars that are not there', async () => {
    expect((await send('x'.repeat(4 * 1024 * 1024 + 1))).status).toBe(413)
    const url = place(`calendar=${calendar}`)
    expect((await ada.ask({ method: 'POST', url, payload: { a: 1 } })).status).toBe(415)
    for (const more of ['calendar=C987654321', 'calendar=', 'event=CE987654321', ''])
      expect((await ada.ask({ url: place(more) })).status).toBe(404)
  })
})

describe('an account at a provider', () => {
  test('has calendars, of which none is made here, and takes copies', async () => {
    const { text } = await ada.ask({ url: '/jmap/session' })
    const session = JSON.parse(text) as {
      accounts: Record<string, { accountCapabilities: Record<string, Json> }>
      primaryAccounts: Record<string, string>
    }
    const urn = 'urn:ietf:params:jmap:calendars'
    const of = (id: string) => session.accounts[id]!.accountCapabilities[urn]
    expect(of(ada.personalId)).toMatchObject({ mayCreateCalendar: true, maxCalendarsPerEvent: 1 })
    expect(of(atGoogle)).toMatchObject({ mayCreateCalendar: false })
    expect(of(ada.accounts[0]!)).toBeUndefined()
    expect(session.primaryAccounts[urn]).toBe(ada.personalId)

    expect(await ask('Calendar/set', { create: { c: { name: 'x' } } }, atGoogle)).toMatchObject({
      notCreated: { c: { type: 'forbidden' } },
    })
    const [row] = await server.db.database.query<{ id: number }>(
      `insert into calendar (account_id, name, availability, is_default, is_provided)
       values ($1, 'Google', 'all', true, true) returning id`,
      [atGoogle.slice(1)],
    )
    const { created } = await ask('CalendarEvent/set', {
      create: { e: { uid: 'copied', title: 'Copied', start: '2026-10-05T09:00:00', alerts: {} } },
    })
    const id = (created as { e: { id: string } }).e.id
    const copy = { create: { k: { id, title: 'Copy' } }, fromAccountId: ada.personalId }
    const destroy = { onSuccessDestroyOriginal: true }
    const copied = await ask('CalendarEvent/copy', { ...copy, ...destroy }, atGoogle)
    const there = (copied['created'] as { k: { id: string } }).k.id
    expect((await ask('CalendarEvent/get', { ids: [there] }, atGoogle))['list']).toMatchObject([
      { uid: 'copied', title: 'Copy', calendarIds: { [`C${row!.id}`]: true } },
    ])
    expect(await stored()).not.toHaveProperty('copied')
    expect(await ask('CalendarEvent/copy', copy, atGoogle)).toMatchObject({
      notCreated: { k: { type: 'notFound' } },
    })
  })

  test('is open to credentials for calendars, and its mail is not', async () => {
    const made = await ada.ask({
      method: 'POST',
      url: '/api/app-passwords',
      payload: { name: 'phone', scope: 'calendar', password: commonPassword },
    })
    const { secret } = JSON.parse(made.text) as { secret: string }
    const headers = { authorization: `Bearer ${secret}` }
    const call = async (name: string) => {
      const methodCalls = [[name, { accountId: atGoogle, ids: null }, '0']]
      const using = [
        'urn:ietf:params:jmap:core',
        'urn:ietf:params:jmap:mail',
        'urn:ietf:params:jmap:calendars',
      ]
      const answer = await server.http.inject({
        method: 'POST',
        url: '/jmap/api',
        headers,
        payload: { using, methodCalls },
      })
      return answer.json<{ methodResponses: [[string, Json]] }>().methodResponses[0]
    }
    expect((await call('Calendar/get'))[0]).toBe('Calendar/get')
    expect((await call('Mailbox/get'))[1]).toEqual({ type: 'accountNotSupportedByMethod' })
    const session = await server.http.inject({ url: '/jmap/session', headers })
    const { accounts } = session.json<{ accounts: Record<string, { accountCapabilities: Json }> }>()
    expect(Object.keys(accounts)).toEqual([atGoogle, ada.personalId])
    expect(accounts[atGoogle]!.accountCapabilities).not.toHaveProperty(['urn:ietf:params:jmap:mail'])
  })
})
