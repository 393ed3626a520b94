import { createHash, randomUUID } from 'node:crypto'
import { chmod, mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '../../kit/clock.ts'

/** Fetched images by URL, in files; losing any of them costs one more fetch. */
export interface DiskCache {
  get(url: string): Promise<Buffer | undefined>
  put(url: string, body: Buffer): Promise<void>
}

export interface DiskCacheOptions {
  folder: string
  clock: Clock
  /** Bound of all files together; the oldest go first. */
  maxBytes: number
  maxAgeMs: number
}

/** Which pictures somebody was shown is nobody else's business, also on this machine. */
const folderMode = 0o700

interface Entry {
  size: number
  storedAtMs: number
}

/** The folder is listed once, at the first use; from then on this process knows sizes and ages by heart. */
export function createDiskCache({ folder, clock, maxBytes, maxAgeMs }: DiskCacheOptions): DiskCache {
  let listing: Promise<Map<string, Entry>> | undefined
  const entries = () => (listing ??= list(folder).catch(forget))
  const forget = (error: unknown) => {
    listing = undefined // asked again the next time
    throw error
  }

  return {
    async get(url) {
      const entryByName = await entries()
      const name = getName(url)
      const entry = entryByName.get(name)
      if (!entry || clock.now().getTime() - entry.storedAtMs > maxAgeMs) return undefined
      return await readOrMissing(join(folder, name))
    },

    async put(url, body) {
      const entryByName = await entries()
      const now = clock.now()
      const name = getName(url)
      // written aside and renamed, so that no reader meets half a file
      const draft = join(folder, `draft-${randomUUID()}`)
      await mkdir(folder, { recursive: true, mode: folderMode }) // a reset takes the folder away under a running server
      await writeFile(draft, body, { mode: 0o600 })
      await utimes(draft, now, now)
      await rename(draft, join(folder, name))
      entryByName.delete(name)
      entryByName.set(name, { size: body.length, storedAtMs: now.getTime() })
      await dropOldest(folder, entryByName, maxBytes)
    },
  }
}

function getName(url: string): string {
  return createHash('sha256').update(url).digest('hex')
}

/** Oldest first, which is the order a Map keeps when renewed entries are put at its end. */
async function list(folder: string): Promise<Map<string, Entry>> {
  await mkdir(folder, { recursive: true, mode: folderMode })
  await chmod(folder, folderMode) // earlier versions made it open to every user of the machine
  const sized: [string, Entry][] = []
  for (const name of await readdir(folder)) {
    if (!/^[0-9a-f]{64}$/.test(name)) {
      await rm(join(folder, name), { force: true })
      continue
    }
    const { size, mtimeMs } = await stat(join(folder, name))
    sized.push([name, { size, storedAtMs: mtimeMs }])
  }
  return new Map(sized.sort(([, a], [, b]) => a.storedAtMs - b.storedAtMs))
}

async function dropOldest(folder: string, entryByName: Map<string, Entry>, maxBytes: number): Promise<void> {
  let total = 0
  for (const { size } of entryByName.values()) total += size
  for (const [name, { size }] of entryByName) {
    if (total <= maxBytes) return
    entryByName.delete(name)
    total -= size
    await rm(join(folder, name), { force: true })
  }
}

/** Another process may share the folder and have dropped the file. */
async function readOrMissing(file: string): Promise<Buffer | undefined> {
  try {
    return await readFile(file)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
