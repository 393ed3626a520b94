import { instantIn, localOf, type Wall, wallIn } from '../../records/index.ts'
import { endAlong, type EventFields, wallsOf } from './event-fields.ts'

/** Beginning and end on the reader's clocks: the form is in the event's zone, a time is found in the reader's. */
export function readerWalls(fields: EventFields, readerZone: string): [Wall, Wall] {
  const [from, to] = wallsOf(fields)
  const read = (wall: Wall): Wall => (fields.zone ? wallIn(instantIn(wall, fields.zone), readerZone) : wall)
  return [read(from), read(to)]
}

/** The fields with another beginning, given on the reader's clocks; the end goes along. */
export function startAt(fields: EventFields, at: Wall, readerZone: string): EventFields {
  const wall = localOf(fields.zone ? wallIn(instantIn(at, readerZone), fields.zone) : at)
  const moved = { ...fields, startDay: wall.slice(0, 10), startTime: wall.slice(11, 16) }
  return { ...moved, ...endAlong(fields, moved) }
}
