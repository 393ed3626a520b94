import type {
  CalendarSession,
  EventPage,
  JsonObject,
  KnownEvent,
  RemoteChange,
} from '../../../../server/src/providers/contract/calendar-session.ts'

type EventChange = Extract<RemoteChange, { kind: 'event' }>
type OccurrenceChange = Extract<RemoteChange, { kind: 'occurrence' }>

/** Follows one calendar by its pages, as sync does, in miniature. */
export function createEventMirror(session: CalendarSession, calendar: string) {
  const events = new Map<string, EventChange>()
  /** By their own ids. */
  const occurrences = new Map<string, OccurrenceChange>()
  let cursor: string | undefined

  function forget(id: string): void {
    events.delete(id)
    occurrences.delete(id)
    for (const occurrence of occurrences.values())
      if (occurrence.seriesId === id) occurrences.delete(occurrence.id)
  }
  function storeEvent(change: EventChange): void {
    events.set(change.id, change)
    for (const { id, seriesId } of change.occurrenceIds ? [...occurrences.values()] : [])
      if (seriesId === change.id && !change.occurrenceIds?.includes(id)) occurrences.delete(id)
  }
  function apply(changes: readonly RemoteChange[]): void {
    for (const change of changes)
      if (change.kind === 'event') storeEvent(change)
      else if (change.kind === 'occurrence') occurrences.set(change.id, change)
      else forget(change.id)
  }
  async function look(): Promise<EventPage[]> {
    const pages: EventPage[] = []
    // A reading of everything says by silence what is gone.
    let named = cursor === undefined ? new Set<string>() : undefined
    for await (const page of session.pull(calendar, cursor)) {
      pages.push(page)
      if (page.reset) named = new Set()
      for (const { id } of page.changes) named?.add(id)
      apply(page.changes)
      if (page.cursor !== undefined) cursor = page.cursor
    }
    if (named) for (const id of [...events.keys(), ...occurrences.keys()]) if (!named.has(id)) forget(id)
    return pages
  }
  /** The state of an event that `write` starts from. Throws when no page brought the event. */
  function pulled(id: string): KnownEvent {
    const change = events.get(id)
    if (!change) throw new Error(`No page brought ${id}`)
    const mine = [...occurrences.values()].filter((occurrence) => occurrence.seriesId === id)
    const overrides = {
      ...(change.event['recurrenceOverrides'] as JsonObject | undefined),
      ...Object.fromEntries(mine.map((occurrence) => [occurrence.recurrenceId, occurrence.patch])),
    }
    return {
      id,
      version: change.version,
      raw: change.raw,
      event:
        Object.keys(overrides).length > 0
          ? { ...change.event, recurrenceOverrides: overrides }
          : change.event,
      occurrences: new Map(mine.map(({ recurrenceId, ...occurrence }) => [recurrenceId, occurrence])),
    }
  }
  return {
    look,
    apply,
    pulled,
    ids: () => [...events.keys()],
    /** Everything, as a reading from the start would have it. */
    all: () => new Map([...events.keys()].toSorted().map((id) => [id, pulled(id).event])),
    byTitle: (title: string) => [...events.values()].find((event) => event.event['title'] === title)?.id,
  }
}

export type EventMirror = ReturnType<typeof createEventMirror>
