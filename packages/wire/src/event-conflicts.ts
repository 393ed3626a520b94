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
  /** Properties in conflict, as JSON pointers without their first slash; none: the event as a whole. */
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

/** The outcome of changes to events that did not stay, for a client to say in its user's language. */
export interface EventChangeProblem {
  code: EventConflictView['kind']
  parameters: {
    /** The title of the first event; empty where it has none. */
    title: string
    /** Who refused it; `server`: another one. */
    provider: 'google' | 'microsoft' | 'server'
    /** How many changes besides the first did not stay. */
    more: number
  }
}

const codes = ['changed-both', 'removed-there', 'changed-there', 'refused']
const providers = ['google', 'microsoft', 'server']

export function isEventChangeProblem(value: unknown): value is EventChangeProblem {
  if (typeof value !== 'object' || value === null || !('code' in value && 'parameters' in value)) return false
  const { code, parameters } = value
  if (typeof parameters !== 'object' || parameters === null) return false
  const { title, provider, more } = { title: null, provider: null, more: null, ...parameters }
  return (
    codes.includes(String(code)) &&
    typeof title === 'string' &&
    providers.includes(String(provider)) &&
    Number.isInteger(more)
  )
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
