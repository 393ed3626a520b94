import { isSame } from '@plmail/calendar-format'
import { type AccountId, type CalendarId, type UserId, ProviderName } from '@plmail/wire'
import type { CalendarSource } from '../../accounts/index.ts'
import type { Calendar, CalendarFields, Calendars } from '../../calendar/index.ts'
import type { Change } from '../../changes/index.ts'
import type { RemoteCalendar } from '../../providers/contract/index.ts'
import { keepLink, keepMissing, type Link, linksOfSource, type ReportedCalendar } from './links.ts'
import { putsIn } from './outbox-rows.ts'
import type { PullNeeds } from './pull-calendar.ts'
import { recordConflict, type Struck } from './record-conflict.ts'
import { storableText } from './storable-text.ts'
import { notifyConflicts } from './notify-conflicts.ts'

export interface DiscoverNeeds extends PullNeeds {
  calendars: Pick<Calendars, 'provided'>
}

const cause = { actor: { kind: 'provider' as const }, verb: 'sync-calendar' }

const maxNameLength = 255

/**
 * Brings the list of calendars in line with what the source lists. What its user chose here, a name or a colour, stays; a
 * new one gets a colour that no other calendar of its user has.
 * One that is listed no more is only marked: that alone does not prove that it is gone.
 */
export async function discover(
  needs: DiscoverNeeds,
  source: CalendarSource,
  listed: readonly RemoteCalendar[],
): Promise<Link[]> {
  const { database, changes, calendars, clock } = needs
  const links = new Map((await linksOfSource(database, source.id)).map((link) => [link.remoteId, link]))
  const news = listed.filter((remote) => isNews(remote, links.get(remote.id)))
  if (news.length > 0) {
    const userAccountIds = await listAccounts(changes, source.userId)
    await changes.write(source.accountId, cause, async (change) => {
      const stored = new Map(
        (await calendars.provided.calendars(change)).map((calendar) => [calendar.id, calendar]),
      )
      const bindings = news.map((remote) => resolveBinding(remote, links.get(remote.id), stored))
      const fresh = bindings.filter(({ calendar }) => !calendar)
      const providerColors = fresh.map(({ reported }) => reported.color)
      const colors = await calendars.provided.chooseColors(change, userAccountIds, providerColors)
      for (const binding of bindings)
        await keep(needs, change, source, binding, colors[fresh.indexOf(binding)] ?? null)
    })
  }
  const ids = new Set(listed.map(({ id }) => id))
  for (const link of links.values())
    if (!ids.has(link.remoteId)) await keepMissing(database, link.calendarId, clock.now())
  return linksOfSource(database, source.id)
}

async function listAccounts(
  changes: Pick<DiscoverNeeds['changes'], 'states' | 'personal'>,
  userId: UserId,
): Promise<AccountId[]> {
  const personal = await changes.personal(userId)
  const accountIds = (await changes.states(userId)).map(({ accountId }) => accountId)
  return personal === undefined ? accountIds : [...accountIds, personal]
}

/** A calendar as its source tells it now, and what is stored of it: nothing where it is new. */
interface Binding {
  remote: RemoteCalendar
  reported: ReportedCalendar
  calendar: Calendar | undefined
  link: Link | undefined
}

function resolveBinding(
  remote: RemoteCalendar,
  link: Link | undefined,
  stored: ReadonlyMap<CalendarId, Calendar>,
): Binding {
  return { remote, reported: getReported(remote), calendar: link && stored.get(link.calendarId), link }
}

function getReported({ name, description, color, timeZone }: RemoteCalendar): ReportedCalendar {
  return {
    name: storableText(name).slice(0, maxNameLength),
    description: description === null ? null : storableText(description),
    color,
    timeZone,
  }
}

function isNews(remote: RemoteCalendar, link: Link | undefined): boolean {
  if (!link) return true
  const isUnchanged = isSame({ ...getReported(remote) }, { ...link.lastSynced })
  const mayDoTheSame =
    link.mayWrite === remote.mayWrite &&
    link.mayWatch === remote.mayWatch &&
    isSame(link.tellsFor, [...(remote.tellsFor ?? [])])
  return !isUnchanged || !mayDoTheSame || link.missingSince !== null
}

async function keep(
  { calendars }: DiscoverNeeds,
  change: Change,
  source: CalendarSource,
  { remote, reported, calendar, link }: Binding,
  chosenColor: string | null,
): Promise<void> {
  const fields =
    calendar && link
      ? following(calendar, link, reported)
      : { ...toCalendarFields(remote, reported), color: chosenColor }
  // Where new events go is the provider's to say only in its own account, and only until somebody chose here.
  const isOwnAccount = source.kind === ProviderName.google || source.kind === ProviderName.microsoft
  const isDefault = !calendar && isOwnAccount && remote.isDefault && remote.mayWrite
  const calendarId = await calendars.provided.putCalendar(change, {
    id: calendar?.id,
    fields,
    isReadOnly: !remote.mayWrite,
    isDefault,
  })
  await keepLink(change.tx, {
    calendarId,
    sourceId: source.id,
    accountId: source.accountId,
    remoteId: remote.id,
    lastSynced: reported,
    mayWrite: remote.mayWrite,
    mayWatch: remote.mayWatch,
    tellsFor: [...(remote.tellsFor ?? [])],
    assignedColor:
      fields.color === reported.color ? null : calendar ? (link?.assignedColor ?? null) : chosenColor,
  })
}

/** Returns the calendar with the source's values for every property that nobody changed locally. */
function following(
  calendar: Calendar,
  { lastSynced: before, assignedColor }: Link,
  reported: ReportedCalendar,
) {
  const follow = <Name extends 'name' | 'description' | 'timeZone'>(name: Name): ReportedCalendar[Name] =>
    calendar[name] === before[name] ? reported[name] : calendar[name]
  const isColorFollowed =
    calendar.color === (assignedColor ?? before.color) && reported.color !== before.color
  return {
    ...calendar,
    name: follow('name'),
    description: follow('description'),
    timeZone: follow('timeZone'),
    color: isColorFollowed ? reported.color : calendar.color,
  }
}

function toCalendarFields(
  { mayWrite, isDefault }: RemoteCalendar,
  reported: ReportedCalendar,
): CalendarFields {
  return {
    ...reported,
    sortOrder: isDefault ? 0 : 10,
    isSubscribed: true,
    isVisible: true,
    // Holidays and other people's calendars keep nobody busy.
    availability: mayWrite ? 'all' : 'none',
    alertsWithTime: null,
    alertsWithoutTime: null,
  }
}

/** The source has it no more. What was still to be sent is kept for its user to have back, unless they removed it. */
export async function removeLinked(needs: DiscoverNeeds, link: Link, isKept = true): Promise<void> {
  const { changes, calendars } = needs
  const { result } = await changes.write(link.accountId, cause, async (change) => {
    const struck: Struck[] = []
    const unsent = isKept ? await putsIn(change.tx, link.calendarId) : []
    const ids = unsent.map(({ eventId }) => eventId)
    for (const event of await calendars.provided.get(change, ids)) {
      struck.push(
        await recordConflict(change, event, {
          kind: 'removed-there',
          fields: [],
          lost: event.event,
          said: null,
        }),
      )
    }
    await calendars.provided.removeCalendar(change, link.calendarId)
    return { userId: change.userId, struck }
  })
  await notifyConflicts(changes, result.userId, result.struck)
}
