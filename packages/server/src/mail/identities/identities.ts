import type { AccountId, IdentityId } from '@plmail/wire'
import type { Change, Changes } from '../../changes/index.ts'
import type { Sql } from '../../store/index.ts'
import type {
  AccountHolder,
  Identities,
  IdentityFields,
  IdentityRefusal,
  IdentityRequest,
  IdentityView,
} from './types.ts'

export interface IdentityParts {
  database: Sql
  changes: Pick<Changes, 'write'>
  /** Undefined once the account is removed. */
  getHolder(accountId: AccountId): Promise<AccountHolder | undefined>
}

/** Far more than anybody chooses from. */
const maxIdentities = 100

export function createIdentities(parts: IdentityParts): Identities {
  return {
    listAddresses: async (accountIds) => {
      const rows = await parts.database.query<{ email: string }>(
        'select distinct lower(email) as email from identity where account_id = any ($1::bigint[]) order by 1',
        [accountIds],
      )
      return rows.map((row) => row.email)
    },
    list: async (accountId) => {
      const identities = await select(parts.database, accountId)
      if (identities.length > 0) return identities
      await makeFirst(parts, accountId)
      return select(parts.database, accountId)
    },
    set: async (userId, accountId, request, ifState) => {
      await makeFirst(parts, accountId)
      const holder = await parts.getHolder(accountId)
      const cause = { actor: { kind: 'user' as const, userId }, verb: 'set-identities' }
      const { result, state } = await parts.changes.write(accountId, cause, async (change) => {
        const oldState = change.state - 1
        if (ifState !== undefined && ifState !== oldState) return 'state-mismatch' as const
        return { ...(await carryOut(change, request, holder)), oldState }
      })
      return result === 'state-mismatch' ? result : { ...result, newState: state }
    },
  }
}

const columns = `id, name, email, reply_to as "replyTo", bcc, text_signature as "textSignature",
  html_signature as "htmlSignature", may_delete as "mayDelete"`

function select(sql: Sql, accountId: AccountId): Promise<IdentityView[]> {
  return sql.query<IdentityView>(`select ${columns} from identity where account_id = $1 order by id`, [
    accountId,
  ])
}

/** One from the account's own address, so that nobody has to set anything up before sending. Safe to run twice. */
async function makeFirst(
  { database, changes, getHolder }: IdentityParts,
  accountId: AccountId,
): Promise<void> {
  const existing = await database.query(`select 1 from identity where account_id = $1 limit 1`, [accountId])
  const holder = existing.length === 0 ? await getHolder(accountId) : undefined
  if (!holder) return
  const cause = { actor: { kind: 'system' as const }, verb: 'make-identity' }
  await changes.write(accountId, cause, async (change) => {
    if ((await select(change.tx, accountId)).length > 0) return
    const fields = { replyTo: null, bcc: null, textSignature: '', htmlSignature: '' }
    await insert(change, { ...fields, name: holder.name, email: holder.address, mayDelete: false })
  })
}

async function insert(change: Change, identity: Omit<IdentityView, 'id'>): Promise<IdentityView> {
  const { name, email, replyTo, bcc, textSignature, htmlSignature, mayDelete } = identity
  const [row] = await change.tx.query<IdentityView>(
    `insert into identity (account_id, name, email, reply_to, bcc, text_signature, html_signature, may_delete,
       created_state)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning ${columns}`,
    [
      change.accountId,
      name,
      email,
      jsonOrNull(replyTo),
      jsonOrNull(bcc),
      textSignature,
      htmlSignature,
      mayDelete,
      change.state,
    ],
  )
  if (!row) throw new Error('insert returned nothing')
  change.created('Identity', [row.id])
  return row
}

const jsonOrNull = (value: unknown): string | null => (value === null ? null : JSON.stringify(value))

async function carryOut(
  change: Change,
  { create, update, destroy }: IdentityRequest,
  holder: AccountHolder | undefined,
) {
  const identityById = new Map(
    (await select(change.tx, change.accountId)).map((identity) => [identity.id, identity]),
  )
  const created: Array<IdentityView | IdentityRefusal> = []
  for (const identity of create) {
    const refusal = findRefusal(identity.email, holder)
    if (refusal) created.push(refusal)
    else if (identityById.size + created.length >= maxIdentities) created.push('too-many')
    else created.push(await insert(change, { ...identity, mayDelete: true }))
  }
  const refusedUpdates = new Map<IdentityId, IdentityRefusal>()
  for (const [id, fields] of update) {
    const identity = identityById.get(id)
    if (identity) await save(change, { ...identity, ...fields })
    else refusedUpdates.set(id, 'not-found')
  }
  return { created, refusedUpdates, refusedDestroys: await remove(change, identityById, destroy) }
}

function findRefusal(email: string, holder: AccountHolder | undefined): IdentityRefusal | undefined {
  if (email.toLowerCase() === holder?.address.toLowerCase()) return undefined
  if (!holder?.hasAliases) return 'forbidden-from'
  return email.length <= maxAddressLength && oneAddress.test(email) ? undefined : 'invalid-address'
}

/** RFC 5321 §4.5.3.1.3, without the angle brackets. */
const maxAddressLength = 254
/** One address as people write it: nothing in it that means something in a header, a domain with a dot. */
const oneAddress = /^[^\s\p{Cc}@<>()[\]",:;\\]+@[^\s\p{Cc}@<>()[\]",:;\\]+\.[^\s\p{Cc}@<>()[\]",:;\\.]+$/u

async function save(change: Change, { id, ...identity }: { id: IdentityId } & IdentityFields): Promise<void> {
  const { name, replyTo, bcc, textSignature, htmlSignature } = identity
  await change.tx.query(
    `update identity set name = $2, reply_to = $3, bcc = $4, text_signature = $5, html_signature = $6
     where id = $1`,
    [id, name, jsonOrNull(replyTo), jsonOrNull(bcc), textSignature, htmlSignature],
  )
  change.updated('Identity', [id])
}

async function remove(
  change: Change,
  identityById: ReadonlyMap<IdentityId, IdentityView>,
  ids: readonly IdentityId[],
): Promise<Map<IdentityId, IdentityRefusal>> {
  const refused = new Map<IdentityId, IdentityRefusal>()
  const gone: IdentityId[] = []
  for (const id of new Set(ids)) {
    const identity = identityById.get(id)
    if (!identity) refused.set(id, 'not-found')
    else if (!identity.mayDelete) refused.set(id, 'not-to-be-deleted')
    else gone.push(id)
  }
  if (gone.length === 0) return refused
  await change.tx.query('delete from identity where id = any ($1::bigint[])', [gone])
  change.destroyed('Identity', gone)
  return refused
}
