import type { Jmap } from '../../net/index.ts'
import type { Drafts } from './drafts.ts'

/**
 * Reads and writes drafts with drafts.ts, which is fetched with the first message: no list needs it. Out of reach like
 * the server.
 */
export function lazyDrafts(jmap: Jmap): Drafts {
  let loading: Promise<Drafts> | undefined

  async function load(): Promise<Drafts | undefined> {
    loading ??= import('./drafts.ts').then(({ createDrafts }) => createDrafts(jmap))
    try {
      return await loading
    } catch {
      // Asked for again with what is asked next.
      loading = undefined
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
