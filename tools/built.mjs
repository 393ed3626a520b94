import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { sourcesOf } from './workspaces.mjs'

/** The parts that are built apart: the output folder of each, and the packages that it is built from. */
const parts = {
  program: {
    home: 'packages/server',
    packages: ['packages/server', 'packages/web'],
  },
  emulators: {
    home: 'packages/emulators',
    packages: ['packages/emulators'],
  },
}

const stampOf = (root, part) => join(root, parts[part].home, 'dist/built-from')

/** Whether the built part is newer than its sources. An installation without sources is always fresh. */
export function isBuilt(root, part = 'program') {
  const stamp = stampOf(root, part)
  if (!existsSync(stamp)) return false
  if (!existsSync(join(root, parts[part].home, 'src'))) return true
  return readFileSync(stamp, 'utf8') === digestOfSources(root, part)
}

export function stampBuilt(root, part = 'program') {
  writeFileSync(stampOf(root, part), digestOfSources(root, part))
}

/** Digest of the names and contents of all sources but tests. */
function digestOfSources(root, part) {
  const hash = createHash('sha256')
  const sources = new Set(parts[part].packages.flatMap((folder) => sourcesOf(folder, root)))
  for (const file of ['package-lock.json', 'tools/build.mjs', ...sources].flatMap((path) =>
    filesIn(join(root, path)),
  )) {
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
