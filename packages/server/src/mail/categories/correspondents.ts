import type { MessageId } from '@plmail/wire'
import type { Change } from '../../changes/index.ts'

const maxAddressLength = 320

/** Returns those of the addresses that some account of the change's user has written to. */
export async function selectCorrespondents(
  change: Change,
  addresses: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  if (addresses.size === 0) return new Set()
  const rows = await change.tx.prepared<{ address: string }>(
    'mail-known-among',
    'select address from mail_correspondent where user_id = $1 and address = any ($2::text[])',
    [change.userId, [...addresses]],
  )
  return new Set(rows.map(({ address }) => address))
}

/** Records the recipients of sent messages as known. The statement is pipelined with those in progress. */
export function sendCorrespondents(change: Change, ids: readonly MessageId[]): void {
  if (ids.length === 0) return
  change.tx.send('mail-correspondents', writtenText, [change.userId, change.accountId, ids])
}

const writtenText = `
  insert into mail_correspondent (user_id, address, account_id)
  select distinct $1::bigint, lower(recipient ->> 'email'), $2::bigint
  from message_body b cross join unnest(array['to', 'cc', 'bcc']) as field
  cross join lateral json_array_elements(
    case when json_typeof(b.summary -> field) = 'array' then b.summary -> field else '[]' end) as recipient
  where b.message_id = any ($3::bigint[]) and length(recipient ->> 'email') between 3 and ${maxAddressLength}
  on conflict do nothing`
