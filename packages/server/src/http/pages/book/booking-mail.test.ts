import type { EventObject } from '@plmail/calendar-format'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  type PublicCalendar,
  publicCalendar,
} from '../../../../../server-testing/src/http/pages/public-calendar.ts'
import { bookingVisitor, lines } from '../../../../../server-testing/src/http/pages/book/booking-visitor.ts'

let at: PublicCalendar
beforeEach(async () => {
  at = await publicCalendar()
})
afterEach(() => at[Symbol.asyncDispose]())

const { get, post, book, listSlots, events } = bookingVisitor(() => at)

describe('the mails about a booking', () => {
  const settle = async () => {
    await at.jobs.start()
    const isTold = async () => {
      const rows = await at.db.database.query('select 1 from booking where told_revision < revision')
      return rows.length === 0
    }
    await expect.poll(isTold, { timeout: 20_000 }).toBe(true)
    await at.jobs.stop(1_000)
  }
  const getManage = () =>
    /https:\/\/mail\.test(\/book\/manage\/[\w-]{43})/.exec(at.mails.map(({ text }) => text).join())![1]!

  test('invite who booked, who can then move and cancel by the link in it, which only a POST does', async () => {
    const { token } = await at.page({ settings: { location: 'Room 7' } })
    await book(token, '2026-03-03 09:00:00')
    await settle()
    const [toBooker, toOwner] = at.mails
    expect(toBooker).toMatchObject({
      to: 'ben@else.test',
      subject: 'Confirmed: Talk',
      calendar: { method: 'REQUEST' },
    })
    expect(toBooker!.calendar!.text).toContain('METHOD:REQUEST')
    expect(toBooker!.calendar!.text).toMatch(/ORGANIZER;CN=Ada Lovelace:mailto:ada@example.test/)
    // A stranger chose the address: nothing else of what they wrote goes there.
    expect(`${toBooker!.text}${toBooker!.subject}${toBooker!.calendar!.text}`).not.toMatch(/Ben|About/)
    expect(toBooker!.text).toMatch(/Tuesday,? 3 March 2026.* 04:00/)
    expect(toOwner).toMatchObject({ to: 'ada@example.test', replyTo: 'ben@else.test', calendar: undefined })
    expect(toOwner!.text).toContain('About <b>it</b>')

    const manage = getManage()
    expect(JSON.stringify(await at.db.database.query('select booking::text from booking'))).not.toContain(
      manage.slice(13),
    )
    expect((await get(manage)).body).toContain('Choose another time')
    expect((await get(`${manage}?action=cancel`)).statusCode).toBe(200)
    expect((await events()).map(({ start }) => start)).toEqual([Date.parse('2026-03-03T09:00:00Z')])

    expect(lines(await post(manage, { action: 'move', slot: '2026-03-03 09:30:00' }))).toEqual([
      303,
      `${manage}?moved=1`,
    ])
    expect((await events()).map(({ start }) => start)).toEqual([Date.parse('2026-03-03T09:30:00Z')])
    expect(await listSlots(token)).toContain('2026-03-03 09:00:00')
    expect(lines(await book(token, '2026-03-03 09:00:00'))[1]).toContain('/booked')
    expect(lines(await post(manage, { action: 'move', slot: '2026-03-03 09:00:00' }))).toEqual([
      303,
      `${manage}?taken=1`,
    ])
    expect((await post(manage, { action: 'move', slot: '2026-03-03 03:00:00' })).statusCode).toBe(422)

    expect(lines(await post(manage, { action: 'cancel' }))).toEqual([303, manage])
    expect(await events()).toHaveLength(1)
    expect((await get(manage)).body).toContain('is cancelled')
    expect(lines(await post(manage, { action: 'cancel' }))).toEqual([303, manage])
    const refused = await post(manage, { action: 'move', slot: '2026-03-03 10:00:00' })
    expect([refused.statusCode, refused.body.includes('role="alert"')]).toEqual([422, false])
    expect(refused.body).toMatch(/is cancelled\. To arrange another one with \S.* reply to the email/)
    expect(await listSlots(token)).toContain('2026-03-03 09:30:00')
    at.mails.length = 0
    await settle()
    const cancel = at.mails.find(({ calendar }) => calendar?.method === 'CANCEL')
    expect(cancel?.calendar?.text).toMatch(/METHOD:CANCEL[\s\S]*SEQUENCE:2/)
  })

  test('lead to a page on which two clicks cancel as one does', async () => {
    const { token } = await at.page({})
    await book(token, '2026-03-03 09:00:00')
    await settle()
    const manage = getManage()
    const clicks = await Promise.all([1, 2, 3, 4].map(() => post(manage, { action: 'cancel' })))
    expect(clicks.map(lines)).toEqual(clicks.map(() => [303, manage]))
    const [row] = await at.db.database.query('select revision from booking')
    expect(row).toEqual({ revision: 1 })
  })

  test('tell who booked what the owner did in the calendar: once, with the time that it has now', async () => {
    const { token } = await at.page({})
    await book(token, '2026-03-03 09:00:00')
    await settle()
    const manage = getManage()
    const { userId, personal } = at.owner
    const { bookings } = at.booking
    const list = async () => (await bookings.list(userId, 1))[0]!
    const { id: eventId, event } = (await events())[0]!
    const write = (patch: EventObject) =>
      at.calendars.events.set(userId, personal, {
        create: [],
        update: new Map([[eventId, { patch }]]),
        destroy: [],
      })
    expect(await bookings.follow()).toBe(0)
    at.mails.length = 0

    await write({ start: '2026-03-03T15:00:00', duration: 'PT1H' })
    expect([await bookings.follow(), await bookings.follow()]).toEqual([1, 0])
    await settle()
    const [toBooker, toOwner] = at.mails
    expect(at.mails).toHaveLength(2)
    expect(toBooker).toMatchObject({
      to: 'ben@else.test',
      subject: 'Moved: Talk',
      calendar: { method: 'REQUEST' },
    })
    expect(toBooker!.calendar!.text).toMatch(/METHOD:REQUEST[\s\S]*SEQUENCE:1/)
    expect(toBooker!.calendar!.text).toMatch(/DTSTART[^\r]*:20260303T150000[\s\S]*(DTEND[^\r]*T160000|PT1H)/)
    expect(toOwner!.text).toContain('You have moved “Talk” with Ben')
    // The time that was booked stays taken, and the page that manages it tells the new one.
    expect(await list()).toMatchObject({
      startsAt: new Date('2026-03-03T14:00:00Z'),
      claimedAt: new Date('2026-03-03T09:00:00Z'),
    })
    expect(await listSlots(token)).not.toContain('2026-03-03 09:00:00')
    expect(await listSlots(token)).not.toContain('2026-03-03 14:30:00')

    // Moved by who booked, it is where it was booked again.
    await post(manage, { action: 'move', slot: '2026-03-03 10:00:00' })
    expect(await list()).toMatchObject({
      startsAt: new Date('2026-03-03T10:00:00Z'),
      claimedAt: new Date('2026-03-03T10:00:00Z'),
    })
    await settle()

    // An event that comes back before anybody was told is nobody's news.
    const destroy = () =>
      at.calendars.events.set(userId, personal, { create: [], update: new Map(), destroy: [eventId] })
    const gone = await destroy()
    expect(await list()).toMatchObject({ state: 'removed' })
    expect(gone === 'state-mismatch' ? undefined : gone.journalId).toBeDefined()
    if (gone !== 'state-mismatch') await at.calendars.undo(userId, gone.journalId!)
    at.mails.length = 0
    await bookings.follow()
    expect(await list()).toMatchObject({ state: 'confirmed', eventId })
    await destroy()
    expect(await bookings.follow()).toBe(0)
    at.clock.advance(5 * 60_000)
    expect([await bookings.follow(), await bookings.follow()]).toEqual([1, 0])
    await settle()
    const cancel = at.mails.find(({ calendar }) => calendar?.method === 'CANCEL')
    expect(cancel).toMatchObject({ to: 'ben@else.test', subject: 'Cancelled: Talk' })
    expect(cancel!.calendar!.text).toContain(`UID:${String(event['uid'])}`)
    expect(cancel!.calendar!.text).toContain('SEQUENCE:3')
    expect(await list()).toMatchObject({ state: 'cancelled', cancelledBy: 'owner' })
    expect((await get(manage)).body).toContain('is cancelled')
  })

  test('say nothing when the whole calendar is gone: what stands in it may stand where it came from', async () => {
    const { token } = await at.page({ destinationId: await at.calendar('Elsewhere') })
    await book(token, '2026-03-03 09:00:00')
    await settle()
    at.mails.length = 0
    await at.db.database.query(`delete from calendar where name = 'Elsewhere'`)
    await at.booking.bookings.follow()
    at.clock.advance(3_600_000)
    expect(await at.booking.bookings.follow()).toBe(0)
    expect(await at.booking.bookings.list(at.owner.userId, 1)).toMatchObject([{ state: 'removed' }])
  })

  test('that cannot be sent undo no booking, and are tried again', async () => {
    at.turn.mailFails = true
    const { token } = await at.page({})
    expect((await book(token, '2026-03-03 09:00:00')).statusCode).toBe(303)
    await at.jobs.start()
    await expect
      .poll(() => at.db.database.query('select from job where attempts > 0'), {
        timeout: 20_000,
      })
      .toHaveLength(1)
    await at.jobs.stop(1_000)
    expect(await events()).toHaveLength(1)
    expect(at.mails).toEqual([])
  })
})
