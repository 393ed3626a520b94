import type { AccountsAnswer, Mailbox, RenderedBody, SessionInfo } from '@plmail/wire'
import { createBodies } from './bodies.ts'
import { openMail, type MailDatabase } from './databases.ts'
import type { DiskTrouble, KeptIdentity, KeptStart, MailDisk, Saving } from './door.ts'
import { bringIn, dropLeft, leave, save } from './saving.ts'

export interface MailDiskParts {
  userId: string
  /** A name that no other window has. */
  window: string
  /** ms since the epoch */
  now: () => number
  /** A database that does not open within this time is one we go on without (Firefox, private windows, a locked disk). */
  patience: Promise<unknown>
}

/** The mail that this device keeps for a user, in IndexedDB. */
export function createMailDisk({ userId, window, now, patience }: MailDiskParts): MailDisk {
  const listeners = new Set<() => void>()
  let trouble: DiskTrouble | undefined
  let opened: MailDatabase | undefined
  /** How often this window seemed to go, and how much of what it left then it has saved since. */
  let timesLeft = 0
  let timesDropped = 0
  /**
   * The last changes written on hiding and not saved since: a closing page is hidden first, and would write the same
   * twice.
   */
  let lastLeft: string | undefined

  function troubled(next: DiskTrouble): void {
    trouble ??= next
    for (const listener of listeners) listener()
  }

  const onClosed = (): void => troubled('missing')
  const opening: Promise<MailDatabase | undefined> = openMail(userId, { patience, onClosed }).then(
    (db) => {
      if (!db) troubled('missing')
      return (opened = db)
    },
    () => {
      troubled('missing')
      return undefined
    },
  )

  /** Runs `work` on the database; `without` when there is none, or none any more. */
  async function attempt<T>(without: T, work: (db: MailDatabase) => Promise<T>): Promise<T> {
    const db = await opening
    if (!db || trouble === 'missing') return without
    try {
      return await work(db)
    } catch (error) {
      troubled(isFull(error) ? 'full' : 'missing')
      return without
    }
  }

  /** Writes; bodies make room before anything is given up, and a disk that is full all the same is only read. */
  function write<T>(without: T, work: (db: MailDatabase) => Promise<T>): Promise<T> {
    if (trouble) return Promise.resolve(without)
    return attempt(without, async (db) => {
      try {
        return await work(db)
      } catch (error) {
        if (!isFull(error)) throw error
        await bodies.clear(db)
        return work(db)
      }
    })
  }

  const bodies = createBodies(now)

  return {
    get trouble() {
      return trouble
    },
    onTrouble: (listener) => void listeners.add(listener),
    async start() {
      await write(undefined, bringIn)
      return attempt(undefined, start)
    },
    list: (key) =>
      attempt(undefined, async (db) => {
        const [list, keys] = await Promise.all([db.get('lists', key), db.getAllKeys('threads')])
        if (!list) return undefined
        const keptKeys = new Set(keys)
        const entries = list.entries.filter(({ accountId, threadId }) =>
          keptKeys.has(`${accountId}/${threadId}`),
        )
        return { key, total: list.total - (list.entries.length - entries.length), entries }
      }),
    threads: (keys) =>
      attempt([], async (db) => {
        const { store } = db.transaction('threads')
        const rows = await Promise.all(keys.map((key) => store.get(key)))
        return rows.flatMap((row) => row ?? [])
      }),
    body: (key) => attempt<RenderedBody | undefined>(undefined, (db) => bodies.get(db, key)),
    hasBody: (key) => attempt(false, async (db) => (await db.getKey('bodies', key)) !== undefined),
    keepBody: (key, body) => write(undefined, (db) => bodies.put(db, key, body)),
    keepSession: (session) =>
      write(undefined, async (db) => void (await db.put('facts', session, 'session'))),
    keepAccounts: (accounts) =>
      write(undefined, async (db) => void (await db.put('facts', accounts, 'accounts'))),
    keepIdentities: (identities) =>
      write(undefined, async (db) => void (await db.put('facts', identities, 'identities'))),
    async save(saving) {
      const times = timesLeft
      lastLeft = undefined
      const behind = await write(new Set<string>(), (db) => save(db, saving))
      if (times > timesDropped) await write(undefined, (db) => dropLeft(db, window, times))
      timesDropped = times
      return behind
    },
    leave(saving) {
      if (!opened || trouble) return
      const text = textOf(saving)
      if (text === lastLeft) return
      try {
        leave(opened, [window, timesLeft++], saving)
        lastLeft = text
      } catch (error) {
        if (!isClosed(error)) throw error
        // By whoever signed out.
        troubled('missing')
      }
    },
    prune: () => write(undefined, prune),
    usage: () => attempt(undefined, async () => (await navigator.storage?.estimate())?.usage),
    close: () => opened?.close(),
  }
}

async function start(db: MailDatabase): Promise<KeptStart | undefined> {
  const { store } = db.transaction('facts')
  const [keys, values] = await Promise.all([store.getAllKeys(), store.getAll()])
  const facts = new Map(keys.map((key, index) => [key, values[index]]))
  const session = facts.get('session') as SessionInfo | undefined
  if (!session) return undefined
  const of = <T>(prefix: string): Map<string, T> =>
    new Map(
      [...facts].flatMap(([key, value]) =>
        key.startsWith(prefix) ? [[key.slice(prefix.length), value as T]] : [],
      ),
    )
  return {
    session,
    accounts: facts.get('accounts') as AccountsAnswer | undefined,
    identities: facts.get('identities') as readonly KeptIdentity[] | undefined,
    states: of<string>('state '),
    mailboxes: of<readonly Mailbox[]>('mailboxes '),
  }
}

async function prune(db: MailDatabase): Promise<void> {
  const tx = db.transaction(['lists', 'threads'], 'readwrite', { durability: 'relaxed' })
  const [lists, keys] = await Promise.all([
    tx.objectStore('lists').getAll(),
    tx.objectStore('threads').getAllKeys(),
  ])
  const named = new Set(
    lists.flatMap(({ entries }) => entries.map(({ accountId, threadId }) => `${accountId}/${threadId}`)),
  )
  for (const key of keys) if (!named.has(key)) void tx.objectStore('threads').delete(key)
  await tx.done
}

const textOf = (saving: Saving): string =>
  JSON.stringify(saving, (_key, value: unknown) => (value instanceof Map ? [...value] : value))

/** As a transaction is refused once the connection is closed. */
function isClosed(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'InvalidStateError'
}

function isFull(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'QuotaExceededError'
}
