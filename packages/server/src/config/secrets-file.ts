import { randomBytes } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { parseEnv } from 'node:util'
import type { Clock } from '../kit/clock.ts'
import { makeFolder } from '../kit/make-folder.ts'
import { DataDirectoryNotWritable } from './configuration-error.ts'
import { withFileLock } from './file-lock.ts'

type SecretValues = Readonly<Record<string, string>>

/** The file of generated values (`NAME=value` lines) that every process of one installation shares. */
export interface SecretsFile {
  /** The values as they are now; reads the file again only when it changed on disk. */
  values(): SecretValues
  /**
   * Reads the file under an exclusive lock and writes back what `change` answers: values to set, `null` to
   * remove. Nothing is written when it answers nothing. Readers see the old or the new file, never a part.
   */
  change(change: (current: SecretValues) => Readonly<Record<string, string | null>>): Promise<void>
}

export function secretsFile(path: string, clock: Clock): SecretsFile {
  let cached = { stamp: '', values: {} as SecretValues }
  const values = (): SecretValues => {
    const stamp = getStamp(path)
    if (stamp !== cached.stamp)
      cached = { stamp, values: stamp === '' ? {} : parse(readFileSync(path, 'utf8')) }
    return cached.values
  }
  return {
    values,
    change: async (change) => {
      const work = async () => {
        const current = values()
        const updated = change(current)
        if (Object.keys(updated).length > 0) await write(path, { ...current, ...updated })
      }
      try {
        makeFolder(dirname(path), 0o700)
        await withFileLock(`${path}.lock`, clock, work)
      } catch (error) {
        throw isOfFiles(error) ? new DataDirectoryNotWritable(dirname(path), error) : error
      }
    },
  }
}

// Inode and change time: a write is a rename, so the inode differs even within one tick of the clock.
function getStamp(path: string): string {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false })
  return stats ? `${stats.ino}/${stats.ctimeNs}/${stats.size}` : ''
}

function parse(text: string): SecretValues {
  return parseEnv(text) as SecretValues
}

function isOfFiles(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error && 'code' in error
}

async function write(path: string, values: Readonly<Record<string, string | null>>): Promise<void> {
  const lines = Object.entries(values).flatMap(([name, value]) =>
    value === null ? [] : [`${name}=${value}\n`],
  )
  const temporary = `${path}.${randomBytes(6).toString('hex')}`
  const file = await open(temporary, 'wx', 0o600)
  try {
    await file.writeFile(
      `# Made by plMail. Losing this file makes stored passwords unreadable: back it up.\n${lines.join('')}`,
    )
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(temporary, path)
  const folder = await open(dirname(path))
  await folder.sync().finally(() => folder.close())
}
