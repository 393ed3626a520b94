import { type EventObject, isObject, isSame, type Json, withoutScheduleStatus } from '@plmail/calendar-format'

/** The result of merging changes on two sides. */
export interface Merged {
  event: EventObject
  /**
   * The properties that both sides changed differently, as JSON pointers without their first slash: `title`,
   * `alerts/1`.
   */
  lost: string[]
}

/** Changed together, since each says nothing without the others. */
const together: ReadonlyArray<readonly string[]> = [
  ['start', 'timeZone', 'endTimeZone', 'showWithoutTime'],
  ['description', 'descriptionContentType'],
]

/** Maps whose entries are changed one by one. */
const maps = new Set([
  'recurrenceOverrides',
  'participants',
  'alerts',
  'locations',
  'virtualLocations',
  'links',
  'keywords',
  'categories',
])

/** Kept by whoever wrote last; nobody decides about them. */
const bookkeeping = new Set(['updated', 'created', 'prodId', 'method'])

/**
 * Three ways: what only one side changed since `base` is taken from it; what both changed differently is theirs, and
 * said so. `tried`: what was sent and not confirmed, so that a value of theirs that equals one of them is ours come back.
 * What a server says of its messages (`scheduleStatus`) is no change of either side, and is left out.
 */
export function merge(
  base: EventObject,
  mine: EventObject,
  theirs: EventObject,
  tried: readonly EventObject[],
): Merged {
  const bare = withoutScheduleStatus
  return mergeSides([bare(base), bare(mine), bare(theirs)], tried.map(bare))
}

type Sides = [base: EventObject, mine: EventObject, theirs: EventObject]

function mergeSides([base, mine, theirs]: Sides, tried: readonly EventObject[]): Merged {
  const names = new Set([base, mine, theirs].flatMap((side) => Object.keys(side)))
  const merged: Array<[string, Json]> = []
  const lost: string[] = []
  const keep = (name: string, value: Json | undefined) => {
    if (value !== undefined) merged.push([name, value])
  }
  for (const name of names) {
    const group = together.find((members) => members.includes(name)) ?? [name]
    const [was, local, remote] = [base, mine, theirs].map((version) => part(version, group))
    const sent = tried.map((attempt) => part(attempt, group))
    const side = pickSide(was, local, remote, sent)
    if (side === 'mine') keep(name, mine[name])
    else if (side === 'theirs' || bookkeeping.has(name)) keep(name, theirs[name])
    else if (name === 'sequence') keep(name, greater(mine[name], theirs[name]))
    else if (maps.has(name)) {
      const sentMaps = tried.map((attempt) => attempt[name])
      const inside = mergeMaps([base[name], mine[name], theirs[name]], sentMaps)
      keep(name, inside.value)
      lost.push(...inside.lost.map((key) => `${name}/${escapePointerToken(key)}`))
    } else {
      keep(name, theirs[name])
      lost.push(name)
    }
  }
  return { event: Object.fromEntries(merged), lost: lost.toSorted() }
}

type Side = 'mine' | 'theirs' | 'both'

function pickSide(
  was: Json | undefined,
  local: Json | undefined,
  remote: Json | undefined,
  sent: ReadonlyArray<Json | undefined>,
): Side {
  if (isSame(local, remote) || isSame(was, local)) return 'theirs'
  if (isSame(was, remote) || sent.some((attempt) => isSame(attempt, remote))) return 'mine'
  return 'both'
}

/** A group of properties as one value. */
function part(event: EventObject, [name, ...more]: readonly string[]): Json | undefined {
  if (name === undefined) return undefined
  if (more.length === 0) return event[name]
  return Object.fromEntries(
    [name, ...more].flatMap((key) => {
      const value = event[key]
      return value === undefined ? [] : [[key, value]]
    }),
  )
}

function mergeMaps(
  all: ReadonlyArray<Json | undefined>,
  tried: ReadonlyArray<Json | undefined>,
): { value: Json | undefined; lost: string[] } {
  const [was, local, remote] = all.map(getEntries)
  const sent = tried.map(getEntries)
  const merged: Array<[string, Json]> = []
  const lost: string[] = []
  for (const key of new Set([...(local?.keys() ?? []), ...(remote?.keys() ?? [])])) {
    const [mine, theirs] = [local?.get(key), remote?.get(key)]
    const side = pickSide(
      was?.get(key),
      mine,
      theirs,
      sent.map((entries) => entries.get(key)),
    )
    if (side === 'both') lost.push(key)
    const value = side === 'mine' ? mine : theirs
    if (value !== undefined) merged.push([key, value])
  }
  const isEmpty = merged.length === 0 && all[2] === undefined
  return { value: isEmpty ? undefined : Object.fromEntries(merged), lost }
}

const getEntries = (json: Json | undefined): Map<string, Json> =>
  new Map(Object.entries(isObject(json) ? json : {}))

const greater = (a: Json | undefined, b: Json | undefined): Json | undefined =>
  typeof a === 'number' && typeof b === 'number' ? Math.max(a, b) : (b ?? a)

const escapePointerToken = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1')
