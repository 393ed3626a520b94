import { isPreference, readPreferences, type Preferences } from '@plmail/wire'
import { createTopic } from '../records/index.ts'

export interface PreferenceStore {
  /** Watched. */
  readonly current: Preferences
  /** Holds at once, is kept here for the next first paint, and goes to the server for every other browser. */
  set(changes: Partial<Preferences>): void
  /** Loads the server's preferences; those that this browser stored before are sent to it once. */
  follow(): Promise<void>
}

/** The part of localStorage that this file uses. */
export interface PreferenceStorage {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
}

/** The same at the server. */
export interface RemotePreferences {
  /** Undefined when no answer came. */
  load(): Promise<Preferences | undefined>
  /** False when it did not arrive. */
  save(changes: Partial<Preferences>): Promise<boolean>
}

const storageKey = 'plmail-preferences'
/** Key under which the names of preferences are stored that have not reached the server. */
const unsentKey = 'plmail-preferences-unsent'

export function createPreferences(storage: PreferenceStorage, remote: RemotePreferences): PreferenceStore {
  const topic = createTopic()
  const stored = json(storage.getItem(storageKey))
  let current = readPreferences(stored)
  // An earlier version of this client knew no server: everything chosen here is news to it.
  const unsent = new Set<string>(
    namesIn(storage.getItem(unsentKey)) ??
      Object.keys(stored).filter((name) => isPreference(name, stored[name])),
  )

  function keep(): void {
    storage.setItem(storageKey, JSON.stringify(current))
    storage.setItem(unsentKey, JSON.stringify([...unsent]))
    topic.touch()
  }

  async function send(): Promise<void> {
    if (unsent.size === 0) return
    const names = [...unsent] as (keyof Preferences)[]
    const changes = Object.fromEntries(names.map((name) => [name, current[name]]))
    if (!(await remote.save(changes))) return
    // A value changed again meanwhile still has to be saved.
    for (const name of names) if (current[name] === changes[name]) unsent.delete(name)
    keep()
  }

  return {
    get current() {
      topic.watch()
      return current
    },
    set(changes) {
      current = { ...current, ...changes }
      for (const name of Object.keys(changes)) unsent.add(name)
      keep()
      void send()
    },
    async follow() {
      await send()
      const remotePreferences = await remote.load()
      if (!remotePreferences) return
      const mine = Object.fromEntries([...unsent].map((name) => [name, current[name as keyof Preferences]]))
      current = { ...remotePreferences, ...mine }
      keep()
    },
  }
}

/** A curious user may have written there. */
function json(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

function namesIn(text: string | null): string[] | undefined {
  const names = text === null ? undefined : json(text)
  return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : undefined
}
