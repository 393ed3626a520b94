import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { sourcesOf } from './workspaces.mjs'

/** What is built on its own: the folder it lies in, and the packages it is made of. */
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
