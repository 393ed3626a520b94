import { deleteDB, openDB } from 'idb'

/**
 * Lets go of a database and all that is in it. A tab that does not answer (frozen by the browser) may hold it: then it is
 * empty, and goes with that tab. Asked for first, deleting would keep everything else waiting.
 *
 * Resolves when `patience` has run out, whatever there is still to do: behind a deletion that waits for such a tab, also
 * one of an earlier visit, nothing is opened, deleted or told to be blocked.
 */
export async function drop(name: string, patience: Promise<unknown>): Promise<void> {
  // A database that can't be opened or emptied is deleted all the same.
  await Promise.race([empty(name).catch(() => undefined), patience])
  const deleted = new Promise<void>((resolve, reject) => {
    deleteDB(name, { blocked: () => resolve() }).then(resolve, reject)
  })
  await Promise.race([deleted, patience])
}

async function empty(name: string): Promise<void> {
  const db = await openDB(name, undefined, {
    upgrade(_db, oldVersion, _newVersion, tx) {
      if (oldVersion > 0) return
      // There is none. Created by this call it would have no stores, and keep that version if the page closed before it is deleted.
      tx.done.catch(() => undefined)
      tx.abort()
    },
  })
  const names = [...db.objectStoreNames]
  const tx = names.length > 0 ? db.transaction(names, 'readwrite') : undefined
  for (const store of names) void tx?.objectStore(store).clear()
  // Not left to the page, which may be on its way out.
  tx?.commit()
  await tx?.done
  db.close()
}
