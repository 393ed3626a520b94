// A table belongs to one room: SQL of another room must not name it. Owners stand in the migrations' first lines.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const source = 'packages/server/src'
const migrations = join(source, 'store/migrations')
const owners = new Map()
const numbers = new Set()
for (const file of readdirSync(migrations).filter((name) => name.endsWith('.sql'))) {
  const text = readFileSync(join(migrations, file), 'utf8')
  const owner = /^-- owner: (\w+)/.exec(text)?.[1]
  const number = file.slice(0, 4)
  if (!/^\d{4}$/.test(number) || numbers.has(number)) throw new Error(`${file} has no number of its own`)
  numbers.add(number)
  if (!owner) throw new Error(`${file} does not name its owner in the first line`)
  for (const [, table] of text.matchAll(/create (?:unlogged )?table (\w+)/g)) owners.set(table, owner)
}

const statement = /\b(?:from|join|into|update|delete from|truncate)\s+(?:only\s+)?(\w+)/gi
const broken = []
for (const file of readdirSync(source, { recursive: true, encoding: 'utf8' })) {
  if (!file.endsWith('.ts') || file.endsWith('.test.ts') || /-(suite|for-tests)\.ts$/.test(file)) continue
  const room = file.split('/')[0]
  const text = readFileSync(join(source, file), 'utf8')
  // Only what stands in template strings is SQL here.
  for (const [literal] of text.matchAll(/`[^`]*`/g))
    for (const [, table] of literal.matchAll(statement)) {
      const owner = owners.get(table)
      if (owner && owner !== room) broken.push(`${source}/${file}: ${table} belongs to ${owner}`)
    }
}
for (const line of new Set(broken)) console.error(line)
process.exit(broken.length === 0 ? 0 : 1)
