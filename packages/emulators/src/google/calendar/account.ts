import { createLog, type OperationLog } from '../../log/log.ts'
import type { World } from '../../world.ts'
import { createIds, type GmailIds } from '../gmail/ids.ts'
import { createQuota, type Quota } from '../gmail/quota.ts'
import { notFound } from './refusals.ts'
import type { Resource } from './resource.ts'

type AccessRole = 'freeBusyReader' | 'reader' | 'writerWithoutPrivateAccess' | 'writer' | 'owner'

export interface CalendarPlan {
  /** Default: made up; the primary one has the address of the account. */
  id?: string
  summary: string
  timeZone?: string
  accessRole?: AccessRole
  description?: string
  backgroundColor?: string
  summaryOverride?: string
  hidden?: boolean
}

export interface EmulatedCalendar extends Required<Omit<CalendarPlan, 'description' | 'summaryOverride'>> {
  description: string | undefined
  summaryOverride: string | undefined
  isPrimary: boolean
  /** In the order in which they were made. */
  events: Map<string, StoredResource>
}

export interface StoredResource {
  /** Counts over the account: pages are walked by it. */
  ordinal: number
  /** With the quotes. */
  etag: string
  resource: Resource
}

/** One thing that happened to one event. */
interface CalendarChange {
  calendar: string
  event: string
}

/** A notification that Google would have sent to participants of an event, and its recipients. */
export interface EventNotice {
  calendar: string
  event: string
  what: 'created' | 'updated' | 'cancelled'
  sendUpdates: 'all' | 'externalOnly' | 'none'
  recipients: string[]
  /** The person's answer to somebody else's meeting. */
  answer?: string
}

/** The calendars of one person, and the one log of what happened to their events. */
export interface CalendarAccount {
  readonly email: string
  readonly name: string
  readonly calendars: ReadonlyMap<string, EmulatedCalendar>
  readonly log: OperationLog<CalendarChange>
  readonly ids: GmailIds
  readonly quota: Quota
  readonly notices: readonly EventNotice[]
  /** Sync tokens of an older generation are of no use. */
  generation: number
  /** Pages hold no more than this, whatever is asked for. */
  maxPageSize: number
  now(): Date
  /** Throws 404. */
  calendar(id: string): EmulatedCalendar
  addCalendar(plan: CalendarPlan): EmulatedCalendar
  removeCalendar(id: string): void
  /** Keeps a new state of an event and tells the log. `quietly`: `updated` stays, as when reminders change [S]. */
  put(calendar: EmulatedCalendar, resource: Resource, quietly?: boolean): StoredResource
  tell(notice: EventNotice): void
  /** Called when a calendar is no longer there. */
  onRemoved(listener: (calendar: string) => void): void
}

/** Requests a minute and user since 2026-05-01 [D]. */
const requestsPerMinute = 600

export function createCalendarAccount(
  world: World,
  person: { email: string; name: string },
  perMinute: number = requestsPerMinute,
): CalendarAccount {
  const { clock } = world
  const log = createLog<CalendarChange>(clock)
  const ids = createIds(`${world.seed} calendar ${person.email}`)
  const calendars = new Map<string, EmulatedCalendar>()
  const notices: EventNotice[] = []
  const listeners: Array<(calendar: string) => void> = []
  let ordinal = 0
  let version = 3_512_000_000_000_000n

  const account: CalendarAccount = {
    ...person,
    calendars,
    log,
    ids,
    quota: createQuota(clock, perMinute),
    notices,
    generation: 1,
    maxPageSize: 2_500,
    now: () => clock.now(),
    calendar(id) {
      const calendar = calendars.get(id === 'primary' ? person.email : id)
      if (!calendar) throw notFound()
      return calendar
    },
    addCalendar(plan) {
      const random = Array.from({ length: 26 }, () => Math.floor(ids.random() * 32).toString(32)).join('')
      const id = plan.id ?? `${random}@group.calendar.google.com`
      const calendar: EmulatedCalendar = {
        id,
        summary: plan.summary,
        timeZone: plan.timeZone ?? 'Europe/Berlin',
        accessRole: plan.accessRole ?? 'owner',
        backgroundColor: plan.backgroundColor ?? '#9fe1e7',
        description: plan.description,
        summaryOverride: plan.summaryOverride,
        hidden: plan.hidden ?? false,
        isPrimary: id === person.email,
        events: new Map(),
      }
      calendars.set(id, calendar)
      return calendar
    },
    removeCalendar(id) {
      calendars.delete(id)
      for (const listener of listeners) listener(id)
    },
    put(calendar, resource, quietly = false) {
      version += 1_000_000n + BigInt(Math.floor(ids.random() * 999_983))
      const storedEvent = calendar.events.get(resource.id)
      const updated = quietly && storedEvent ? storedEvent.resource['updated'] : clock.now().toISOString()
      const stored: StoredResource = {
        ordinal: storedEvent?.ordinal ?? ++ordinal,
        etag: `"${version}"`,
        resource: { ...resource, updated },
      }
      calendar.events.set(resource.id, stored)
      log.append({ calendar: calendar.id, event: resource.id })
      return stored
    },
    tell: (notice) => void notices.push(notice),
    onRemoved: (listener) => void listeners.push(listener),
  }
  account.addCalendar({ id: person.email, summary: person.email, backgroundColor: '#9a9cff' })
  return account
}
