import type { EventObject } from '@plmail/calendar-format'
import { accountWireId, type CalendarEventId, calendarEventWireId, type CalendarId } from '@plmail/wire'
import type { EventOutcome, EventRequest } from '../../../calendar/index.ts'
import {
  readBoolean,
  readCalendarAccount,
  type JsonObject,
  readObjects,
  onlyKnown,
  withinSetLimit,
} from '../../engine/arguments.ts'
import { type CalendarNeeds, calendarsIn } from '../calendar/get.ts'
import {
  type Arguments,
  type CallContext,
  type JmapAccount,
  type Method,
  MethodFailure,
} from '../../engine/method.ts'
import {
  expectedState,
  resolveCreationId,
  nothingSet,
  type SetError,
  type SetOutcome,
  setAnswer,
} from '../../engine/set.ts'
import { calendarIn, split } from './creation.ts'
import { toError } from './errors.ts'
import { withRule } from './recurrence-rules.ts'

const allowed = ['create', 'onSuccessDestroyOriginal', 'destroyFromIfInState', 'ifFromInState', 'ifInState']

/** CalendarEvent/copy (JMAP Calendars §5.10): into a calendar of another account, as it is or with properties of its own. */
export function calendarEventCopy(needs: CalendarNeeds): Method {
  const { calendars } = needs
  return {
    writes: true,
    run: async (args, context) => {
      onlyKnown(args, ['fromAccountId', 'accountId', ...allowed])
      const { from, account } = await listAccounts(needs, args, context)
      const outcome = nothingSet()
      const copies = await buildCopies(needs, { args, from, account, context }, outcome)
      const request = { create: copies.map(({ wanted }) => wanted), update: new Map(), destroy: [] }
      const ifInState = expectedState(args, 'ifInState')
      const done = await calendars.events.set(context.caller.userId, account.id, request, ifInState)
      if (done === 'state-mismatch') throw new MethodFailure('stateMismatch')
      const copied = report(done, copies, context, outcome)
      if (readBoolean(args, 'onSuccessDestroyOriginal', false) && copied.length > 0)
        context.followWith('CalendarEvent/set', {
          accountId: accountWireId.encode(from.id),
          destroy: copied,
          ifInState: args['destroyFromIfInState'] ?? null,
        })
      const { accountId, oldState, newState, created, notCreated } = setAnswer(account, done, outcome)
      const fromAccountId = accountWireId.encode(from.id)
      return { fromAccountId, accountId, oldState, newState, created, notCreated }
    },
  }
}

async function listAccounts({ changes }: CalendarNeeds, args: Arguments, { caller }: CallContext) {
  const from = readCalendarAccount(args, caller, 'fromAccountId')
  const account = readCalendarAccount(args, caller)
  if (from.id === account.id)
    throw new MethodFailure('invalidArguments', 'fromAccountId must be another account', {
      arguments: ['fromAccountId'],
    })
  const fromState = expectedState(args, 'ifFromInState')
  if (fromState !== undefined && fromState !== (await changes.state(from.id)))
    throw new MethodFailure('stateMismatch')
  return { from, account }
}

interface Copy {
  name: string
  original: CalendarEventId
  wanted: EventRequest['create'][number]
}

interface Copying {
  args: Arguments
  from: JmapAccount
  account: JmapAccount
  context: CallContext
}

async function buildCopies(
  { calendars }: CalendarNeeds,
  { args, from, account, context }: Copying,
  outcome: SetOutcome,
): Promise<Copy[]> {
  const { createdIds, caller } = context
  const requests = readObjects(args, 'create').map(([name, { id, ...json }]) => ({
    name,
    json,
    id: calendarEventWireId.decode(resolveCreationId(id, createdIds)),
  }))
  withinSetLimit(requests.length)
  const ids = requests.flatMap(({ id }) => id ?? [])
  const originals = new Map(
    (await calendars.events.get(from.id, ids)).map((original) => [original.id, original.event]),
  )
  const place = (await calendarsIn({ calendars }, caller, account.id)).find(
    (calendar) => calendar.isDefault,
  )?.id
  return requests.flatMap(({ name, json, id }): Copy[] => {
    const event = id === undefined ? undefined : originals.get(id)
    const copy = event ? buildCopy(event, json, place, createdIds) : { type: 'notFound' }
    if (!('type' in copy) && id !== undefined) return [{ name, original: id, wanted: copy }]
    if ('type' in copy) outcome.notCreated.set(name, copy)
    return []
  })
}

function buildCopy(
  event: EventObject,
  json: JsonObject,
  place: CalendarId | undefined,
  createdIds: ReadonlyMap<string, string>,
): Copy['wanted'] | SetError {
  const parts = split(json)
  if (!('event' in parts)) return parts
  const calendarIds = json['calendarIds']
  const calendarId = calendarIds === undefined ? place : calendarIn(calendarIds, createdIds)
  if (calendarId === undefined) return toError({ why: 'unknown-calendar' })
  return { calendarId, event: withRule({ ...event, ...parts.event }, parts.rule), source: 'user' }
}

/** The ids of what was copied, as they are where it came from. */
function report(
  done: EventOutcome,
  copies: readonly Copy[],
  { createdIds }: CallContext,
  outcome: SetOutcome,
): string[] {
  return copies.flatMap(({ name, original }, at) => {
    const stored = done.created[at] ?? ({ why: 'not-found' } as const)
    if ('why' in stored) {
      outcome.notCreated.set(name, toError(stored))
      return []
    }
    const id = calendarEventWireId.encode(stored.id)
    outcome.created.set(name, { id })
    createdIds.set(name, id)
    return [calendarEventWireId.encode(original)]
  })
}
