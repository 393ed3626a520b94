import {
  calendarEventNotificationWireId,
  calendarEventWireId,
  type EventNotificationView,
  journalWireId,
} from '@plmail/wire'
import type { Calendars, EventNotification } from '../../../calendar/index.ts'
import type { Changes } from '../../../changes/index.ts'
import { readCalendarAccount, onlyKnown } from '../../engine/arguments.ts'
import { answerGet, readRequest, pick } from '../../engine/get.ts'
import type { Method } from '../../engine/method.ts'

export interface NotificationNeeds {
  calendars: Pick<Calendars, 'notifications'>
  changes: Changes
}

const properties = [
  'id',
  'created',
  'changedBy',
  'comment',
  'type',
  'calendarEventId',
  'isDraft',
  'event',
  'eventPatch',
  'changedVia',
  'journalId',
]

/** CalendarEventNotification/get (JMAP Calendars §7.1). */
export function notificationGet({ calendars, changes }: NotificationNeeds): Method {
  return {
    run: async (args, { caller }) => {
      onlyKnown(args, ['accountId', 'ids', 'properties'])
      const wireId = calendarEventNotificationWireId
      const request = readRequest(args, caller, wireId, properties, readCalendarAccount)
      return answerGet(changes, request, wireId, async () => {
        const notifications = await calendars.notifications.list(request.account.id, request.ids)
        return notifications.map((notification) => ({
          id: notification.id,
          json: pick({ ...toJson(notification) }, request.properties),
        }))
      })
    },
  }
}

function toJson(notification: EventNotification): EventNotificationView {
  const { name, email, comment, type, via, event, patch, journalId } = notification
  const isThere = type !== 'destroyed'
  return {
    id: calendarEventNotificationWireId.encode(notification.id),
    created: notification.at.toISOString().replace(/\.\d+Z$/, 'Z'),
    changedBy: { name, email, principalId: null, calendarAddress: email === null ? null : `mailto:${email}` },
    comment,
    type,
    calendarEventId: calendarEventWireId.encode(notification.eventId),
    ...(isThere ? { isDraft: false } : {}),
    event,
    ...(patch === null ? {} : { eventPatch: patch }),
    changedVia: via,
    journalId: journalId === null ? null : journalWireId.encode(journalId),
  }
}
