import type { ObjectType } from './types.ts'

/** Merged effect of one write on one object. `properties` null means "anything may have changed". */
export interface Recorded {
  change: 'created' | 'updated' | 'destroyed'
  properties: ReadonlySet<string> | null
}

type Entries = ReadonlyMap<ObjectType, ReadonlyMap<number, Recorded>>

/**
 * Collects what a write did, object by object, so that the log holds one row for each:
 * created stays created when updated, created and destroyed leaves nothing, destroyed beats updated,
 * and destroyed then created again (undo) is an update, because readers still hold the object.
 */
export class Recorder {
  readonly #entries = new Map<ObjectType, Map<number, Recorded>>()

  readonly created = (type: ObjectType, ids: readonly number[]): void => {
    for (const id of ids) this.#merge(type, id, { change: 'created', properties: null })
  }

  readonly updated = (type: ObjectType, ids: readonly number[], properties?: readonly string[]): void => {
    const named = properties ? new Set(properties) : null
    for (const id of ids) this.#merge(type, id, { change: 'updated', properties: named })
  }

  readonly destroyed = (type: ObjectType, ids: readonly number[]): void => {
    for (const id of ids) this.#merge(type, id, { change: 'destroyed', properties: null })
  }

  entries(): Entries {
    return this.#entries
  }

  #merge(type: ObjectType, id: number, next: Recorded): void {
    const ofType = this.#entries.get(type) ?? new Map<number, Recorded>()
    this.#entries.set(type, ofType)
    const merged = merge(ofType.get(id), next)
    if (merged) ofType.set(id, merged)
    else ofType.delete(id)
  }
}

function merge(earlier: Recorded | undefined, next: Recorded): Recorded | undefined {
  if (!earlier) return next
  if (next.change === 'destroyed') return earlier.change === 'created' ? undefined : next
  if (earlier.change === 'created') return earlier
  if (earlier.change === 'destroyed') return { change: 'updated', properties: null }
  return { change: 'updated', properties: union(earlier.properties, next.properties) }
}

function union(a: ReadonlySet<string> | null, b: ReadonlySet<string> | null): ReadonlySet<string> | null {
  return a && b ? new Set([...a, ...b]) : null
}

/**
 * How many objects of a type share one state. RFC 8620 §5.2 forbids answering more ids than the client's
 * `maxChanges`, and an answer can only stop at a state, so a large write is spread over several. Clients ask for
 * 50 and more; one that asks for less than this may be told to start over.
 */
export const objectsPerState = 32

/** A row of change_log, the account left out. */
export interface LogRow {
  type: ObjectType
  state: number
  id: number
  change: Recorded['change']
  properties: string[] | null
}

/** The log rows of one write that follows state `before`, and the account's state after it. */
export function logRows(entries: Entries, before: number): { rows: LogRow[]; state: number } {
  const rows: LogRow[] = []
  let last = before
  for (const [type, objects] of entries) {
    let position = 0
    for (const [id, { change, properties }] of objects) {
      const state = before + 1 + Math.floor(position++ / objectsPerState)
      rows.push({ type, state, id, change, properties: properties && [...properties] })
      last = Math.max(last, state)
    }
  }
  return { rows, state: last }
}
