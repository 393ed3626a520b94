import { openDB, type DBSchema, type IDBPDatabase } from 'idb'
import type { QueuedMessages, QueuedMessage } from './door.ts'
import { queueNameOf } from './queue-name.ts'

interface QueueSchema extends DBSchema {
  messages: { key: string; value: QueuedMessage }
}

type QueueDatabase = IDBPDatabase<QueueSchema>

/** Messages are not to be had again: a new version must bring them along. */
const queueVersion = 1

/**
 * Queued messages on disk. Each call opens the database and closes it again: it is rarely used, and nobody who signs out
 * has to wait for a tab that holds it. The first message makes it: looking for messages leaves nothing behind where
 * somebody signs out meanwhile.
 */
export function createQueuedMessages(userId: string): QueuedMessages {
  const name = queueNameOf(userId)

  return {
    all: () => inQueue(name, (db) => db.getAll('messages'), []).catch(() => []),
    async add(message) {
      try {
        await withDatabase(openDB<QueueSchema>(name, queueVersion, creating), async (db) => {
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
      inQueue(
        name,
        async (db) => {
          const tx = db.transaction('messages', 'readwrite', { durability: 'strict' })
          const message = await tx.store.get(id)
          const changed = message && { ...message, ...changes }
          if (changed) void tx.store.put(changed)
          await tx.done
          return changed
        },
        undefined,
      ),
    remove: (id, which = 'any') =>
      inQueue(
        name,
        async (db) => {
          const tx = db.transaction('messages', 'readwrite', { durability: 'strict' })
          const message = await tx.store.get(id)
          const isRemoved = message !== undefined && (which === 'any' || !message.isTried)
          if (isRemoved) void tx.store.delete(id)
          await tx.done
          return isRemoved
        },
        false,
      ),
  }
}

const blocking = (_current: number, _next: number | null, event: IDBVersionChangeEvent): void =>
  (event.target as IDBDatabase).close()

const creating = {
  upgrade: (db: QueueDatabase) => void db.createObjectStore('messages', { keyPath: 'id' }),
  blocking,
}

/** Runs on the database; returns `without` if there is none, and creates none. */
async function inQueue<T>(name: string, work: (db: QueueDatabase) => Promise<T>, without: T): Promise<T> {
  let isMissing = false
  const opening = openDB<QueueSchema>(name, queueVersion, {
    upgrade(_db, _oldVersion, _newVersion, tx) {
      isMissing = true
      tx.done.catch(() => undefined)
      tx.abort()
    },
    blocking,
  })
  try {
    return await withDatabase(opening, work)
  } catch (error) {
    if (isMissing) return without
    throw error
  }
}

async function withDatabase<T>(
  opening: Promise<QueueDatabase>,
  work: (db: QueueDatabase) => Promise<T>,
): Promise<T> {
  const db = await opening
  try {
    return await work(db)
  } finally {
    db.close()
  }
}
