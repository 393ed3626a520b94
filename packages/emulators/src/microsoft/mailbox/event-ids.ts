import { createHash } from 'node:crypto'

/**
 * The ids of one calendar store: of calendars, events and occurrences. An occurrence's id tells nothing of its series to
 * whoever reads it, and another one is given once the series takes place at other times [K]. Events come in pairs whose
 * ids differ in the case of one letter, and `/`, `+` and `=` occur [D].
 */
export interface EventIds {
  calendar(n: number): string
  event(n: number, isImmutable: boolean): string
  occurrence(n: number, generation: number, date: string, isImmutable: boolean): string
  /** `undefined` for a string that was never given out here. */
  read(id: string): ReadEventId | undefined
}

interface ReadEventId {
  kind: 'calendar' | 'event'
  n: number
  generation: number
  /** Date of an occurrence, as its rule gives it. */
  date: string | undefined
}

const prefixes = { calendar: 'AAMkAC', rest: 'AAMkAE', immutable: 'AAkALe' } as const
const bodySize = 24
const dayMs = 86_400_000

export function createEventIds(mailbox: string): EventIds {
  const stamp = sha256(`events of ${mailbox}`).subarray(0, 8)

  function write(prefix: string, n: number, generation: number, date: string | undefined): string {
    const body = Buffer.alloc(bodySize)
    stamp.copy(body)
    body.writeUInt32BE(n >>> 1, 8)
    body.writeUInt32BE(generation, 12)
    body.writeUInt32BE(date === undefined ? 0 : Date.parse(date) / dayMs, 16)
    sha256(Buffer.concat([Buffer.from(prefix), body.subarray(0, 20)])).copy(body, 20, 0, 4)
    const spread = sha256(body.subarray(20))
    for (let at = 0; at < 20; at++) body[at] = (body[at] ?? 0) ^ (spread[at] ?? 0)
    return `${prefix}${body.toString('base64')}${n % 2 === 0 ? 'E' : 'e'}AAA=`
  }

  function read(id: string): ReadEventId | undefined {
    const prefix = id.slice(0, 6)
    const body = Buffer.from(id.slice(6, 38), 'base64')
    if (body.length !== bodySize) return undefined
    const spread = sha256(body.subarray(20))
    for (let at = 0; at < 20; at++) body[at] = (body[at] ?? 0) ^ (spread[at] ?? 0)
    const n = body.readUInt32BE(8) * 2 + (id[38] === 'E' ? 0 : 1)
    const generation = body.readUInt32BE(12)
    const day = body.readUInt32BE(16)
    const date = day === 0 ? undefined : new Date(day * dayMs).toISOString().slice(0, 10)
    if (write(prefix, n, generation, date) !== id) return undefined
    return { kind: prefix === prefixes.calendar ? 'calendar' : 'event', n, generation, date }
  }

  const form = (isImmutable: boolean): string => (isImmutable ? prefixes.immutable : prefixes.rest)
  return {
    calendar: (n) => write(prefixes.calendar, n, 0, undefined),
    event: (n, isImmutable) => write(form(isImmutable), n, 0, undefined),
    occurrence: (n, generation, date, isImmutable) => write(form(isImmutable), n, generation, date),
    read,
  }
}

function sha256(data: Buffer | string): Buffer {
  return createHash('sha256').update(data).digest()
}
