import { accountWireId, calendarEventWireId } from '@plmail/wire'
import { newUid } from '../../../kit/uid.ts'
import { readBoolean, readCalendarAccount, invalid, isObject, onlyKnown } from '../../engine/arguments.ts'
import { toJournalProperty } from '../calendar/set.ts'
import { type Method, MethodFailure } from '../../engine/method.ts'
import { expectedState, type SetError } from '../../engine/set.ts'
import { split } from './creation.ts'
import { toError } from './errors.ts'
import { parseEventRef } from './id.ts'
import { type CalendarSetNeeds, readVerb } from './set.ts'

const allowed = ['accountId', 'id', 'patch', 'newUid', 'ifInState', 'sendSchedulingMessages', 'verb']

/** CalendarEvent/split, our own: changes an occurrence and all after it, as a series of its own. */
export function calendarEventSplit({ calendars, random }: CalendarSetNeeds): Method {
  return {
    writes: true,
    run: async (args, context) => {
      onlyKnown(args, allowed)
      const account = readCalendarAccount(args, context.caller)
      const { id, patch, newUid: uid = newUid(random) } = args
      if (typeof id !== 'string') throw invalid('id', 'the id of an occurrence')
      if (!isObject(patch)) throw invalid('patch', 'a PatchObject')
      if (typeof uid !== 'string' || uid === '' || uid.length > 255)
        throw invalid('newUid', 'a uid of 255 characters at most')
      const ifInState = expectedState(args, 'ifInState')
      const ref = parseEventRef(id)
      const parts = split(patch)
      const toNotSplit = (notSplit: SetError) => ({
        accountId: accountWireId.encode(account.id),
        id: null,
        newId: null,
        notSplit,
      })
      if (ref?.recurrenceId === undefined) return toNotSplit({ type: 'notFound' })
      if (!('event' in parts)) return toNotSplit(parts)
      const beside = Object.keys(parts.beside)
      if (beside.length > 0) return toNotSplit({ type: 'invalidProperties', properties: beside })
      const splitRequest = {
        id: ref.id,
        recurrenceId: ref.recurrenceId,
        patch: parts.event,
        uid,
        notify: readBoolean(args, 'sendSchedulingMessages', false),
        ...readVerb(args),
      }
      const done = await calendars.events.split(context.caller.userId, account.id, splitRequest, ifInState)
      if (done === 'state-mismatch') throw new MethodFailure('stateMismatch')
      if (done.refusal) return toNotSplit(toError(done.refusal))
      return {
        accountId: accountWireId.encode(account.id),
        oldState: String(done.oldState),
        newState: String(done.newState),
        id: calendarEventWireId.encode(ref.id),
        newId: done.before ? calendarEventWireId.encode(done.after.id) : null,
        notSplit: null,
        ...toJournalProperty(done, context),
      }
    },
  }
}
