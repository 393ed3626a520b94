import type { MailDatabase, MailSchema } from './databases.ts'
import type { Saving } from './door.ts'

/**
 * Puts down what a window has yet to save, by `key`. Saving reads before it writes, and a page that goes hears no answers any
 * more: this is one record, committed in the turn in which it is put, in a store of its own, so that it waits for no
 * saving under way.
 */
export function leave(db: MailDatabase, key: MailSchema['left']['key'], saving: Saving): void {
  const tx = db.transaction('left', 'readwrite', { durability: 'relaxed' })
  const put = tx.store.put(saving, key)
  tx.commit()
  // Records that a full disk refused are fetched again by the next start.
  void Promise.allSettled([put, tx.done])
}

/**
 * Saves what windows left on their way out. A record that cannot be saved (written by another version, no room) is let
 * go: without it what is kept is only as old as its state says, and the server tells the rest again. Kept, it would
 * fail at every start.
 */
export async function bringIn(db: MailDatabase): Promise<void> {
  for (const key of await db.getAllKeys('left')) {
    const left = await db.get('left', key)
    // A failing disk refuses the deletion too, and that is reported.
    if (left) await save(db, left, 'left').catch(() => undefined)
    await db.delete('left', key)
  }
}

/** Deletes the changes that a window left before it closed so many times: it has saved them itself. */
export async function dropLeft(db: MailDatabase, window: string, times: number): Promise<void> {
  await db.delete('left', IDBKeyRange.bound([window, 0], [window, times], false, true))
}

/**
 * One transaction, so that what is kept and the state it is true for agree at every moment. An account that another
 * tab has followed further is left alone: that tab has put down what this one has yet to hear of. `left`: by a window
 * that is gone, whose lists may be older than those that others have put down since. An account that is kept no more
 * was let go by another since, and one never saved before is only read again: of neither is anything written.
 */
export async function save(
  db: MailDatabase,
  saving: Saving,
  when: 'now' | 'left' = 'now',
): Promise<ReadonlySet<string>> {
  const tx = db.transaction(['facts', 'lists', 'threads'], 'readwrite', { durability: 'relaxed' })
  const [facts, lists, threads] = [
    tx.objectStore('facts'),
    tx.objectStore('lists'),
    tx.objectStore('threads'),
  ]
  const forgotten = new Set(saving.forgottenAccounts)
  const keys = await Promise.all(
    [...saving.states].map(async ([accountId, state]) => {
      const storedState = (await facts.get(`state ${accountId}`)) as string | undefined
      const isFurther = Number(storedState ?? 0) > Number(state)
      const isBehind =
        when === 'left' ? storedState === undefined || isFurther : isFurther && !forgotten.has(accountId)
      return isBehind ? [accountId] : []
    }),
  )
  const behind = new Set(keys.flat())
  const isWritten = (accountId: string): boolean =>
    !behind.has(accountId) && (when === 'now' || saving.states.has(accountId))
  const isOurs = (key: string): boolean => isWritten(key.slice(0, key.indexOf('/')))

  for (const accountId of forgotten) {
    if (behind.has(accountId)) continue
    void facts.delete(`state ${accountId}`)
    void facts.delete(`mailboxes ${accountId}`)
    void threads.delete(IDBKeyRange.bound(`${accountId}/`, `${accountId}0`, false, true))
  }
  const outdated = await Promise.all(
    saving.outdatedEmails.filter(isOurs).map((key) => threads.index('emails').getAllKeys(key)),
  )
  for (const key of [...outdated.flat(), ...saving.outdatedThreads.filter(isOurs)]) void threads.delete(key)
  for (const thread of saving.threads) {
    if (!isWritten(thread.accountId)) continue
    void threads.put({ ...thread, emailKeys: thread.emails.map(({ id }) => `${thread.accountId}/${id}`) })
  }
  for (const [accountId, mailboxes] of saving.mailboxes)
    if (isWritten(accountId)) void facts.put(mailboxes, `mailboxes ${accountId}`)
  if (when === 'now' || behind.size === 0) for (const list of saving.lists) void lists.put(list)
  for (const [accountId, state] of saving.states)
    if (!behind.has(accountId)) void facts.put(state, `state ${accountId}`)
  await tx.done
  return behind
}
