import type { CalendarId } from '@plmail/wire'
import type { CalendarSource } from '../../accounts/index.ts'
import type { Calendar, CalendarFields, Calendars } from '../../calendar/index.ts'
import { isSame } from '../../calendar/index.ts'
import type { Change } from '../../changes/index.ts'
import type { RemoteCalendar } from '../../providers/contract/index.ts'
import { keepLink, keepMissing, type Link, linksOfSource, type ToldCalendar } from './links.ts'
import { putsIn } from './outbox-rows.ts'
import type { PullNeeds } from './pull.ts'
import { strike, type Struck } from './strike.ts'
import { storableText } from './storable.ts'
import { tellOfConflicts } from './tell.ts'

export interface DiscoverNeeds extends PullNeeds {
  calendars: Pick<Calendars, 'provided'>
}

const cause = { actor: { kind: 'provider' as const }, verb: 'sync-calendar' }

const longestName = 255

/**
 * Brings the list of calendars in line with what the source lists. What its user chose here, a name or a colour, stays.
 * One that is listed no more is only marked: that alone does not prove that it is gone.
 */
export async function discover(
  needs: DiscoverNeeds,
  source: CalendarSource,
  listed: readonly RemoteCalendar[],
): Promise<Link[]> {
  const { database, changes, calendars, clock } = needs
  const links = new Map((await linksOfSource(database, source.id)).map((one) => [one.remoteId, one]))
  const news = listed.filter((one) => isNews(one, links.get(one.id)))
  if (news.length > 0)
    await changes.write(source.accountId, cause, async (change) => {
      const here = new Map((await calendars.provided.calendars(change)).map((one) => [one.id, one]))
      for (const remote of news) await keep(needs, change, source, remote, links.get(remote.id), here)
    })
  const ids = new Set(listed.map(({ id }) => id))
  for (const link of links.values())
    if (!ids.has(link.remoteId)) await keepMissing(database, link.calendarId, clock.now())
  return linksOfSource(database, source.id)
}

function toldOf({ name, description, color, timeZone }: RemoteCalendar): ToldCalendar {
  return {
    name: storableText(name).slice(0, longestName),
    description: description === null ? null : storableText(description),
    ...{ color, timeZone },
  }
}

function isNews(remote: RemoteCalendar, link: Link | undefined): boolean {
  if (!link) return true
  const isAsTold = isSame({ ...toldOf(remote) }, { ...link.told })
  const mayDoTheSame = link.mayWrite === remote.mayWrite && link.mayWatch === remote.mayWatch
  return !isAsTold || !mayDoTheSame || link.missingSince !== null
}

async function keep(
  { calendars }: DiscoverNeeds,
  change: Change,
  source: CalendarSource,
  remote: RemoteCalendar,
  link: Link | undefined,
  here: ReadonlyMap<CalendarId, Calendar>,
): Promise<void> {
  const told = toldOf(remote)
  const known = link && here.get(link.calendarId)
  const fields = known && link ? following(known, link.told, told) : asTold(remote, told)
  // Where new events go is the provider's to say only in its own account, and only until somebody chose here.
  const isOwnAccount = source.kind === 'provA' || source.kind === 'provB'
  const isDefault = !known && isOwnAccount && remote.isDefault && remote.mayWrite
  const calendarId = await calendars.provided.putCalendar(change, {
    ...{ id: known?.id, fields, isReadOnly: !remote.mayWrite, isDefault },
  })
  await keepLink(change.tx, {
    ...{ calendarId, sourceId: source.id, accountId: source.accountId, remoteId: remote.id, told },
    ...{ mayWrite: remote.mayWrite, mayWatch: remote.mayWatch },
  })
}

/** What follows the source: everything that nobody chose otherwise here. */
function following(here: Calendar, before: ToldCalendar, told: ToldCalendar): CalendarFields {
  const follow = <Name extends keyof ToldCalendar>(name: Name): ToldCalendar[Name] =>
    here[name] === before[name] ? told[name] : (here[name] as ToldCalendar[Name])
  return {
    ...here,
    ...{ name: follow('name'), description: follow('description') },
    ...{ color: follow('color'), timeZone: follow('timeZone') },
  }
}

function asTold({ mayWrite, isDefault }: RemoteCalendar, told: ToldCalendar): CalendarFields {
  return {
    ...told,
    ...{ sortOrder: isDefault ? 0 : 10, isSubscribed: true, isVisible: true },
    // Holidays and other people's calendars keep nobody busy.
    availability: mayWrite ? 'all' : 'none',
    ...{ alertsWithTime: null, alertsWithoutTime: null },
  }
}

/** The source has it no more. What was still to be sent is kept for its user to have back, unless they removed it. */
export async function removeLinked(needs: DiscoverNeeds, link: Link, isKept = true): Promise<void> {
  const { changes, calendars } = needs
  const { result } = await changes.write(link.accountId, cause, async (change) => {
    const struck: Struck[] = []
    const unsent = isKept ? await putsIn(change.tx, link.calendarId) : []
    const ids = unsent.map(({ eventId }) => eventId)
    for (const here of await calendars.provided.get(change, ids)) {
      struck.push(
        await strike(change, here, { kind: 'removed-there', fields: [], lost: here.event, said: null }),
      )
    }
    await calendars.provided.removeCalendar(change, link.calendarId)
    return { userId: change.userId, struck }
  })
  await tellOfConflicts(changes, result.userId, result.struck)
}
