import { calendarEventWireId } from '@plmail/wire'
import type { EventRefusal } from '../../../calendar/index.ts'
import { invalidProperties, type SetError } from '../../engine/set.ts'

/** A refusal of the calendar room as JMAP says it (RFC 8620 §5.3). */
export function toError(refusal: EventRefusal): SetError & { existingId?: string } {
  switch (refusal.why) {
    case 'not-found':
      return { type: 'notFound' }
    case 'unknown-calendar':
      return invalidProperties(['calendarIds'], { problem: 'calendar/not-found' })
    case 'read-only':
      return { type: 'forbidden', description: { problem: 'calendar/read-only' } }
    case 'not-organizer':
      return { type: 'forbidden', description: { problem: 'calendar/organizer-only' } }
    case 'too-many':
      return { type: 'overQuota', description: { problem: 'calendar/too-many-events' } }
    case 'uid-taken':
      return {
        type: 'alreadyExists',
        description: { problem: 'calendar/uid-taken' },
        existingId: calendarEventWireId.encode(refusal.existing),
      }
    case 'invalid': {
      const [first] = refusal.problems
      if (first?.property === '') return { type: 'tooLarge', description: first.detail }
      const properties = [...new Set(refusal.problems.map(({ property }) => property))]
      return invalidProperties(properties, refusal.problems.map(({ detail }) => detail).join(' '))
    }
  }
}
