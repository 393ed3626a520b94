import type { StateChange } from '@plmail/wire'
import type { Http, Jmap } from '../../net/index.ts'
import type { Personal } from '../core/personal.ts'

/**
 * The part of the calendar records that is loaded at once. Small: the records of calendars themselves come with the
 * calendar.
 */
export interface CalendarContext {
  readonly jmap: Pick<Jmap, 'send' | 'download'>
  readonly personal: Personal
  readonly http: Http
  /** All accounts that may have calendars: the personal one first. */
  accountIds(): Promise<string[]>
  /** Hears in which accounts something of calendars changed, here or elsewhere. */
  listen(listener: (accountIds: readonly string[] | 'all') => void): () => void
  changed(change: StateChange): void
  /** After a gap anything may have changed. */
  missed(): void
}

const ofCalendars = ['Calendar', 'CalendarEvent', 'CalendarEventNotification', 'Reminder']

export function createCalendarContext(
  jmap: Pick<Jmap, 'send' | 'download'>,
  personal: Personal,
  http: Http,
  mailAccountIds: () => Promise<readonly string[]>,
): CalendarContext {
  const listeners = new Set<(accountIds: readonly string[] | 'all') => void>()
  function tell(accountIds: readonly string[] | 'all'): void {
    for (const listener of listeners) listener(accountIds)
  }

  return {
    jmap,
    personal,
    http,
    async accountIds() {
      const own = await personal.id()
      return own === undefined ? [] : [own, ...(await mailAccountIds())]
    },
    listen(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    changed({ changed }) {
      const touched = Object.entries(changed).filter(([, types]) => ofCalendars.some((type) => type in types))
      if (touched.length > 0) tell(touched.map(([accountId]) => accountId))
    },
    missed: () => tell('all'),
  }
}
