import {
  accountWireId,
  calendarEventNotificationWireId as wireId,
  type CalendarEventNotificationId,
  calendarEventWireId,
} from '@plmail/wire'
import type { EventNotification } from '../../../calendar/index.ts'
import {
  readCalendarAccount,
  readInt,
  invalid,
  type JsonObject,
  onlyKnown,
  optionalString,
  readState,
  readStrings,
} from '../../engine/arguments.ts'
import { type Arguments, type Method, MethodFailure } from '../../engine/method.ts'
import {
  readComparators,
  cut,
  readFilterTree,
  matching,
  readPaging,
  queryArguments,
  queryChangesArguments,
} from '../../engine/query.ts'
import { readUtcDate } from '../../engine/utc-date.ts'
import type { NotificationNeeds } from './get.ts'

/** CalendarEventNotification/query (JMAP Calendars §7.4). */
export function notificationQuery({ calendars, changes }: NotificationNeeds): Method {
  return {
    run: async (args, { caller }) => {
      onlyKnown(args, queryArguments)
      const { id } = readCalendarAccount(args, caller)
      const chosen = readChoice(args)
      const paging = readPaging(args)
      const state = await changes.state(id)
      const ids = chosen(await calendars.notifications.list(id, null)).map((notification) =>
        wireId.encode(notification.id),
      )
      return {
        accountId: accountWireId.encode(id),
        queryState: String(state),
        canCalculateChanges: true,
        ...cut(ids, paging),
        ...(paging.calculateTotal ? { total: ids.length } : {}),
        ...(paging.isBounded ? { limit: paging.limit } : {}),
      }
    },
  }
}

/** CalendarEventNotification/queryChanges (§7.5). They never change, so what came is in and what went is out. */
export function notificationQueryChanges({ calendars, changes }: NotificationNeeds): Method {
  return {
    run: async (args, { caller }) => {
      onlyKnown(args, queryChangesArguments)
      const { id } = readCalendarAccount(args, caller)
      if (typeof args['sinceQueryState'] !== 'string') throw invalid('sinceQueryState', 'a state string')
      const max = readInt(args, 'maxChanges', Number.MAX_SAFE_INTEGER, 0)
      if (max === 0) throw invalid('maxChanges', 'a whole number above 0')
      optionalString(args, 'upToId')
      const chosen = readChoice(args)
      const since = await changes.since(
        id,
        'CalendarEventNotification' as const,
        readState(args, 'sinceQueryState'),
        maxChanges,
      )
      if (since === 'cannot-calculate' || since.hasMore) throw new MethodFailure('cannotCalculateChanges')
      const all = chosen(await calendars.notifications.list(id, null))
      const isNew = new Set(since.created)
      const added = all.flatMap((notification, index) =>
        isNew.has(notification.id) ? [{ id: wireId.encode(notification.id), index }] : [],
      )
      const removed = since.destroyed.map((destroyedId) =>
        wireId.encode(destroyedId as CalendarEventNotificationId),
      )
      if (added.length + removed.length > max) throw new MethodFailure('tooManyChanges')
      return {
        accountId: accountWireId.encode(id),
        oldQueryState: String(since.oldState),
        newQueryState: String(since.newState),
        removed,
        added,
        ...(args['calculateTotal'] === true ? { total: all.length } : {}),
      }
    },
  }
}

/** Beyond this a client asks again for less. */
const maxChanges = 5_000

type IsMatch = (notification: EventNotification) => boolean

/** Returns a function that selects the requested notifications in order, newest first by default. */
function readChoice(args: Arguments): (all: readonly EventNotification[]) => EventNotification[] {
  const isMatch = matching(readFilterTree(args['filter'], compileCondition))
  const [order] = readComparators(args['sort'], ['created'])
  const direction = order?.isAscending === true ? 1 : -1
  return (all) =>
    all.filter(isMatch).sort((a, b) => direction * (a.at.getTime() - b.at.getTime() || a.id - b.id))
}

function compileCondition(json: JsonObject): IsMatch {
  onlyKnown(json, ['after', 'before', 'type', 'calendarEventIds'])
  const time = (name: string): Date | undefined => {
    const value = json[name] ?? undefined
    const at = readUtcDate(value)
    if (value !== undefined && !at) throw invalid(`filter/${name}`, 'a UTCDate')
    return at
  }
  const [after, before] = [time('after'), time('before')]
  const type = optionalString(json, 'type')
  const texts = readStrings(json, 'calendarEventIds')
  const events = texts && new Set(texts.map((text) => calendarEventWireId.decode(text)))
  return (notification) =>
    (after === undefined || notification.at >= after) &&
    (before === undefined || notification.at < before) &&
    (type === undefined || notification.type === type) &&
    (events === null || events.has(notification.eventId))
}
