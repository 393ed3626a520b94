import type { AccountId, CalendarId, ShareLinkId } from '@plmail/wire'
import type { Change } from '../../changes/index.ts'
import type { Random } from '../../kit/random.ts'
import { ownCalendars } from '../calendars/own-calendars.ts'
import { computeDigest, mintToken } from '../public-token.ts'
import { insertRow, named } from '../../store/index.ts'
import type { ShareFields, ShareLink, ShareOutcome, ShareRefusal, ShareRequest } from './types.ts'
import { readShareDetails, selectLinks } from './link-rows.ts'
import { clampedDays, rollingDays } from './window.ts'

/** More than anybody can keep in mind who may see what. */
const maxLinks = 200

/** See `ShareLinks.set`. `accountIds` are those whose calendars may be shown. */
export async function setLinks(
  change: Change,
  { random, accountIds }: { random: Random; accountIds: readonly AccountId[] },
  { create, update, destroy }: ShareRequest,
): Promise<Omit<ShareOutcome, 'oldState' | 'newState'>> {
  const linkById = new Map((await selectLinks(change.tx, change.accountId)).map((link) => [link.id, link]))
  const own = await ownCalendars(change.tx, accountIds)
  const isOwn = (ids: readonly CalendarId[]): boolean => ids.every((id) => own.has(id))
  const created: ShareOutcome['created'] = []
  for (const fields of create) {
    if (linkById.size + created.length >= maxLinks) created.push('too-many')
    else created.push(isOwn(fields.calendarIds) ? await insert(change, random, fields) : 'unknown-calendar')
  }
  const refusedUpdates = new Map<ShareLinkId, ShareRefusal>()
  for (const [id, { isRevoked, ...fields }] of update) {
    const before = linkById.get(id)
    if (!before) refusedUpdates.set(id, 'not-found')
    else if (!isOwn(fields.calendarIds ?? [])) refusedUpdates.set(id, 'unknown-calendar')
    else await save(change, { ...before, ...fields }, isRevoked === true)
  }
  const destroyed = new Set(destroy.filter((id) => linkById.has(id)))
  if (destroyed.size > 0) {
    await change.tx.query('delete from share_link where account_id = $1 and id = any ($2::bigint[])', [
      change.accountId,
      [...destroyed],
    ])
    change.destroyed('ShareLink', [...destroyed])
  }
  return { created, refusedUpdates, destroyed }
}

async function insert(
  change: Change,
  random: Random,
  fields: ShareFields,
): Promise<{ link: ShareLink; token: string }> {
  const token = mintToken(random)
  const [inserted] = await change.tx.query<{ id: ShareLinkId }>(
    ...insertRow(
      'share_link',
      {
        account_id: change.accountId,
        user_id: change.userId,
        token_digest: computeDigest(token),
        uid_secret: random(32),
        created_at: change.at,
        ...getColumns(fields),
      },
      'returning id',
    ),
  )
  if (!inserted) throw new Error('insert returned nothing')
  await saveCalendars(change, inserted.id, fields.calendarIds)
  change.created('ShareLink', [inserted.id])
  const link = (await selectLinks(change.tx, change.accountId)).find(({ id }) => id === inserted.id)
  if (!link) throw new Error('a link that was made is not there')
  return { link, token }
}

/** The first time of being revoked is kept. */
async function save(change: Change, link: ShareLink, isRevoked: boolean): Promise<void> {
  await change.tx.query(
    ...named(
      `update share_link set name = $name, details = $details, window_kind = $window_kind, rolling_days = $rolling_days,
         starts_on = $starts_on::date, ends_on = $ends_on::date, expires_on = $expires_on::date,
         revoked_at = case when $isRevoked then coalesce(revoked_at, $now) else revoked_at end
       where account_id = $accountId and id = $id`,
      { accountId: change.accountId, id: link.id, ...getColumns(link), isRevoked, now: change.at },
    ),
  )
  await change.tx.query('delete from share_link_calendar where link_id = $1', [link.id])
  await saveCalendars(change, link.id, link.calendarIds)
  change.updated('ShareLink', [link.id])
}

/** See `ShareLinks.renew`: its entries get other ids too, so that nobody follows them from one address to the next. */
export async function renewLink(
  change: Change,
  random: Random,
  id: ShareLinkId,
): Promise<string | undefined> {
  const token = mintToken(random)
  const renewed = await change.tx.query(
    `update share_link set token_digest = $3, uid_secret = $4, revoked_at = null, viewed_at = null
     where account_id = $1 and id = $2 returning 1`,
    [change.accountId, id, computeDigest(token), random(32)],
  )
  if (renewed.length === 0) return undefined
  change.updated('ShareLink', [id])
  return token
}

async function saveCalendars(
  change: Change,
  id: ShareLinkId,
  calendarIds: readonly CalendarId[],
): Promise<void> {
  await change.tx.query(
    'insert into share_link_calendar (link_id, calendar_id) select $1, c from unnest($2::bigint[]) c on conflict do nothing',
    [id, calendarIds],
  )
}

function getColumns({ name, details, window, expiresOn }: ShareFields) {
  const days = clampedDays(window.kind === 'rolling' ? window.days : rollingDays.usual)
  const [from, to] = window.kind === 'fixed' ? [window.from, window.to] : [null, null]
  return {
    name,
    details: readShareDetails(details),
    window_kind: window.kind,
    rolling_days: days,
    starts_on: from,
    ends_on: to,
    expires_on: expiresOn,
  }
}
