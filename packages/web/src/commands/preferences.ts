import { createTopic } from '../records/index.ts'

/** Choices of this browser, kept on this device only. */
export interface Preferences {
  hasSingleKeyShortcuts: boolean
  theme: 'system' | 'light' | 'dark'
  density: 'compact' | 'cosy' | 'airy'
}

export interface PreferenceStore {
  /** Watched. */
  readonly current: Preferences
  set(changes: Partial<Preferences>): void
}

/** What this file needs of localStorage. */
export interface Shelf {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
}

const shelfKey = 'plmail-preferences'
const defaults: Preferences = { hasSingleKeyShortcuts: true, theme: 'system', density: 'cosy' }

export function createPreferences(shelf: Shelf): PreferenceStore {
  const topic = createTopic()
  let current = read(shelf)
  return {
    get current() {
      topic.watch()
      return current
    },
    set(changes) {
      current = { ...current, ...changes }
      shelf.setItem(shelfKey, JSON.stringify(current))
      topic.touch()
    },
  }
}

/** An older or newer version of this client, or a curious user, may have written there: unknown values fall back. */
function read(shelf: Shelf): Preferences {
  let stored: Partial<Record<keyof Preferences, unknown>> = {}
  try {
    const value: unknown = JSON.parse(shelf.getItem(shelfKey) ?? '{}')
    if (typeof value === 'object' && value !== null) stored = value
  } catch {
    return defaults
  }
  const { hasSingleKeyShortcuts, theme, density } = stored
  return {
    hasSingleKeyShortcuts: hasSingleKeyShortcuts !== false,
    theme: theme === 'light' || theme === 'dark' ? theme : defaults.theme,
    density: density === 'compact' || density === 'airy' ? density : defaults.density,
  }
}
