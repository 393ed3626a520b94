import { afterEach, expect } from 'vitest'
import { createWorld } from '../../../../../emulators/src/world.ts'
import type { JsonObject, Written } from '../../../../../server/src/providers/contract/index.ts'
import { createEventMirror } from '../../contract/event-mirror.ts'
import { microsoftForTests } from '../test-microsoft.ts'
import { createMicrosoftCalendarSession } from '../../../../../server/src/providers/microsoft/calendar/session.ts'

export const berlin = 'W. Europe Standard Time'
export const at = (dateTime: string, timeZone = berlin) => ({ dateTime, timeZone })
export const email = 'ada@contoso.test'
export const told = { notify: true }

export const closing: Array<() => Promise<unknown>> = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

interface Sent {
  method: string
  path: string
  body: JsonObject | undefined
}

/** A session, what it sent, and the mailbox that it speaks to. */
export async function openCalendar(limits: { maxMinutes?: number } = {}) {
  const world = createWorld('wire')
  const emulated = await microsoftForTests('wire', world, world.clock, limits)
  closing.push(async () => {
    await emulated[Symbol.asyncDispose]()
    expect(world.requests.problems()).toEqual([])
  })
  const { calendars } = emulated.microsoft.addAccount(email, { latencyMs: 0, deltaNoise: 0.3 })
  const needs = await emulated.needs(email)
  const sent: Sent[] = []
  const session = createMicrosoftCalendarSession({
    ...needs,
    fetch: (url, init) => {
      const { method = 'GET', body } = init ?? {}
      const { pathname } = new URL(url)
      const json = typeof body === 'string' ? (JSON.parse(body) as JsonObject) : undefined
      if (!pathname.endsWith('$batch')) sent.push({ method, path: pathname, body: json })
      return fetch(url, init)
    },
  })
  const calendar = calendars.defaultId
  const mirror = createEventMirror(session, calendar)
  const written = () =>
    sent.filter(({ method }) => method === 'PATCH' || method === 'DELETE' || method === 'POST')
  if (!session.write?.answer) throw new Error('It cannot answer')
  return {
    ...emulated,
    world,
    session,
    write: session.write,
    answer: session.write.answer,
    calendars,
    calendar,
    mirror,
    sent,
    written,
  }
}

/** A daily series of a week. */
export const daily = {
  subject: 'Standup',
  start: at('2026-11-23T09:00:00'),
  end: at('2026-11-23T09:30:00'),
  recurrence: {
    pattern: { type: 'daily', interval: 1 },
    range: { type: 'numbered', numberOfOccurrences: 7, startDate: '2026-11-23', recurrenceTimeZone: berlin },
  },
}

export function stored(outcome: Written) {
  if (outcome.outcome !== 'stored') throw new Error(JSON.stringify(outcome))
  return outcome.changes
}
