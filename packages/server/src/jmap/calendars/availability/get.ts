import { writeWallTime } from '@plmail/calendar-format'
import { type AccountId, type UserId, accountWireId, calendarEventWireId } from '@plmail/wire'
import { type BusyPeriod } from '../../../calendar/index.ts'
import { readBoolean, invalid, onlyKnown, optionalString, readStrings } from '../../engine/arguments.ts'
import { getAddress } from '../calendar-event/json.ts'
import { readInstant, getZone } from '../calendar-event/get.ts'
import { maxExpansionDays } from '../calendar-event/event-question.ts'
import type { Arguments, Method } from '../../engine/method.ts'
import type { CalendarNeeds } from '../calendar/get.ts'

export interface AvailabilityNeeds extends CalendarNeeds {
  getTimeZone(userId: UserId): Promise<string>
  /** When people are busy by the word of who keeps calendars of the accounts; whom nobody knows is not in it. */
  getBusyTimes(
    accountIds: readonly AccountId[],
    addresses: readonly string[],
    from: Date,
    to: Date,
  ): Promise<ReadonlyMap<string, ReadonlyArray<{ from: Date; to: Date }>>>
}

/** As many as providers take in one question, for as long as they answer. */
export const maxPeople = 20
const maxDaysForPeople = 31

/**
 * Calendar/getAvailability, our own, in the shape of Principal/getAvailability (JMAP Calendars §2.2): when the caller is
 * busy by all calendars that these credentials open. Without details what touches is one period. With `people`, addresses,
 * also when they are, as far as somebody who keeps calendars of the caller's accounts says so; `isCaller` marks addresses of
 * the caller. `exceptUid` leaves an event out of the caller's own times.
 */
export function calendarAvailability(needs: AvailabilityNeeds): Method {
  const { calendars, getTimeZone } = needs
  return {
    run: async (args, { caller }) => {
      onlyKnown(args, ['utcStart', 'utcEnd', 'timeZone', 'showDetails', 'people', 'exceptUid'])
      const [from, to] = [readInstant(args, 'utcStart'), readInstant(args, 'utcEnd')]
      if (from === undefined) throw invalid('utcStart', 'a UTCDate')
      if (to === undefined || to < from || to - from > maxExpansionDays * 86_400_000)
        throw invalid('utcEnd', `a UTCDate up to ${String(maxExpansionDays)} days after utcStart`)
      const requestedPeople = readPeople(args, to - from)
      const { userId } = caller
      const timeZone = args['timeZone'] === undefined ? await getTimeZone(userId) : getZone(args)
      const ownAddresses = await calendars.ownAddresses(userId)
      const exceptUid = optionalString(args, 'exceptUid')
      const all: BusyPeriod[] = []
      for (const id of caller.calendars.keys())
        all.push(...(await calendars.busy(id, { from, to, timeZone, ownAddresses, exceptUid })))
      const periods = all.toSorted((a, b) => a.from - b.from || a.to - b.to)
      const withDetails = readBoolean(args, 'showDetails', false)
      const list = withDetails ? periods.map(detailed) : mergePeriods(periods).map(plain)
      if (requestedPeople === null) return { list }
      const own = mergePeriods(periods).map(plain)
      const otherPeople = requestedPeople.filter((email) => !ownAddresses.has(getAddress(email)))
      const answers =
        otherPeople.length === 0
          ? new Map<string, never>()
          : await needs.getBusyTimes([...caller.calendars.keys()], otherPeople, new Date(from), new Date(to))
      const people = requestedPeople.map((email) =>
        ownAddresses.has(getAddress(email))
          ? { email, list: own, isCaller: true }
          : { email, list: toBusyPeriods(answers.get(email)) },
      )
      return { list, people }
    },
  }
}

/** Null where the caller asks about nobody else. */
function readPeople(args: Arguments, lengthMs: number): readonly string[] | null {
  const people = readStrings(args, 'people')
  if (people === null) return null
  const isAddress = (text: string) => text.length <= 320 && /^[^\s@]+@[^\s@]+$/.test(text)
  if (people.length > maxPeople || !people.every(isAddress))
    throw invalid('people', `up to ${String(maxPeople)} addresses`)
  if (lengthMs > maxDaysForPeople * 86_400_000)
    throw invalid('utcEnd', `a UTCDate up to ${String(maxDaysForPeople)} days after utcStart with people`)
  return [...new Set(people)]
}

/** Null: nobody can say. */
function toBusyPeriods(
  times: ReadonlyArray<{ from: Date; to: Date }> | undefined,
): Record<string, unknown>[] | null {
  if (!times) return null
  const spans = times.map(({ from, to }) => ({ from: from.getTime(), to: to.getTime(), isTentative: false }))
  return mergePeriods(spans.toSorted((a, b) => a.from - b.from)).map(plain)
}

type Span = Pick<BusyPeriod, 'from' | 'to' | 'isTentative'>

const plain = ({ from, to, isTentative }: Span): Record<string, unknown> => ({
  utcStart: `${writeWallTime(from)}Z`,
  utcEnd: `${writeWallTime(to)}Z`,
  busyStatus: isTentative ? 'tentative' : 'confirmed',
})

const detailed = (period: BusyPeriod): Record<string, unknown> => ({
  ...plain(period),
  accountId: accountWireId.encode(period.accountId),
  eventId: calendarEventWireId.encode(period.id),
})

/** By start; what is certain and what is not stay apart. */
function mergePeriods(periods: readonly Span[]): Span[] {
  const joined: Span[] = []
  for (const isTentative of [false, true]) {
    let last: Span | undefined
    for (const period of periods.filter((candidate) => candidate.isTentative === isTentative)) {
      if (last && period.from <= last.to) last.to = Math.max(last.to, period.to)
      else joined.push((last = { from: period.from, to: period.to, isTentative }))
    }
  }
  return joined.sort((a, b) => a.from - b.from || a.to - b.to)
}
