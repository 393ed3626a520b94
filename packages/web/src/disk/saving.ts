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
  // What a full disk does not take is asked for again by the next start.
  void Promise.allSettled([put, tx.done])
}

/** Saves what windows left on their way out. */
export async function bringIn(db: MailDatabase): Promise<void> {
  for (const key of await db.getAllKeys('left')) {
    const left = await db.get('left', key)
    if (left) await save(db, left, 'left')
    await db.delete('left', key)
  }
}

/** Of that window what it left before it went so many times: it has saved it itself. */
export async function dropLeft(db: MailDatabase, window: string, times: number): Promise<void> {
  await db.delete('left', IDBKeyRange.bound([window, 0], [window, times], false, true))
}

/**
 * One transaction, so that what is kept and the state it is true for agree at every moment. An account that another
 * tab has followed further is left alone: that tab has put down what this one has yet to hear of. `left`: by a window
 * that is gone, whose lists may be older than those that others have put down since.
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
  for (const accountId of saving.forgottenAccounts) {
    void facts.delete(`state ${accountId}`)
    void facts.delete(`mailboxes ${accountId}`)
    void threads.delete(IDBKeyRange.bound(`${accountId}/`, `${accountId}0`, false, true))
  }
  const kept = await Promise.all(
    [...saving.states].map(async ([accountId, state]) => {
      const found = (await facts.get(`state ${accountId}`)) as string | undefined
      return Number(found ?? 0) > Number(state) ? [accountId] : []
    }),
  )
  const behind = new Set(kept.flat())
  const isOurs = (key: string): boolean => !behind.has(key.slice(0, key.indexOf('/')))

  const outdated = await Promise.all(
    saving.outdatedEmails.filter(isOurs).map((key) => threads.index('emails').getAllKeys(key)),
  )
  for (const key of [...outdated.flat(), ...saving.outdatedThreads.filter(isOurs)]) void threads.delete(key)
  for (const one of saving.threads) {
    if (behind.has(one.accountId)) continue
    void threads.put({ ...one, emailKeys: one.emails.map(({ id }) => `${one.accountId}/${id}`) })
  }
  for (const [accountId, mailboxes] of saving.mailboxes)
    if (!behind.has(accountId)) void facts.put(mailboxes, `mailboxes ${accountId}`)
  if (when === 'now' || behind.size === 0) for (const list of saving.lists) void lists.put(list)
  for (const [accountId, state] of saving.states)
    if (!behind.has(accountId)) void facts.put(state, `state ${accountId}`)
  await tx.done
  return behind
}
