import { getClock } from '@plmail/calendar-format'
import { type UserId, accountWireId } from '@plmail/wire'
import {
  readBoolean,
  readCalendarAccount,
  readIds,
  invalid,
  onlyKnown,
  optionalString,
  readStrings,
} from '../../engine/arguments.ts'
import type { CalendarNeeds } from '../calendar/get.ts'
import { pick } from '../../engine/get.ts'
import { limits } from '../../engine/limits.ts'
import { type Arguments, type Method, MethodFailure } from '../../engine/method.ts'
import { type EventRef, parseEventRef } from './id.ts'
import { eventJson, occurrencesTold, type EventJsonOptions } from './json.ts'

const allowed = [
  'accountId',
  'ids',
  'properties',
  'timeZone',
  'reduceParticipants',
  'recurrenceOverridesBefore',
  'recurrenceOverridesAfter',
]

/**
 * CalendarEvent/get (JMAP Calendars §5.7). Ids of occurrences, as query gives them, answer with one occurrence as an event
 * of its own. An event has whatever properties its makers gave it, so any may be asked for.
 */
export function calendarEventGet(needs: CalendarNeeds): Method {
  const { calendars, changes } = needs
  return {
    run: async (args, { caller }) => {
      onlyKnown(args, allowed)
      const account = readCalendarAccount(args, caller)
      const texts = readIds(args, 'ids', limits.maxObjectsInGet)
      const properties = readProperties(args)
      const telling = await createTelling(args, needs, caller.userId, properties)
      const state = await changes.state(account.id)
      const refs = texts?.map((text) => ({ text, ref: parseEventRef(text) }))
      const selection = refs ? { ids: [...new Set(refs.flatMap(({ ref }) => (ref ? [ref.id] : [])))] } : {}
      const max = limits.maxObjectsInGet
      const events = await calendars.events.find(account.id, selection, max + 1)
      if (events.length > max)
        throw new MethodFailure('requestTooLarge', `There are more than ${String(max)} events; name them`)
      const byId = new Map(events.map((event) => [event.id, event]))
      const series = new Map(
        events.map((event) => [event.id, once(() => occurrencesTold(event, telling, properties))]),
      )
      const toJson = (ref: EventRef | undefined): Record<string, unknown> | undefined => {
        const [event, occurrences] = ref ? [byId.get(ref.id), series.get(ref.id)] : []
        if (!ref || !event || !occurrences) return undefined
        return ref.recurrenceId === undefined
          ? pick(eventJson(event, telling), properties)
          : occurrences()(ref.recurrenceId)
      }
      const all = refs?.map(({ text, ref }) => ({ text, json: toJson(ref) }))
      const list = all
        ? all.flatMap(({ json }) => (json ? [json] : []))
        : events.map((event) => pick(eventJson(event, telling), properties))
      return {
        accountId: accountWireId.encode(account.id),
        state: String(state),
        list,
        notFound: all?.flatMap(({ text, json }) => (json ? [] : [text])) ?? [],
      }
    },
  }
}

/** A month has many occurrences of few series: each is read when the first of them is asked for, and then not again. */
function once<T>(make: () => T): () => T {
  let cached: { value: T } | undefined
  return () => (cached ??= { value: make() }).value
}

function readProperties(args: Arguments): ReadonlySet<string> | null {
  const properties = readStrings(args, 'properties')
  return properties && new Set(['id', ...properties])
}

async function createTelling(
  args: Arguments,
  { calendars }: CalendarNeeds,
  userId: UserId,
  properties: ReadonlySet<string> | null,
): Promise<EventJsonOptions> {
  return {
    timeZone: getZone(args),
    withInstants: properties?.has('utcStart') === true || properties?.has('utcEnd') === true,
    ownAddresses: await calendars.ownAddresses(userId),
    reduceParticipants: readBoolean(args, 'reduceParticipants', false),
    overridesAfter: readInstant(args, 'recurrenceOverridesAfter'),
    overridesBefore: readInstant(args, 'recurrenceOverridesBefore'),
  }
}

/** `timeZone`: where floating times are looked at. */
export function getZone(args: Arguments): string {
  const zone = optionalString(args, 'timeZone') ?? 'Etc/UTC'
  if (!getClock(zone)) throw invalid('timeZone', 'the name of a time zone')
  return zone
}

/** A UTCDate, in milliseconds. */
export function readInstant(args: Arguments, name: string): number | undefined {
  const text = optionalString(args, name)
  if (text === undefined) return undefined
  const at = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(at)) throw invalid(name, 'a UTCDate')
  return at
}
