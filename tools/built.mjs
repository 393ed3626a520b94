import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'

const sources = [
  'package-lock.json',
  'tools/build.mjs',
  'packages/wire/src',
  'packages/server/src',
  'packages/server/package.json',
  'packages/web/src',
  'packages/web/public',
  'packages/web/index.html',
  'packages/web/vite.config.ts',
  'packages/web/svelte.config.js',
]

const stampFile = 'packages/server/dist/built-from'

/** Whether the built program was made from the sources as they are; where there are no sources, it is what there is. */
export function isBuilt(root) {
  const stamp = join(root, stampFile)
  if (!existsSync(stamp)) return false
  if (!existsSync(join(root, 'packages/server/src'))) return true
  return readFileSync(stamp, 'utf8') === digestOfSources(root)
}

export function stampBuilt(root) {
  writeFileSync(join(root, stampFile), digestOfSources(root))
}

/** Covers names and contents; tests are not part of what is built. */
function digestOfSources(root) {
  const hash = createHash('sha256')
  for (const file of sources.flatMap((path) => filesIn(join(root, path)))) {
    hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}

function filesIn(path) {
  if (!existsSync(path)) return []
  const entries = tryReaddir(path)
  if (entries === undefined) return [path]
  return entries
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => filesIn(join(path, entry.name)))
    .filter((file) => !file.endsWith('.test.ts'))
}

function tryReaddir(path) {
  try {
    return readdirSync(path, { withFileTypes: true })
  } catch (error) {
    if (error.code === 'ENOTDIR') return undefined
    throw error
  }
}
