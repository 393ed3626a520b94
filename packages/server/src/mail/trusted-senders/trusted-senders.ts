import type { TrustedSenderId } from '@plmail/wire'
import type { Change, Changes } from '../../changes/index.ts'
import type { Sql } from '../../store/index.ts'
import type {
  TrustedSenderOutcome,
  TrustedSenderRefusal,
  TrustedSenderRequest,
  TrustedSenders,
  TrustedSenderView,
} from './types.ts'

export interface TrustedSenderParts {
  database: Sql
  changes: Pick<Changes, 'write'>
}

/** Far more than anybody reads newsletters. */
const maxSenders = 5_000
/** RFC 5321 §4.5.3.1: 64 octets, the sign, 255 octets. */
const maxAddressLength = 320

export function createTrustedSenders({ database, changes }: TrustedSenderParts): TrustedSenders {
  return {
    list: (accountId) =>
      database.query(`select ${columns} from trusted_sender where account_id = $1 order by address`, [
        accountId,
      ]),
    among: async (accountId, addresses) => {
      const senders = await database.prepared<{ address: string }>(
        'mail-trusted-senders-among',
        `select address from trusted_sender where account_id = $1 and address = any ($2::text[])`,
        [accountId, addresses.map((address) => address.toLowerCase())],
      )
      return new Set(senders.map(({ address }) => address))
    },
    set: async (userId, accountId, request, ifState) => {
      const cause = { actor: { kind: 'user' as const, userId }, verb: 'set-trusted-senders' }
      const { result, state } = await changes.write(accountId, cause, async (change) => {
        const oldState = change.state - 1
        if (ifState !== undefined && ifState !== oldState) return 'state-mismatch' as const
        return { ...(await carryOut(change, request)), oldState }
      })
      return result === 'state-mismatch' ? result : { ...result, newState: state }
    },
  }
}

const columns = `id, address, created_at as "createdAt"`

async function carryOut(
  change: Change,
  { create, destroy }: TrustedSenderRequest,
): Promise<Pick<TrustedSenderOutcome, 'created' | 'destroyed'>> {
  const gone = await change.tx.query<{ id: TrustedSenderId }>(
    `delete from trusted_sender where account_id = $1 and id = any ($2::bigint[]) returning id`,
    [change.accountId, destroy],
  )
  const destroyed = gone.map(({ id }) => id)
  change.destroyed('TrustedSender', destroyed)
  const created: Array<TrustedSenderView | TrustedSenderRefusal> = []
  for (const address of create) created.push(await trust(change, address))
  return { created, destroyed }
}

async function trust(change: Change, written: string): Promise<TrustedSenderView | TrustedSenderRefusal> {
  const address = written.trim().toLowerCase()
  if (address.length > maxAddressLength || !/^[^\s\p{Cc}]+@[^\s\p{Cc}@]+$/u.test(address)) return 'no-address'
  const [existing] = await change.tx.query<TrustedSenderView>(
    `select ${columns} from trusted_sender where account_id = $1 and address = $2`,
    [change.accountId, address],
  )
  if (existing) return existing
  const [created] = await change.tx.query<TrustedSenderView>(
    `insert into trusted_sender (account_id, address, created_at, created_state)
     select $1, $2, $3, $4
     where (select count(*) from trusted_sender where account_id = $1) < $5
     returning ${columns}`,
    [change.accountId, address, change.at, change.state, maxSenders],
  )
  if (!created) return 'too-many'
  change.created('TrustedSender', [created.id])
  return created
}
