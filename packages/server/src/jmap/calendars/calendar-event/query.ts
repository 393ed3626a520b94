import { accountWireId, type CalendarEventId, calendarEventWireId } from '@plmail/wire'
import {
  readCalendarAccount,
  readInt,
  invalid,
  onlyKnown,
  optionalString,
  readState,
} from '../../engine/arguments.ts'
import type { CalendarNeeds } from '../calendar/get.ts'
import { type Method, MethodFailure } from '../../engine/method.ts'
import { cut, readPaging, queryArguments, queryChangesArguments } from '../../engine/query.ts'
import { readExpansion, readQuestion } from './event-question.ts'
import { eventsFound, occurrencesFound } from './results.ts'

const own = ['expandRecurrences', 'timeZone']

/** CalendarEvent/query (JMAP Calendars §5.11). */
export function calendarEventQuery({ calendars, changes }: CalendarNeeds): Method {
  return {
    run: async (args, { caller }) => {
      onlyKnown(args, [...queryArguments, ...own])
      const { id } = readCalendarAccount(args, caller)
      const question = readQuestion(args)
      const expansion = readExpansion(args, question)
      const paging = readPaging(args)
      const state = await changes.state(id)
      const { ids, isCutOff } = expansion
        ? await occurrencesFound(calendars, id, expansion)
        : { ids: (await eventsFound(calendars, id, question)).map((match) => match.id), isCutOff: false }
      return {
        accountId: accountWireId.encode(id),
        queryState: String(state),
        canCalculateChanges: !expansion,
        ...cut(ids, paging),
        ...(paging.calculateTotal ? { total: ids.length } : {}),
        ...(paging.isBounded ? { limit: paging.limit } : {}),
        ...(isCutOff ? { isCutOff } : {}),
      }
    },
  }
}

/**
 * CalendarEvent/queryChanges (§5.12): what changed since is taken out and, where it answers now, put in. Occurrences have
 * no such history.
 */
export function calendarEventQueryChanges({ calendars, changes }: CalendarNeeds): Method {
  return {
    run: async (args, { caller }) => {
      onlyKnown(args, [...queryChangesArguments, ...own])
      const { id } = readCalendarAccount(args, caller)
      if (typeof args['sinceQueryState'] !== 'string') throw invalid('sinceQueryState', 'a state string')
      const max = readInt(args, 'maxChanges', Number.MAX_SAFE_INTEGER, 0)
      if (max === 0) throw invalid('maxChanges', 'a whole number above 0')
      optionalString(args, 'upToId')
      const question = readQuestion(args)
      if (readExpansion(args, question)) throw new MethodFailure('cannotCalculateChanges')
      const since = await changes.since(id, 'CalendarEvent', readState(args, 'sinceQueryState'), maxChanges)
      if (since === 'cannot-calculate' || since.hasMore) throw new MethodFailure('cannotCalculateChanges')
      const all = await eventsFound(calendars, id, question)
      const moved = new Set<number>([...since.created, ...since.updated])
      const added = all.flatMap((match, index) => (moved.has(match.eventId) ? [{ id: match.id, index }] : []))
      const removed = [...since.updated, ...since.destroyed].map((event) =>
        calendarEventWireId.encode(event as CalendarEventId),
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
const maxChanges = 5000
