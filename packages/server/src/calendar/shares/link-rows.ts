import type { AccountId, CalendarId, ShareLinkId, UserId, ShareDetail, ShareWindow } from '@plmail/wire'
import type { Sql } from '../../store/index.ts'
import { type ShareLink, shareDetails } from './types.ts'
import { clampedDays } from './window.ts'

interface LinkRow {
  id: ShareLinkId
  name: string
  details: string[]
  windowKind: 'rolling' | 'fixed'
  rollingDays: number
  startsOn: string | null
  endsOn: string | null
  expiresOn: string | null
  revokedAt: Date | null
  viewedAt: Date | null
  createdAt: Date
  calendarIds: CalendarId[]
}

const columns = `l.id, l.name, l.details, l.window_kind as "windowKind", l.rolling_days as "rollingDays",
  to_char(l.starts_on, 'YYYY-MM-DD') as "startsOn", to_char(l.ends_on, 'YYYY-MM-DD') as "endsOn", to_char(l.expires_on, 'YYYY-MM-DD') as "expiresOn",
  l.revoked_at as "revokedAt", l.viewed_at as "viewedAt", l.created_at as "createdAt",
  array(select c.calendar_id from share_link_calendar c where c.link_id = l.id order by c.calendar_id) as "calendarIds"`

export async function selectLinks(sql: Sql, accountId: AccountId): Promise<ShareLink[]> {
  const rows = await sql.query<LinkRow>(
    `select ${columns} from share_link l where l.account_id = $1 order by l.created_at, l.id`,
    [accountId],
  )
  return rows.map(toLink)
}

/** A link with what its public page needs. */
export interface OpenLink extends ShareLink {
  userId: UserId
  accountId: AccountId
  secret: Buffer
}

/** The link that still works under this digest. */
export async function linkByDigest(sql: Sql, digest: string): Promise<OpenLink | undefined> {
  const [row] = await sql.query<LinkRow & Pick<OpenLink, 'userId' | 'accountId' | 'secret'>>(
    `select ${columns}, l.user_id as "userId", l.account_id as "accountId", l.uid_secret as secret from share_link l
     where l.token_digest = $1 and l.revoked_at is null`,
    [digest],
  )
  return row && { ...toLink(row), userId: row.userId, accountId: row.accountId, secret: row.secret }
}

function toLink(row: LinkRow): ShareLink {
  const { id, name, revokedAt, viewedAt, createdAt, calendarIds, expiresOn } = row
  return {
    id,
    name,
    revokedAt,
    viewedAt,
    createdAt,
    calendarIds,
    expiresOn,
    details: readShareDetails(row.details),
    window: windowFrom(row),
  }
}

/** Returns the details that are known; unknown ones stay hidden. */
export function readShareDetails(stored: readonly string[]): ShareDetail[] {
  return shareDetails.filter((detail) => stored.includes(detail))
}

function windowFrom({ windowKind, rollingDays, startsOn, endsOn }: LinkRow): ShareWindow {
  if (windowKind === 'fixed' && startsOn !== null && endsOn !== null)
    return { kind: 'fixed', from: startsOn, to: endsOn }
  return { kind: 'rolling', days: clampedDays(rollingDays) }
}
