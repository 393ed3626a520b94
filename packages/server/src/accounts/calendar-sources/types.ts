import type { AccountId, CalendarSourceId, ProblemDetail, UserId, ProviderName } from '@plmail/wire'
import type { ProviderErrorKind } from '../../providers/contract/index.ts'
import type { FieldProblem } from '../field-problem.ts'

export type CalendarSourceKind = ProviderName | 'caldav' | 'feed'

/** Last observed condition of a source; `new` until the first sync. */
export type CalendarSourceCondition = 'new' | 'ok' | ProviderErrorKind

/** A source of calendars outside this server. */
export interface CalendarSource {
  id: CalendarSourceId
  userId: UserId
  /** In which its calendars live: the connected account itself, else the user's personal one. */
  accountId: AccountId
  kind: CalendarSourceKind
}

/** Credentials of a source. Never logged, never sent to a browser. */
export type CalendarSourceAccess =
  | { kind: ProviderName; accountId: AccountId }
  | { kind: 'caldav'; address: string; username: string; password: string }
  | {
      kind: 'feed'
      name: string
      address: string
      /** When its user last wanted it looked at, whatever the feed says of its intervals. */
      askedAt: Date | undefined
    }

/** For whoever keeps the copies: which sources there are, how to reach them, what became of looking at them. */
export interface CalendarSources {
  /** Every source, for schedules. */
  active(): Promise<CalendarSourceId[]>
  /** Undefined once it is removed. */
  get(id: CalendarSourceId): Promise<CalendarSource | undefined>
  ofAccount(accountId: AccountId): Promise<CalendarSource[]>
  ofUser(userId: UserId): Promise<CalendarSource[]>
  /** Undefined once it is removed. */
  access(id: CalendarSourceId): Promise<CalendarSourceAccess | undefined>
  /** Undefined once it is removed. */
  getOwner(id: CalendarSourceId): Promise<UserId | undefined>
  /**
   * Records what was observed; `ok` also stamps the time of the last look. An equal condition keeps its time. `said` is
   * the other side's own words.
   */
  setCondition(
    id: CalendarSourceId,
    condition: Exclude<CalendarSourceCondition, 'new'>,
    serverText?: string,
  ): Promise<void>
}

/** A source as its user sees it. */
export interface CalendarSourceView extends CalendarSource {
  /** Name of the source; for a connected account its address. */
  name: string
  /** Who keeps the calendars, by name. */
  host: string
  /** Address of a CalDAV server; that of a feed is never shown. */
  address: string | null
  username: string | null
  condition: CalendarSourceCondition
  /** The problem and its remedy; null without a problem. */
  conditionText: ProblemDetail | null
  /** The other side's own words. */
  said: string | null
  conditionSince: Date
  lastSyncedAt: Date | null
}

export interface CalDavForm {
  /** The host unless given. */
  name?: string
  /** A URL, or a domain alone. */
  address: string
  username: string
  password: string
}

export interface FeedForm {
  name?: string
  address: string
}

export type Connected = { ok: true; source: CalendarSourceView } | { ok: false; problems: FieldProblem[] }

/** How a server or a feed would not be a source. */
export interface SourceFault {
  kind: ProviderErrorKind
  message: string
  detail: string | undefined
  /** The problem in our words, where the provider's folder knows it. */
  problem: ProblemDetail | undefined
}

/** Signs in to a server or looks at a feed, and answers where the calendars are; never throws for the other side's doing. */
type SourceProbe<Form> = (
  form: Form,
  owner: UserId,
) => Promise<{ ok: true; address: string; name: string | undefined } | { ok: false; fault: SourceFault }>

export interface CalendarProbes {
  caldav: SourceProbe<Pick<CalDavForm, 'address' | 'username' | 'password'>>
  feed: SourceProbe<string>
}

/** Operations of a user on their calendar sources. */
export interface CalendarSourcesOfUser {
  list(userId: UserId): Promise<CalendarSourceView[]>
  connect(userId: UserId, form: CalDavForm): Promise<Connected>
  /** Undefined: not a CalDAV source of this user. */
  edit(userId: UserId, id: CalendarSourceId, form: Partial<CalDavForm>): Promise<Connected | undefined>
  subscribe(userId: UserId, form: FeedForm): Promise<Connected>
  /** Looked at as soon as may be, whatever a feed says of its intervals. False: not a source of this user. */
  hurry(userId: UserId, id: CalendarSourceId): Promise<boolean>
  /** With its calendars and everything in them; nothing changes at the source. False: not one that can be removed. */
  remove(userId: UserId, id: CalendarSourceId): Promise<boolean>
}
