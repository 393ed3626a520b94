import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'

/** What is built on its own: the folder it lies in, and what it is made of. */
const parts = {
  program: {
    home: 'packages/server',
    sources: [
      'package-lock.json',
      'tools/build.mjs',
      'packages/wire/src',
      'packages/words/compile',
      'packages/words/messages',
      'packages/words/server-sections.json',
      'packages/words/src',
      'packages/server/src',
      'packages/server/package.json',
      'packages/web/src',
      'packages/web/public',
      'packages/web/index.html',
      'packages/web/vite.config.ts',
      'packages/web/svelte.config.js',
    ],
  },
  emulators: {
    home: 'packages/emulators',
    sources: [
      'package-lock.json',
      'tools/build.mjs',
      'packages/emulators/src',
      'packages/emulators/package.json',
    ],
  },
}

const stampOf = (root, part) => join(root, parts[part].home, 'dist/built-from')

/** Whether the built part was made from the sources as they are; where there are no sources, it is what there is. */
export function isBuilt(root, part = 'program') {
  const stamp = stampOf(root, part)
  if (!existsSync(stamp)) return false
  if (!existsSync(join(root, parts[part].home, 'src'))) return true
  return readFileSync(stamp, 'utf8') === digestOfSources(root, part)
}

export function stampBuilt(root, part = 'program') {
  writeFileSync(stampOf(root, part), digestOfSources(root, part))
}

/** Covers names and contents; tests are not part of what is built. */
function digestOfSources(root, part) {
  const hash = createHash('sha256')
  for (const file of parts[part].sources.flatMap((path) => filesIn(join(root, path)))) {
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
