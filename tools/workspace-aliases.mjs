// esbuild leaves packages external where a bundle of tests or benches is made; the workspace's own packages have no built
// form, so each of their doors is named by its source.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const shared = ['@plmail/wire', '@plmail/words']

/** The doors of the packages that the server imports and the path of the source of each, for esbuild's `alias`. */
export function workspaceAliases() {
  return Object.fromEntries(
    shared
      .flatMap(doorsOf)
      // The first that fits is taken: a door below the package before the package itself.
      .toSorted(([a], [b]) => b.length - a.length),
  )
}

function doorsOf(packageName) {
  const folder = new URL(`../packages/${packageName.slice('@plmail/'.length)}/`, import.meta.url)
  const { exports } = JSON.parse(readFileSync(new URL('package.json', folder), 'utf8'))
  return Object.entries(exports)
    .filter(([door]) => !door.includes('*'))
    .map(([door, source]) => [packageName + door.slice(1), fileURLToPath(new URL(source, folder))])
}
