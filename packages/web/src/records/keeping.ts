import type { Mailbox } from '@plmail/wire'
import type { KeptList, MailDisk } from '../disk/index.ts'
import { threadKey, type Store, type ThreadKey, type ThreadRef } from './store.ts'

export interface Keeping {
  list(list: KeptList): void
  /** Writes now what is to be written. */
  flush(): Promise<void>
}

export interface KeepingParts {
  store: Store
  disk: MailDisk
  states: () => ReadonlyMap<string, string>
  /** Runs `task` a little later, so that one write carries what came in meanwhile. */
  later: (task: () => void) => void
}

/**
 * Puts on the disk what the server tells, in one transaction with the states for which it is true. Of what changed at
 * the server and is not held here, the kept copy is dropped before the state moves on: nothing kept is ever older than
 * its state says.
 */
export function createKeeping({ store, disk, states, later }: KeepingParts): Keeping {
  let threads = new Map<ThreadKey, ThreadRef>()
  let mailboxes = new Set<string>()
  let lists = new Map<string, KeptList>()
  let outdatedEmails = new Set<string>()
  let outdatedThreads = new Set<string>()
  let forgotten = new Set<string>()
  let isPlanned = false
  let writing: Promise<void> | undefined

  function plan(): void {
    if (isPlanned) return
    isPlanned = true
    later(() => void flush())
  }

  store.onTold({
    threads(refs) {
      for (const ref of refs)
        threads.set(threadKey(ref), { accountId: ref.accountId, threadId: ref.threadId })
      plan()
    },
    mailboxes(accountId) {
      mailboxes.add(accountId)
      plan()
    },
    outdated(accountId, emailIds, threadIds) {
      for (const id of emailIds) outdatedEmails.add(`${accountId}/${id}`)
      for (const id of threadIds) outdatedThreads.add(`${accountId}/${id}`)
      plan()
    },
    forgotten(accountId) {
      forgotten.add(accountId)
      plan()
    },
  })

  async function write(): Promise<void> {
    isPlanned = false
    const refs = threads
    const boxes = new Map(
      [...mailboxes].map((accountId): [string, readonly Mailbox[]] => [
        accountId,
        store.peekMailboxes(accountId),
      ]),
    )
    const saving = {
      states: new Map(states()),
      threads: [...refs].flatMap(([key, ref]) => {
        const told = store.toldOf(ref)
        return told ? [{ key, accountId: ref.accountId, ...told }] : []
      }),
      mailboxes: boxes,
      lists: [...lists.values()],
      outdatedEmails: [...outdatedEmails],
      outdatedThreads: [...outdatedThreads],
      forgottenAccounts: [...forgotten],
    }
    threads = new Map()
    mailboxes = new Set()
    lists = new Map()
    outdatedEmails = new Set()
    outdatedThreads = new Set()
    forgotten = new Set()
    const behind = await disk.save(saving)
    // Once this tab has followed as far, what it holds may be written.
    for (const [key, ref] of refs) if (behind.has(ref.accountId) && !threads.has(key)) threads.set(key, ref)
    for (const accountId of boxes.keys()) if (behind.has(accountId)) mailboxes.add(accountId)
  }

  function flush(): Promise<void> {
    writing = (writing ?? Promise.resolve()).then(write)
    return writing
  }

  return {
    list(list) {
      lists.set(list.key, list)
      plan()
    },
    flush,
  }
}
