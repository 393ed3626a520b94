import { type Json, maxEventBytes } from '@plmail/calendar-format'
import {
  type CalendarEventId,
  calendarEventWireId,
  type CalendarId,
  calendarWireId,
  capability,
} from '@plmail/wire'
import { type Calendar, type EventOutcome, type EventRequest } from '../../../calendar/index.ts'
import { newUid } from '../../../kit/uid.ts'
import type { Random } from '../../../kit/random.ts'
import {
  readBoolean,
  readCalendarAccount,
  holdsBlobs,
  invalid,
  optionalString,
} from '../../engine/arguments.ts'
import type { OpenBytes } from '../../engine/blob-bytes.ts'
import { type CalendarNeeds, calendarsIn } from '../calendar/get.ts'
import { toJournalProperty } from '../calendar/set.ts'
import { withInlineBlobs } from '../../engine/inline-blobs.ts'
import { type Arguments, type CallContext, type Method, MethodFailure } from '../../engine/method.ts'
import {
  nothingSet,
  type SetError,
  type SetOutcome,
  type SetRequest,
  setAnswer,
  setRequest,
} from '../../engine/set.ts'
import { readCreation } from './creation.ts'
import { toError } from './errors.ts'
import { type Updates, loadUpdates } from './updates.ts'

export interface CalendarSetNeeds extends CalendarNeeds {
  random: Random
}

/** Attachments of an event, which may be sent as blobs. */
const links = { property: 'links', uri: 'href', type: 'contentType', maxBytes: maxEventBytes }

/**
 * CalendarEvent/set (JMAP Calendars §5.8): ids of occurrences change or remove one occurrence of a series. With the
 * journal extension it tells how to undo it.
 */
export function calendarEventSet({
  calendars,
  random,
  open,
}: CalendarSetNeeds & { open: OpenBytes }): Method {
  return {
    writes: true,
    run: async (args, context) => {
      const withJournal = context.using.has(capability.journal)
      const more = ['sendSchedulingMessages', ...(withJournal ? ['verb'] : [])]
      const sent = setRequest(args, context.caller, more, readCalendarAccount)
      const { account, ifInState } = sent
      const outcome = nothingSet()
      // Credentials for calendars alone open no mail.
      const openBlob: OpenBytes = async (id, blobId) =>
        holdsBlobs(context.caller, id) ? open(id, blobId) : undefined
      const { altered, ...inlined } = await withInlineBlobs(
        sent,
        links,
        openBlob,
        context.createdIds,
        outcome,
      )
      const request = { ...sent, ...inlined }
      const all =
        request.create.length > 0 ? await calendarsIn({ calendars }, context.caller, account.id) : []
      const created = creations(request, placeFor(all), context, outcome, () => newUid(random)).map(
        (creation) => (altered.has(creation.name) ? withLinks(creation) : creation),
      )
      const loadEvents = async (ids: readonly CalendarEventId[]) => calendars.events.get(account.id, ids)
      const changed = await loadUpdates(request, context.createdIds, loadEvents, outcome)
      const eventRequest: EventRequest = {
        create: created.map(({ wanted }) => wanted),
        update: new Map([...changed.update].map(([id, update]) => [id, update.wanted])),
        occurrences: changed.occurrences.map(({ wanted }) => wanted),
        destroy: changed.destroy.map(({ id }) => id),
        notify: readBoolean(args, 'sendSchedulingMessages', false),
        ...readVerb(args),
      }
      const done = await calendars.events.set(context.caller.userId, account.id, eventRequest, ifInState)
      if (done === 'state-mismatch') throw new MethodFailure('stateMismatch')
      reportCreated(done, created, context, outcome)
      reportChanged(done, changed, outcome)
      return { ...setAnswer(account, done, outcome), ...toJournalProperty(done, context) }
    },
  }
}

export function readVerb(args: Arguments): { verb?: string } {
  const verb = optionalString(args, 'verb')
  if (verb === undefined) return {}
  if (!/^[a-z][a-z-]{0,39}$/.test(verb)) throw invalid('verb', 'a short word in lower case')
  return { verb }
}

interface EventCreation {
  name: string
  wanted: EventRequest['create'][number]
  /** Properties that the client did not set. */
  added: Readonly<Record<string, Json>>
}

/** Tells of the links, which are not kept as they were sent. */
const withLinks = (creation: EventCreation): EventCreation => ({
  ...creation,
  added: { ...creation.added, links: creation.wanted.event['links'] ?? null },
})

/** Returns the calendar for an event that names none; undefined where none can be written. */
const placeFor = (all: readonly Calendar[]): CalendarId | undefined =>
  (all.find(({ isDefault }) => isDefault) ?? all.find(({ isReadOnly }) => !isReadOnly))?.id

function creations(
  { create }: SetRequest,
  place: CalendarId | undefined,
  { createdIds }: CallContext,
  outcome: SetOutcome,
  uid: () => string,
): EventCreation[] {
  return create.flatMap(([name, json]): EventCreation[] => {
    const creation = readCreation(json, createdIds, uid)
    if ('type' in creation) return refuseObject(outcome.notCreated, name, creation)
    const calendarId = creation.calendarId ?? place
    if (calendarId === undefined)
      return refuseObject(outcome.notCreated, name, toError({ why: 'unknown-calendar' }))
    const serverSet = creation.calendarId === undefined ? { calendarIds: getCalendarIds(calendarId) } : {}
    const newEvent = { calendarId, event: creation.event, source: 'user' as const }
    return [{ name, wanted: newEvent, added: { ...creation.added, ...serverSet } }]
  })
}

function refuseObject(refusals: Map<string, SetError>, name: string, error: SetError): never[] {
  refusals.set(name, error)
  return []
}

const getCalendarIds = (id: CalendarId): Json => ({ [calendarWireId.encode(id)]: true })

function reportCreated(
  done: EventOutcome,
  createdEvents: readonly EventCreation[],
  { createdIds }: CallContext,
  outcome: SetOutcome,
): void {
  for (const [at, { name, added }] of createdEvents.entries()) {
    const stored = done.created[at] ?? ({ why: 'not-found' } as const)
    if ('why' in stored) outcome.notCreated.set(name, toError(stored))
    else {
      const id = calendarEventWireId.encode(stored.id)
      createdIds.set(name, id)
      outcome.created.set(name, { id, baseEventId: null, isDraft: false, ...added })
    }
  }
}

function reportChanged(done: EventOutcome, { update, occurrences, destroy }: Updates, outcome: SetOutcome) {
  for (const [id, { text, added }] of update) {
    const stored = done.updated.get(id) ?? ({ why: 'not-found' } as const)
    if ('why' in stored) outcome.notUpdated.set(text, toError(stored))
    else outcome.updated.set(text, added)
  }
  for (const [at, { text, wanted }] of occurrences.entries()) {
    const refusal = done.occurrences[at]
    if (wanted.patch === null) {
      if (refusal) outcome.notDestroyed.set(text, toError(refusal))
      else outcome.destroyed.push(text)
    } else if (refusal) outcome.notUpdated.set(text, toError(refusal))
    else outcome.updated.set(text, null)
  }
  for (const { text, id } of destroy) {
    const refusal = done.refusedDestroys.get(id)
    if (refusal) outcome.notDestroyed.set(text, toError(refusal))
    else outcome.destroyed.push(text)
  }
}
