import { type CalendarEventView, eventListProperties, type SetError } from '@plmail/wire'
import { createBatch, resultOf } from '../../net/index.ts'
import type { CalendarContext } from './calendar-context.ts'
import type { CalendarRecords } from './calendars.ts'
import { type EventWrites, writeEvents } from './event-writes.ts'
import { occurrenceOf, type ShownOccurrence } from './occurrence.ts'
import { createTopic } from '../core/topic.ts'
import { addDays, addMonths, type Day, type Wall, wallOf } from './wall-time.ts'

/** Draws a change before the server has confirmed it. */
export type EventLook = (occurrences: readonly ShownOccurrence[]) => readonly ShownOccurrence[]

interface EventSetWrite {
  accountId: string
  /** Asked for after it looks so already; undefined when it cannot be had. */
  writes: () => Promise<EventWrites | undefined>
  /** Whether participants are notified. */
  sendSchedulingMessages?: boolean
  look: EventLook
}

/**
 * Ids of what was made, by the names in `create`, the entry of the journal that takes it back, and how it looked before;
 * or why not: undefined when no answer came.
 */
type EventsWritten =
  | { ok: true; ids: Record<string, string>; journalId: string | undefined; lookBack: EventLook }
  | { ok: false; why: SetError | undefined }

/** The events of all accounts, a few months of them at a time. */
export interface EventRecords {
  /** Watched. What touches the time, with what was done here and is not confirmed yet. */
  within(from: Wall, to: Wall): readonly ShownOccurrence[]
  /** Watched. Whether these days were loaded, however long ago. */
  isLoaded(from: Day, to: Day): boolean
  /** Watched. */
  readonly isUnreachable: boolean
  /** Fetches what is missing of these days, then of the days before and after. The last call names what is on screen. */
  want(from: Day, to: Day): void
  /** An event as it is stored, whole; undefined when it cannot be had. */
  whole(accountId: string, id: string): Promise<CalendarEventView | undefined>
  /** Events with these words, from a year ago to two years ahead. */
  search(text: string, today: Day): Promise<readonly ShownOccurrence[] | undefined>
  write(change: EventSetWrite): Promise<EventsWritten>
}

/** Number of events in one answer; a busy quarter of a year of one account has fewer. */
const pageSize = 1_000
const maxPages = 5
const maxMatches = 50

type Month = string
const monthOf = (day: Day): Month => day.slice(0, 7)

function monthsOf(from: Day, to: Day): Month[] {
  const months: Month[] = []
  for (let at = `${monthOf(from)}-01`; at <= to; at = addMonths(at, 1)) months.push(monthOf(at))
  return months
}

export function createEvents(
  context: CalendarContext,
  calendars: CalendarRecords,
  zone: string,
): EventRecords {
  const topic = createTopic()
  const byAccount = new Map<string, Map<string, ShownOccurrence>>()
  /** Months that are loaded and up to date, by account. */
  const loaded = new Map<string, Set<Month>>()
  /** Months that were loaded once: their events may be out of date, and are still shown. */
  const seen = new Map<string, Set<Month>>()
  let pending: { write: EventSetWrite; isConfirmed: boolean }[] = []
  let requestedDays: { from: Day; to: Day } | undefined
  let isUnreachable = false
  let running: Promise<void> | undefined
  /** Counts what may have changed: an answer that was asked for before that may not know of it. */
  let round = 0

  /** Each account once, those with calendars only. */
  const accountIds = (): string[] => [...new Set((calendars.all() ?? []).map(({ accountId }) => accountId))]
  const isLoadedMonth = (accountId: string, month: Month): boolean =>
    loaded.get(accountId)?.has(month) === true

  async function ask(accountId: string, months: readonly Month[]): Promise<boolean> {
    const after = `${months[0] ?? ''}-01`
    const before = addMonths(`${months.at(-1) ?? ''}-01`, 1)
    const askedIn = round
    const confirmed = pending.filter(({ isConfirmed, write }) => isConfirmed && write.accountId === accountId)
    const events = await fetchPages(accountId, { after: `${after}T00:00:00`, before: `${before}T00:00:00` })
    if (!events) return false
    const stored = byAccount.get(accountId) ?? new Map<string, ShownOccurrence>()
    const [from, to] = [wallOf(after), wallOf(before)]
    const outside = [...stored].filter(([, occurrence]) => occurrence.end <= from || occurrence.start >= to)
    const fresh = events
      .map((event) => occurrenceOf(accountId, event, zone))
      .map((occurrence) => [occurrence.key, occurrence] as const)
    byAccount.set(accountId, new Map([...outside, ...fresh]))
    for (const some of askedIn === round ? [loaded, seen] : [seen])
      some.set(accountId, new Set([...(some.get(accountId) ?? []), ...months]))
    // The answer was asked for after these had reached the server: it has them.
    pending = pending.filter((entry) => !confirmed.includes(entry))
    topic.touch()
    return true
  }

  async function fetchPages(
    accountId: string,
    filter: { after: string; before: string; text?: string },
  ): Promise<CalendarEventView[] | undefined> {
    const events: CalendarEventView[] = []
    for (let page = 0; page < maxPages; page++) {
      const batch = createBatch()
      const query = batch.add('CalendarEvent/query', {
        accountId,
        filter,
        expandRecurrences: true,
        timeZone: zone,
        limit: pageSize,
        position: page * pageSize,
        sort: [{ property: 'start' }],
      })
      const call = batch.add('CalendarEvent/get', {
        accountId,
        '#ids': resultOf(query, '/ids'),
        properties: eventListProperties,
        timeZone: zone,
      })
      const answers = await context.jmap.send(batch)
      const [ids, got] = [answers?.of(query), answers?.of(call)]
      if (!ids?.ok || !got?.ok) return undefined
      events.push(...got.value.list)
      if (ids.value.ids.length < pageSize) break
    }
    return events
  }

  /** The days on screen first, then those a step away. */
  async function run(): Promise<void> {
    await calendars.loaded()
    for (;;) {
      const next = missing()
      if (!next) return
      const done = await Promise.all(next.map(({ accountId, months }) => ask(accountId, months)))
      isUnreachable = done.includes(false)
      topic.touch()
      if (isUnreachable) return
    }
  }

  function missing(): { accountId: string; months: Month[] }[] | undefined {
    if (!requestedDays) return undefined
    const { from, to } = requestedDays
    for (const months of [monthsOf(from, to), monthsOf(addMonths(from, -1), addMonths(to, 1))]) {
      const lacking = accountIds()
        .map((accountId) => ({
          accountId,
          months: months.filter((month) => !isLoadedMonth(accountId, month)),
        }))
        .filter((account) => account.months.length > 0)
        .map(({ accountId, months: some }) => ({ accountId, months: between(some) }))
      if (lacking.length > 0) return lacking
    }
    return undefined
  }

  /** One question for all of them: what lies between comes along. */
  const between = (months: Month[]): Month[] => monthsOf(`${months[0] ?? ''}-01`, `${months.at(-1) ?? ''}-01`)

  function start(): void {
    running ??= run().finally(() => (running = undefined))
  }

  context.listen((changed) => {
    round += 1
    for (const accountId of changed === 'all' ? loaded.keys() : changed) loaded.delete(accountId)
    if (running) void running.then(start)
    else start()
  })

  const everything = (): readonly ShownOccurrence[] =>
    pending.reduce<readonly ShownOccurrence[]>(
      (list, { write }) => write.look(list),
      [...byAccount.values()].flatMap((some) => [...some.values()]),
    )

  return {
    within(from, to) {
      topic.watch()
      return everything().filter(
        (occurrence) => occurrence.start < to && (occurrence.end > from || occurrence.start >= from),
      )
    },
    isLoaded(from, to) {
      topic.watch()
      const months = monthsOf(from, to)
      const isSeen = (id: string): boolean => months.every((month) => seen.get(id)?.has(month))
      return calendars.all() !== undefined && accountIds().every(isSeen)
    },
    get isUnreachable() {
      topic.watch()
      return isUnreachable
    },
    want(from, to) {
      requestedDays = { from, to }
      start()
    },
    async whole(accountId, id) {
      const batch = createBatch()
      const call = batch.add('CalendarEvent/get', { accountId, ids: [id], timeZone: zone })
      const answer = (await context.jmap.send(batch))?.of(call)
      return answer?.ok ? answer.value.list[0] : undefined
    },
    async search(text, today) {
      const windows = windowsOf(addDays(today, -windowDays), addDays(today, 2 * windowDays - 1))
      const asked = accountIds().flatMap((accountId) => windows.map((window) => ({ accountId, ...window })))
      const answers = await Promise.all(
        asked.map(async ({ accountId, from, to }) => {
          const events = await fetchPages(accountId, {
            text,
            after: `${from}T00:00:00`,
            before: `${to}T00:00:00`,
          })
          return events?.map((event) => occurrenceOf(accountId, event, zone))
        }),
      )
      if (answers.includes(undefined)) return undefined
      const all = new Map(
        answers.flatMap((some) => (some ?? []).map((occurrence) => [occurrence.key, occurrence] as const)),
      )
      return nearest([...all.values()], wallOf(today))
    },
    async write(change) {
      const was = everything()
      const lookBack = backFrom(was, change.look(was))
      const entry = { write: change, isConfirmed: false }
      pending = [...pending, entry]
      topic.touch()
      // The event could not be read, which counts as an unreachable server.
      const writes = await change.writes()
      const outcome = writes
        ? await writeEvents(context.jmap, change, writes)
        : { ok: false as const, why: undefined }
      if (outcome.ok) entry.isConfirmed = true
      else pending = pending.filter((candidate) => candidate !== entry)
      // Also after a refusal: what it was about may have been changed elsewhere.
      if (outcome.ok || outcome.why) {
        round += 1
        loaded.delete(change.accountId)
      }
      topic.touch()
      if (running) void running.then(start)
      else start()
      return outcome.ok ? { ...outcome, lookBack } : outcome
    },
  }
}

/** Puts what a look changed or took away back in its place. */
function backFrom(was: readonly ShownOccurrence[], is: readonly ShownOccurrence[]): EventLook {
  const [before, after] = [new Set(was), new Set(is)]
  const gone = was.filter((occurrence) => !after.has(occurrence))
  const touched = new Set(
    [...gone, ...is.filter((occurrence) => !before.has(occurrence))].map(({ key }) => key),
  )
  return (occurrences) => [...occurrences.filter(({ key }) => !touched.has(key)), ...gone]
}

/** No question about occurrences reaches further. */
const windowDays = 365

/** A long time in pieces that may be asked about, the last day with them. */
function windowsOf(from: Day, to: Day): { from: Day; to: Day }[] {
  const windows: { from: Day; to: Day }[] = []
  for (let at = from; at <= to; at = addDays(at, windowDays))
    windows.push({ from: at, to: addDays(at, windowDays) })
  return windows
}

/** Sorts future events before past ones: the soonest first, then the latest past ones first. */
function nearest(all: readonly ShownOccurrence[], now: Wall): ShownOccurrence[] {
  const ahead = all.filter(({ end }) => end >= now).sort((a, b) => a.start - b.start)
  const past = all.filter(({ end }) => end < now).sort((a, b) => b.start - a.start)
  return [...ahead, ...past].slice(0, maxMatches)
}
