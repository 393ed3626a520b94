import { expect } from 'vitest'
import type { JmapUser } from '../test-jmap.ts'

type Json = Record<string, unknown>

/** What a user does to calendars and events over JMAP, in the user's own account. */
export interface CalendarCalls {
  /** Calls a method, which must not answer with an error. */
  ask(name: string, args?: Json): Promise<Json>
  /** Returns the id of the new event. */
  create(event: Json): Promise<string>
  update(id: string, patch: Json): Promise<Json>
  /** Returns the event; an empty object where there is none. */
  get(id: string, more?: Json): Promise<Json>
  /** Returns the id of the new calendar. */
  newCalendar(name: string): Promise<string>
}

export function createCalendarCalls(user: JmapUser): CalendarCalls {
  const ask = async (name: string, args: Json = {}): Promise<Json> => {
    const [[answered, answer] = ['']] = await user.call([name, { accountId: user.personalId, ...args }])
    expect([answered, answer]).toEqual([name, expect.anything()])
    return answer as Json
  }
  return {
    ask,
    create: async (event) => {
      const { created, notCreated } = await ask('CalendarEvent/set', { create: { e: event } })
      expect(notCreated).toBeNull()
      return (created as { e: { id: string } }).e.id
    },
    update: (id, patch) => ask('CalendarEvent/set', { update: { [id]: patch } }),
    get: async (id, more = {}) =>
      ((await ask('CalendarEvent/get', { ids: [id], ...more }))['list'] as Json[])[0] ?? {},
    newCalendar: async (name) => {
      const { created } = await ask('Calendar/set', { create: { c: { name } } })
      return (created as { c: { id: string } }).c.id
    },
  }
}

/** A meeting of half an hour every Wednesday at nine, without an end. */
export const weeklyEvent = (more: Json = {}): Json => ({
  title: 'Stand-up',
  start: '2026-11-04T09:00:00',
  duration: 'PT30M',
  timeZone: 'Europe/Berlin',
  recurrenceRule: { '@type': 'RecurrenceRule', frequency: 'weekly' },
  ...more,
})
