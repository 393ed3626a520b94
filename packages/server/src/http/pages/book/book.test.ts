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

const { get, post, book, listSlots, own, events, someone } = bookingVisitor(() => at)

describe('booking', () => {
  test('writes event and booking in one, tells the outbox, and goes on by GET', async () => {
    const { token } = await at.page({ settings: { location: 'Room 7' } })
    const slot = '2026-03-03 09:00:00'
    expect(await listSlots(token)).toContain(slot)
    expect(lines(await book(token, slot))).toEqual([303, `/book/${token}/booked`])
    const [taking] = await events()
    expect(taking?.event).toMatchObject({
      title: 'Talk — Ben',
      start: '2026-03-03T10:00:00',
      timeZone: 'Europe/Berlin',
      duration: 'PT30M',
      privacy: 'private',
      status: 'confirmed',
      description: 'Booked by Ben <ben@else.test>\n\nAbout <b>it</b>',
    })
    expect(taking?.event).not.toHaveProperty('participants')
    expect((await at.calendars.events.get(at.owner.personal, [taking!.id]))[0]?.source).toBe('booking')
    expect(at.intents).toMatchObject([{ eventId: taking!.id, before: undefined }])
    expect(await at.calendars.notifications.list(at.owner.personal, null)).toMatchObject([
      {
        type: 'created',
        via: 'booking',
        name: 'Ben',
        email: 'ben@else.test',
        comment: 'About <b>it</b>',
        eventId: taking!.id,
        event: { title: 'Talk — Ben' },
        patch: null,
        journalId: null,
      },
    ])
    expect(await at.booking.bookings.list(at.owner.userId, 10)).toMatchObject([
      { pageName: 'Talk', state: 'confirmed', startsAt: new Date('2026-03-03T09:00:00Z'), name: 'Ben' },
    ])
    // Whoever only has the page's address learns nothing.
    const page = await get(`/book/${token}/booked`)
    expect([page.statusCode, /Ben|ben@|04:00|09:00|10:00/.test(page.body)]).toEqual([200, false])
    expect(await listSlots(token)).not.toContain(slot)
    expect(lines(await book(token, slot))).toEqual([303, `/book/${token}?taken=1&tz=America%2FNew_York`])
    expect((await get(`/book/${token}?taken=1`)).body).toContain('just been taken')
  })

  test('names the event by the longest names that a page and whoever books may have', async () => {
    const [pageName, name] = ['p'.repeat(120), 'b'.repeat(120)]
    const { token } = await at.page({ name: pageName })
    const [slot] = await listSlots(token)
    expect((await post(`/book/${token}`, { ...someone, slot: slot ?? '', name })).statusCode).toBe(303)
    const [taking] = await events()
    expect(taking?.event['title']).toBe(`${pageName} — ${name}`)
  })

  test('takes a slot as ISO 8601 too, and refuses what is none, is not offered, or comes with bad fields', async () => {
    const { token } = await at.page({})
    const refused = async (fields: Record<string, string>, field: string) => {
      const answer = await post(`/book/${token}`, { ...someone, slot: '2026-03-03 09:00:00', ...fields })
      expect(answer.statusCode).toBe(422)
      expect(answer.body).toContain(`id="${field}-problem"`)
      // The page opens where there is something to mend, or says it on top.
      const focused = /id="(\w+)"[^>]*autofocus/.exec(answer.body)?.[1]
      expect([focused, answer.body.includes('role="alert"')]).toEqual(
        field === 'slot' ? [undefined, true] : [field, false],
      )
      return answer.body
    }
    for (const slot of [
      '',
      'soon',
      '2026-03-03 09:10:00',
      '2026-03-02 08:30:00',
      '2026-03-03 03:00:00',
      '2030-03-05 09:00:00',
    ])
      await refused({ slot }, 'slot')
    expect(await refused({ name: ' ' }, 'name')).toContain('value="ben@else.test"')
    await refused({ name: 'x'.repeat(121) }, 'name')
    for (const email of [
      '',
      'ben',
      'ben@else',
      'a b@c.de',
      'x@y.z,w@y.z',
      '<x@y.z>',
      `${'x'.repeat(250)}@y.test`,
    ])
      await refused({ email }, 'email')
    expect(
      (await post(`/book/${token}`, { ...someone, slot: '2026-03-03 09:00:00', note: 'x'.repeat(2_001) }))
        .statusCode,
    ).toBe(422)
    expect(await events()).toEqual([])
    expect((await book(token, '2026-03-03T10:00:00+01:00')).statusCode).toBe(303)
  })

  test('is refused to what fills in a field that nobody sees, and the form comes back with the rest', async () => {
    const { token } = await at.page({})
    const { body } = await get(`/book/${token}`)
    expect(body).toMatch(/<div class="unseen" aria-hidden="true">[\s\S]*name="website"[\s\S]*tabindex="-1"/)
    const fields = { ...someone, slot: '2026-03-03 09:00:00', website: 'https://spam.test' }
    const answer = await post(`/book/${token}`, fields)
    expect([answer.statusCode, await events()]).toEqual([422, []])
    expect(answer.body).toContain('value="ben@else.test"')
    expect(answer.body).not.toContain('spam.test')
    expect((await post(`/book/${token}`, { ...fields, website: '' })).statusCode).toBe(303)
  })

  test('is refused to the seventh attempt within an hour, whatever became of the others; looking is not', async () => {
    const { token } = await at.page({})
    for (let index = 0; index < 6; index += 1)
      expect((await book(token, 'nothing', '198.51.100.1')).statusCode).toBe(422)
    const answer = await book(token, '2026-03-03 09:00:00', '198.51.100.1')
    expect([answer.statusCode, Number(answer.headers['retry-after'])]).toEqual([429, 3600])
    expect(answer.body).toContain('value="Ben"')
    expect((await get(`/book/${token}`)).statusCode).toBe(200)
    expect((await book(token, '2026-03-03 09:00:00', '198.51.100.2')).statusCode).toBe(303)
    at.clock.advance(3_600_000)
    expect((await book(token, '2026-03-03 10:00:00', '198.51.100.1')).statusCode).toBe(303)
  })

  test('by sixteen at once on two pages of one owner gives each time once, and leaves no event without a booking', async () => {
    const settings = { hours: [{ weekday: 2, from: 540, to: 720 }] }
    const pages = [
      await at.page({ settings: { ...settings, slotMinutes: 30 } }),
      await at.page({ name: 'Long', settings: { ...settings, slotMinutes: 45 } }),
    ]
    const choices = (await Promise.all(pages.map(({ token }) => listSlots(token)))).map((all) =>
      all.slice(0, 4),
    )
    const answers = await Promise.all(
      Array.from({ length: 16 }, async (_, index) => {
        const page = index % 2
        return book(pages[page]!.token, choices[page]![Math.floor(index / 2) % 2]!)
      }),
    )
    const won = answers.filter(({ headers }) => String(headers['location']).includes('/booked?booking='))
    const lost = answers.filter(({ headers }) => String(headers['location']).includes('?taken=1'))
    expect([answers.every(({ statusCode }) => statusCode === 303), won.length + lost.length]).toEqual([
      true,
      16,
    ])
    const bookings = (await at.booking.bookings.list(at.owner.userId, 100)).toReversed()
    const takings = await events()
    // Each of the four times was wanted by four: one of them has it, or nobody, where it overlaps one that somebody has.
    const getInstant = (slot: string) => Date.parse(`${slot.replace(' ', 'T')}Z`)
    for (const [page, minutes] of [30, 45].entries())
      for (const slot of choices[page]!.slice(0, 2)) {
        const [from, to] = [getInstant(slot), getInstant(slot) + minutes * 60_000]
        const touching = bookings.filter(({ startsAt, endsAt }) => +startsAt < to && +endsAt > from)
        const exact = touching.filter(({ startsAt, endsAt }) => +startsAt === from && +endsAt === to)
        expect({ slot, minutes, exact: exact.length <= 1, isGone: touching.length > 0 }).toEqual({
          slot,
          minutes,
          exact: true,
          isGone: true,
        })
        expect(await listSlots(pages[page]!.token)).not.toContain(slot)
      }
    expect(bookings).toHaveLength(won.length)
    expect(won.length).toBeGreaterThan(0)
    expect(takings.map(({ id }) => id).sort()).toEqual(bookings.map(({ eventId }) => eventId).sort())
    for (const [index, { startsAt }] of bookings.slice(1).entries())
      expect(startsAt.getTime()).toBeGreaterThanOrEqual(bookings[index]!.endsAt.getTime())
  })

  test('of one hour by fifty on two pages: one has it, the rest are sent back', async () => {
    const pages = [await at.page({}), await at.page({})]
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => book(pages[index % 2]!.token, '2026-03-03 09:00:00')),
    )
    const addresses = answers.map(({ headers }) => String(headers['location']))
    expect(addresses.filter((address) => address.includes('/booked?booking='))).toHaveLength(1)
    expect(addresses.filter((address) => address.includes('?taken=1'))).toHaveLength(49)
    expect(await events()).toHaveLength(1)
  })
})

describe('the guards of the table', () => {
  test('refuse a second booking of a time whatever the program believed, and leave nothing of it', async () => {
    const { id, token } = await at.page({})
    await book(token, '2026-03-03 09:00:00')
    const again = (startsAt: string, pageId: number | null) =>
      at.db.database.query(
        `insert into booking (user_id, booking_page_id, page_name, event_account_id, event_id, starts_at, ends_at, name,
           email, note, time_zone, language, manage_digest, manage_nonce, created_at)
         select user_id, $2, page_name, event_account_id, (select max(id) from calendar_event), $1, $1::timestamptz + interval '45 min', name, email,
           note, time_zone, language, repeat('b', 64), manage_nonce, created_at from booking limit 1`,
        [startsAt, pageId],
      )
    await at.event(await own(), { start: '2026-03-09T10:00:00' })
    await expect(again('2026-03-03T09:00:00Z', id)).rejects.toMatchObject({
      constraint: expect.stringMatching(/uniq_calendar_booking_page_start|booking_of_owner/),
    })
    await expect(again('2026-03-03T08:30:00Z', null)).rejects.toMatchObject({
      constraint: 'booking_of_owner',
    })
    await at.db.database.query('update booking set cancelled_at = now()')
    await expect(again('2026-03-03T08:30:00Z', null)).resolves.toBeDefined()
  })
})

describe('the provider', () => {
  test('is asked right before a booking, and is believed when it says that the time is gone', async () => {
    const { token } = await at.page({})
    const asked: unknown[] = []
    at.turn.freshBusy = async (_userId, calendarIds, from, to) => {
      asked.push([calendarIds, from, to])
      return [{ from: new Date('2026-03-03T09:15:00Z'), to: new Date('2026-03-03T09:20:00Z') }]
    }
    expect(lines(await book(token, '2026-03-03 09:00:00'))[1]).toContain('?taken=1')
    expect(asked).toEqual([
      [[await own()], new Date('2026-03-03T09:00:00Z'), new Date('2026-03-03T09:30:00Z')],
    ])
    expect(await events()).toEqual([])
    expect(lines(await book(token, '2026-03-03 10:00:00'))[1]).toContain('/booked')
  })
})

describe('an address', () => {
  test('that is unknown, of a closed page, or none at all is answered alike, to GET and POST', async () => {
    const { token } = await at.page({ isEnabled: false })
    const unknown = 'A'.repeat(43)
    const paths = [token, unknown, unknown.slice(1), `${unknown}A`, `${unknown}/else`, `${unknown}/booked`]
    const more = [...paths, `manage/${unknown}`, `manage/${token}`, 'manage', 'manage/x', '']
    for (const path of more) {
      const answers = [await get(`/book/${path}`), await book(path, '2026-03-03 09:00:00')]
      for (const answer of answers) {
        expect([answer.statusCode, answer.body]).toEqual([404, (await get('/book/none')).body])
        expect(answer.headers).toMatchObject({
          'x-robots-tag': 'noindex, nofollow',
          'referrer-policy': 'no-referrer',
          'cache-control': 'no-store',
        })
        expect(answer.headers['set-cookie']).toBeUndefined()
      }
    }
  })
})

describe('the owner', () => {
  test('cancels a booking from the list, which frees the time; deleting its event does too', async () => {
    const { token } = await at.page({})
    await book(token, '2026-03-03 09:00:00')
    await book(token, '2026-03-03 10:00:00')
    const { userId, personal } = at.owner
    const [later, earlier] = await at.booking.bookings.list(userId, 10)
    expect(await at.booking.bookings.cancel(userId, personal, later!.id)).toBe(true)
    expect(await at.booking.bookings.cancel(userId, personal, later!.id)).toBe(false)
    expect(await at.booking.bookings.cancel((userId + 1) as typeof userId, personal, earlier!.id)).toBe(false)
    await at.calendars.events.set(userId, personal, {
      create: [],
      update: new Map(),
      destroy: [earlier!.eventId!],
    })
    expect((await at.booking.bookings.list(userId, 10)).map(({ state }) => state)).toEqual([
      'cancelled',
      'removed',
    ])
    expect(await listSlots(token)).toEqual(
      expect.arrayContaining(['2026-03-03 09:00:00', '2026-03-03 10:00:00']),
    )
  })

  test('is refused a destination that is not theirs', async () => {
    await expect(at.page({ destinationId: 987_654 as never })).rejects.toThrow('unknown-calendar')
    await expect(at.page({ busyCalendarIds: [987_654 as never] })).rejects.toThrow('unknown-calendar')
  })
})
