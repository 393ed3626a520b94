import { createHash } from 'node:crypto'
import { readCalendar } from '@plmail/calendar-format'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  type PublicCalendar,
  publicCalendar,
} from '../../../../../server-testing/src/http/pages/public-calendar.ts'
import { bookingVisitor } from '../../../../../server-testing/src/http/pages/book/booking-visitor.ts'

let at: PublicCalendar
beforeEach(async () => {
  at = await publicCalendar()
})
afterEach(() => at[Symbol.asyncDispose]())

const { get, post, book } = bookingVisitor(() => at)
const plain = (body: string) => body.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')

describe('who has booked', () => {
  const booked = async () => {
    const { token } = await at.page({ settings: { location: 'Room 7' } })
    const { headers } = await book(token, '2026-03-03 09:00:00')
    return { token, confirmation: String(headers['location']) }
  }

  test('sees what, when, where and with whom, in their own time zone, and can put it into a calendar', async () => {
    const { confirmation } = await booked()
    const { body } = await get(confirmation)
    expect(plain(body)).toMatch(/Talk, with Ada Lovelace/)
    expect(plain(body)).toMatch(/Tuesday,? 3 March 2026, 04:00 – 04:30/)
    expect(plain(body)).toMatch(/All times are in America\/New York\. Room 7/)
    const [, file] = /href="([^"]+\/event\.ics)"/.exec(body)!
    const { body: text, headers } = await get(file!)
    expect(headers['content-type']).toContain('text/calendar')
    expect(readCalendar(text)!.events[0]!.event).toMatchObject({
      title: 'Talk – Ada Lovelace',
      start: '2026-03-03T04:00:00',
      timeZone: 'America/New_York',
      duration: 'PT30M',
    })
    // The address was not proven to be theirs.
    expect(text).not.toMatch(/ORGANIZER|@example\.test/)
  })

  test('is asked before the appointment is cancelled', async () => {
    const { confirmation } = await booked()
    const [, manage] = /href="(\/book\/manage\/[\w-]{43})"/.exec((await get(confirmation)).body)!
    const page = (await get(manage!)).body
    expect(page).toContain(`${manage}?cancel=1`)
    expect(page).not.toContain('name="action" value="cancel"')
    const question = (await get(`${manage}?cancel=1`)).body
    expect(plain(question)).toMatch(/Cancel this appointment\? Talk, with Ada Lovelace .*04:00/)
    expect((await get(manage!)).body).not.toContain('is cancelled')
    await post(manage!, { action: 'cancel' })
    expect((await get(manage!)).body).toContain('is cancelled')
  })

  test('is told nothing by a token that nobody has', async () => {
    const { token } = await booked()
    const { body, statusCode } = await get(`/book/${token}/booked?booking=${'A'.repeat(43)}`)
    expect([statusCode, /Talk|04:00/.test(plain(body))]).toEqual([200, false])
    expect((await get(`/book/manage/${'A'.repeat(43)}/event.ics`)).statusCode).toBe(404)
  })
})

describe('a page for booking', () => {
  test('asks the browser for its zone once, by a script that its policy names and that nothing needs', async () => {
    const { token } = await at.page({})
    const first = await get(`/book/${token}`)
    const [, zone, script] = /<script data-zone="([^"]+)">([\s\S]*?)<\/script>/.exec(first.body)!
    expect(zone).toBe('Europe/Berlin')
    const hash = createHash('sha256').update(script!).digest('base64')
    expect(first.headers['content-security-policy']).toContain(`script-src 'sha256-${hash}'`)
    expect(sentTo(script!, zone!, 'Europe/Berlin')).toBeUndefined()
    const next = sentTo(script!, zone!, 'America/New_York')!
    expect(next).toBe(`/book/${token}?taken=1&tz=America%2FNew_York`)
    const second = (await get(next)).body
    expect(second).toContain('All times are in America/New York.')
    expect(second).not.toContain('<script')

    function sentTo(code: string, own: string, browser: string): string | undefined {
      let target: string | undefined
      const location = {
        search: '?taken=1',
        pathname: `/book/${token}`,
        replace: (to: string) => void (target = to),
      }
      const getZone = { DateTimeFormat: () => ({ resolvedOptions: () => ({ timeZone: browser }) }) }
      const run = new Function('document', 'location', 'Intl', code)
      run({ currentScript: { dataset: { zone: own } } }, location, getZone)
      return target
    }
  })

  test('is written in the language and with the hours of the browser', async () => {
    const { token } = await at.page({})
    const read = async (language: string) =>
      plain(
        (await at.http.app.inject({ url: `/book/${token}`, headers: { 'accept-language': language } })).body,
      )
    expect(await read('en-US,en;q=0.9')).toMatch(/ 9:00\sAM /)
    expect(await read('en-US')).not.toMatch(/\b0\d:\d\d\s[AP]M/)
    expect(await read('de-DE')).toMatch(/Zeit wählen.* 09:00 /)
  })

  test('checks all calendars of its owner for conflicts unless some are named', async () => {
    await at.calendar('Other')
    const { userId, personal } = at.owner
    await at.calendar('Third')
    const destinationId = (await at.calendars.own(userId)).id
    const settings = (await at.booking.pages.list(personal))[0]?.settings ?? (await settingsOfPage())
    const create = [{ name: 'New', isEnabled: true, destinationId, settings }]
    const outcome = await at.booking.pages.set(userId, personal, { create, update: new Map(), destroy: [] })
    if (outcome === 'state-mismatch') throw new Error(outcome)
    const [page] = outcome.created
    if (typeof page !== 'object') throw new Error(String(page))
    const all = (await at.calendars.list(personal)).map(({ id }) => id)
    expect(all.length).toBeGreaterThan(1)
    expect(page.page.busyCalendarIds.toSorted()).toEqual(all.toSorted())
  })

  const settingsOfPage = async () => {
    await at.page({})
    return (await at.booking.pages.list(at.owner.personal))[0]!.settings
  }
})
