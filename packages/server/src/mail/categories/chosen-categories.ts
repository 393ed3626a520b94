import type { Category, MessageId } from '@plmail/wire'
import type { Change } from '../../changes/index.ts'

/** Writes what was said by hand of messages, with the statements that are under way. */
export function sendChosen(
  change: Change,
  some: ReadonlyArray<{ id: MessageId; chosen: { category: Category; at: string } | null }>,
): void {
  if (some.length === 0) return
  const rows = some.map(({ id, chosen }) => ({
    id,
    category: chosen?.category ?? null,
    at: chosen?.at ?? null,
  }))
  change.tx.send('mail-write-chosen', writeText, [JSON.stringify(rows), change.accountId])
}

const writeText = `
  update message m set chosen_category = next.category, chosen_at = next.at
  from jsonb_to_recordset($1::jsonb) as next (id bigint, category text, at timestamptz)
  where m.id = next.id and m.account_id = $2`
