import { openDB, type DBSchema, type IDBPDatabase } from 'idb'
import type { MessageShelf, QueuedMessage } from './door.ts'
import { queueNameOf } from './queue-name.ts'

interface QueueSchema extends DBSchema {
  messages: { key: string; value: QueuedMessage }
}

/** Messages are not to be had again: a new version must bring them along. */
const queueVersion = 1

/**
 * Queued messages on disk. Each call opens the database and closes it again: it is rarely used, and nobody who signs out
 * has to wait for a tab that holds it.
 */
export function createMessageShelf(userId: string): MessageShelf {
  async function inQueue<T>(work: (db: IDBPDatabase<QueueSchema>) => Promise<T>): Promise<T> {
    const db = await openDB<QueueSchema>(queueNameOf(userId), queueVersion, {
      upgrade: (created) => void created.createObjectStore('messages', { keyPath: 'id' }),
      blocking: (_current, _next, event) => (event.target as IDBDatabase).close(),
    })
    try {
      return await work(db)
    } finally {
      db.close()
    }
  }

  return {
    all: () => inQueue((db) => db.getAll('messages')).catch(() => []),
    async add(message) {
      try {
        await inQueue(async (db) => {
          // The only copy, once its window closes: the browser may crash a moment later.
          const tx = db.transaction('messages', 'readwrite', { durability: 'strict' })
          void tx.store.put(message)
          tx.commit()
          await tx.done
        })
        return true
      } catch {
        return false
      }
    },
    change: (id, changes) =>
      inQueue(async (db) => {
        const tx = db.transaction('messages', 'readwrite', { durability: 'strict' })
        const message = await tx.store.get(id)
        const changed = message && { ...message, ...changes }
        if (changed) void tx.store.put(changed)
        await tx.done
        return changed
      }),
    remove: (id, which = 'any') =>
      inQueue(async (db) => {
        const tx = db.transaction('messages', 'readwrite', { durability: 'strict' })
        const message = await tx.store.get(id)
        const isRemoved = message !== undefined && (which === 'any' || !message.isTried)
        if (isRemoved) void tx.store.delete(id)
        await tx.done
        return isRemoved
      }),
  }
}
