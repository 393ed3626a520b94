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
  function tell(told: Told): void {
    events.set(told.id, told)
    for (const { id, seriesId } of told.occurrenceIds ? [...occurrences.values()] : [])
      if (seriesId === told.id && !told.occurrenceIds?.includes(id)) occurrences.delete(id)
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
  function known(id: string): KnownEvent {
    const told = events.get(id)
    if (!told) throw new Error(`Nothing was told of ${id}`)
    const mine = [...occurrences.values()].filter((occurrence) => occurrence.seriesId === id)
    const overrides = {
      ...(told.event['recurrenceOverrides'] as JsonObject | undefined),
      ...Object.fromEntries(mine.map((one) => [one.recurrenceId, one.patch])),
    }
    return {
      id,
      version: told.version,
      raw: told.raw,
      event:
        Object.keys(overrides).length > 0 ? { ...told.event, recurrenceOverrides: overrides } : told.event,
      occurrences: new Map(mine.map(({ recurrenceId, ...one }) => [recurrenceId, one])),
    }
  }
  return {
    look,
    apply,
    known,
    ids: () => [...events.keys()],
    /** Everything, as a reading from the start would have it. */
    all: () => new Map([...events.keys()].toSorted().map((id) => [id, known(id).event])),
    byTitle: (title: string) => [...events.values()].find((event) => event.event['title'] === title)?.id,
  }
}

export type EventMirror = ReturnType<typeof createEventMirror>
