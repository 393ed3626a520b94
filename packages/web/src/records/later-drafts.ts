import type { Jmap } from '../net/index.ts'
import type { Drafts } from './drafts.ts'

/** What reads and writes drafts (drafts.ts), fetched with the first letter: no list needs it. Out of reach like the server. */
export function laterDrafts(jmap: Jmap): Drafts {
  let made: Promise<Drafts> | undefined

  async function load(): Promise<Drafts | undefined> {
    made ??= import('./drafts.ts').then(({ createDrafts }) => createDrafts(jmap))
    try {
      return await made
    } catch {
      // Asked for again with what is asked next.
      made = undefined
      return undefined
    }
  }

  return {
    source: async (...of) => (await load())?.source(...of),
    save: async (...of) => (await load())?.save(...of) ?? { kind: 'unreachable' },
    findByMessageId: async (...of) => (await load())?.findByMessageId(...of),
    destroy: async (...of) => (await load())?.destroy(...of) ?? false,
    copyFiles: async (...of) => (await load())?.copyFiles(...of),
  }
}
