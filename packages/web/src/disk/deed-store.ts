import { openDeeds, type DeedDatabase } from './databases.ts'
import type { DeedStore, KeptDeed } from './door.ts'

/** Deeds in memory only, gone with the window. */
export function createMemoryDeeds(): DeedStore {
  let storedDeeds: { deed: KeptDeed; isSent: boolean }[] = []
  return {
    isLasting: false,
    async add(deed) {
      storedDeeds.push({ deed, isSent: false })
    },
    all: async () => storedDeeds.map(({ deed }) => deed),
    async take(most) {
      const taken = storedDeeds.slice(0, most)
      for (const entry of taken) entry.isSent = true
      return taken.map(({ deed }) => deed)
    },
    async remove(ids) {
      storedDeeds = storedDeeds.filter(({ deed }) => !ids.includes(deed.id))
    },
    async withdraw(id) {
      const entry = storedDeeds.find(({ deed }) => deed.id === id)
      if (!entry || entry.isSent) return false
      storedDeeds = storedDeeds.filter((candidate) => candidate !== entry)
      return true
    },
  }
}

/**
 * Deeds on disk. A disk that fails (full, forbidden, gone) is used no more: what it did not take waits in memory behind
 * what it did.
 */
export function createDeedStore(userId: string, patience: Promise<unknown>): DeedStore {
  const memory = createMemoryDeeds()
  let db: DeedDatabase | undefined
  let isBroken = false
  const give = () => {
    isBroken = true
    return undefined
  }
  const opening = openDeeds(userId, { patience, onClosed: give }).then(
    (opened) => (opened ? (db = opened) : give()),
    give,
  )

  async function attempt<T>(without: () => Promise<T>, work: (db: DeedDatabase) => Promise<T>): Promise<T> {
    // Not awaited when it is open: a deed must be on its way before the next frame is drawn.
    const open = db ?? (await opening)
    if (!open || isBroken) return without()
    try {
      return await work(open)
    } catch {
      give()
      return without()
    }
  }
  const nothing = async (): Promise<KeptDeed[]> => []

  return {
    get isLasting() {
      return !isBroken
    },
    add: (deed) =>
      attempt(
        () => memory.add(deed),
        async (open) => {
          const tx = open.transaction('deeds', 'readwrite')
          void tx.store.add({ ...deed, isSent: false })
          // Not left to the page, which may be gone before it hears that the record is in: that would take it back.
          tx.commit()
          await tx.done
        },
      ),
    all: async () => [
      ...(await attempt(nothing, async (open) => (await open.getAll('deeds')).map(plain))),
      ...(await memory.all()),
    ],
    async take(most) {
      const onDisk = await attempt(nothing, async (open) => {
        const tx = open.transaction('deeds', 'readwrite')
        const deeds = await tx.store.getAll(null, most)
        for (const deed of deeds) if (!deed.isSent) void tx.store.put({ ...deed, isSent: true })
        await tx.done
        return deeds.map(plain)
      })
      return onDisk.length > 0 ? onDisk : memory.take(most)
    },
    async remove(ids) {
      await memory.remove(ids)
      await attempt(
        async () => undefined,
        async (open) => {
          const tx = open.transaction('deeds', 'readwrite')
          const keys = await Promise.all(ids.map((id) => tx.store.index('id').getKey(id)))
          for (const key of keys) if (key !== undefined) void tx.store.delete(key)
          await tx.done
        },
      )
    },
    async withdraw(id) {
      if (await memory.withdraw(id)) return true
      return attempt(
        async () => false,
        async (open) => {
          const tx = open.transaction('deeds', 'readwrite')
          const entry = await tx.store.index('id').get(id)
          const isHere = entry !== undefined && !entry.isSent && entry.at !== undefined
          if (isHere && entry.at !== undefined) void tx.store.delete(entry.at)
          await tx.done
          return isHere
        },
      )
    },
  }
}

function plain({ at: _at, isSent: _isSent, ...deed }: KeptDeed & { at?: number; isSent: boolean }): KeptDeed {
  return deed
}
