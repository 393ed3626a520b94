import type { AccountId } from '@plmail/wire'
import type { MailSession } from '../../providers/contract/index.ts'
import type { OpenMailSession, SessionPurpose } from '../types.ts'

export interface MailSessions {
  /** Runs `work` on the account's connection for that purpose; a failed connection is not used again. */
  use<T>(id: AccountId, purpose: SessionPurpose, work: (session: MailSession) => Promise<T>): Promise<T>
  forget(id: AccountId): Promise<void>
  closeAll(): Promise<void>
}

/** An unused connection is given back after this long; servers allow few per address. */
const idleMilliseconds = 5 * 60_000

/** Open connections by account and purpose. Callers of one purpose never overlap: their job queue sees to it. */
export function createSessions(open: OpenMailSession): MailSessions {
  const pool = new Map<string, { session: MailSession; timer: NodeJS.Timeout }>()

  const discard = async (key: string) => {
    const entry = pool.get(key)
    if (!entry) return
    pool.delete(key)
    clearTimeout(entry.timer)
    await entry.session.close()
  }
  const hold = (key: string, session: MailSession) => {
    const timer = setTimeout(() => void discard(key), idleMilliseconds)
    timer.unref()
    pool.set(key, { session, timer })
  }
  const use: MailSessions['use'] = async (id, purpose, work) => {
    const key = `${id}/${purpose}`
    const entry = pool.get(key)
    if (entry) clearTimeout(entry.timer)
    pool.delete(key)
    const session = entry?.session ?? (await open(id, purpose))
    try {
      const result = await work(session)
      hold(key, session)
      return result
    } catch (error) {
      await session.close()
      throw error
    }
  }
  return {
    use,
    forget: async (id) => {
      await Promise.all([discard(`${id}/live`), discard(`${id}/backlog`)])
    },
    closeAll: async () => {
      await Promise.all([...pool.keys()].map(discard))
    },
  }
}
