/**
 * GET /api/event-conflicts: what its user decided about events and what did not stay. `changed-both`: the provider had
 * changed the same fields, and its values were kept; `removed-there`: it was removed there while it was changed here;
 * `changed-there`: it was removed here, had been changed there, and is back; `refused`: the provider will not have it.
 */
export interface EventConflictView {
  id: number
  /** JMAP ids; what they name may have gone. */
  accountId: string
  calendarId: string
  eventId: string
  kind: 'changed-both' | 'removed-there' | 'changed-there' | 'refused'
  title: string
  /** What it is about, as JSON pointers without their first slash; none: the event as a whole. */
  fields: string[]
  /** JSCalendar, as it was here; null: it had been removed here. */
  lost: Readonly<Record<string, unknown>> | null
  /** JSCalendar, as it is now; null: it is gone. */
  now: Readonly<Record<string, unknown>> | null
  /** The provider's own words. */
  said: string | null
  /** RFC 3339. */
  at: string
}

/** An event of a provider that cannot be shown. */
export interface UnreadableEventView {
  accountId: string
  calendarId: string
  title: string
  /** A sentence. */
  problem: string
}

export interface EventConflictsAnswer {
  /** Newest first. */
  conflicts: EventConflictView[]
  unreadable: UnreadableEventView[]
}

/** Body of POST /api/event-conflicts/{id}: `mine` does once more what did not stay, `theirs` leaves everything as it is. */
export interface EventConflictChoice {
  keep: 'mine' | 'theirs'
}
