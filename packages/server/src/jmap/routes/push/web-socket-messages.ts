import type { ProblemDetail } from '@plmail/wire'
import { type ProblemBody, Problem, problemBody } from '../../../http/guard/index.ts'
import { isObject, type JsonObject } from '../../engine/arguments.ts'
import { decodePushState, type PushState } from './push-state.ts'

/** A message of a client over WebSocket (RFC 8887 §4.3). */
export type ClientMessage =
  | { kind: 'request'; id: string | null; body: Buffer }
  | { kind: 'push-on'; types: ReadonlySet<string> | null; since: PushState | undefined }
  | { kind: 'push-off' }
  | { kind: 'wrong'; id: string | null; problem: Problem }

export function clientMessage(text: string): ClientMessage {
  const json = parsed(text)
  if (json === undefined) return wrong(null, 'notJSON', { problem: 'jmap/message-not-json' })
  if (!isObject(json)) return wrong(null, 'notRequest', { problem: 'jmap/message-not-an-object' })
  const { '@type': type, ...fields } = json
  if (type === 'Request') return request(json, text)
  if (type === 'WebSocketPushEnable') return pushOn(fields)
  if (type === 'WebSocketPushDisable') return { kind: 'push-off' }
  return wrong(getId(json), 'notRequest', { problem: 'jmap/message-type' })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

const getId = ({ id }: JsonObject): string | null => (typeof id === 'string' ? id : null)

/** The whole message is the Request: `@type` and `id` are more than one has, and nobody looks at them there. */
function request({ id = null }: JsonObject, text: string): ClientMessage {
  if (id !== null && typeof id !== 'string') return wrong(null, 'notRequest', { problem: 'jmap/message-id' })
  return { kind: 'request', id, body: Buffer.from(text) }
}

function pushOn({ dataTypes = null, pushState = null }: JsonObject): ClientMessage {
  const isTypes = Array.isArray(dataTypes) && dataTypes.every((type) => typeof type === 'string')
  if (dataTypes !== null && !isTypes) return wrong(null, 'notRequest', { problem: 'jmap/data-types' })
  const types = isTypes ? new Set<string>(dataTypes as string[]) : null
  return { kind: 'push-on', types, since: decodePushState(pushState) }
}

function wrong(id: string | null, name: string, detail: ProblemDetail): ClientMessage {
  const type = `urn:ietf:params:jmap:error:${name}`
  return { kind: 'wrong', id, problem: new Problem('bad-request', { type, detail }) }
}

/** RFC 8887 §4.3.4. */
export function requestError(
  requestId: string | null,
  problem: Problem,
  reference: string,
): ProblemBody & { '@type': 'RequestError'; requestId: string | null } {
  return { '@type': 'RequestError', requestId, ...problemBody(problem, reference) }
}
