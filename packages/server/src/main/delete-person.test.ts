import type { PeopleView, PersonBelongings } from '@plmail/wire'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  commonPassword,
  type Json,
  type Person,
  type WholeServer,
  wholeServer,
} from '../../../server-testing/src/main/whole-server.ts'

let server: WholeServer
let ada: Person
beforeEach(async () => {
  server = await wholeServer()
  ada = await server.person('ada', 1)
  await server.db.database.query('update app_user set is_admin = true')
})
afterEach(() => server[Symbol.asyncDispose]())

const bobsAddress = 'bob@example.test'
const remove = ({ id }: Person, payload: object) =>
  ada.ask({ method: 'POST', url: `/api/admin/people/${id}/delete`, payload })
const countOf = async ({ id }: Person) =>
  JSON.parse(
    (await ada.ask({ method: 'GET', url: `/api/admin/people/${id}/belongings` })).text,
  ) as PersonBelongings

/** Rows of every table, but of those that work leaves behind or that outlive people. */
async function countRows(): Promise<Map<string, number>> {
  const outliving = ['audit_entry', 'job', 'job_schedule', 'cache_entry', 'migration']
  const tables = await server.db.database.query<{ name: string }>(
    `select tablename::text as name from pg_tables where schemaname = 'public' order by 1`,
  )
  const counts = new Map<string, number>()
  for (const { name } of tables.filter((table) => !outliving.includes(table.name))) {
    const [row] = await server.db.database.query<{ count: number }>(`select count(*) as count from "${name}"`)
    counts.set(name, row?.count ?? 0)
  }
  return counts
}

/** Gives somebody a bit of everything that a person has. */
async function fill(person: Person): Promise<void> {
  const createObjects = async (
    name: string,
    accountId: string | undefined,
    create: Json,
  ): Promise<Record<string, Json>> => {
    const [answered, answer] = await person.call(name, { accountId, create })
    if (answered !== name || !answer['created']) throw new Error(`${name}: ${JSON.stringify(answer)}`)
    return answer['created'] as Record<string, Json>
  }
  const [account] = person.accounts
  const { m } = await createObjects('Mailbox/set', account, { m: { name: 'Kept', role: 'archive' } })
  const text = { bodyStructure: { type: 'text/plain', partId: 't' }, bodyValues: { t: { value: 'hello' } } }
  await createObjects('Email/set', account, {
    e: {
      mailboxIds: { [String(m!['id'])]: true },
      subject: 'hello',
      from: [{ email: bobsAddress }],
      ...text,
    },
  })
  const own = person.personalId
  const { b } = await createObjects('AddressBook/set', own, { b: { name: 'Friends' } })
  await createObjects('ContactCard/set', own, {
    c: { addressBookIds: { [String(b!['id'])]: true }, name: { full: 'Eve' } },
  })
  const { c } = await createObjects('Calendar/set', own, { c: { name: 'Days' } })
  const calendar = String(c!['id'])
  const event = {
    calendarIds: { [calendar]: true },
    title: 'Tea',
    start: '2026-11-04T09:00:00',
    duration: 'PT1H',
  }
  await createObjects('CalendarEvent/set', own, { e: { ...event, timeZone: 'Europe/Berlin' } })
  await createObjects('ShareLink/set', own, { l: { name: 'Busy', calendarIds: [calendar] } })
  await createObjects('BookingPage/set', own, { p: { name: 'Meet', destinationId: calendar } })
  await createObjects('Template/set', own, { t: { name: 'Hi', htmlBody: 'Hi' } })
  await createObjects('TrustedSender/set', own, { t: { address: 'eve@example.test' } })
  await createObjects('SavedSearch/set', own, { s: { name: 'Bills', query: 'invoice' } })
  await createObjects('Rule/set', own, {
    r: { name: 'Star', condition: { from: 'eve' }, actions: [{ type: 'star' }] },
  })
  await person.ask({ method: 'POST', url: '/api/app-passwords', payload: { name: 'phone' } })
}

/** A calendar at Google that announces its changes, for an account whose permission is gone. */
async function announceCalendar({ accounts, personalId }: Person): Promise<void> {
  const { database } = server.db
  const [source] = await database.query<{ id: number }>(
    `insert into calendar_source (user_id, account_id, kind, condition_since, created_at)
     select user_id, id, 'provA', now(), now() from mail_account where id = $1 returning id`,
    [Number(accounts[1]?.slice(1))],
  )
  const [link] = await database.query<{ id: number }>(
    `insert into calendar_link (calendar_id, source_id, account_id, remote_id, last_synced, may_write, may_watch)
     select id, $2, account_id, 'days', '{}', true, true from calendar where account_id = $1
     limit 1 returning calendar_id as id`,
    [Number(personalId.slice(1)), source?.id],
  )
  await database.query(
    `insert into calendar_watch (calendar_id, provider, remote_id, secret, address, opened_at, expires_at)
     values ($1, 'provA', 'channel', '', 'https://mail.example/webhook', now(), now() + interval '7 days')`,
    [link?.id],
  )
}

test('nothing of a deleted person is left in any table, and everybody else’s stays', async () => {
  await fill(ada)
  await countOf(ada)
  const before = await countRows()
  const bob = await server.person('bob', 2)
  await fill(bob)
  await announceCalendar(bob)
  const counted = await countOf(bob)
  expect(counted).toMatchObject({
    accounts: 2,
    messages: 1,
    events: 1,
    contacts: 1,
    shareLinks: 1,
    bookingPages: 1,
  })
  expect((await remove(bob, { password: commonPassword, email: 'BOB@example.test ' })).status).toBe(202)
  expect((await bob.ask({ method: 'GET', url: '/jmap/session' })).status).toBe(401)
  const [, shown] = (
    JSON.parse((await ada.ask({ method: 'GET', url: '/api/admin/people' })).text) as PeopleView
  ).people
  expect(shown).toMatchObject({ email: bobsAddress, deletion: { accountsLeft: 2, messagesLeft: 1 } })
  // What was begun goes on in whichever process works, also one that starts later.
  await server.startWork()
  await expect
    .poll(
      async () => (await ada.ask({ method: 'GET', url: `/api/admin/people/${bob.id}/belongings` })).status,
      {
        timeout: 20_000,
      },
    )
    .toBe(404)
  const remainingRows = await countRows()
  // Bytes that nobody refers to any more are swept by a schedule, a day later.
  for (const counts of [before, remainingRows]) for (const name of ['blob', 'state_mark']) counts.delete(name)
  expect(Object.fromEntries(remainingRows)).toEqual(Object.fromEntries(before))
  const { text } = await ada.ask({ method: 'GET', url: `/api/admin/audit?person=${bobsAddress}` })
  expect((JSON.parse(text) as { entries: Json[] }).entries.map(({ action }) => action)).toEqual([
    'user-deleted',
    'deletion-started',
    'user-disabled',
  ])
})

test('deleting takes the password and the typed address, and is for others alone', async () => {
  const bob = await server.person('bob', 0)
  expect(await remove(bob, { password: 'wrong', email: bobsAddress })).toMatchObject({
    status: 422,
    text: expect.stringContaining('/password'),
  })
  expect(await remove(bob, { password: commonPassword, email: 'bob@example.tes' })).toMatchObject({
    status: 422,
    text: expect.stringContaining('/email'),
  })
  expect(await remove(bob, {})).toMatchObject({ status: 422 })
  expect(await remove(ada, { password: commonPassword, email: 'ada@example.test' })).toMatchObject({
    status: 409,
    text: expect.stringContaining('people/not-yourself'),
  })
  expect((await bob.ask({ method: 'GET', url: '/api/session' })).status).toBe(200)
  expect((await remove(bob, { password: commonPassword, email: bobsAddress })).status).toBe(202)
  const payload = { password: commonPassword }
  const enabling = { method: 'POST', url: `/api/admin/people/${bob.id}/enable`, payload } as const
  expect(await ada.ask(enabling)).toMatchObject({
    status: 409,
    text: expect.stringContaining('people/being-deleted'),
  })
})
