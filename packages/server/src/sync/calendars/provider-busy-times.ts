import type { AccountId, CalendarId, CalendarSourceId } from '@plmail/wire'
import { type BusyTime, ProviderError } from '../../providers/contract/index.ts'
import type { Sql } from '../../store/index.ts'
import type { OpenCalendars } from './types.ts'
import { selectLinks, selectSources } from './links.ts'

export interface BusyNeeds {
  database: Sql
  open: OpenCalendars
}

/** Somebody waits for a page meanwhile. */
const patienceMs = 2_500

/** See `CalendarSync.busy`. */
export async function busyTimes(
  { database, open }: BusyNeeds,
  ids: readonly CalendarId[],
  [from, to]: readonly [Date, Date],
): Promise<BusyTime[] | undefined> {
  const bySource = new Map<CalendarSourceId, string[]>()
  for (const { sourceId, remoteId } of await selectLinks(database, ids))
    bySource.set(sourceId, [...(bySource.get(sourceId) ?? []), remoteId])
  const answers = await Promise.all(
    [...bySource].map(([sourceId, calendars]) =>
      inTime(fetchBusyTimes(open, sourceId, calendars, [from, to]), patienceMs),
    ),
  )
  const answered = answers.filter((answer) => answer !== undefined)
  return answered.length === 0 ? undefined : answered.flat()
}

/** Somebody looks for a time meanwhile, and more people take longer. */
const patienceForPeopleMs = 4_000

/** See `CalendarSync.busyOf`. Who is known in two places is busy where either says so. */
export async function loadBusyTimes(
  { database, open }: BusyNeeds,
  accountIds: readonly AccountId[],
  addresses: readonly string[],
  [from, to]: readonly [Date, Date],
): Promise<ReadonlyMap<string, BusyTime[]>> {
  const sources = await selectSources(database, accountIds)
  const answers = await Promise.all(
    sources.map((id) => inTime(fetchBusyPeople(open, id, addresses, [from, to]), patienceForPeopleMs)),
  )
  const busyByAddress = new Map<string, BusyTime[]>()
  for (const answer of answers)
    for (const [address, times] of answer ?? [])
      busyByAddress.set(address, [...(busyByAddress.get(address) ?? []), ...times])
  return busyByAddress
}

async function fetchBusyPeople(
  open: OpenCalendars,
  sourceId: CalendarSourceId,
  addresses: readonly string[],
  [from, to]: readonly [Date, Date],
): Promise<ReadonlyMap<string, BusyTime[]> | undefined> {
  try {
    const { fetchBusyTimes: askBusy } = await open(sourceId)
    return await askBusy?.(addresses, from, to)
  } catch (error) {
    // Somebody else may know; where nobody does, that is said.
    if (error instanceof ProviderError) return undefined
    throw error
  }
}

async function fetchBusyTimes(
  open: OpenCalendars,
  sourceId: CalendarSourceId,
  calendars: readonly string[],
  [from, to]: readonly [Date, Date],
): Promise<BusyTime[] | undefined> {
  try {
    const { freeBusy } = await open(sourceId)
    return await freeBusy?.(calendars, from, to)
  } catch (error) {
    // What is known here has to do.
    if (error instanceof ProviderError) return undefined
    throw error
  }
}

function inTime<T>(work: Promise<T>, limitMs: number): Promise<T | undefined> {
  const late = new Promise<undefined>((resolve) => {
    setTimeout(() => resolve(undefined), limitMs).unref()
  })
  return Promise.race([work, late])
}
