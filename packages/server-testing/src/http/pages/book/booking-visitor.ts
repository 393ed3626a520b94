import { form } from '../../test-http.ts'
import { monday, type PublicCalendar } from '../public-calendar.ts'

const someone = { name: 'Ben', email: 'ben@else.test', note: 'About <b>it</b>', timeZone: 'America/New_York' }
let clients = 0

/** Somebody without an account in front of the booking pages of an installation, whichever it is at the moment. */
export function bookingVisitor(at: () => PublicCalendar) {
  const get = (url: string) => at().http.app.inject({ url })

  /** Each from an address of its own, unless told otherwise. */
  function post(url: string, fields: Record<string, string>, from = `192.0.2.${(clients += 1)}`) {
    const { payload, headers } = form(fields)
    const all = { ...headers, 'x-forwarded-for': from }
    return at().http.app.inject({ method: 'POST', url, payload, headers: all })
  }
  const offered = (body: string) =>
    [...body.matchAll(/name="slot"\s+value="([^"]+)"/g)].map(([, slot]) => slot!)
  return {
    get,
    post,
    offered,
    book: (token: string, slot: string, from?: string) => post(`/book/${token}`, { ...someone, slot }, from),
    listSlots: async (token: string, query = '') => offered((await get(`/book/${token}${query}`)).body),
    own: async () => (await at().calendars.own(at().owner.userId)).id,
    /** What takes place in the owner's calendars in the weeks to come. */
    events: async () => {
      const { calendars, owner } = at()
      const { takings } = await calendars.events.within(owner.personal, {
        from: monday.getTime(),
        to: monday.getTime() + 60 * 86_400_000,
        timeZone: 'UTC',
        calendarIds: (await calendars.list(owner.personal)).map(({ id }) => id),
      })
      return takings
    },
    someone,
  }
}

/** Status and where to, without the token of a booking, which is another each time. */
export const lines = (answer: { statusCode: number; headers: Record<string, unknown> }) => [
  answer.statusCode,
  answer.headers['location'] && String(answer.headers['location']).replace(/\?booking=[\w-]{43}$/, ''),
]
