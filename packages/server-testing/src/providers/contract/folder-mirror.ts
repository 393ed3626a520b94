import type {
  FetchedRaw,
  FolderSession,
  Position,
  Pull,
} from '../../../../server/src/providers/contract/folder-session.ts'

/** What sync does with pulls, in miniature: the mailbox as it follows from them. */
export function createMirror(session: FolderSession, mailbox: string) {
  const keywordsById = new Map<string, string[]>()
  let position: Position | undefined
  const pull = async (): Promise<Pull> => {
    const pulled = await session.pull(mailbox, position, { all: () => Promise.resolve(keywordsById) })
    if (pulled.reset) keywordsById.clear()
    for (const { id, keywords } of [...pulled.appeared, ...pulled.keywords]) keywordsById.set(id, keywords)
    for (const id of pulled.vanished) keywordsById.delete(id)
    position = pulled.position
    return pulled
  }
  const byMessageId = async (): Promise<Map<string, string[]>> => {
    const keywordsFound = new Map<string, string[]>()
    for await (const raw of session.fetch(mailbox, [...keywordsById.keys()])) {
      if (raw.kind !== 'message') throw new Error(`${raw.id} is ${raw.kind}`)
      const name = /^Message-ID: <(.*)>/m.exec(raw.raw.toString())?.[1] ?? ''
      keywordsFound.set(name, keywordsById.get(raw.id) ?? [])
    }
    return keywordsFound
  }
  return { pull, byMessageId }
}

export async function collect(fetched: AsyncIterable<FetchedRaw>): Promise<FetchedRaw[]> {
  const all: FetchedRaw[] = []
  for await (const raw of fetched) all.push(raw)
  return all
}

export function nth<T>(list: readonly T[], index: number): T {
  const item = list[index]
  if (item === undefined) throw new Error(`There is no item ${index} of ${list.length}`)
  return item
}

/** Waits for calls instead of for time. */
export function counter() {
  const calls = { made: 0, awaited: 0 }
  let failure: unknown
  let wake = () => {}
  return {
    count: () => {
      calls.made++
      wake()
    },
    fail: (error: unknown) => {
      failure = error ?? new Error('Watching ended')
      wake()
    },
    total: () => calls.made,
    /** At least one call since the last `more`. */
    more: async () => {
      while (calls.made <= calls.awaited) {
        if (failure !== undefined) throw failure
        await new Promise<void>((resolve) => (wake = resolve))
      }
      calls.awaited = calls.made
    },
  }
}
