import { componentText, type EventObject, readCalendar, withoutScheduleStatus } from '@plmail/calendar-format'

/** Content of a message about meetings (iTIP, RFC 5546). */
export interface SchedulingMessage {
  method: SchedulingMethod
  /** One event, or single occurrences of one. */
  items: SchedulingItem[]
}

/** `other` is only shown: PUBLISH, ADD, REFRESH, DECLINECOUNTER and what nobody knows. */
export type SchedulingMethod = 'request' | 'cancel' | 'reply' | 'counter' | 'other'

export interface SchedulingItem {
  /** `recurrenceId` where it is about one occurrence. */
  event: EventObject
  uid: string
  sequence: number
  /** DTSTAMP: when the organizer, or who answers, wrote it. */
  stampedAt: Date | null
  comment: string
}

/** More occurrences are no message between people. */
const maxItems = 200

/** Undefined for what is no message about meetings: no calendar, or one without METHOD or without an event. */
export function readScheduling(text: string): SchedulingMessage | undefined {
  const calendar = readCalendar(text)
  const [first] = calendar?.events ?? []
  if (!calendar?.method || !first) return undefined
  const method = methods.find((candidate) => candidate === calendar.method?.toLowerCase()) ?? 'other'
  const uid = first.event['uid']
  const items = calendar.events.filter(({ event }) => event['uid'] === uid).slice(0, maxItems)
  return {
    method,
    items: items.map(({ event, components }) => ({
      // A server speaks of its own messages; in somebody else's it says nothing of ours (RFC 6638 §7.3).
      event: withoutScheduleStatus(event),
      uid: String(uid),
      sequence: getSequence(event),
      stampedAt: newest(components.flatMap((component) => componentText(component, 'dtstamp') ?? [])),
      comment: (components.flatMap((component) => componentText(component, 'comment') ?? [])[0] ?? '').slice(
        0,
        2_000,
      ),
    })),
  }
}

const methods = ['request', 'cancel', 'reply', 'counter'] as const

function getSequence({ sequence }: EventObject): number {
  return typeof sequence === 'number' ? sequence : 0
}

function newest(stamps: readonly string[]): Date | null {
  const times = stamps.map((stamp) => Date.parse(stamp)).filter((time) => Number.isFinite(time))
  return times.length === 0 ? null : new Date(Math.max(...times))
}
