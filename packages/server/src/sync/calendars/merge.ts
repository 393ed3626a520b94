import { type EventObject, isObject, isSame, type Json } from '../../calendar/index.ts'

/** What became of changes on two sides. */
export interface Merged {
  event: EventObject
  /** What was changed here and there differently, as JSON pointers without their first slash: `title`, `alerts/1`. */
  lost: string[]
}

/** Changed together, since each says nothing without the others. */
const together: ReadonlyArray<readonly string[]> = [
  ['start', 'timeZone', 'endTimeZone', 'showWithoutTime'],
  ['description', 'descriptionContentType'],
]

/** Maps whose entries are changed one by one. */
const maps = new Set([
  ...['recurrenceOverrides', 'participants', 'alerts', 'locations', 'virtualLocations', 'links'],
  ...['keywords', 'categories'],
])

/** Kept by whoever wrote last; nobody decides about them. */
const bookkeeping = new Set(['updated', 'created', 'prodId', 'method'])

/**
 * Three ways: what only one side changed since `base` is taken from it; what both changed differently is theirs, and
 * said so. `tried`: what was sent and not confirmed, so that a value of theirs that equals one of them is ours come back.
 */
export function merge(
  base: EventObject,
  mine: EventObject,
  theirs: EventObject,
  tried: readonly EventObject[],
): Merged {
  const names = new Set([base, mine, theirs].flatMap((one) => Object.keys(one)))
  const merged: Array<[string, Json]> = []
  const lost: string[] = []
  const keep = (name: string, value: Json | undefined) => {
    if (value !== undefined) merged.push([name, value])
  }
  for (const name of names) {
    const group = together.find((one) => one.includes(name)) ?? [name]
    const [was, here, there] = [base, mine, theirs].map((one) => part(one, group))
    const sent = tried.map((one) => part(one, group))
    const side = sideOf(was, here, there, sent)
    if (side === 'mine') keep(name, mine[name])
    else if (side === 'theirs' || bookkeeping.has(name)) keep(name, theirs[name])
    else if (name === 'sequence') keep(name, greater(mine[name], theirs[name]))
    else if (maps.has(name)) {
      const sentMaps = tried.map((one) => one[name])
      const inside = mergeMaps([base[name], mine[name], theirs[name]], sentMaps)
      keep(name, inside.value)
      lost.push(...inside.lost.map((key) => `${name}/${escaped(key)}`))
    } else {
      keep(name, theirs[name])
      lost.push(name)
    }
  }
  return { event: Object.fromEntries(merged), lost: lost.toSorted() }
}

type Side = 'mine' | 'theirs' | 'both'

function sideOf(
  was: Json | undefined,
  here: Json | undefined,
  there: Json | undefined,
  sent: ReadonlyArray<Json | undefined>,
): Side {
  if (isSame(here, there) || isSame(was, here)) return 'theirs'
  if (isSame(was, there) || sent.some((one) => isSame(one, there))) return 'mine'
  return 'both'
}

/** A group of properties as one value. */
function part(event: EventObject, [name, ...more]: readonly string[]): Json | undefined {
  if (name === undefined) return undefined
  if (more.length === 0) return event[name]
  return Object.fromEntries(
    [name, ...more].flatMap((one) => {
      const value = event[one]
      return value === undefined ? [] : [[one, value]]
    }),
  )
}

function mergeMaps(
  all: ReadonlyArray<Json | undefined>,
  tried: ReadonlyArray<Json | undefined>,
): { value: Json | undefined; lost: string[] } {
  const [was, here, there] = all.map(entriesOf)
  const sent = tried.map(entriesOf)
  const merged: Array<[string, Json]> = []
  const lost: string[] = []
  for (const key of new Set([...(here?.keys() ?? []), ...(there?.keys() ?? [])])) {
    const [mine, theirs] = [here?.get(key), there?.get(key)]
    const side = sideOf(
      was?.get(key),
      mine,
      theirs,
      sent.map((one) => one.get(key)),
    )
    if (side === 'both') lost.push(key)
    const value = side === 'mine' ? mine : theirs
    if (value !== undefined) merged.push([key, value])
  }
  const isEmpty = merged.length === 0 && all[2] === undefined
  return { value: isEmpty ? undefined : Object.fromEntries(merged), lost }
}

const entriesOf = (json: Json | undefined): Map<string, Json> =>
  new Map(Object.entries(isObject(json) ? json : {}))

const greater = (one: Json | undefined, other: Json | undefined): Json | undefined =>
  typeof one === 'number' && typeof other === 'number' ? Math.max(one, other) : (other ?? one)

const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1')
