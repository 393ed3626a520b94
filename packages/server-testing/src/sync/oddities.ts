import type { Oddity } from '../../../emulators/src/faults/oddities.ts'
import type { ActAs } from '../../../emulators/src/mailbox.ts'
import type { EmulatedForTests, ProviderName } from './emulated-sync.ts'

/**
 * An oddity of a mailbox of this provider, drawn by chance. `act`: something that may be done without a word about it.
 */
export function drawOddity(
  provider: ProviderName,
  random: () => number,
  act: ActAs | undefined,
): Oddity | undefined {
  const pick = <T>(items: readonly T[]): T | undefined => items[Math.floor(random() * items.length)]
  const untold: Oddity[] = act ? [{ kind: 'untold', act }] : []
  const ids = act && 'ids' in act ? act.ids : []
  const folder = pick(['inbox', 'archive', 'trash', 'Shelf']) ?? 'inbox'
  const count = Math.floor(random() * 4)
  if (provider === 'Google')
    return pick<Oddity>([
      ...untold,
      ...untold,
      { kind: 'total-off', by: count, drift: Math.floor(random() * 3) },
      { kind: 'unreadable', ids, status: pick([400, 403, 500] as const) ?? 500 },
    ])
  return pick<Oddity>([
    ...untold,
    ...untold,
    { kind: 'other-items', folder, count },
    { kind: 'search-folder', name: pick(['Unread mail', 'Important mail']) ?? 'Unread mail', count },
    { kind: 'no-delta', folder, status: pick([0, 400, 403, 500]) ?? 0 },
    { kind: 'unreadable', ids, status: 500, reach: pick(['content', 'everything'] as const) ?? 'content' },
  ])
}

/**
 * Makes everything due that is done by the hour, the day or the week: the mirror is compared, stubs and lists are asked
 * for again.
 */
export async function dayPasses({ db, account }: Pick<EmulatedForTests, 'db' | 'account'>): Promise<void> {
  const { database } = db
  const long = `now() - interval '40 days'`
  await database.query(`update mirror_check set sampled_at = ${long} where account_id = $1`, [account])
  await database.query(
    `update mirror_scope set listed_at = ${long}, swept_at = ${long} where account_id = $1`,
    [account],
  )
  await database.query(`update unfetched_message set next_at = now() where account_id = $1`, [account])
  await database.query(
    `update sync_cursor set position = jsonb_set(position, '{position,listedAt}', '"2020-01-01T00:00:00Z"')
     where account_id = $1 and position #> '{position,listedAt}' is not null`,
    [account],
  )
}
