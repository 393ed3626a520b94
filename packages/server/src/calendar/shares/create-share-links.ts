import { getClock, parseWallTime, type WallTime } from '@plmail/calendar-format'
import type { AccountId, UserId } from '@plmail/wire'
import type { Changes } from '../../changes/index.ts'
import type { Clock } from '../../kit/clock.ts'
import type { Random } from '../../kit/random.ts'
import type { Sql } from '../../store/index.ts'
import { ownZone } from '../calendars/own-calendars.ts'
import { computeDigest } from '../public-token.ts'
import type { SharedCalendar, ShareLinks } from './types.ts'
import { linkByDigest, selectLinks, type OpenLink } from './link-rows.ts'
import { setShared } from '../undo/set-shared.ts'
import { readShared } from './read-shared.ts'
import { sharedFile } from './shared-series.ts'
import { renewLink, setLinks } from './set-links.ts'
import { todayIn, parseWindow } from './window.ts'

export interface ShareLinkParts {
  database: Sql
  changes: Pick<Changes, 'write'>
  clock: Clock
  random: Random
  owner: CalendarOwner
}

/** Facts about the owner of the calendars. */
export interface CalendarOwner {
  /** All their accounts, the personal one too. */
  listAccounts(userId: UserId): Promise<AccountId[]>
  getName(userId: UserId): Promise<string>
  /** IANA. */
  getTimeZone(userId: UserId): Promise<string>
  /** In lower case. */
  listAddresses(userId: UserId): Promise<ReadonlySet<string>>
}

export function createShareLinks(parts: ShareLinkParts): ShareLinks {
  const { database, changes, random, owner } = parts

  return {
    list: (accountId) => selectLinks(database, accountId),
    set: async (userId, accountId, request, ifState) => {
      const accountIds = await owner.listAccounts(userId)
      const changeRequest = {
        userId,
        accountId,
        type: 'ShareLink' as const,
        verb: 'set-share-links',
        request,
        ifState,
      }
      return setShared(parts, changeRequest, async (change) => {
        const done = await setLinks(change, { random, accountIds }, request)
        const createdIds = done.created.flatMap((outcome) =>
          typeof outcome === 'string' ? [] : [outcome.link.id],
        )
        return { done, createdIds }
      })
    },
    renew: async (userId, accountId, id) => {
      const { result } = await changes.write(
        accountId,
        { actor: { kind: 'user', userId }, verb: 'renew-share-link' },
        (change) => renewLink(change, random, id),
      )
      return result
    },
    open: async (token) => {
      const digest = computeDigest(token)
      const link = digest === undefined ? undefined : await linkByDigest(database, digest)
      return link && sharedCalendar(parts, link)
    },
  }
}

/** At most as often as this, being looked at is noted. */
const viewedEveryMs = 300_000

async function sharedCalendar(
  { database, clock, owner }: ShareLinkParts,
  link: OpenLink,
): Promise<SharedCalendar | undefined> {
  const [ofCalendar, ofUser, accountIds, ownAddresses, ownerName] = await Promise.all([
    ownZone(database, link.accountId),
    owner.getTimeZone(link.userId),
    owner.listAccounts(link.userId),
    owner.listAddresses(link.userId),
    owner.getName(link.userId),
  ])
  const zone =
    [ofCalendar, ofUser].find((candidate) => candidate !== undefined && getClock(candidate) !== null) ?? 'UTC'
  const now = clock.now()
  const today = todayIn(zone, now)
  if (link.expiresOn !== null && today > (parseWallTime(link.expiresOn) ?? today)) return undefined
  const window = parseWindow(link.window, today)
  const instantAt = (wall: WallTime): number => getClock(zone)?.instantAt(wall) ?? wall
  const how = { details: new Set(link.details), secret: link.secret, zone, ownAddresses }
  const read = (span: { from: number; to: number }) =>
    readShared(database, { accountIds, calendarIds: link.calendarIds, ...span }, how)
  return {
    ownerName,
    zone,
    today,
    ...window,
    during: async (from, to) => {
      const [first, last] = [Math.max(from, window.from), Math.min(to, window.to)]
      if (first >= last) return { entries: [], isCutOff: false, completeUntil: instantAt(to) }
      const { placed, ...rest } = await read({ from: instantAt(first), to: instantAt(last) })
      return { entries: placed.map(({ entry }) => entry), ...rest }
    },
    file: async () => {
      const span = { from: instantAt(window.from), to: instantAt(window.to) }
      const { placed, ...rest } = await read(span)
      const movedAt = link.window.kind === 'rolling' ? instantAt(today) : undefined
      return { ...sharedFile(placed, how, { ...span, movedAt }), ...rest }
    },
    viewed: async () => {
      await database.query(
        'update share_link set viewed_at = $2 where id = $1 and (viewed_at is null or viewed_at < $3)',
        [link.id, now, new Date(now.getTime() - viewedEveryMs)],
      )
    },
  }
}
