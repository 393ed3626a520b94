import { getClock, parseWallTime } from '@plmail/calendar-format'
import { type CalendarId, calendarWireId } from '@plmail/wire'
import { type EventSearch } from '../../../calendar/index.ts'
import { fold } from '../../../mail/index.ts'
import { readBoolean, invalid, isObject, type JsonObject, onlyKnown } from '../../engine/arguments.ts'
import { type Arguments, MethodFailure } from '../../engine/method.ts'
import { type Comparator, readComparators, type FilterTree, readFilterTree } from '../../engine/query.ts'
import { getZone } from './get.ts'

const textFields = ['text', 'title', 'description', 'location', 'owner', 'attendee'] as const
type TextField = (typeof textFields)[number]

/** A FilterCondition of JMAP Calendars §5.11.1, read. */
export interface EventCondition {
  /** `none`: an id that cannot be any of ours. */
  calendarId: CalendarId | 'none' | undefined
  uid: string | undefined
  /** Instants in milliseconds: something of it ends after, something begins before. */
  after: number | undefined
  before: number | undefined
  /** Folded words, each of which has to stand in the field. */
  texts: ReadonlyArray<readonly [TextField, readonly string[]]>
}

const eventSorts = ['start', 'uid', 'recurrenceId', 'created', 'updated'] as const
export type EventSort = (typeof eventSorts)[number]

/** The query of CalendarEvent/query and /queryChanges. */
export interface EventQuestion {
  filter: FilterTree<EventCondition> | null
  sort: Array<Comparator<EventSort>>
  timeZone: string
}

export function readQuestion(args: Arguments): EventQuestion {
  const timeZone = getZone(args)
  return {
    filter: readFilterTree(args['filter'], (json) => compileCondition(json, timeZone)),
    sort: readComparators(args['sort'], eventSorts),
    timeZone,
  }
}

/** The longest time in which a query names every occurrence: a year with its edges. */
export const maxExpansionDays = 400

/** A question whose answer names occurrences: always about a stretch of time (§5.11). */
export interface Expansion extends EventQuestion {
  condition: EventCondition & { after: number; before: number }
}

/** Undefined unless `expandRecurrences` is asked for. */
export function readExpansion(args: Arguments, question: EventQuestion): Expansion | undefined {
  if (!readBoolean(args, 'expandRecurrences', false)) return undefined
  const { filter } = question
  const condition = filter && 'condition' in filter ? filter.condition : undefined
  const { after, before } = condition ?? {}
  if (!condition || after === undefined || before === undefined)
    throw invalid('filter', 'one FilterCondition with after and before, to expand recurrences')
  if (before - after > maxExpansionDays * 86_400_000)
    throw new MethodFailure('expandDurationTooLarge', undefined, { maxDuration: `P${maxExpansionDays}D` })
  return { ...question, condition: { ...condition, after, before } }
}

function compileCondition(json: JsonObject, timeZone: string): EventCondition {
  onlyKnown(json, ['inCalendar', 'uid', 'after', 'before', ...textFields])
  const text = (name: string): string | undefined => {
    const value = json[name]
    // oxlint-disable-next-line no-control-regex -- PostgreSQL keeps no NUL and no half character
    if (value !== undefined && (typeof value !== 'string' || /[\u0000\p{Cs}]/u.test(value)))
      throw invalid(`filter/${name}`, 'a string')
    return value
  }
  const instant = (name: string): number | undefined => {
    const value = text(name)
    if (value === undefined) return undefined
    // The draft wants local times; the best-known web client of JMAP calendars sends instants.
    const isUtc = value.endsWith('Z')
    const wall = value.includes('T') ? parseWallTime(isUtc ? value.slice(0, -1) : value) : undefined
    if (wall === undefined) throw invalid(`filter/${name}`, 'a LocalDateTime')
    if (isUtc) return wall
    return getClock(timeZone)?.instantAt(wall) ?? wall
  }
  const calendar = text('inCalendar')
  return {
    calendarId: calendar === undefined ? undefined : (calendarWireId.decode(calendar) ?? 'none'),
    uid: text('uid'),
    after: instant('after'),
    before: instant('before'),
    texts: textFields.flatMap((name) => {
      const value = text(name)
      return value === undefined ? [] : [[name, getWords(value)] as const]
    }),
  }
}

const getWords = (text: string): string[] =>
  fold(text)
    .split(/\s+/)
    .filter((word) => word !== '')

const dayMs = 86_400_000

/** Returns the part of a filter that columns can decide: every match is among its results. */
export function toSearch(filter: EventQuestion['filter']): EventSearch | 'nothing' {
  if (filter === null) return {}
  if ('condition' in filter) return searchOfCondition(filter.condition)
  if (filter.operator !== 'AND') return {}
  const all = filter.conditions.map(toSearch)
  const searches = all.filter(isObject) as EventSearch[]
  if (searches.length < all.length) return 'nothing'
  // Of two conditions on one column the first narrows it down; both are looked at afterwards.
  return searches.reduceRight<EventSearch>((narrowed, part) => ({ ...narrowed, ...part }), {})
}

function searchOfCondition({
  calendarId,
  uid,
  after,
  before,
  texts,
}: EventCondition): EventSearch | 'nothing' {
  if (calendarId === 'none' || texts.some(([, words]) => words.length === 0)) return 'nothing'
  return {
    ...(calendarId === undefined ? {} : { calendarId }),
    ...(uid === undefined ? {} : { uid }),
    ...(after === undefined ? {} : { from: after - dayMs }),
    ...(before === undefined ? {} : { to: before + dayMs }),
    ...(texts.length === 0 ? {} : { words: texts.flatMap(([, words]) => words) }),
  }
}
