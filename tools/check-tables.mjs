// A table belongs to one room: SQL of another room must not name it. Migrations name the home of their tables in the
// first line and the owner in the second. docs/architecture.md lists them: `--write` prints the list.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { markdownTable, printedPart } from './printed-part.mjs'

const source = 'packages/server/src'
const migrations = join(source, 'store/migrations')
const owners = new Map()
const homes = new Map()
const numbers = new Set()
const files = readdirSync(migrations, { recursive: true, encoding: 'utf8' })
for (const file of files.filter((name) => name.endsWith('.sql'))) {
  const [, home, number, room] = /^(installation|cell)\/(\d{4})-([a-z]+)[a-z-]*\.sql$/.exec(file) ?? []
  if (!home)
    throw new Error(`${file} is not named as installation/0001-people.sql or cell/0011-mail-colors.sql`)
  if (numbers.has(`${home} ${number}`)) throw new Error(`${file} has no number of its own`)
  numbers.add(`${home} ${number}`)
  const text = readFileSync(join(migrations, file), 'utf8')
  const [first, second] = text.split('\n')
  const owner = /^-- owner: (\w+)$/.exec(second)?.[1]
  if (first !== `-- home: ${home}`) throw new Error(`${file} does not begin with "-- home: ${home}"`)
  if (!owner) throw new Error(`${file} does not name its owner in the second line`)
  if (room !== owner && room !== 'border') throw new Error(`${file} is not named after its owner, ${owner}`)
  for (const [, table] of text.matchAll(/create (?:unlogged )?table (\w+)/g)) {
    owners.set(table, owner)
    homes.set(table, home)
  }
  for (const [, table] of text.matchAll(/drop table (?:if exists )?(\w+)/g)) owners.delete(table)
}

const statement = /\b(?:from|join|into|update|delete from|truncate)\s+(?:only\s+)?(\w+)/gi
const broken = []
for (const file of readdirSync(source, { recursive: true, encoding: 'utf8' })) {
  if (!file.endsWith('.ts') || file.endsWith('.test.ts')) continue
  const room = file.split('/')[0]
  const text = readFileSync(join(source, file), 'utf8')
  // Only what stands in template strings is SQL here, and the table that `insertRow` names.
  const literals = [...text.matchAll(/`[^`]*`/g)].flatMap(([literal]) => [...literal.matchAll(statement)])
  for (const [, table] of [...literals, ...text.matchAll(/\binsertRow\(\s*'(\w+)'/g)]) {
    const owner = owners.get(table)
    if (owner && owner !== room) broken.push(`${source}/${file}: ${table} belongs to ${owner}`)
  }
}
const rows = [...new Set(owners.values())].sort().flatMap((owner) =>
  ['installation', 'cell'].flatMap((home) => {
    const tables = [...owners.keys()].filter(
      (table) => owners.get(table) === owner && homes.get(table) === home,
    )
    return tables.length === 0
      ? []
      : [
          [
            `\`${owner}\``,
            home,
            tables
              .sort()
              .map((table) => `\`${table}\``)
              .join(', '),
          ],
        ]
  }),
)
const text = markdownTable(['owner', 'home', 'tables'], rows)
broken.push(
  ...printedPart({ page: 'docs/architecture.md', name: 'tables', tool: 'tools/check-tables.mjs', text }),
)

for (const line of new Set(broken)) console.error(line)
process.exit(broken.length === 0 ? 0 : 1)
