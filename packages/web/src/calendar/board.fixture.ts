import type { CalendarEventView } from '@plmail/wire'
import { createToasts, createUndoStack, type App, type CalendarViewName } from '../commands/index.ts'
import { methodServer } from '../net/method-server.fixture.ts'
import { createCalendarContext } from '../records/calendar/calendar-context.ts'
import { settled } from '../records/mail/mail-server.fixture.ts'
import { Board } from './board.svelte.ts'

const zone = 'Europe/Berlin'

const dinner = {
  id: 'E1',
  '@type': 'Event',
  uid: 'dinner',
  calendarIds: { C1: true },
  title: 'Dinner',
  start: '2026-11-24T18:00:00',
  duration: 'PT1H',
  timeZone: zone,
} as unknown as CalendarEventView

const rights = (mayWrite: boolean) => ({ mayWriteAll: mayWrite, mayWriteOwn: mayWrite })

type Patches = Record<string, Record<string, unknown>>

/**
 * A week on screen over a server that keeps events: the calendar Work is the user's own, Holidays is only for reading. The
 * server refuses writes with `refusal`.
 */
export async function calendarOnScreen(
  events: readonly Partial<CalendarEventView>[] = [dinner],
  calendars = [
    { id: 'C1', name: 'Work', isVisible: true, isDefault: true, myRights: rights(true) },
    { id: 'C2', name: 'Holidays', isVisible: true, isDefault: false, myRights: rights(false) },
  ],
) {
  const stored = new Map(events.map((event) => [event.id ?? '', { ...dinner, ...event }]))
  const control = { refusal: undefined as { type: string; description?: string } | undefined, next: 7 }
  const client = methodServer({
    'Calendar/get': () => ({ list: calendars }),
    'Calendar/set': () => ({}),
    'ParticipantIdentity/get': () => ({
      list: [{ id: 'P1', isDefault: true, calendarAddress: 'mailto:ada@x.example' }],
    }),
    'CalendarEvent/query': () => ({ ids: [...stored.keys()] }),
    'CalendarEvent/get': ({ ids }) => ({
      list: [...stored.values()].filter(({ id }) => !ids || (ids as string[]).includes(id)),
    }),
    'CalendarEvent/set': ({ create, update, destroy }) => {
      const { refusal } = control
      const ids = [
        ...Object.keys(create ?? {}),
        ...Object.keys(update ?? {}),
        ...((destroy ?? []) as string[]),
      ]
      if (refusal)
        return {
          [create ? 'notCreated' : update ? 'notUpdated' : 'notDestroyed']: { [ids[0] ?? '']: refusal },
        }
      const created: Record<string, { id: string }> = {}
      for (const [name, event] of Object.entries((create ?? {}) as Patches)) {
        const id = `E${String((control.next += 1))}`
        stored.set(id, { ...event, id } as CalendarEventView)
        created[name] = { id }
      }
      for (const [id, patch] of Object.entries((update ?? {}) as Patches))
        stored.set(id, { ...(stored.get(id) ?? dinner), ...patch })
      for (const id of (destroy ?? []) as string[]) stored.delete(id)
      return { created, journalId: 'J1' }
    },
    'Journal/undo': () => ({
      undone: [{ id: 'J1', accountId: 'A0', restored: [], skipped: [] }],
      notUndone: {},
    }),
  })
  // The grid asks for ids by reference, and gets all of them.
  const context = createCalendarContext(client.jmap, client.personal, client.http, () => Promise.resolve([]))
  const timers: (() => void)[] = []
  const after = (_ms: number, task: () => void) => {
    timers.push(task)
    return () => void timers.splice(timers.indexOf(task), 1)
  }
  const toasts = createToasts(() => () => undefined)
  const undoStack = createUndoStack()
  const app = {
    records: { calendarContext: context },
    timeZone: zone,
    toasts,
    undoStack,
    after,
    preferences: { current: { weekStart: 'monday', clock: '24' } },
    session: { user: { locale: 'en-GB' } },
  } as unknown as App // as much of it as a calendar uses
  const at = { view: 'week' as CalendarViewName, day: '2026-11-24' }
  const board = new Board({
    app,
    surface: 'page',
    view: () => at.view,
    day: () => at.day,
    go: (view, day) => void Object.assign(at, { view, day }),
  })
  board.shared.events.want('2026-11-01', '2026-11-30')
  await settled()
  const event = (title: string) => {
    const match = board.shown.find((shown) => shown.event.title === title)
    if (!match) throw new Error(`No event ${title} is on screen`)
    return match
  }
  const rest = async () => {
    timers.splice(0).forEach((task) => task())
    await settled()
  }
  return {
    ...client,
    board,
    at,
    toasts,
    undoStack,
    stored,
    control,
    event,
    rest,
    titles: () => board.shown.map((shown) => shown.event.title),
    starts: () => [...stored.values()].map(({ start }) => start),
  }
}
