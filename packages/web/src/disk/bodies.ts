import type { RenderedBody } from '@plmail/wire'
import type { MailDatabase } from './databases.ts'
import { leastUsed, type Use } from './least-used.ts'

const maxOctets = 50 * 1024 * 1024
/** A use is written down again after this time only: reading must not cost a write each time. */
const usedAgainMs = 60_000

/** Loads the frame’s script; without it a body is shown as it was stored, and can be read all the same. */
const bodyScript = () => import('./body-script.ts').catch(() => undefined)

/** Rendered bodies: those used least recently go when there are more than 50 MB. */
export function createBodies(now: () => number) {
  let reading: Promise<Map<string, Use>> | undefined

  async function read(db: MailDatabase): Promise<Map<string, Use>> {
    const { store } = db.transaction('uses')
    const [keys, uses] = await Promise.all([store.getAllKeys(), store.getAll()])
    return new Map(keys.flatMap((key, index) => (uses[index] ? [[key, uses[index]]] : [])))
  }
  const usesOf = (db: MailDatabase): Promise<Map<string, Use>> => (reading ??= read(db))

  return {
    async get(db: MailDatabase, key: string): Promise<RenderedBody | undefined> {
      const [body, uses] = await Promise.all([db.get('bodies', key), usesOf(db)])
      const use = uses.get(key)
      if (body && use && now() - use.usedAt > usedAgainMs) {
        const used = { size: use.size, usedAt: now() }
        uses.set(key, used)
        await db.put('uses', used, key)
      }
      return body && ((await bodyScript())?.withFrameScript(body) ?? body)
    },

    async put(db: MailDatabase, key: string, rendered: RenderedBody): Promise<void> {
      const body = (await bodyScript())?.withoutScript(rendered) ?? rendered
      const uses = await usesOf(db)
      // UTF-16 in memory and on most disks.
      const use = { size: body.srcdoc.length * 2, usedAt: now() }
      const gone = leastUsed(new Map([...uses, [key, use]]), maxOctets)
      const tx = db.transaction(['bodies', 'uses'], 'readwrite', { durability: 'relaxed' })
      const [bodies, written] = [tx.objectStore('bodies'), tx.objectStore('uses')]
      for (const each of gone) {
        void bodies.delete(each)
        void written.delete(each)
      }
      void bodies.put(body, key)
      void written.put(use, key)
      await tx.done
      for (const each of gone) uses.delete(each)
      uses.set(key, use)
    },

    async clear(db: MailDatabase): Promise<void> {
      const tx = db.transaction(['bodies', 'uses'], 'readwrite')
      await Promise.all([tx.objectStore('bodies').clear(), tx.objectStore('uses').clear(), tx.done])
      reading = undefined
    },
  }
}
