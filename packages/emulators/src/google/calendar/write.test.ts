import { describe, expect, test } from 'vitest'
import { lunch, own, startCalendarForTest, weekly, type Called } from './calendar-for-tests.ts'

const reason = ({ body }: Called): string => body.error.errors[0]!.reason

describe('writing events', () => {
  test('takes an id once', async () => {
    const { call } = await startCalendarForTest()
    const event = { ...lunch, id: 'abcde01234' }
    expect((await call('POST', own, event)).body.id).toBe('abcde01234')
    const again = await call('POST', own, event)
    expect([again.status, reason(again)]).toEqual([409, 'duplicate'])
    expect((await call('POST', own, { ...lunch, id: 'xyz' })).status).toBe(400)
    expect((await call('POST', own, { ...event, id: 'fghij', iCalUID: 'a@b' })).status).toBe(400)
  })

  test('writes nothing over another version', async () => {
    const { call } = await startCalendarForTest()
    const { body } = await call('POST', own, lunch)
    const address = `${own}/${body.id}`
    const changed = await call('PATCH', address, { summary: 'A' }, { 'if-match': body.etag })
    expect(changed.status).toBe(200)
    for (const method of ['PATCH', 'PUT', 'DELETE']) {
      const late = await call(method, address, method === 'DELETE' ? undefined : lunch, {
        'if-match': body.etag,
      })
      expect([late.status, reason(late)]).toEqual([412, 'conditionNotMet'])
    }
    expect((await call('DELETE', address, undefined, { 'if-match': changed.body.etag })).status).toBe(204)
    const twice = await call('DELETE', address)
    expect([twice.status, reason(twice)]).toEqual([410, 'deleted'])
    expect((await call('GET', address)).body).toMatchObject({ status: 'cancelled' })
  })

  test('merges what is patched and replaces lists; null takes away', async () => {
    const { call, world } = await startCalendarForTest()
    const extendedProperties = { private: { a: '1', b: '2' } }
    const attendees = [{ email: 'bo@example.test' }, { email: 'cy@elsewhere.test' }]
    const { body } = await call('POST', own, { ...lunch, location: 'Here', extendedProperties, attendees })
    const patch = {
      location: null,
      extendedProperties: { private: { b: '3' } },
      attendees: attendees.slice(1),
    }
    const patched = (await call('PATCH', `${own}/${body.id}`, patch)).body
    expect(patched).toMatchObject({ extendedProperties: { private: { a: '1', b: '3' } } })
    expect(patched).not.toHaveProperty('location')
    expect(patched.attendees.map(({ email }) => email)).toEqual(['cy@elsewhere.test'])
    const put = (await call('PUT', `${own}/${body.id}`, lunch)).body
    expect(put).not.toHaveProperty('extendedProperties')
    const day = { start: { date: '2026-11-24', dateTime: null }, end: { date: '2026-11-25', dateTime: null } }
    expect((await call('PATCH', `${own}/${body.id}`, day)).body.start).toEqual({ date: '2026-11-24' })
    expect(world.requests.problems()).toEqual([])
  })

  test.each([
    ['no end', { ...lunch, end: undefined }, 'required'],
    ['an end before the start', { ...lunch, end: lunch.start, start: lunch.end }, 'timeRangeEmpty'],
    ['a series without a zone', { ...weekly, start: { dateTime: weekly.start.dateTime } }, 'required'],
    [
      'UNTIL by the clocks of nowhere',
      { ...weekly, recurrence: ['RRULE:FREQ=DAILY;UNTIL=20261224T090000'] },
      'invalid',
    ],
    ['a start among the rules', { ...weekly, recurrence: ['DTSTART:20261006T090000Z'] }, 'invalid'],
    [
      'six reminders',
      {
        ...lunch,
        reminders: { overrides: Array.from({ length: 6 }, () => ({ method: 'popup', minutes: 1 })) },
      },
      'invalid',
    ],
    ['an attendee without address', { ...lunch, attendees: [{ email: 'nobody' }] }, 'invalid'],
    ['what only Google makes', { ...lunch, eventType: 'fromGmail' }, 'invalid'],
  ])('refuses %s', async (_name, event, expected) => {
    const { call } = await startCalendarForTest()
    const refused = await call('POST', own, event)
    expect([refused.status, reason(refused)]).toEqual([400, expected])
  })

  test('changes and leaves out single occurrences, and lets the others follow their series', async () => {
    const { call } = await startCalendarForTest()
    const { body: series } = await call('POST', own, weekly)
    const second = `${own}/${series.id}_20261013T070000Z`
    await call('PATCH', second, { location: 'Garden' })
    await call('PATCH', `${own}/${series.id}_20261103T080000Z`, { status: 'cancelled' })
    await call('PATCH', `${own}/${series.id}`, { summary: 'Sitdown' })
    expect((await call('GET', second)).body).toMatchObject({ summary: 'Sitdown', location: 'Garden' })
    expect((await call('GET', `${own}/${series.id}_20261014T070000Z`)).status).toBe(404)
    const all = (await call('GET', `${own}/${series.id}/instances`)).body.items
    expect(all).toHaveLength(7)
    const third = '2026-10-20T09%3A00%3A00%2B02%3A00'
    const replies = (await call('GET', `${own}/${series.id}/instances?originalStart=${third}`)).body.items
    expect(replies.map(({ id }) => id)).toEqual([`${series.id}_20261020T070000Z`])
  })

  test('moves between calendars and leaves a stub behind', async () => {
    const { call, calendars } = await startCalendarForTest()
    const other = encodeURIComponent(calendars.account.addCalendar({ summary: 'Other' }).id)
    const { body } = await call('POST', own, lunch)
    expect((await call('POST', `${own}/${body.id}/move?destination=${other}`)).body.id).toBe(body.id)
    expect((await call('GET', `${own}/${body.id}`)).body.status).toBe('cancelled')
    expect((await call('GET', `/calendars/${other}/events/${body.id}`)).body.status).toBe('confirmed')
  })

  test('remembers who would have been told', async () => {
    const { call, calendars } = await startCalendarForTest()
    const attendees = [{ email: 'bo@example.test' }, { email: 'cy@elsewhere.test' }]
    const { body } = await call('POST', `${own}?sendUpdates=externalOnly`, { ...lunch, attendees })
    await call('PATCH', `${own}/${body.id}?sendUpdates=none`, { summary: 'A' })
    await call('DELETE', `${own}/${body.id}?sendUpdates=all`)
    expect(calendars.truth().notices.map(({ what, recipients }) => [what, recipients])).toEqual([
      ['created', ['cy@elsewhere.test']],
      ['updated', []],
      ['cancelled', ['bo@example.test', 'cy@elsewhere.test']],
    ])
  })

  test('leaves to an invited person their answer and their own settings', async () => {
    const { call, calendars } = await startCalendarForTest()
    const event = { ...lunch, attendees: [{ email: 'cy@elsewhere.test' }] }
    const id =
      calendars.act({ kind: 'invite', calendar: 'primary', organizer: 'bo@elsewhere.test', event }) ?? ''
    const refused = await call('PATCH', `${own}/${id}`, { summary: 'Mine' })
    expect([refused.status, reason(refused)]).toEqual([403, 'forbiddenForNonOrganizer'])
    const attendees = [{ email: 'ada@example.test', responseStatus: 'accepted' }]
    const answered = await call('PATCH', `${own}/${id}`, { attendees, attendeesOmitted: true })
    expect(answered.body.attendees.map(({ responseStatus }) => responseStatus)).toEqual([
      'accepted',
      'accepted',
      'needsAction',
    ])
    calendars.act({ kind: 'rsvp', calendar: 'primary', id, email: 'cy@elsewhere.test', answer: 'declined' })
    expect((await call('GET', `${own}/${id}`)).body.attendees[2]).toMatchObject({
      responseStatus: 'declined',
    })
  })

  test('has a conference ready a moment later, and only for who asks for it', async () => {
    const { call, world } = await startCalendarForTest()
    const conferenceData = {
      createRequest: { requestId: 'r1', conferenceSolutionKey: { type: 'hangoutsMeet' } },
    }
    const event = { ...lunch, id: 'abcde', conferenceData }
    const { body } = await call('POST', `${own}?conferenceDataVersion=1`, event)
    expect(body.conferenceData.createRequest.status.statusCode).toBe('pending')
    await world.clock.advance(1_000)
    expect((await call('GET', `${own}/abcde`)).body).toMatchObject({
      hangoutLink: expect.stringMatching(/^https:\/\/meet/),
    })
    expect((await call('POST', own, { ...event, id: 'fghij' })).body).not.toHaveProperty('conferenceData')
  })

  test('splits a series as its owner would, and loses no occurrence', async () => {
    const { call, calendars } = await startCalendarForTest()
    const { body } = await call('POST', own, weekly)
    const patch = { summary: 'From now on' }
    calendars.act({ kind: 'split', calendar: 'primary', id: body.id, original: '2026-10-27T09:00:00', patch })
    const { items } = (await call('GET', `${own}?singleEvents=true`)).body
    expect(items.map(({ summary }) => summary)).toEqual([
      ...Array<string>(3).fill('Standup'),
      ...Array<string>(5).fill('From now on'),
    ])
  })
})

describe('importing somebody’s meeting', () => {
  const meeting = {
    ...lunch,
    iCalUID: 'tea@corp.test',
    sequence: 2,
    organizer: { email: 'boss@corp.test' },
    attendees: [{ email: 'ada@example.test', responseStatus: 'accepted' }],
  }

  test('keeps its organizer and tells nobody, and again it is the same event', async () => {
    const { call, calendars } = await startCalendarForTest()
    const { body } = await call('POST', `${own}/import`, meeting)
    expect(body).toMatchObject({ organizer: { email: 'boss@corp.test' }, iCalUID: 'tea@corp.test' })
    expect((await call('POST', `${own}/import`, { ...meeting, summary: 'Tea' })).body.id).toBe(body.id)
    expect(calendars.truth().notices).toEqual([])
    expect((await call('POST', own, meeting)).body).toMatchObject({ organizer: { self: true } })
  })

  test('is refused to who takes no part in it, without a uid, and an older revision', async () => {
    const { call } = await startCalendarForTest()
    const refusal = async (event: object) => {
      const { status, body } = await call('POST', `${own}/import`, event)
      return [status, body.error.errors[0]!.reason]
    }
    const others = [{ email: 'bo@corp.test' }]
    expect(await refusal({ ...meeting, attendees: others })).toEqual([
      400,
      'participantIsNeitherOrganizerNorAttendee',
    ])
    expect(await refusal({ ...meeting, iCalUID: undefined })).toEqual([400, 'required'])
    await call('POST', `${own}/import`, meeting)
    expect(await refusal({ ...meeting, sequence: 1 })).toEqual([400, 'invalid'])
  })
})
