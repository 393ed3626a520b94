import type { AccountId, MailboxId } from '@plmail/wire'
import type { AccountSession, FolderSession, MailSession } from '../../providers/contract/index.ts'
import { knownItems, markItemsMissing } from '../mail/items/item-places.ts'
import { mailboxesOf, tell } from '../mail/items/apply-page.ts'
import { oursOf } from '../mail/items/look-at-items.ts'
import type { FetchDeps } from '../mail/fetch-items.ts'
import { markMissing } from '../mail/locations.ts'
import { providerId, remoteId } from '../mail/remote-ids.ts'

/** Few enough to cost nothing: at Gmail 20 units each of 6,000 a minute. */
const sampleSize = 20

/** Asks the provider for some messages at random, and mends what is not as it says. Returns how many were not. */
export function sample(deps: FetchDeps, accountId: AccountId, session: MailSession): Promise<number> {
  return session.names === 'in-account'
    ? sampleItems(deps, accountId, session)
    : samplePlaces(deps, accountId, session)
}

async function sampleItems(deps: FetchDeps, accountId: AccountId, session: AccountSession): Promise<number> {
  const rows = await deps.database.query<{ item: string }>(
    `select substr(remote_id, strpos(remote_id, '/') + 1) as item from remote_message
     where account_id = $1 and uid is null and missing_since is null order by random() limit $2`,
    [accountId, sampleSize],
  )
  const ids = [...new Set(rows.map((row) => row.item))]
  const states = await session.states(ids)
  const ours = oursOf(await deps.mail.mailboxes.known(accountId))
  const cause = { actor: { kind: 'provider' as const }, verb: 'verify' }
  const { result } = await deps.changes.write(accountId, cause, async (change) => {
    const known = await knownItems(change.tx, accountId, ids)
    const gone = ids.filter((id) => known.has(id) && !states.has(id))
    const told = [...states].flatMap(([id, state]) => {
      const item = known.get(id)
      return item ? [{ id, item, state }] : []
    })
    const moved = told.filter(({ item, state }) => {
      const there = mailboxesOf(state, ours)
      return there.length !== item.mailboxIds.length || there.some((id) => !item.mailboxIds.includes(id))
    })
    await markItemsMissing(change.tx, accountId, gone, null, change.at)
    await tell(deps.mail, change, told, ours)
    return gone.length + moved.length
  })
  return result
}

async function samplePlaces(deps: FetchDeps, accountId: AccountId, session: FolderSession): Promise<number> {
  const rows = await deps.database.query<{ remote_id: string; mailbox_id: MailboxId }>(
    `select r.remote_id, r.mailbox_id from remote_message r
     where r.account_id = $1 and r.uid is not null and r.missing_since is null order by random() limit $2`,
    [accountId, sampleSize],
  )
  const boxes = await deps.mail.mailboxes.known(accountId)
  let differing = 0
  for (const mailboxId of new Set(rows.map((row) => row.mailbox_id))) {
    const path = boxes.find((box) => box.id === mailboxId)?.remoteId
    if (path == null) continue
    const ids = rows.filter((row) => row.mailbox_id === mailboxId).map((row) => providerId(row.remote_id))
    const present = await session.probe(path, ids)
    const absent = ids.filter((id) => !present.has(id)).map((id) => remoteId(mailboxId, id))
    differing += absent.length
    const at = deps.clock.now()
    await deps.database.transaction((tx) => markMissing(tx, accountId, absent, at))
  }
  return differing
}
