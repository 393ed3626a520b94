import { createHash } from 'node:crypto'
import { type EventObject, readCalendar } from '@plmail/calendar-format'
import type { CalendarEventId, JournalId, ShareDetail } from '@plmail/wire'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type PublicCalendar,
  publicCalendar,
} from '../../../../../server-testing/src/http/pages/public-calendar.ts'

let at: PublicCalendar
beforeAll(async () => {
  at = await publicCalendar()
})
afterAll(() => at[Symbol.asyncDispose]())

const get = (url: string, headers: Record<string, string> = {}) => at.http.app.inject({ url, headers })

describe('what a page tells', () => {
  test('leaves out what is cancelled, declined or not answered, and what is free unless its title may be told', async () => {
    const calendarIds = [await at.calendar('Answers')]
    const own = (participationStatus: string) => ({
      participants: {
        me: { '@type': 'Participant', calendarAddress: 'mailto:Ada@example.test', participationStatus },
      },
    })
    const all: EventObject[] = [
      { title: 'gone', status: 'cancelled' },
      { title: 'refused', ...own('declined') },
      { title: 'open', ...own('needs-action') },
      { title: 'perhaps', ...own('tentative') },
      { title: 'idle', freeBusyStatus: 'free' },
    ]
    for (const event of all) await at.event(calendarIds[0]!, { ...event, start: '2026-03-03T10:00:00' })
    const shown = async (details: ShareDetail[]) => {
      const { token } = await at.share({ calendarIds, details })
      const { body } = await get(`/share/${token}/calendar.ics`)
      return [...body.matchAll(/SUMMARY:(.*)\r\n(TRANSP:\w+)/g)].map(
        ([, title, transp]) => `${title} ${transp}`,
      )
    }
    expect((await shown(['Title'])).sort()).toEqual(['idle TRANSP:TRANSPARENT', 'perhaps TRANSP:OPAQUE'])
    expect(await shown([])).toEqual(['Busy TRANSP:OPAQUE'])
  })

  test('is each event once, under the strictest privacy of its copies', async () => {
    const [calendarId, otherCalendarId] = [await at.calendar('One'), await at.calendar('Other')]
    const copies = async (uid: string, privacy: string, start: string) => {
      await at.event(calendarId, { uid, title: `${uid} told`, start })
      await at.event(otherCalendarId, { uid, title: `${uid} told`, start, privacy })
    }
    await copies('same', 'public', '2026-03-03T10:00:00')
    await copies('half', 'private', '2026-03-03T12:00:00')
    await copies('hidden', 'secret', '2026-03-03T14:00:00')
    const { token } = await at.share({ calendarIds: [calendarId, otherCalendarId], details: ['Title'] })
    const { body } = await get(`/share/${token}/calendar.ics`)
    expect([...body.matchAll(/SUMMARY:(.*)\r/g)].map(([, title]) => title)).toEqual(['same told', 'Busy'])
  })

  test('escapes what events say, on pages and in files', async () => {
    const calendarIds = [await at.calendar('Hostile')]
    const title = '<script>alert(1)</script>"\r\nBEGIN:VEVENT\r\nX:'
    await at.event(calendarIds[0]!, { title, start: '2026-03-03T10:00:00' })
    const { token } = await at.share({ calendarIds, details: ['Title'] })
    expect((await get(`/share/${token}/day/2026-03-03`)).body).not.toContain('<script')
    expect((await get(`/share/${token}/calendar.ics`)).body.split(/^BEGIN:VEVENT/m)).toHaveLength(2)
  })

  test('is the text of a description that is HTML, at once whatever stands in it', async () => {
    const calendarIds = [await at.calendar('Marked up')]
    const html = { descriptionContentType: 'text/html', start: '2026-03-03T10:00:00' }
    const said = '<style>p { color: red }</style><p>Bring <b>pens</b> &amp; paper</p>'
    await at.event(calendarIds[0]!, { ...html, description: said })
    await at.event(calendarIds[0]!, { ...html, description: '<'.repeat(200_000) })
    const { token } = await at.share({ calendarIds, details: ['Title', 'Description'] })
    const begun = performance.now()
    const { body } = await get(`/share/${token}/day/2026-03-03`)
    // Each `<` that opens nothing must not be a reason to look through all that follows.
    expect(performance.now() - begun).toBeLessThan(5_000)
    expect(body).toContain('<p>Bring pens &amp; paper</p>')
  })
})

describe('an address', () => {
  test('that is unknown, revoked, or none at all is answered alike', async () => {
    const { id, token } = await at.share({})
    expect((await get(`/share/${token}`)).statusCode).toBe(200)
    await at.shares.set(at.owner.userId, at.owner.personal, {
      create: [],
      update: new Map([[id, { isRevoked: true as const }]]),
      destroy: [],
    })
    const unknown = 'A'.repeat(43)
    const paths = [
      token,
      unknown,
      unknown.slice(1),
      `${unknown}A`,
      `${unknown.slice(1)}!`,
      `${token}/`,
      `${token}/year/2026-03-03`,
      `${token}/day/tomorrow`,
      `${token}/calendar.ics`,
      `${unknown}/calendar.ics`,
      '',
      '..%2f',
      `${token}%00`,
    ]
    const answers = await Promise.all(paths.map((path) => get(`/share/${path}`)))
    const [first] = answers
    for (const answer of answers) {
      const { date: _date, ...headers } = answer.headers
      const { date: _other, ...firstHeaders } = first!.headers
      expect([answer.statusCode, answer.body, headers]).toEqual([404, first!.body, firstHeaders])
    }
  })

  test('works to the end of its last day on its owner’s walls, and is unknown from then on', async () => {
    const paths = ['', '/day/2026-03-02', '/calendar.ics', '/freebusy.ifb']
    const statuses = async (token: string) =>
      Promise.all(paths.map(async (path) => (await get(`/share/${token}${path}`)).statusCode))
    const [last, gone] = [
      await at.share({ expiresOn: '2026-03-02' }),
      await at.share({ expiresOn: '2026-03-01' }),
    ]
    expect(await statuses(last.token)).toEqual([200, 200, 200, 200])
    expect(await statuses(gone.token)).toEqual([404, 404, 404, 404])
    at.turn.zone = 'Pacific/Kiritimati'
    const tomorrow = (await at.share({ expiresOn: '2026-03-01' })).token
    expect((await get(`/share/${tomorrow}`)).body).toBe((await get(`/share/${'A'.repeat(43)}`)).body)
    at.turn.zone = 'Europe/Berlin'
  })

  test('works again, and is another, once it was renewed; its entries get other ids', async () => {
    const calendarIds = [await at.calendar('Renewed')]
    await at.event(calendarIds[0]!, { start: '2026-03-03T10:00:00' })
    const { id, token } = await at.share({ calendarIds })
    const before = (await get(`/share/${token}/calendar.ics`)).body
    const renewed = await at.shares.renew(at.owner.userId, at.owner.personal, id)
    expect((await get(`/share/${token}`)).statusCode).toBe(404)
    const after = (await get(`/share/${renewed}/calendar.ics`)).body
    expect(uids(after)).toHaveLength(1)
    expect(uids(after)).not.toEqual(uids(before))
  })

  test('is stored as a digest, and told once', async () => {
    const { token } = await at.share({})
    const rows = await at.db.database.query<{ row: string }>('select share_link::text as row from share_link')
    const all = rows.map(({ row }) => row).join('\n')
    expect(all).toContain(createHash('sha256').update(token).digest('hex'))
    expect(all).not.toContain(token)
    expect(JSON.stringify(await at.shares.list(at.owner.personal))).not.toContain(token)
  })

  test('carries the headers of a public page and no cookie, whatever it answers', async () => {
    const { token } = await at.share({})
    for (const path of [token, `${token}/calendar.ics`, 'nothing']) {
      const { headers } = await get(`/share/${path}`, { cookie: 'plmail_session=x' })
      expect(headers).toMatchObject({
        'x-robots-tag': 'noindex, nofollow',
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
        'content-security-policy': expect.stringContaining("default-src 'none'"),
      })
      expect(headers['set-cookie']).toBeUndefined()
      expect(String(headers['content-security-policy'])).not.toContain('script-src')
    }
    expect((await get(`/share/${token}`)).body).not.toMatch(/<script|<form|style=|onload=/)
  })
})

const uids = (text: string): string[] => [...text.matchAll(/^UID:(.*)\r$/gm)].map(([, uid]) => uid ?? '')

describe('the calendar file', () => {
  test('keeps the ids of its entries whatever else changes, and can be read', async () => {
    const calendarIds = [await at.calendar('Stable')]
    await at.event(calendarIds[0]!, { uid: 'known@x.test', title: 'One', start: '2026-03-03T10:00:00' })
    const { token } = await at.share({ calendarIds })
    const first = await get(`/share/${token}/calendar.ics`)
    expect(uids(first.body)).toHaveLength(1)
    expect(first.body).not.toContain('known')
    const again = await get(`/share/${token}/calendar.ics`, { 'if-none-match': String(first.headers.etag) })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    await at.event(calendarIds[0]!, { title: 'Two', start: '2026-03-04T10:00:00' })
    const later = await get(`/share/${token}/calendar.ics`, { 'if-none-match': String(first.headers.etag) })
    expect(later.statusCode).toBe(200)
    expect(uids(later.body)).toContain(uids(first.body)[0])
    // Nor are they others on another day, and once the event itself was changed.
    const [{ id } = { id: undefined }] = await at.db.database.query<{ id: CalendarEventId }>(
      `select id from calendar_event where uid = 'known@x.test'`,
    )
    await at.calendars.events.set(at.owner.userId, at.owner.personal, {
      create: [],
      update: new Map([[id!, { patch: { title: 'Other' } }]]),
      destroy: [],
    })
    const day = 86_400_000
    at.clock.advance(day)
    const tomorrow = uids((await get(`/share/${token}/calendar.ics`)).body)
    at.clock.advance(-day)
    expect(tomorrow).toEqual(uids(later.body))
    expect(readCalendar(later.body)).toMatchObject({ unreadable: 0, name: 'Shared calendar' })
    for (const line of later.body.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  })

  test('tells whole days as dates, the same wherever it is read', async () => {
    const calendarIds = [await at.calendar('Days')]
    const day = { showWithoutTime: true, timeZone: null, start: '2026-03-05T00:00:00', duration: 'P2D' }
    await at.event(calendarIds[0]!, day)
    const { token } = await at.share({ calendarIds })
    const { body } = await get(`/share/${token}/calendar.ics`)
    expect(body).toContain('DTSTART;VALUE=DATE:20260305\r\nDTEND;VALUE=DATE:20260307\r\n')
  })
})

describe('the window', () => {
  test('begins at the owner’s midnight, shows nothing beyond it, and clamps dates to it', async () => {
    const calendarIds = [await at.calendar('Edges')]
    const events: EventObject[] = [
      { title: 'yesterday', start: '2026-03-01T23:00:00' },
      { title: 'first', start: '2026-03-02T00:00:00' },
      { title: 'last', start: '2026-03-04T23:30:00' },
      { title: 'beyond', start: '2026-03-05T00:00:00' },
    ]
    for (const event of events) await at.event(calendarIds[0]!, { duration: 'PT30M', ...event })
    const window = { kind: 'rolling' as const, days: 3 }
    const { token } = await at.share({ calendarIds, details: ['Title'], window })
    const { body } = await get(`/share/${token}/agenda/1999-01-01`)
    expect(events.map(({ title }) => body.includes(String(title)))).toEqual([false, true, true, false])
    expect(body).toContain('Europe/Berlin')
    expect(body).toContain('<h2 class="period">From Monday, 2 March 2026</h2>')
    expect(body.match(/<h2[^>]*>[^<]+/g)?.map((head) => head.replace(/.*>/, ''))).toEqual([
      'From Monday, 2 March 2026',
      'Monday 2 March',
      'Tuesday 3 March',
      'Wednesday 4 March',
    ])
    // Both ends are on this page.
    expect(body).not.toContain('Earlier</a>')
    expect((await get(`/share/${token}/month/2030-01-01`)).body).toContain('March 2026')
  })

  test.each([
    [{ kind: 'rolling' as const, days: 0 }, 1],
    [{ kind: 'rolling' as const, days: 9_999 }, 366],
    [{ kind: 'fixed' as const, from: '2026-03-10', to: '2026-03-12' }, 3],
    [{ kind: 'fixed' as const, from: '2026-03-10', to: '2026-03-09' }, 14],
  ])('%o is %i days', async (window, days) => {
    const { token } = await at.share({ window })
    const shared = await at.shares.open(token)
    expect((shared!.to - shared!.from) / 86_400_000).toBe(days)
  })

  test('shows 2,000 entries and says that there are more', async () => {
    const calendarIds = [await at.calendar('Full')]
    await at.event(calendarIds[0]!, { uid: 'full', start: '2026-03-03T10:00:00' })
    await at.db.database.query(
      `insert into calendar_event (account_id, calendar_id, uid, event, source, title, first_at, last_at, zone, is_all_day,
         is_recurring, status, privacy, free_busy, sequence, created_at, updated_at)
       select account_id, calendar_id, uid || n, jsonb_set(event, '{uid}', to_jsonb(uid || n)), source, title, first_at,
         last_at, zone, is_all_day, is_recurring, status, privacy, free_busy, sequence, created_at, updated_at
       from calendar_event, generate_series(1, 2000) n where calendar_id = $1`,
      [calendarIds[0]],
    )
    const { token } = await at.share({ calendarIds })
    const { body } = await get(`/share/${token}/day/2026-03-03`)
    expect(body.match(/class="entry/g)).toHaveLength(2_000)
    expect(body).toContain('Only the first 2,000 are shown')
    expect((await get(`/share/${token}/day/2026-03-04`)).body).not.toContain('2,000')
    const file = (await get(`/share/${token}/calendar.ics`)).body
    // One more says where they end.
    expect([file.match(/^BEGIN:VEVENT/gm)?.length, file.includes('X-PLMAIL-CUT-OFF:TRUE')]).toEqual([
      2_001,
      true,
    ])
  })
})

test('details that nobody knows any more stay hidden', async () => {
  const { id } = await at.share({ details: ['Title'] })
  await at.db.database.query(`update share_link set details = '{Title,Everything,title}' where id = $1`, [id])
  const link = (await at.shares.list(at.owner.personal)).find((share) => share.id === id)
  expect(link?.details).toEqual(['Title'])
})

test('the pages speak the language that the browser asks for', async () => {
  const { token } = await at.share({})
  const { body } = await get(`/share/${token}`, { 'accept-language': 'fr, de-AT;q=0.9, en;q=0.1' })
  expect(body).toContain('<html lang="de" dir="ltr">')
  expect(body).toContain('März 2026')
})

describe('what its owner does to an address and takes back', () => {
  const nothing = { create: [], update: new Map(), destroy: [] }
  const status = async (path: string) => (await get(path)).statusCode
  const undo = (journalId: JournalId | undefined) => at.calendars.undo(at.owner.userId, journalId!)

  test('a link that was removed, revoked or changed is what it was, at the address that it had', async () => {
    const { userId, personal } = at.owner
    const calendarIds = [await at.calendar('Here'), await at.calendar('There')]
    const { id, token } = await at.share({ calendarIds, details: ['Title'] })
    const set = async (request: Partial<Parameters<typeof at.shares.set>[2]>) => {
      const done = await at.shares.set(userId, personal, { ...nothing, ...request })
      return done === 'state-mismatch' ? undefined : done.journalId
    }
    // When it was looked at is no decision of anybody.
    const link = async () => {
      const storedShare = (await at.shares.list(personal)).find((share) => share.id === id)
      return storedShare && { ...storedShare, viewedAt: null }
    }
    const before = await link()
    const removed = await set({ destroy: [id] })
    expect(await status(`/share/${token}`)).toBe(404)
    expect(await undo(removed)).toMatchObject({ ok: true, restored: [id], skipped: [] })
    expect([await status(`/share/${token}`), await link()]).toEqual([200, before])
    expect(await undo(removed)).toEqual({ ok: false, why: 'already-undone' })
    const revoked = await set({ update: new Map([[id, { isRevoked: true }]]) })
    const renamed = await set({ update: new Map([[id, { name: 'Other', calendarIds: [calendarIds[0]!] }]]) })
    expect(await undo(revoked)).toMatchObject({ ok: true })
    expect([await status(`/share/${token}`), (await link())?.name]).toEqual([200, 'Other'])
    await undo(renamed)
    expect(await link()).toEqual(before)
    const made = await set({ create: [{ ...before!, name: 'New' }] })
    const count = (await at.shares.list(personal)).length
    await undo(made)
    expect((await at.shares.list(personal)).length).toBe(count - 1)
  })

  test('a booking page that was removed has its address and its bookings again', async () => {
    const { userId, personal } = at.owner
    const { id, token } = await at.page({})
    const open = (await at.booking.open(token))!
    const [slot] = await open.listOfferedSlots(
      at.clock.now().getTime(),
      at.clock.now().getTime() + 14 * 86_400_000,
    )
    const booker = { name: 'Ben', email: 'ben@else.test', note: '', timeZone: 'UTC', language: 'en' as const }
    expect(await open.book(slot!.start, booker)).toMatchObject({ outcome: 'booked' })
    const done = await at.booking.pages.set(userId, personal, { ...nothing, destroy: [id] })
    if (done === 'state-mismatch') throw new Error(done)
    expect([await status(`/book/${token}`), (await at.booking.bookings.list(userId, 1))[0]?.pageId]).toEqual([
      404,
      null,
    ])
    expect(await undo(done.journalId)).toMatchObject({ ok: true, restored: [id] })
    expect([await status(`/book/${token}`), (await at.booking.bookings.list(userId, 1))[0]?.pageId]).toEqual([
      200,
      id,
    ])
  })
})

describe('the head of a shared calendar', () => {
  test('says whose it is and where its times are, and begins with the first week that is shared', async () => {
    const calendarIds = [await at.calendar('Named')]
    const window = { kind: 'fixed' as const, from: '2026-03-23', to: '2026-03-29' }
    const { token } = await at.share({ calendarIds, window })
    const { body } = await get(`/share/${token}`)
    expect(body).toMatch(
      /<h1>Ada Lovelace’s calendar<\/h1>\s*<p class="lead">All times are in Europe\/Berlin\.<\/p>/,
    )
    expect(body.match(/<tr>/g)).toHaveLength(2)
  })
})
