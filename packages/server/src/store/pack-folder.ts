import { createReadStream } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, rename, stat, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import type { Random } from '../kit/random.ts'
import { BlobDamaged } from './blobs.ts'
import { openFiles } from './open-files.ts'

/** Files in a folder whose bytes never change once written: written durably, read by range, removed whole. */
export interface PackFolder {
  /** Writes one pack with one fsync and answers its name once nothing can undo it any more. */
  write(parts: readonly Buffer[]): Promise<string>
  /** The same for bytes that arrive piece by piece; when the source throws, nothing is left behind. */
  writeStream(source: AsyncIterable<Buffer>): Promise<string>
  /** An empty pack to be extended; its name is durable. */
  begin(): Promise<string>
  /** Writes behind the first `size` bytes of a pack that was begun, with one fsync; false when it is gone. */
  extend(name: string, size: number, parts: readonly Buffer[]): Promise<boolean>
  /** Throws `BlobDamaged` when the file is missing or shorter than the range. */
  read(name: string, offset: number, length: number): Promise<Buffer>
  /** The same piece by piece. A file that is shorter gives fewer bytes. */
  stream(name: string, offset: number, length: number): Readable
  remove(name: string): Promise<void>
  /** Names of the files last written before a time, half-written ones of dead processes included. */
  olderThan(time: Date): Promise<string[]>
}

/** Packs hold a hundred messages of one import each; the messages of one conversation lie in several. */
const keptOpen = { max: 128, idleMs: 10_000 }
/** The pack that grows, while one batch follows the other. */
const growingOpen = { max: 1, idleMs: 1000, isWritten: true }

const halfWritten = '.part'

/** Names are `xx/<32 hexadecimal digits>`: 256 folders keep each of them small. */
export function openPackFolder(folder: string, random: Random): PackFolder {
  const files = openFiles(keptOpen)
  const growing = openFiles(growingOpen)
  const newName = () => {
    const id = random(16).toString('hex')
    return `${id.slice(0, 2)}/${id}`
  }
  const writeNew = async (write: (file: FileHandle) => Promise<void>) => {
    const name = newName()
    await writeDurably(join(folder, name), write)
    return name
  }
  return {
    write: (parts) => writeNew((file) => writeAll(file, parts)),
    writeStream: (source) =>
      writeNew(async (file) => {
        for await (const piece of source) await writeAll(file, [piece])
      }),
    begin: async () => {
      const name = newName()
      await createDurably(join(folder, name))
      return name
    },
    extend: (name, size, parts) =>
      growing
        .use(join(folder, name), async (file) => {
          await writeAll(file, parts, size)
          await file.datasync()
          return true
        })
        .catch(falseIfAbsent),
    read: (name, offset, length) =>
      files
        .use(join(folder, name), async (file) => {
          const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(length), 0, length, offset)
          if (bytesRead !== length) throw new BlobDamaged(`Pack ${name} ends before byte ${offset + length}`)
          return buffer
        })
        .catch((error: NodeJS.ErrnoException) => damagedIfAbsent(folder, name, error)),
    stream: (name, offset, length) =>
      length === 0
        ? Readable.from([])
        : createReadStream(join(folder, name), { start: offset, end: offset + length - 1 }),
    remove: async (name) => {
      for (const handles of [files, growing]) handles.drop(join(folder, name))
      await unlink(join(folder, name)).catch(ignoreAbsent)
    },
    olderThan: (time) => filesOlderThan(folder, time),
  }
}

async function writeDurably(path: string, write: (file: FileHandle) => Promise<void>): Promise<void> {
  const temporary = path + halfWritten
  const isNewFolder = await makeParent(path)
  const file = await open(temporary, 'wx', 0o600)
  try {
    await write(file)
    await file.datasync()
  } catch (error) {
    await unlink(temporary).catch(ignoreAbsent)
    throw error
  } finally {
    await file.close()
  }
  await rename(temporary, path)
  await syncName(path, isNewFolder)
}

async function createDurably(path: string): Promise<void> {
  const isNewFolder = await makeParent(path)
  const file = await open(path, 'wx', 0o600)
  await file.close()
  await syncName(path, isNewFolder)
}

/** Whether the folder was not there yet. */
async function makeParent(path: string): Promise<boolean> {
  return (await mkdir(dirname(path), { recursive: true })) !== undefined
}

// The new name, and a new folder's name, must be on disk as well.
async function syncName(path: string, isNewFolder: boolean): Promise<void> {
  const parent = dirname(path)
  await syncFolder(parent)
  if (isNewFolder) await syncFolder(dirname(parent))
}

/**
 * At the end of what was written before, or at `position`. A disk that is nearly full takes a part and refuses only what
 * comes after it: the rest is offered again, so that whoever asked hears that it is full.
 */
async function writeAll(file: FileHandle, parts: readonly Buffer[], position?: number): Promise<void> {
  let rest = [...parts]
  for (let written = 0; rest.length > 0;) {
    const at = position === undefined ? undefined : position + written
    const { bytesWritten } = await file.writev(rest, at)
    if (bytesWritten === 0 && rest.some(({ length }) => length > 0))
      throw new Error('Nothing more is written')
    written += bytesWritten
    rest = after(rest, bytesWritten)
  }
}

/** The parts without their first bytes. */
function after(parts: readonly Buffer[], count: number): Buffer[] {
  let left = count
  return parts.flatMap((part) => {
    const skipped = Math.min(left, part.length)
    left -= skipped
    return skipped === part.length ? [] : [part.subarray(skipped)]
  })
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path)
  await folder.sync().finally(() => folder.close())
}

async function filesOlderThan(folder: string, time: Date): Promise<string[]> {
  const names: string[] = []
  for (const part of await readdir(folder).catch(noneIfAbsent)) {
    for (const file of await readdir(join(folder, part)).catch(noneIfAbsent)) {
      const stats = await stat(join(folder, part, file)).catch(ignoreAbsent)
      if (stats && stats.mtime < time) names.push(`${part}/${file}`)
    }
  }
  return names
}

/** Without any pack the folder itself is what is missing, a volume that is not mounted for instance: nothing is lost. */
async function damagedIfAbsent(folder: string, name: string, error: NodeJS.ErrnoException): Promise<never> {
  if (error.code !== 'ENOENT') throw error
  if ((await readdir(folder).catch(noneIfAbsent)).length === 0) throw error
  throw new BlobDamaged(`Pack ${name} is missing`, { cause: error })
}

function noneIfAbsent(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return []
  throw error
}

function falseIfAbsent(error: NodeJS.ErrnoException): false {
  if (error.code === 'ENOENT') return false
  throw error
}

function ignoreAbsent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
