import { readdirSync, readFileSync } from 'node:fs'
import type pg from 'pg'
import { analysed, describe } from './describe.ts'
import type { FoundStatement } from './find-statements.ts'
import { type Tree, isNode } from './node-tree.ts'

const migrations = new URL('../../packages/server/src/store/migrations/', import.meta.url)

/** Returns the home of each table, as the first line of its migration names it. */
export function homeByTable(): ReadonlyMap<string, string> {
  const homes = new Map<string, string>()
  for (const file of readdirSync(migrations, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.sql')) continue
    const text = readFileSync(new URL(file, migrations), 'utf8')
    const home = /^-- home: (\w+)\n/.exec(text)?.[1]
    if (home === undefined) throw new Error(`${file} names no home in its first line`)
    for (const [, table] of text.matchAll(/create (?:unlogged )?table (\w+)/g)) homes.set(table ?? '', home)
  }
  return homes
}

/** A statement that names tables of both homes. */
interface Crossing {
  file: string
  /** By name. */
  tables: string[]
}

/** Returns the statements that name tables of both homes, one entry for each place in the sources. */
export async function crossings(
  client: pg.ClientBase,
  homes: ReadonlyMap<string, string>,
  statements: readonly FoundStatement[],
): Promise<Crossing[]> {
  const tableByOid = await tablesByOid(client)
  const tablesByPlace = new Map<string, Set<string>>()
  for (const { place, text } of statements) {
    if (!mayCross(homes, text)) continue
    const { parameters } = await describe(client, text)
    const oids = relationsIn(await analysed(client, text, parameters))
    const tables = [...oids].flatMap((oid) => tableByOid.get(oid) ?? [])
    if (isAcross(homes, tables))
      tablesByPlace.set(place, new Set([...(tablesByPlace.get(place) ?? []), ...tables]))
  }
  return [...tablesByPlace].map(([place, tables]) => ({
    file: place.replace(/:\d+$/, ''),
    tables: [...tables].toSorted(),
  }))
}

/** Returns the names of the foreign keys that refer to a table of the other home. */
export async function crossingKeys(
  client: pg.ClientBase,
  homes: ReadonlyMap<string, string>,
): Promise<string[]> {
  const { rows } = await client.query<{ name: string; from: string; to: string }>(
    `select conname as name, conrelid::regclass::text as from, confrelid::regclass::text as to
     from pg_constraint where contype = 'f' order by conname`,
  )
  return rows.filter(({ from, to }) => isAcross(homes, [from, to])).map(({ name }) => name)
}

async function tablesByOid(client: pg.ClientBase): Promise<ReadonlyMap<string, string>> {
  const { rows } = await client.query<{ oid: string; name: string }>(
    `select oid::text, relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  )
  return new Map(rows.map(({ oid, name }) => [oid, name]))
}

/** Whether the words of a text may be tables of both homes: analysing all of them would take minutes. */
function mayCross(homes: ReadonlyMap<string, string>, text: string): boolean {
  return isAcross(homes, text.match(/\w+/g) ?? [])
}

function isAcross(homes: ReadonlyMap<string, string>, tables: readonly string[]): boolean {
  return new Set(tables.flatMap((table) => homes.get(table) ?? [])).size > 1
}

/** The oids of the relations that an analysed statement names, wherever in it. */
function relationsIn(tree: Tree): Set<string> {
  const oids = new Set<string>()
  const visit = (part: Tree | undefined): void => {
    if (part === null || part === undefined || typeof part === 'string') return
    if (!isNode(part)) return part.forEach(visit)
    if (part.kind === 'RANGETBLENTRY' || part.kind === 'RTE') oids.add(String(part.fields['relid']))
    Object.values(part.fields).forEach(visit)
  }
  visit(tree)
  return oids
}
