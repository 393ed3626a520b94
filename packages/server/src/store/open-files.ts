import { type FileHandle, open } from 'node:fs/promises'

/** Files that were used last, kept open: to open and close one costs more than to read a message from it. */
export interface OpenFiles {
  /** Runs `work` on the file; rejects when it is not there. It is not closed meanwhile. */
  use<T>(path: string, work: (file: FileHandle) => Promise<T>): Promise<T>
  /** Closes it, once nobody uses it any more. */
  drop(path: string): void
}

export interface OpenFilesOptions {
  /** Kept open at max. */
  max: number
  /** Milliseconds; a file unused for one to two times as long is closed. */
  idleMs: number
  /** Opened for writing as well. */
  isWritten?: boolean
}

interface Entry {
  file: Promise<FileHandle>
  users: number
  isIdle: boolean
  isDropped: boolean
}

export function openFiles({ max, idleMs, isWritten = false }: OpenFilesOptions): OpenFiles {
  const entries = new Map<string, Entry>() // a Map iterates in insertion order: oldest use first
  let timer: NodeJS.Timeout | undefined
  const drop = (path: string) => {
    const entry = entries.get(path)
    if (!entry) return
    entries.delete(path)
    entry.isDropped = true
    closeUnused(entry)
  }
  const dropIdle = () => {
    for (const [path, entry] of Array.from(entries)) {
      if (entry.isIdle) drop(path)
      entry.isIdle = true
    }
    timer = entries.size === 0 ? undefined : setTimeout(dropIdle, idleMs).unref()
  }
  const flags = isWritten ? 'r+' : 'r'
  const openEntry = (path: string) => ({ file: open(path, flags), users: 0, isIdle: false, isDropped: false })
  const take = (path: string): Entry => {
    const entry = entries.get(path) ?? openEntry(path)
    entries.delete(path)
    entries.set(path, entry)
    entry.users++
    entry.isIdle = false
    timer ??= setTimeout(dropIdle, idleMs).unref()
    return entry
  }
  const giveBack = (entry: Entry) => {
    entry.users--
    closeUnused(entry)
    for (const oldest of entries.keys()) {
      if (entries.size <= max) break
      drop(oldest)
    }
  }
  return {
    use: async (path, work) => {
      const entry = take(path)
      try {
        return await work(await entry.file)
      } catch (error) {
        drop(path) // perhaps it could not be opened, and perhaps it can be next time
        throw error
      } finally {
        giveBack(entry)
      }
    },
    drop,
  }
}

function closeUnused({ file, users, isDropped }: Entry): void {
  if (!isDropped || users > 0) return
  file.then((opened) => opened.close()).catch(() => {}) // one that was never opened needs no closing
}
