import type {
  CalendarImported,
  CalendarSourceAnswer,
  CalendarSourcesAnswer,
  NewCalDavSource,
  NewFeed,
  PatchObject,
  SetError,
} from '@plmail/wire'
import { createBatch, type Answer } from '../../net/index.ts'
import type { CalendarContext } from './calendar-context.ts'
import { createTopic } from '../core/topic.ts'

/** Undefined where nothing was answered. */
type CalendarDone = { ok: true } | { ok: false; why: SetError | undefined }

/** The calendar sources and what their owner can do with them. Every action returns problems as values. */
export interface CalendarSourceRecords {
  /** Watched. Undefined until the first answer. */
  all(): readonly CalendarSourceAnswer[] | undefined
  load(): Promise<void>
  connect(form: NewCalDavSource): Promise<Answer<CalendarSourceAnswer>>
  edit(id: string, form: Partial<NewCalDavSource>): Promise<Answer<CalendarSourceAnswer>>
  subscribe(form: NewFeed): Promise<Answer<CalendarSourceAnswer>>
  syncNow(id: string): Promise<Answer<unknown>>
  /** `discard`: also what was not sent yet. */
  remove(id: string, unsent: 'keep' | 'discard'): Promise<Answer<unknown>>
  /** The user's own calendars, in the personal account. */
  create(calendar: PatchObject): Promise<CalendarDone>
  /** With its events. */
  destroy(accountId: string, calendarId: string): Promise<CalendarDone>
  makeDefault(accountId: string, calendarId: string): Promise<CalendarDone>
  /** Adds the events of an iCalendar file. */
  importFile(accountId: string, calendarId: string, file: Blob): Promise<Answer<CalendarImported>>
}

export function createCalendarSources({ http, jmap, personal }: CalendarContext): CalendarSourceRecords {
  const topic = createTopic()
  const path = '/api/calendar-sources'
  let listed: readonly CalendarSourceAnswer[] | undefined

  async function load(): Promise<void> {
    const answer = await http.call<CalendarSourcesAnswer>('GET', path)
    if (!answer.ok) return
    listed = answer.value.sources
    topic.touch()
  }

  async function thenLoad<T>(doing: Promise<Answer<T>>): Promise<Answer<T>> {
    const answer = await doing
    if (answer.ok) await load()
    return answer
  }

  async function set(args: { accountId: string } & Record<string, unknown>): Promise<CalendarDone> {
    const batch = createBatch()
    const call = batch.add('Calendar/set', args)
    const answer = (await jmap.send(batch))?.of(call)
    if (!answer?.ok) return { ok: false, why: undefined }
    const { notCreated, notUpdated, notDestroyed } = answer.value
    const [why] = [notCreated, notUpdated, notDestroyed].flatMap((refusals) => Object.values(refusals ?? {}))
    return why ? { ok: false, why } : { ok: true }
  }

  return {
    all() {
      topic.watch()
      return listed
    },
    load,
    connect: (form) => thenLoad(http.call('POST', `${path}/caldav`, form)),
    edit: (id, form) => thenLoad(http.call('POST', `${path}/${id}`, form)),
    subscribe: (form) => thenLoad(http.call('POST', `${path}/feeds`, form)),
    syncNow: (id) => http.call('POST', `${path}/${id}/sync`),
    remove: (id, unsent) =>
      thenLoad(http.call('DELETE', unsent === 'discard' ? `${path}/${id}?unsent=discard` : `${path}/${id}`)),
    async create(calendar) {
      const accountId = await personal.id()
      return accountId === undefined
        ? { ok: false, why: undefined }
        : set({ accountId, create: { c: calendar } })
    },
    importFile: (accountId, id, file) =>
      http.call(
        'POST',
        `/api/calendars/ics?account=${accountId}&calendar=${id}`,
        new Blob([file], { type: 'text/calendar' }),
      ),
    destroy: (accountId, id) => set({ accountId, destroy: [id], onDestroyRemoveEvents: true }),
    makeDefault: (accountId, id) => set({ accountId, update: {}, onSuccessSetIsDefault: id }),
  }
}
