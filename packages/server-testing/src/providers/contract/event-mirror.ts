import type {
  CalendarSession,
  EventPage,
  JsonObject,
  KnownEvent,
  RemoteChange,
} from '../../../../server/src/providers/contract/calendar-session.ts'

type Told = Extract<RemoteChange, { kind: 'event' }>
type ToldOccurrence = Extract<RemoteChange, { kind: 'occurrence' }>

/** What sync does with pages, in miniature: one calendar as it follows from them. */
export function createEventMirror(session: CalendarSession, calendar: string) {
  const events = new Map<string, Told>()
  /** By their own ids. */
  const occurrences = new Map<string, ToldOccurrence>()
  let cursor: string | undefined

  function forget(id: string): void {
    events.delete(id)
    occurrences.delete(id)
    for (const occurrence of occurrences.values())
      if (occurrence.seriesId === id) occurrences.delete(occurrence.id)
  }
  function tell(change: Told): void {
    events.set(change.id, change)
    for (const { id, seriesId } of change.occurrenceIds ? [...occurrences.values()] : [])
      if (seriesId === change.id && !change.occurrenceIds?.includes(id)) occurrences.delete(id)
  }
  function apply(changes: readonly RemoteChange[]): void {
    for (const change of changes)
      if (change.kind === 'event') tell(change)
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
  /** What `write` wants to be told of an event. Throws when nothing was told of it. */
  function pulled(id: string): KnownEvent {
    const change = events.get(id)
    if (!change) throw new Error(`Nothing was told of ${id}`)
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
      occurrences: new Map(mine.map(({ recurrenceId, ...one }) => [recurrenceId, one])),
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
