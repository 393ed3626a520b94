import type { ProviderName } from './api.ts'
/** The sources of calendars besides this server, as `/api/calendar-sources` returns them. */
export interface CalendarSourcesAnswer {
  sources: CalendarSourceAnswer[]
}

export interface CalendarSourceAnswer {
  id: string
  kind: ProviderName | 'caldav' | 'feed'
  /** The JMAP account that its calendars live in. */
  accountId: string
  name: string
  /** Who keeps the calendars, by name. */
  host: string
  /** Address of a CalDAV server; that of a feed is never sent. */
  address: string | null
  username: string | null
  /** `new` until the first look. */
  condition: string
  /** Problem and remedy as a sentence; null when there is none. */
  conditionText: string | null
  /** Signing in again mends it. */
  needsSignIn: boolean
  conditionSince: string
  lastSyncedAt: string | null
  calendars: SourceCalendar[]
}

export interface SourceCalendar {
  /** Id of the JMAP Calendar. */
  id: string
  name: string
  lastPulledAt: string | null
  /** Why it could not be read last time, as a sentence. */
  trouble: string | null
  /** Changes made here that the source does not have yet. */
  unsent: number
  /** In the provider's words. */
  unsentBecause: string | null
  /** Events that cannot be shown. */
  unreadable: number
  /** `push`: the provider announces changes; `never`: it said that it will not announce this one. */
  announced: 'push' | 'polled' | 'never'
}

export interface NewCalDavSource {
  /** The host unless given. */
  name?: string
  /** A URL, or a domain alone. */
  address: string
  username: string
  password: string
}

export interface NewFeed {
  /** As its file says unless given. */
  name?: string
  address: string
}
