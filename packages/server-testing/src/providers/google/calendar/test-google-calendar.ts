import type { GoogleCalendars } from '../../../../../emulators/src/google/google.ts'
import { reckoning } from '../../../../../server/src/main/calendar-reckoning.ts'
import type { CalendarSession } from '../../../../../server/src/providers/contract/index.ts'
import { type GoogleForTests, googleForTests } from '../test-google.ts'
import { createGoogleCalendarSession } from '../../../../../server/src/providers/google/calendar/session.ts'

export const ada = 'ada@example.test'

export interface GoogleCalendarForTests extends GoogleForTests {
  session: CalendarSession
  calendars: GoogleCalendars
  /** Bodies of the requests that wrote, oldest first. */
  sent: Array<{ method: string; url: string; body: Record<string, unknown> }>
}

/** An emulated Google with one account, whose clock is also the session's. */
export async function googleCalendarForTests(seed = 'calendar'): Promise<GoogleCalendarForTests> {
  const google = await googleForTests(seed)
  google.google.addAccount(ada, { name: 'Ada', calendarRequestsPerMinute: Infinity })
  const needs = await google.needs(ada)
  const { clock } = google.world
  const sent: GoogleCalendarForTests['sent'] = []
  const watched: typeof fetch = async (url, init) => {
    const method = init?.method ?? 'GET'
    if (method !== 'GET') {
      const text = typeof init?.body === 'string' ? init.body : '{}'
      sent.push({ method, url: String(url), body: JSON.parse(text) as Record<string, unknown> })
    }
    return fetch(url, init)
  }
  const session = createGoogleCalendarSession({
    ...needs,
    fetch: (url, init) => watched(url, init),
    clock,
    reckoning,
  })
  return { ...google, session, sent, calendars: google.google.calendars(ada) }
}
