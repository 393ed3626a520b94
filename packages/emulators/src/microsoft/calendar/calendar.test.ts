import { describe, expect, test } from 'vitest'
import { getGraph, segment, startForTest, getToken } from '../microsoft-for-tests.ts'

const berlin = 'W. Europe Standard Time'
const at = (dateTime: string, timeZone = berlin) => ({ dateTime, timeZone })
const standup = {
  subject: 'Standup',
  start: at('2026-10-06T09:00:00'),
  end: at('2026-10-06T09:30:00'),
  recurrence: {
    pattern: { type: 'weekly', interval: 1, daysOfWeek: ['tuesday'], firstDayOfWeek: 'monday' },
    range: {
      type: 'numbered',
      startDate: '2026-10-06',
      numberOfOccurrences: 8,
      recurrenceTimeZone: berlin,
    },
  },
}
const autumn = 'startDateTime=2026-10-01T00:00:00Z&endDateTime=2026-12-31T00:00:00Z'

describe('An emulated calendar', () => {
  test('gives a series its hour on either side of the change of clocks', async () => {
    const { graph } = await startForTest()
    const { body } = await graph('/me/events', { body: standup })
    const { value } = await graph.pages(`/me/events/${segment(body.id)}/instances?${autumn}`)
    expect(value.map((item) => item.start.dateTime.slice(0, 16))).toEqual([
      '2026-10-06T07:00',
      '2026-10-13T07:00',
      '2026-10-20T07:00',
      '2026-10-27T08:00',
      '2026-11-03T08:00',
      '2026-11-10T08:00',
      '2026-11-17T08:00',
      '2026-11-24T08:00',
    ])
    expect(new Set(value.map((item) => item.iCalUId)).size).toBe(8)
    const local = await graph(`/me/events/${segment(body.id)}?$select=start`, {
      headers: { Prefer: `outlook.timezone="${berlin}"` },
    })
    expect(local.body.start).toEqual({ dateTime: '2026-10-06T09:00:00.0000000', timeZone: berlin })
    expect(local.headers.get('preference-applied')).toContain(`outlook.timezone="${berlin}"`)
  })

  test('keeps what is special about single occurrences with the series', async () => {
    const { ada, graph } = await startForTest()
    const { body } = await graph('/me/events', { body: standup })
    const { value } = await graph.pages(`/me/events/${segment(body.id)}/instances?${autumn}`)
    const [first, second] = value
    const moved = { start: at('2026-10-07T10:00:00'), end: at('2026-10-07T10:30:00') }
    expect(
      (await graph(`/me/events/${segment(first.id)}`, { method: 'PATCH', body: moved })).body,
    ).toMatchObject({
      type: 'exception',
      seriesMasterId: body.id,
      originalStart: '2026-10-06T07:00:00Z',
      start: { dateTime: '2026-10-07T08:00:00.0000000' },
    })
    expect((await graph(`/me/events/${segment(second.id)}`, { method: 'DELETE' })).status).toBe(204)
    const query = '$select=subject,cancelledOccurrences&$expand=exceptionOccurrences'
    const { body: master } = await graph(`/me/events/${segment(body.id)}?${query}`)
    expect(master.cancelledOccurrences).toEqual([`OID.${body.id}.2026-10-13`])
    expect(
      master.exceptionOccurrences.map((exceptionOccurrence: { id: string }) => exceptionOccurrence.id),
    ).toEqual([first.id])
    // Other times make other occurrences.
    const later = { start: at('2026-10-06T11:00:00'), end: at('2026-10-06T11:30:00') }
    await graph(`/me/events/${segment(body.id)}`, { method: 'PATCH', body: later })
    expect((await graph(`/me/events/${segment(first.id)}`)).status).toBe(404)
    expect(ada.calendars.truth().events[0]).toMatchObject({ exceptions: {}, cancelled: [] })
  })

  test('takes one event of one transaction, however often it is sent', async () => {
    const { ada, graph } = await startForTest()
    for (const transactionId of ['a', 'b', 'c', 'd']) {
      const body = { ...standup, transactionId }
      const [first, again] = [await graph('/me/events', { body }), await graph('/me/events', { body })]
      expect(first.status).toBe(201)
      const refused = { error: { code: 'ErrorDuplicateTransactionId' } }
      expect(again.body).toMatchObject(again.status === 409 ? refused : { id: first.body.id })
    }
    expect(ada.calendars.truth().events).toHaveLength(4)
  })

  test('knows some transactions of events that are gone', async () => {
    const { graph } = await startForTest()
    const statuses = new Set<number>()
    for (const transactionId of ['a', 'b', 'c', 'd', 'e', 'f']) {
      const first = await graph('/me/events', { body: { ...standup, transactionId } })
      await graph(`/me/events/${segment(first.body.id)}`, { method: 'DELETE' })
      statuses.add((await graph('/me/events', { body: { ...standup, transactionId } })).status)
    }
    expect([...statuses].toSorted()).toEqual([201, 409])
  })

  test('writes nothing over what it did not show', async () => {
    const { graph } = await startForTest()
    const { body } = await graph('/me/events', { body: standup })
    const path = `/me/events/${segment(body.id)}`
    const headers = { 'if-match': body['@odata.etag'] }
    expect((await graph(path, { method: 'PATCH', headers, body: { subject: 'One' } })).status).toBe(200)
    const late = await graph(path, { method: 'PATCH', headers, body: { subject: 'Two' } })
    expect([late.status, late.body.error.code]).toEqual([412, 'ErrorIrresolvableConflict'])
    expect((await graph(path, { method: 'DELETE', headers })).status).toBe(412)
  })

  test('tells everybody invited, asked to or not', async () => {
    const { ada, graph } = await startForTest()
    const attendees = [{ emailAddress: { address: 'grace@example.test' }, type: 'required' }]
    const { body } = await graph('/me/events', { body: { ...standup, attendees } })
    const path = `/me/events/${segment(body.id)}`
    await graph(path, { method: 'PATCH', body: { subject: 'Stand up' } })
    ada.calendars.act({
      kind: 'answer',
      id: ada.calendars.truth().events[0]?.id ?? '',
      attendee: 'grace@example.test',
      response: 'accepted',
    })
    const { attendees: answered } = (await graph(path)).body
    expect(answered).toMatchObject([{ status: { response: 'accepted' } }])
    await graph(path, { method: 'PATCH', body: { attendees } })
    expect((await graph(path)).body.attendees).toMatchObject([{ status: { response: 'accepted' } }])
    await graph(path, { method: 'DELETE' })
    expect(ada.calendars.truth().told.map(({ kind }) => kind)).toEqual([
      'request',
      'request',
      'request',
      'cancel',
    ])
  })

  test('answers invitations, and lets what is declined go', async () => {
    const { ada, graph } = await startForTest()
    const organizer = { emailAddress: { name: 'Grace', address: 'grace@example.test' } }
    const attendees = [
      {
        type: 'required',
        status: { response: 'none', time: '0001-01-01T00:00:00Z' },
        emailAddress: { address: ada.email, name: 'Ada' },
      },
    ]
    ada.calendars.put({ ...standup, organizer, attendees }, { isOrganizer: false })
    const [invited] = (await graph.pages('/me/events')).value
    const path = `/me/events/${segment(invited.id)}`
    expect((await graph(`${path}/accept`, { body: { comment: 'Gladly', sendResponse: true } })).status).toBe(
      202,
    )
    expect((await graph(path)).body).toMatchObject({
      responseStatus: { response: 'accepted' },
      attendees: [{ status: { response: 'accepted' } }],
    })
    expect(ada.calendars.truth().told).toMatchObject([
      { kind: 'reply', to: ['grace@example.test'], comment: 'Gladly' },
    ])
    expect((await graph(`${path}/decline`, { body: {} })).status).toBe(202)
    expect((await graph(path)).status).toBe(404)
    const { body: own } = await graph('/me/events', { body: standup })
    expect((await graph(`/me/events/${segment(own.id)}/accept`, { body: {} })).status).toBe(400)
  })

  test('refuses what Graph refuses', async () => {
    const { world, ada, microsoft, graph } = await startForTest()
    const status = async (body: object, path = '/me/events') => (await graph(path, { body })).status
    expect(await status({ ...standup, start: at('2026-10-06T09:00:00', 'Nowhere Standard Time') })).toBe(400)
    expect(await status({ ...standup, isAllDay: true })).toBe(400)
    expect(
      await status({ ...standup, recurrence: { ...standup.recurrence, range: { type: 'noEnd' } } }),
    ).toBe(400)
    expect((await graph('/me/calendarView')).status).toBe(400)
    expect((await graph('/me/calendars/nonsense')).status).toBe(400)
    const shared = ada.calendars.add({ name: 'Team', canEdit: false })
    expect(await status(standup, `/me/calendars/${segment(shared)}/events`)).toBe(403)
    // Consents add up: whoever agreed to calendars once has them in every token.
    const withScope = async (email: string, scope: string) => {
      microsoft.addAccount(email, { deltaNoise: 0 })
      return getGraph(microsoft, await getToken(microsoft, email, `openid offline_access ${scope}`))
    }
    const mailOnly = await withScope('mail@contoso.test', 'Mail.ReadWrite')
    expect((await mailOnly('/me/calendars')).body.error.code).toBe('ErrorAccessDenied')
    const subscription = {
      resource: 'me/events',
      changeType: 'updated',
      notificationUrl: 'http://127.0.0.1:1/',
      expirationDateTime: '2026-11-22T00:00:00Z',
    }
    expect((await mailOnly('/subscriptions', { body: subscription })).status).toBe(403)
    const reader = await withScope('reader@contoso.test', 'Calendars.Read')
    expect((await reader('/me/calendars')).status).toBe(200)
    expect((await reader('/me/events', { body: standup })).status).toBe(403)
    world.requests.clear()
  })

  test('shows whole days as dates, meetings with their link, and who is busy when', async () => {
    const { graph, ada } = await startForTest()
    const days = {
      subject: 'Fair',
      isAllDay: true,
      showAs: 'free',
      start: at('2026-11-24T00:00:00'),
      end: at('2026-11-26T00:00:00'),
    }
    expect((await graph('/me/events', { body: days })).body).toMatchObject({
      start: at('2026-11-24T00:00:00.0000000', 'UTC'),
      end: at('2026-11-26T00:00:00.0000000', 'UTC'),
      originalStartTimeZone: berlin,
    })
    const call = {
      ...days,
      isAllDay: false,
      showAs: 'busy',
      isOnlineMeeting: true,
      start: at('2026-11-24T10:00:00'),
      end: at('2026-11-24T11:00:00'),
    }
    const { body } = await graph('/me/events', { body: call })
    expect(body.onlineMeeting.joinUrl).toMatch(/^https:\/\/teams\.microsoft\.com\//)
    expect(body.body.content).toContain(body.onlineMeeting.joinUrl)
    const asked = {
      schedules: [ada.email, 'who@elsewhere.test'],
      startTime: at('2026-11-24T00:00:00'),
      endTime: at('2026-11-25T00:00:00'),
    }
    const { value } = (await graph('/me/calendar/getSchedule', { body: asked })).body
    expect(value[0].scheduleItems).toMatchObject([
      { status: 'free' },
      { status: 'busy', start: at('2026-11-24T09:00:00.0000000', 'UTC') },
    ])
    expect(value[1].error.responseCode).toBe('ErrorMailRecipientNotFound')
  })

  test('lists calendars, and forgets one with its events', async () => {
    const { graph, ada } = await startForTest()
    const trips = ada.calendars.add({ name: 'Trips', hexColor: '#e67c73' })
    ada.calendars.put(standup, { calendar: trips })
    const { value } = await graph.pages('/me/calendars?$select=name,hexColor,canEdit,isDefaultCalendar')
    expect(value).toMatchObject([
      { name: 'Calendar', isDefaultCalendar: true },
      { id: trips, name: 'Trips', hexColor: '#e67c73', isDefaultCalendar: false },
    ])
    ada.calendars.act({ kind: 'remove-calendar', calendar: trips })
    expect((await graph(`/me/calendars/${segment(trips)}`)).status).toBe(404)
    expect(ada.calendars.truth().events).toEqual([])
  })
})
