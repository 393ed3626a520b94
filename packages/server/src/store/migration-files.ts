import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'

export interface Migration {
  /** Home and file: `cell/0004-mail.sql`. */
  name: string
  /** SHA-256 of the text, hexadecimal. */
  digest: string
  text: string
}

/**
 * A table lives with the installation or in a cell, and each home has its own stream of migrations. Those of the
 * installation run first, because tables of a cell refer to users.
 */
const homes = ['installation', 'cell']

/** Returns the migrations that the program brings, in the order in which they run. */
export async function readMigrations(folder: URL): Promise<Migration[]> {
  const streams = await Promise.all(homes.map((home) => readStream(folder, home)))
  return streams.flat()
}

async function readStream(folder: URL, home: string): Promise<Migration[]> {
  const files = await readdir(new URL(`${home}/`, folder))
  return Promise.all(
    files
      .filter((file) => file.endsWith('.sql'))
      .toSorted()
      .map(async (file) => {
        const text = await readFile(new URL(`${home}/${file}`, folder), 'utf8')
        return { name: `${home}/${file}`, text, digest: createHash('sha256').update(text).digest('hex') }
      }),
  )
}
