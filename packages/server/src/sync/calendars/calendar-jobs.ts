import type { CalendarSourceId } from '@plmail/wire'
import type { EnqueueOptions, JobKind } from '../../jobs/index.ts'

export interface SourcePayload {
  sourceId: CalendarSourceId
}

function sourcePayload(payload: unknown): SourcePayload {
  const id =
    typeof payload === 'object' && payload !== null && 'sourceId' in payload ? payload.sourceId : undefined
  if (typeof id !== 'number' || !Number.isSafeInteger(id)) throw new Error('Job payload lacks a source id')
  return { sourceId: id as CalendarSourceId }
}

/** Sends what is due and brings in what changed, of all calendars of a source. */
export const syncSource: JobKind<SourcePayload> = {
  name: 'calendars.look',
  lane: 'sync',
  maxAttempts: 8,
  parse: sourcePayload,
}

/** Sends what is due. */
export const sendEvents: JobKind<SourcePayload> = {
  name: 'calendars.send',
  lane: 'outbox',
  maxAttempts: 25,
  parse: sourcePayload,
}

/** Queues a look at every source that is stale. */
export const pollSources: JobKind<Record<string, never>> = {
  name: 'calendars.poll',
  lane: 'maintenance',
  maxAttempts: 8,
  parse: () => ({}),
}

/** Asks providers to announce calendars, where they are not or not for much longer. */
export const watchCalendars: JobKind<Record<string, never>> = {
  name: 'calendars.watch',
  lane: 'maintenance',
  maxAttempts: 8,
  parse: () => ({}),
}

/** Asks for the calendars of one source to be announced, where they are not. */
export const watchSourceKind: JobKind<SourcePayload> = {
  name: 'calendars.watch-source',
  lane: 'sync',
  maxAttempts: 5,
  parse: sourcePayload,
}

/** Looking and sending share a queue, so that what is sent is measured against what was last told. */
export const sourceJob = (kind: JobKind<SourcePayload>, id: CalendarSourceId): EnqueueOptions => ({
  queue: `calendars:${id}`,
  key: `${kind.name}:${id}`,
})

export const watchJob = (id: CalendarSourceId): EnqueueOptions => ({ key: `${watchSourceKind.name}:${id}` })
