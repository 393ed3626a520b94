import type { Mailbox } from '@plmail/wire'
import type { KeptList, MailDisk, Saving } from '../../disk/index.ts'
import { threadKey, type MailRecords, type ThreadKey, type ThreadRef } from './store.ts'

export interface DiskWriter {
  list(list: KeptList): void
  /** Writes now what is to be written. */
  flush(): Promise<void>
  /** The same within this turn, after which the page may be gone. */
  leave(): void
}

/** The changes that are not written yet. */
interface Unwritten {
  threads: Map<ThreadKey, ThreadRef>
  mailboxes: Set<string>
  lists: Map<string, KeptList>
  outdatedEmails: Set<string>
  outdatedThreads: Set<string>
  forgotten: Set<string>
}

export interface DiskWriterParts {
  store: MailRecords
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
export function createDiskWriter({ store, disk, states, later }: DiskWriterParts): DiskWriter {
  let unwritten = joined()
  /** On its way to the disk, and lost when the page goes before it is there. */
  let onItsWay = joined()
  let isPlanned = false
  let writing: Promise<void> | undefined

  function plan(): void {
    if (isPlanned) return
    isPlanned = true
    later(() => void flush())
  }

  store.onReport({
    threads(refs) {
      for (const ref of refs)
        unwritten.threads.set(threadKey(ref), { accountId: ref.accountId, threadId: ref.threadId })
      plan()
    },
    mailboxes(accountId) {
      unwritten.mailboxes.add(accountId)
      plan()
    },
    outdated(accountId, emailIds, threadIds) {
      for (const id of emailIds) unwritten.outdatedEmails.add(`${accountId}/${id}`)
      for (const id of threadIds) unwritten.outdatedThreads.add(`${accountId}/${id}`)
      plan()
    },
    forgotten(accountId) {
      unwritten.forgotten.add(accountId)
      plan()
    },
  })

  function savingOf({ threads, mailboxes, lists, ...gone }: Unwritten): Saving {
    return {
      states: new Map(states()),
      threads: [...threads].flatMap(([key, ref]) => {
        const confirmed = store.confirmed(ref)
        return confirmed ? [{ key, accountId: ref.accountId, ...confirmed }] : []
      }),
      mailboxes: new Map(
        [...mailboxes].map((id): [string, readonly Mailbox[]] => [id, store.peekMailboxes(id)]),
      ),
      lists: [...lists.values()],
      outdatedEmails: [...gone.outdatedEmails],
      outdatedThreads: [...gone.outdatedThreads],
      forgottenAccounts: [...gone.forgotten],
    }
  }

  async function write(): Promise<void> {
    isPlanned = false
    const { threads, mailboxes } = (onItsWay = unwritten)
    unwritten = joined()
    const behind = await disk.save(savingOf(onItsWay))
    onItsWay = joined()
    // Once this tab has followed as far, what it holds may be written.
    for (const [key, ref] of threads)
      if (behind.has(ref.accountId) && !unwritten.threads.has(key)) unwritten.threads.set(key, ref)
    for (const accountId of mailboxes) if (behind.has(accountId)) unwritten.mailboxes.add(accountId)
  }

  function flush(): Promise<void> {
    writing = (writing ?? Promise.resolve()).then(write)
    return writing
  }

  return {
    list(list) {
      unwritten.lists.set(list.key, list)
      plan()
    },
    flush,
    leave() {
      const all = joined(onItsWay, unwritten)
      if (Object.values(all).some(({ size }) => size > 0)) disk.leave(savingOf(all))
    },
  }
}

const joined = (...all: readonly Unwritten[]): Unwritten => ({
  threads: new Map(all.flatMap(({ threads }) => [...threads])),
  mailboxes: new Set(all.flatMap(({ mailboxes }) => [...mailboxes])),
  lists: new Map(all.flatMap(({ lists }) => [...lists])),
  outdatedEmails: new Set(all.flatMap(({ outdatedEmails }) => [...outdatedEmails])),
  outdatedThreads: new Set(all.flatMap(({ outdatedThreads }) => [...outdatedThreads])),
  forgotten: new Set(all.flatMap(({ forgotten }) => [...forgotten])),
})
