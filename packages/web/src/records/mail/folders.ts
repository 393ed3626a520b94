import type { EmailFilter, MailboxCreate, MailboxSetArgs, SetError } from '@plmail/wire'
import { createBatch, type Jmap } from '../../net/index.ts'
import { loadMailboxes } from './deltas.ts'
import type { MailRecords } from './store.ts'

/** The properties of a folder that a user may set. */
interface FolderValues {
  name: string
  parentId: string | null
  hue: number | null
  /** False: not in the sidebar. */
  isSubscribed: boolean
}

/** Done, refused with a reason, or without any answer. */
export type FolderOutcome = { ok: true; id: string } | { ok: false; why: SetError | undefined }

/** How far the deletion of a folder reaches. */
export interface FolderReach {
  /** Messages in it, and those that are nowhere else. */
  total: number
  only: number
}

export interface Folders {
  create(accountId: string, values: MailboxCreate): Promise<FolderOutcome>
  change(accountId: string, id: string, values: Partial<FolderValues>): Promise<FolderOutcome>
  /** Mail that is nowhere else goes to `moveTo`. */
  remove(accountId: string, id: string, moveTo: string | undefined): Promise<FolderOutcome>
  reach(accountId: string, id: string): Promise<FolderReach | undefined>
}

export function createFolders(jmap: Jmap, store: MailRecords): Folders {
  async function set(accountId: string, args: Omit<MailboxSetArgs, 'accountId'>): Promise<FolderOutcome> {
    const batch = createBatch()
    const call = batch.add('Mailbox/set', { accountId, ...args })
    const answer = (await jmap.send(batch))?.of(call)
    await loadMailboxes(jmap, store, accountId)
    if (!answer?.ok) return { ok: false, why: answer?.error }
    const { created, notCreated, notUpdated, notDestroyed } = answer.value
    const [why] = Object.values({ ...notCreated, ...notUpdated, ...notDestroyed })
    return why ? { ok: false, why } : { ok: true, id: created?.['made']?.id ?? '' }
  }

  async function count(accountId: string, filter: EmailFilter): Promise<number | undefined> {
    const batch = createBatch()
    const call = batch.add('Email/query', { accountId, filter, limit: 1, calculateTotal: true })
    const answer = (await jmap.send(batch))?.of(call)
    return answer?.ok ? answer.value.total : undefined
  }

  return {
    create: (accountId, values) => set(accountId, { create: { made: values } }),
    change: (accountId, id, values) => set(accountId, { update: { [id]: { ...values } } }),
    remove: (accountId, id, moveTo) =>
      set(accountId, {
        destroy: [id],
        ...(moveTo === undefined ? {} : { onDestroyMoveEmailsTo: moveTo }),
      }),
    async reach(accountId, id) {
      const within = { inMailbox: id }
      const elsewhere = { operator: 'NOT' as const, conditions: [{ inMailboxOtherThan: [id] }] }
      const [total, only] = await Promise.all([
        count(accountId, within),
        count(accountId, { operator: 'AND', conditions: [within, elsewhere] }),
      ])
      return total === undefined || only === undefined ? undefined : { total, only }
    },
  }
}
