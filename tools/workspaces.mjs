// The workspaces of this checkout, as their package.json files declare them. Every tool that works on all of them reads
// this list, so that a new package needs only its folder.
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const house = dirname(dirname(fileURLToPath(import.meta.url)))

/** Each workspace: its folder from the root, its manifest. */
export function workspaces(root = house) {
  return readdirSync(join(root, 'packages'))
    .map((name) => `packages/${name}`)
    .filter((folder) => existsSync(join(root, folder, 'package.json')))
    .map((folder) => ({ folder, manifest: manifestOf(root, folder) }))
}

/** The folder, and those of our own packages that it is bundled with: what its manifest names, and what these name. */
export function bundledFolders(folder, root = house) {
  const folders = new Set([folder])
  for (const reached of folders) {
    const { dependencies } = manifestOf(root, reached)
    for (const workspace of dependencies ? workspaces(root) : [])
      if (workspace.manifest.name in dependencies) folders.add(workspace.folder)
  }
  return [...folders]
}

/** Names of folders of a package that a build or npm generates. */
const generated = /^(?:dist|compiled[a-z-]*|node_modules)$/

/** Files and folders, from the root, that a package with all its own packages is built from. */
export function sourcesOf(folder, root = house) {
  return bundledFolders(folder, root)
    .filter((reached) => existsSync(join(root, reached)))
    .flatMap((reached) =>
      readdirSync(join(root, reached))
        .filter((name) => !generated.test(name))
        .map((name) => `${reached}/${name}`),
    )
}

/**
 * For esbuild's `alias`: the doors of all workspaces, and the source of each. Bundles of tests and benches leave
 * packages external, and a workspace has no built form; a family of doors (`./load/*`) is no single source.
 */
export function workspaceAliases() {
  const doors = workspaces().flatMap(({ folder, manifest: { name, exports } }) =>
    Object.entries(exports ?? {})
      .filter(([door]) => !door.includes('*'))
      .map(([door, source]) => [name + door.slice(1), join(house, folder, source.default ?? source)]),
  )
  // The first that fits is taken: a door below the package before the package itself.
  return Object.fromEntries(doors.toSorted(([a], [b]) => b.length - a.length))
}

function manifestOf(root, folder) {
  const file = join(root, folder, 'package.json')
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}
