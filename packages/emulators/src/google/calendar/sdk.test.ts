import { calendar } from '@googleapis/calendar'
import { OAuth2Client } from 'google-auth-library'
import { expect, test } from 'vitest'
import { client, signIn } from '../google-for-tests.ts'
import { at, lunch, startCalendarForTest } from './calendar-for-tests.ts'

const primary = { calendarId: 'primary' }

async function start() {
  const running = await startCalendarForTest()
  const { google } = running
  const auth = new OAuth2Client({
    clientId: client.id,
    clientSecret: client.secret,
    endpoints: { oauth2TokenUrl: google.urls.token },
  })
  const { refresh_token: refresh } = await signIn(google)
  auth.setCredentials({ refresh_token: refresh! })
  const rootUrl = google.urls.calendar.replace(/calendar\/v3$/, '')
  // The two packages bring a copy of the library each, which differ in a type only.
  return { ...running, api: calendar({ version: 'v3', auth: auth as never, rootUrl }) }
}

test("Google's own client makes a series, changes dates of it, and is told of what changed since", async () => {
  const { api, calendars, world } = await start()
  const home = calendars.account.addCalendar({ summary: 'Home' }).id
  const { data: list } = await api.calendarList.list()
  expect(list.items?.map(({ summary, accessRole }) => [summary, accessRole])).toEqual([
    ['ada@example.test', 'owner'],
    ['Home', 'owner'],
  ])
  const recurrence = ['RRULE:FREQ=WEEKLY;COUNT=4']
  const { data: made } = await api.events.insert({ ...primary, requestBody: { ...lunch, recurrence } })
  const seriesId = made.id!
  const { data: dates } = await api.events.instances({ ...primary, eventId: seriesId })
  expect(dates.items).toHaveLength(4)
  const { data: before } = await api.events.list({ ...primary, maxResults: 1 })
  expect(before.nextSyncToken).toBeTruthy()
  const second = dates.items![1]!.id!
  await api.events.patch({ ...primary, eventId: second, requestBody: { summary: 'Late lunch' } })
  await api.events.delete({ ...primary, eventId: dates.items![2]!.id! })
  const { data: since } = await api.events.list({ ...primary, syncToken: before.nextSyncToken! })
  expect(since.items?.map(({ id, status }) => [id === second, status]).toSorted()).toEqual([
    [false, 'cancelled'],
    [true, 'confirmed'],
  ])
  const { data: moved } = await api.events.move({ ...primary, eventId: seriesId, destination: home })
  expect(moved.organizer?.email).toBe(home)
  const { data: busy } = await api.freebusy.query({
    requestBody: {
      timeMin: '2026-11-24T00:00:00Z',
      timeMax: '2026-11-25T00:00:00Z',
      items: [{ id: home }],
    },
  })
  expect(busy.calendars?.[home]?.busy).toEqual([
    { start: '2026-11-24T11:00:00Z', end: '2026-11-24T12:00:00Z' },
  ])
  expect(world.requests.problems()).toEqual([])
})

test("Google's own client reads settings and rules of access, and adds an event from a few words", async () => {
  const { api, calendars, world } = await start()
  const { data: settings } = await api.settings.list()
  expect(Object.fromEntries(settings.items!.map(({ id, value }) => [id, value]))).toEqual({
    timezone: 'Europe/Berlin',
    locale: 'en_GB',
    weekStart: '1',
    format24HourTime: 'true',
  })
  expect((await api.settings.get({ setting: 'timezone' })).data.value).toBe('Europe/Berlin')
  await expect(api.settings.get({ setting: 'mood' })).rejects.toMatchObject({ status: 404 })
  const rule = { id: 'user:ada@example.test', role: 'owner' }
  expect((await api.acl.list(primary)).data.items).toMatchObject([rule])
  expect((await api.acl.get({ ...primary, ruleId: rule.id })).data).toMatchObject(rule)
  const shared = calendars.account.addCalendar({ summary: 'Theirs', accessRole: 'reader' }).id
  await expect(api.acl.list({ calendarId: shared })).rejects.toMatchObject({ status: 403 })
  const { data: quickEvent } = await api.events.quickAdd({ ...primary, text: 'Lunch with Bob' })
  expect(quickEvent).toMatchObject({ summary: 'Lunch with Bob', status: 'confirmed' })
  expect(Date.parse(quickEvent.end!.dateTime!) - Date.parse(quickEvent.start!.dateTime!)).toBe(3_600_000)
  expect(world.requests.problems()).toEqual([])
})

test("Google's own client is refused in words that it understands", async () => {
  const { api, calendars, world } = await start()
  const home = calendars.account.addCalendar({ summary: 'Home' }).id
  const { data: made } = await api.events.insert({ ...primary, requestBody: lunch })
  const of = { ...primary, eventId: made.id! }
  const stale = { headers: { 'If-Match': made.etag! } }
  await api.events.patch({ ...of, requestBody: { start: at('2026-11-24T12:30:00+01:00') } }, stale)
  await expect(api.events.patch({ ...of, requestBody: { summary: 'Mine' } }, stale)).rejects.toMatchObject({
    status: 412,
  })
  await api.events.delete(of)
  await expect(api.events.delete(of)).rejects.toMatchObject({ status: 410 })
  await expect(api.events.move({ ...of, destination: home })).rejects.toMatchObject({
    status: 410,
  })
  await expect(api.events.list({ calendarId: 'nowhere@example.test' })).rejects.toMatchObject({ status: 404 })
  await expect(api.events.list({ ...primary, syncToken: 'made up' })).rejects.toMatchObject({ status: 410 })
  expect(world.requests.problems()).toEqual([])
})
