import { calendarWireId, capability, journalWireId } from '@plmail/wire'
import {
  type Calendar,
  type CalendarFields,
  type CalendarOutcome,
  type CalendarRefusal,
  usualFields,
} from '../../../calendar/index.ts'
import { readBoolean, readCalendarAccount, type JsonObject, optionalString } from '../../engine/arguments.ts'
import type { CallContext, Method } from '../../engine/method.ts'
import { invalidProperties, type SetError, setRequest } from '../../engine/set.ts'
import { findNamedObject, setObjects } from '../../engine/set-objects.ts'
import { readFields } from './fields.ts'
import { calendarJson, type CalendarNeeds, calendarsIn } from './get.ts'

/** Calendar/set (JMAP Calendars §4.3); with the journal extension it tells how to undo it. */
export function calendarSet({ calendars }: Pick<CalendarNeeds, 'calendars'>): Method {
  return {
    writes: true,
    run: async (args, context) => {
      const more = ['onDestroyRemoveEvents', 'onSuccessSetIsDefault']
      const request = setRequest(args, context.caller, more, readCalendarAccount)
      const { account, ifInState } = request
      await calendarsIn({ calendars }, context.caller, account.id)
      const removeEvents = readBoolean(args, 'onDestroyRemoveEvents', false)
      const standard = optionalString(args, 'onSuccessSetIsDefault')
      const type = calendarType(account.id === context.caller.personal, context.caller.mayWrite)
      const { answer, done } = await setObjects(type, request, context, (objects) => {
        const makeDefault = objects.isWhole
          ? findNamedObject(standard, type, objects.names, context)
          : undefined
        const changes = { ...objects, removeEvents, makeDefault }
        return calendars.set(context.caller.userId, account.id, changes, ifInState)
      })
      return { ...answer, ...toJournalProperty(done, context) }
    },
  }
}

/** The entry of the journal, for callers that know of it; null when nothing was written. */
export function toJournalProperty(
  { journalId }: Pick<CalendarOutcome, 'journalId'>,
  { using }: Pick<CallContext, 'using'>,
): { journalId?: string | null } {
  if (!using.has(capability.journal)) return {}
  return { journalId: journalId === undefined ? null : journalWireId.encode(journalId) }
}

const calendarType = (mayCreate: boolean, mayWrite: boolean) => ({
  wireId: calendarWireId,
  readCreation: (json: JsonObject) => (mayCreate ? newCalendar(json) : atProvider),
  readPatch: readFields,
  getId: ({ id }: Calendar) => id,
  toJson: (calendar: Calendar) => calendarJson(calendar, mayWrite),
  toError: (why: CalendarRefusal) => errors[why],
})

/** New calendars are the user's own: none is made at a provider. */
const atProvider: SetError = {
  type: 'forbidden',
  description: { problem: 'calendar/made-at-provider' },
}

function newCalendar(json: JsonObject): CalendarFields | SetError {
  const fields = readFields(json)
  if ('type' in fields) return fields
  if (fields.name === undefined) return invalidProperties(['name'])
  return { ...usualFields, ...fields, name: fields.name }
}

const errors: Readonly<Record<CalendarRefusal, SetError>> = {
  'not-found': { type: 'notFound' },
  'too-many': { type: 'overQuota', description: { problem: 'calendar/too-many' } },
  'has-events': { type: 'calendarHasEvent' },
  last: { type: 'forbidden', description: { problem: 'calendar/last-own-stays' } },
  provided: {
    type: 'forbidden',
    description: { problem: 'calendar/removed-at-provider' },
  },
}
