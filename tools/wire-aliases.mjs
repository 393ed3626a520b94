// esbuild leaves packages external where a bundle of tests or benches is made; the workspace's own package @plmail/wire has
// no built form, so each of its doors is named by its source.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The doors of @plmail/wire and the path of the source of each, for esbuild's `alias`. */
export function wireAliases() {
  const folder = new URL('../packages/wire/', import.meta.url)
  const { name, exports } = JSON.parse(readFileSync(new URL('package.json', folder), 'utf8'))
  return Object.fromEntries(
    Object.entries(exports)
      .map(([door, source]) => [name + door.slice(1), fileURLToPath(new URL(source, folder))])
      // The first that fits is taken: a door below the package before the package itself.
      .toSorted(([a], [b]) => b.length - a.length),
  )
}
