/** The events of the live hub. No message content travels. */

/** RFC 8620 §7.1: account id → type name → new state. */
export interface StateChange {
  '@type': 'StateChange'
  changed: Record<string, Record<string, string>>
}

/** Progress of a long task; `done` reaches `total` when it is over. */
export interface JobEvent {
  job: string
  accountId: string
  done: number
  total: number
  text: string
}

export interface NoticeEvent {
  level: 'info' | 'warning' | 'error'
  /** The problem in the language of the session; empty for an `EventConflict`, which clients say themselves. */
  text: string
  reference?: string
  /** A `ProblemDetail`; with the reference `EventConflict` an `EventChangeProblem`. */
  problem?: unknown
}

export type LiveMessage =
  | { kind: 'state'; change: StateChange }
  | { kind: 'job'; job: JobEvent }
  | { kind: 'notice'; notice: NoticeEvent }

/** Reads one event of the stream; undefined for an event this client does not know or cannot read. */
export function parseLiveMessage(event: string, data: string): LiveMessage | undefined {
  const value = parseObject(data)
  if (!value) return undefined
  if (event === 'state' && isStateChange(value)) return { kind: 'state', change: value }
  if (event === 'job' && isJobEvent(value)) return { kind: 'job', job: value }
  if (event === 'notice' && isNotice(value)) return { kind: 'notice', notice: value }
  return undefined
}

export function isStateChange(value: unknown): value is StateChange {
  return (
    isObject(value) &&
    value['@type'] === 'StateChange' &&
    isObject(value['changed']) &&
    Object.values(value['changed']).every(
      (types) => isObject(types) && Object.values(types).every((state) => typeof state === 'string'),
    )
  )
}

function isJobEvent(value: Record<string, unknown>): value is Record<string, unknown> & JobEvent {
  return (
    typeof value['job'] === 'string' &&
    typeof value['accountId'] === 'string' &&
    Number.isFinite(value['done']) &&
    Number.isFinite(value['total']) &&
    typeof value['text'] === 'string'
  )
}

function isNotice(value: Record<string, unknown>): value is Record<string, unknown> & NoticeEvent {
  return (
    typeof value['text'] === 'string' &&
    (value['level'] === 'info' || value['level'] === 'warning' || value['level'] === 'error') &&
    (value['reference'] === undefined || typeof value['reference'] === 'string')
  )
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
