import type { AccountId, SavedSearchId, UserId } from '@plmail/wire'
import type { Change, Changes } from '../../changes/index.ts'
import type { Sql } from '../../store/index.ts'

/** A search a user keeps. The room takes texts as they are; http has judged them. */
export interface SavedSearchFields {
  name: string
  /** As it was typed into the search box. */
  query: string
  sortOrder: number
}
export type SavedSearchView = SavedSearchFields & { id: SavedSearchId }

interface SavedSearchRequest {
  create: SavedSearchFields[]
  update: ReadonlyMap<SavedSearchId, Partial<SavedSearchFields>>
  destroy: readonly SavedSearchId[]
}

interface SavedSearchOutcome {
  oldState: number
  newState: number
  /** In the order of the request. */
  created: Array<SavedSearchView | SavedSearchRefusal>
  refusedUpdates: ReadonlyMap<SavedSearchId, SavedSearchRefusal>
  destroyed: ReadonlySet<SavedSearchId>
}

export type SavedSearchRefusal = 'not-found' | 'too-many'

export interface SavedSearches {
  list(accountId: AccountId): Promise<SavedSearchView[]>
  set(
    userId: UserId,
    accountId: AccountId,
    request: SavedSearchRequest,
    ifState: number | undefined,
  ): Promise<SavedSearchOutcome | 'state-mismatch'>
}

export interface SavedSearchNeeds {
  store: Sql
  changes: Pick<Changes, 'write'>
}

/** More than anybody finds anything in. */
const maxSearches = 100

export function createSavedSearches({ store, changes }: SavedSearchNeeds): SavedSearches {
  return {
    list: (accountId) => select(store, accountId),
    set: async (userId, accountId, request, ifState) => {
      const cause = { actor: { kind: 'user' as const, userId }, verb: 'set-searches' }
      const { result, state } = await changes.write(accountId, cause, async (change) => {
        const oldState = change.state - 1
        if (ifState !== undefined && ifState !== oldState) return 'state-mismatch' as const
        return { ...(await carryOut(change, request)), oldState }
      })
      return result === 'state-mismatch' ? result : { ...result, newState: state }
    },
  }
}

function select(sql: Sql, accountId: AccountId): Promise<SavedSearchView[]> {
  return sql.query<SavedSearchView>(
    `select id, name, query, sort_order as "sortOrder" from saved_search where account_id = $1
     order by sort_order, lower(name), id`,
    [accountId],
  )
}

async function carryOut(change: Change, { create, update, destroy }: SavedSearchRequest) {
  const searchById = new Map((await select(change.tx, change.accountId)).map((search) => [search.id, search]))
  const destroyed = new Set(destroy.filter((id) => searchById.has(id)))
  const created: Array<SavedSearchView | SavedSearchRefusal> = []
  for (const fields of create) {
    const isRoom = searchById.size - destroyed.size + created.length < maxSearches
    created.push(isRoom ? { ...fields, id: await insert(change, fields) } : 'too-many')
  }
  const refusedUpdates = new Map<SavedSearchId, SavedSearchRefusal>()
  for (const [id, fields] of update) {
    const search = searchById.get(id)
    if (search) await save(change, { ...search, ...fields })
    else refusedUpdates.set(id, 'not-found')
  }
  if (destroyed.size > 0) {
    await change.tx.query('delete from saved_search where id = any ($1::bigint[])', [[...destroyed]])
    change.destroyed('SavedSearch', [...destroyed])
  }
  return { created, refusedUpdates, destroyed }
}

async function insert(change: Change, { name, query, sortOrder }: SavedSearchFields): Promise<SavedSearchId> {
  const [row] = await change.tx.query<{ id: SavedSearchId }>(
    'insert into saved_search (account_id, name, query, sort_order) values ($1, $2, $3, $4) returning id',
    [change.accountId, name, query, sortOrder],
  )
  if (!row) throw new Error('insert returned nothing')
  change.created('SavedSearch', [row.id])
  return row.id
}

async function save(change: Change, { id, name, query, sortOrder }: SavedSearchView): Promise<void> {
  await change.tx.query('update saved_search set name = $2, query = $3, sort_order = $4 where id = $1', [
    id,
    name,
    query,
    sortOrder,
  ])
  change.updated('SavedSearch', [id])
}
