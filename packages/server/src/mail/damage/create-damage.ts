import type { ParsedMessage } from '@plmail/mail-format'
import type { Changes } from '../../changes/index.ts'
import type { Clock } from '../../kit/clock.ts'
import type { Random } from '../../kit/random.ts'
import type { Blobs, Database } from '../../store/index.ts'
import { checkSome } from './check-bytes.ts'
import type { Damage } from './types.ts'
import { byteChecks, dueMessages, followDamage, postponeRestore } from './follow-damage.ts'
import { restore } from './restore.ts'

export interface DamageParts {
  database: Database
  blobs: Blobs
  changes: Changes
  clock: Clock
  random: Random
  parse: (raw: Buffer) => ParsedMessage
}

export function createDamage(parts: DamageParts): Damage {
  const { database, clock } = parts
  return {
    checkSome: () => checkSome(parts),
    follow: () => followDamage(parts),
    due: (accountId, limit) => dueMessages(database, accountId, limit, clock.now()),
    restore: (accountId, id, raw) => restore(parts, accountId, id, raw),
    postpone: (accountId, id, reason, isFinal) =>
      postponeRestore(database, { accountId, id, reason, isFinal }, clock.now()),
    checks: (accountIds) => byteChecks(database, accountIds),
  }
}
