import { describe, expect, test } from 'vitest'
import { lunch, own, startCalendarForTest, weekly, type Called, type Reply } from './calendar-for-tests.ts'

const reason = ({ body }: Called): string => body.error.errors[0]!.reason

async function started() {
  const running = await startCalendarForTest()
  const { call, world } = running
  const create = async (event: object): Promise<Reply> => (await call('POST', own, event)).body
  const list = (query = '') => call('GET', `${own}${query}`)
  const getToken = async (query = ''): Promise<string> =>
    encodeURIComponent((await list(query)).body.nextSyncToken)
  return { ...running, create, list, getToken, problems: () => world.requests.problems() }
}

describe('listing events', () => {
  test('tells everything, and with the token what changed since', async () => {
    const { create, list, getToken, call, problems } = await started()
    const [kept, lost] = [await create(lunch), await create(lunch)]
    const token = await getToken()
    expect((await list(`?syncToken=${token}`)).body.items).toEqual([])
    await call('PATCH', `${own}/${kept.id}`, { summary: 'Late lunch' })
    await call('DELETE', `${own}/${lost.id}`)
    const { items } = (await list(`?syncToken=${token}`)).body
    expect(items.map(({ id, status, summary }) => ({ id, status, summary }))).toEqual([
      { id: kept.id, status: 'confirmed', summary: 'Late lunch' },
      { id: lost.id, status: 'cancelled', summary: undefined },
    ])
    expect((await list()).body.items.map(({ id }) => id)).toEqual([kept.id])
    expect(problems()).toEqual([])
  })

  test('pages, empty ones among them, and gives the token with the last only', async () => {
    const { create, list, calendars } = await started()
    await create({ ...lunch, start: { date: '2020-01-01' }, end: { date: '2020-01-02' } })
    await create({ ...lunch, start: { date: '2020-01-01' }, end: { date: '2020-01-02' } })
    await create(lunch)
    calendars.account.maxPageSize = 1
    const query = '?timeMin=2026-01-01T00%3A00%3A00Z'
    const sizes: number[] = []
    let page = (await list(query)).body
    for (;;) {
      sizes.push(page.items.length)
      if (page.nextPageToken === undefined) break
      expect(page.nextSyncToken).toBeUndefined()
      page = (await list(`${query}&pageToken=${encodeURIComponent(page.nextPageToken)}`)).body
    }
    expect(sizes).toEqual([0, 0, 1])
    const { items } = (await list(`?syncToken=${encodeURIComponent(page.nextSyncToken)}`)).body
    expect(items).toEqual([])
  })

  test('takes a default that is spelled out with one call and not with the other', async () => {
    const { list, getToken } = await started()
    expect((await list(`?syncToken=${await getToken('?singleEvents=false')}`)).status).toBe(200)
    expect((await list(`?singleEvents=false&syncToken=${await getToken()}`)).status).toBe(200)
    expect((await list(`?singleEvents=true&syncToken=${await getToken()}`)).status).toBe(400)
  })

  test('takes local times where their zone is named', async () => {
    const { call } = await started()
    const [start, end] = ['10:00:00', '11:00:00'].map((time) => ({
      dateTime: `2026-12-01T${time}`,
      timeZone: 'Europe/Berlin',
    }))
    const created = await call('POST', own, { summary: 'Local', start, end })
    expect([created.status, created.body.start]).toEqual([
      200,
      { dateTime: '2026-12-01T10:00:00+01:00', timeZone: 'Europe/Berlin' },
    ])
    const zoneless = { dateTime: '2026-12-01T10:00:00' }
    expect((await call('POST', own, { summary: 'x', start: zoneless, end: zoneless })).status).toBe(400)
  })

  test('takes no restriction beside a sync token, and no other parameters than those it was made for', async () => {
    const { list, getToken } = await started()
    const token = await getToken()
    for (const other of [
      'timeMin=2026-01-01T00%3A00%3A00Z',
      'q=x',
      'orderBy=updated',
      'iCalUID=x',
      'showDeleted=false',
    ])
      expect((await list(`?syncToken=${token}&${other}`)).status).toBe(400)
    expect((await list(`?syncToken=${token}&singleEvents=true`)).status).toBe(400)
    expect((await list(`?syncToken=${token}&showDeleted=true&maxResults=3`)).status).toBe(200)
    expect((await list(`?singleEvents=true&syncToken=${await getToken('?singleEvents=true')}`)).status).toBe(
      200,
    )
  })

  test('answers 410 for a token that is too old, forgotten, forged, or of another calendar', async () => {
    const { list, getToken, calendars, world, call } = await started()
    const [token, otherCalendar] = [await getToken(), calendars.account.addCalendar({ summary: 'Other' })]
    const elsewhere = await call(
      'GET',
      `/calendars/${encodeURIComponent(otherCalendar.id)}/events?syncToken=${token}`,
    )
    expect([elsewhere.status, reason(elsewhere)]).toEqual([410, 'fullSyncRequired'])
    expect((await list('?syncToken=forged')).status).toBe(410)
    world.faults.arm({ operation: 'calendar.events.list', times: 1, fault: { kind: 'cursor-gone' } })
    expect((await list(`?syncToken=${token}`)).status).toBe(410)
    expect((await list(`?syncToken=${token}`)).status).toBe(200)
    calendars.act({ kind: 'forget-tokens' })
    expect((await list(`?syncToken=${token}`)).status).toBe(410)
    const old = await list('?updatedMin=2020-01-01T00%3A00%3A00Z')
    expect([old.status, reason(old)]).toEqual([410, 'updatedMinTooLongAgo'])
  })

  test('tells what is left out of a living series even when nothing deleted is asked for', async () => {
    const { create, list, calendars } = await started()
    const { id } = await create(weekly)
    calendars.act({ kind: 'cancel-instance', calendar: 'primary', id, original: '2026-11-03T09:00:00' })
    const { items } = (await list()).body
    // Neither its zone nor anything else is promised.
    expect(items[1]).toEqual({
      kind: 'calendar#event',
      etag: expect.any(String),
      id: `${id}_20261103T080000Z`,
      status: 'cancelled',
      recurringEventId: id,
      originalStartTime: { dateTime: '2026-11-03T09:00:00+01:00' },
    })
    calendars.act({ kind: 'delete', calendar: 'primary', id })
    expect((await list()).body.items).toEqual([])
  })

  test('expands series in order of time, nine o’clock staying nine o’clock', async () => {
    const { create, list, calendars } = await started()
    const { id } = await create(weekly)
    calendars.act({
      kind: 'move-instance',
      calendar: 'primary',
      id,
      original: '2026-10-27T09:00:00',
      start: '2026-10-29T10:00:00',
    })
    const { items } = (await list('?singleEvents=true&orderBy=startTime')).body
    expect(items.map(({ start }) => start.dateTime)).toEqual([
      '2026-10-06T09:00:00+02:00',
      '2026-10-13T09:00:00+02:00',
      '2026-10-20T09:00:00+02:00',
      '2026-10-29T10:00:00+01:00',
      '2026-11-03T09:00:00+01:00',
      '2026-11-10T09:00:00+01:00',
      '2026-11-17T09:00:00+01:00',
      '2026-11-24T09:00:00+01:00',
    ])
    expect(items[3]!.originalStartTime.dateTime).toBe('2026-10-27T09:00:00+01:00')
  })

  test('tells times by the clocks of the calendar, whatever the zone of the event', async () => {
    const { create } = await started()
    const { start } = await create({
      ...lunch,
      start: { dateTime: '2026-11-24T09:00:00-05:00', timeZone: 'America/New_York' },
      end: { dateTime: '2026-11-24T10:00:00-05:00', timeZone: 'America/New_York' },
    })
    expect(start).toEqual({ dateTime: '2026-11-24T15:00:00+01:00', timeZone: 'America/New_York' })
  })
})
