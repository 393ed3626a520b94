// Two folders of one parent never import each other: what both need lies below both. Tests and their fixtures may.
import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'

const isTest = /\.test\.ts$|-for-tests\.ts$|\.fixture\.|^packages\/server-testing\//
const madeFolder = /(^|\/)(dist|compiled[a-z-]*|node_modules)\//
const statement = /\b(?:import|export)\b[^'"`;]*?\bfrom\s+'(\.[^']+)'/g

/** Returns the two folders, below the parent that they share, between which an import goes; undefined inside one folder. */
function siblingsOf(importer, imported) {
  const from = posix.dirname(importer).split('/')
  const to = posix.dirname(imported).split('/')
  const fork = from.findIndex((name, index) => name !== to[index])
  if (fork < 0 || fork >= to.length) return undefined
  return [from, to].map((names) => names.slice(0, fork + 1).join('/'))
}

/** One import for each direction between two siblings, by `from > to`. */
const examples = new Map()
for (const name of readdirSync('packages', { recursive: true, encoding: 'utf8' })) {
  const importer = `packages/${name.replaceAll('\\', '/')}`
  if (!/\.(ts|svelte)$/.test(importer) || isTest.test(importer) || madeFolder.test(importer)) continue
  for (const [, specifier] of readFileSync(importer, 'utf8').matchAll(statement)) {
    const imported = posix.join(posix.dirname(importer), specifier)
    const siblings = siblingsOf(importer, imported)
    if (siblings) examples.set(siblings.join(' > '), `${importer} imports ${imported}`)
  }
}

const mutual = [...examples.keys()].filter((direction) => {
  const [from, to] = direction.split(' > ')
  return from < to && examples.has(`${to} > ${from}`)
})
for (const direction of mutual) {
  const back = direction.split(' > ').toReversed().join(' > ')
  console.error(`${direction} and back:\n  ${examples.get(direction)}\n  ${examples.get(back)}`)
}
process.exit(mutual.length === 0 ? 0 : 1)
