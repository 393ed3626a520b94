import type { GoogleCalendars } from '../google.ts'
import { signIn, startForTest, type Running } from '../google-for-tests.ts'

/** Every member that some reply has; a test reads those that its reply has. */
export interface Reply {
  id: string
  etag: string
  status: string
  summary: string
  start: { date: string; dateTime: string; timeZone: string }
  end: { date: string; dateTime: string; timeZone: string }
  recurrence: string[]
  recurringEventId: string
  originalStartTime: { date: string; dateTime: string; timeZone: string }
  updated: string
  attendees: Array<{ email: string; responseStatus: string }>
  conferenceData: { createRequest: { status: { statusCode: string } }; conferenceId: string }
  items: Reply[]
  nextPageToken: string
  nextSyncToken: string
  resourceId: string
  expiration: string
  calendars: Record<string, { busy: Array<{ start: string; end: string }>; errors: unknown[] }>
  event: Record<string, { background: string }>
  error: { code: number; message: string; errors: Array<{ reason: string; message: string }> }
}

export interface Called {
  status: number
  body: Reply
}

type Ask = (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Called>

export interface CalendarRunning extends Running {
  calendars: GoogleCalendars
  /** `call('GET', '/calendars/primary/events')`, signed in as Ada. */
  call: Ask
}

export async function startCalendarForTest(scope?: string): Promise<CalendarRunning> {
  const running = await startForTest()
  const { google } = running
  const { access_token: token } = await signIn(google, scope === undefined ? {} : { scope })
  const call: Ask = async (method, path, body, headers = {}) => {
    const reply = await fetch(google.urls.calendar + path, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await reply.text()
    return { status: reply.status, body: text === '' ? undefined : JSON.parse(text) }
  }
  return { ...running, calendars: google.calendars('ada@example.test'), call }
}

export const own = '/calendars/primary/events'

export const at = (dateTime: string, timeZone = 'Europe/Berlin') => ({ dateTime, timeZone })

/** An hour in Berlin. */
export const lunch = {
  summary: 'Lunch',
  start: at('2026-11-24T12:00:00+01:00'),
  end: at('2026-11-24T13:00:00+01:00'),
}

/** Eight Tuesdays, before and after the clocks go back. */
export const weekly = {
  summary: 'Standup',
  start: at('2026-10-06T09:00:00+02:00'),
  end: at('2026-10-06T09:30:00+02:00'),
  recurrence: ['RRULE:FREQ=WEEKLY;COUNT=8'],
}
