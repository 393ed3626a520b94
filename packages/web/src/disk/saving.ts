import type { MailDatabase } from './databases.ts'
import type { Saving } from './door.ts'

/**
 * One transaction, so that what is kept and the state it is true for agree at every moment. An account that another
 * tab has followed further is left alone: that tab has put down what this one has yet to hear of.
 */
export async function save(db: MailDatabase, saving: Saving): Promise<ReadonlySet<string>> {
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
  for (const list of saving.lists) void lists.put(list)
  for (const [accountId, state] of saving.states)
    if (!behind.has(accountId)) void facts.put(state, `state ${accountId}`)
  await tx.done
  return behind
}
