import { mkdirSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/**
 * Makes a folder and those above it, and tells whether there was anything to make. Throws the system's error.
 *
 * One level at a time, because the recursive mkdir of Node.js 20 tries for ever where a parent is there but answers
 * ENOENT to whatever is made in it, as /proc does.
 */
export function makeFolder(path: string, mode = 0o777): boolean {
  const missing: string[] = []
  for (let at = resolve(path); !isFolder(at); at = dirname(at)) missing.unshift(at)
  for (const folder of missing) makeOne(folder, mode)
  return missing.length > 0
}

function makeOne(folder: string, mode: number): void {
  try {
    mkdirSync(folder, { mode })
  } catch (error) {
    if (!isFolder(folder)) throw error // else another process was quicker
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}
