import type { AccountId } from '@plmail/wire'
import type { Sql } from '../../store/index.ts'

/** The tokens that somebody used on a day of theirs. */
export async function usedTokens(sql: Sql, personalId: AccountId, day: string): Promise<number> {
  const [row] = await sql.query<{ tokens: number }>(
    'select tokens from assistant_usage where account_id = $1 and day = $2',
    [personalId, day],
  )
  return row?.tokens ?? 0
}

/** Takes tokens out of the day's share before they are used, so that calls side by side cannot exceed it; false when too few are left. */
export async function reserveTokens(
  sql: Sql,
  { personalId, day, cap }: { personalId: AccountId; day: string; cap: number },
  tokens: number,
): Promise<boolean> {
  if (tokens > cap) return false
  const rows = await sql.query(
    `insert into assistant_usage (account_id, day, tokens, calls) values ($1, $2, $3, 1)
     on conflict (account_id, day) do update
       set tokens = assistant_usage.tokens + excluded.tokens, calls = assistant_usage.calls + 1
       where assistant_usage.tokens + excluded.tokens <= $4
     returning 1`,
    [personalId, day, tokens, cap],
  )
  return rows.length > 0
}

/** Corrects a reservation to what was used. */
export async function settleTokens(
  sql: Sql,
  personalId: AccountId,
  day: string,
  difference: number,
): Promise<void> {
  await sql.query(
    'update assistant_usage set tokens = greatest(0, tokens + $3) where account_id = $1 and day = $2',
    [personalId, day, difference],
  )
}

/** The day as the clock on somebody's wall has it, `YYYY-MM-DD`. */
export function dayIn(timeZone: string, at: Date): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(at)
}

/** About as many as models count: four characters make one. */
export const estimateTokens = (text: string): number => Math.ceil(text.length / 4)
