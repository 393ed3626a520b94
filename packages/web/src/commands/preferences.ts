import { createTopic } from '../records/index.ts'

/** Choices of this browser, kept on this device only. */
export interface Preferences {
  hasSingleKeyShortcuts: boolean
  theme: 'system' | 'light' | 'dark'
  density: 'compact' | 'cosy' | 'airy'
  /** In a dark theme, message bodies get dark colours too. */
  hasDarkBodies: boolean
  /** How long a letter waits before it goes, so that it can be taken back: 5 to 60. */
  undoSendSeconds: number
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
const defaults: Preferences = {
  hasSingleKeyShortcuts: true,
  theme: 'system',
  density: 'cosy',
  hasDarkBodies: false,
  undoSendSeconds: 10,
}

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
  const { hasSingleKeyShortcuts, theme, density, hasDarkBodies, undoSendSeconds: undo } = stored
  return {
    hasSingleKeyShortcuts: hasSingleKeyShortcuts !== false,
    theme: theme === 'light' || theme === 'dark' ? theme : defaults.theme,
    density: density === 'compact' || density === 'airy' ? density : defaults.density,
    hasDarkBodies: hasDarkBodies === true,
    undoSendSeconds: typeof undo === 'number' && undo >= 5 && undo <= 60 ? undo : defaults.undoSendSeconds,
  }
}
