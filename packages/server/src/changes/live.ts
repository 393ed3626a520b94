import type { AccountId, UserId } from '@plmail/wire'
import type { Sql } from '../store/index.ts'
import type { LiveEvent, LiveNotice, ObjectType } from './types.ts'

/** Subscribes to a NOTIFY channel; `missed` is called after every gap in which notifications may have been lost. */
export type ListenForChanges = (
  channel: string,
  on: { notify(payload: string): void; missed(): void },
) => Promise<() => Promise<void>>

const channel = 'plmail_live'

/** NOTIFY refuses payloads of 8,000 bytes; JSON makes at most six bytes of one UTF-16 unit. */
const maxTextLength = 1000
const maxParameterLength = 400

interface Envelope {
  userId: UserId
  event: LiveEvent
}

/** Returns channel and payload of the notification that announces a new state when the transaction commits. */
export function stateNews(
  userId: UserId,
  accountId: AccountId,
  state: number,
  types: ObjectType[],
  delivered: boolean,
): [channel: string, payload: string] {
  const event = { kind: 'state', accountId, state, types } as const
  return [channel, toPayload(userId, delivered ? { ...event, delivered } : event)]
}

/** See `Changes.announce`. Texts are cut at 1,000 characters, those of a problem at 400. */
export async function announce(sql: Sql, userId: UserId, event: LiveEvent): Promise<void> {
  await sql.prepared('changes-notify', 'select pg_notify($1, $2)', [channel, toPayload(userId, event)])
}

function toPayload(userId: UserId, event: LiveEvent): string {
  const envelope: Envelope = { userId, event: shortened(event) }
  return JSON.stringify(envelope)
}

function shortened(event: LiveEvent): LiveEvent {
  if (event.kind === 'job') return { ...event, text: event.text.slice(0, maxTextLength) }
  return event.kind === 'notice' ? { ...event, problem: withShortTexts(event.problem) } : event
}

/** The parameters of a problem are few, and one may be what a server said at length. */
function withShortTexts(problem: LiveNotice['problem']): LiveNotice['problem'] {
  const shorten = (_name: string, value: unknown): unknown =>
    typeof value === 'string' ? value.slice(0, maxParameterLength) : value
  return JSON.parse(JSON.stringify(problem, shorten)) as LiveNotice['problem'] // the same with shorter texts
}

/** See `Changes.listen`. */
export function listenToLive(
  listen: ListenForChanges,
  on: { event(userId: UserId, event: LiveEvent): void; missed(): void },
): Promise<() => Promise<void>> {
  return listen(channel, {
    notify: (payload) => {
      const { userId, event } = JSON.parse(payload) as Envelope // written by `announce` of some process of ours
      on.event(userId, event)
    },
    missed: on.missed,
  })
}
