import { createHash } from 'node:crypto'
import type { Migration } from './migration-files.ts'
import { DatabaseNewer, DatabaseOlder, MigrationChanged } from './migration-errors.ts'

/**
 * Before there was one file for each room, migrations were files with a number in one folder. Where the last of them
 * ran, the tables are those that the files of the rooms make, to the column.
 */
const lastNumbered = '0148-queue.sql'
/** SHA-256 over `name digest` of each of the 77, a line each, in the order of their numbers. */
const digestOfNumbered = '6c844806d6fd0e55f0d6359e2b9ddccfc9f9d1c547fafd3e402ff3902707cb88'
/** The last file of each home that was made of the numbered ones. What is behind them has not run. */
const lastSquashed: Readonly<Record<string, string>> = {
  installation: 'installation/0004-store.sql',
  cell: 'cell/0010-border.sql',
}

/**
 * Returns the migrations that stand for the numbered ones that ran on a database; none where no numbered one did.
 * `ran` holds the digest of each migration that ran by its name.
 */
export function replacingNumbered(
  migrations: readonly Migration[],
  ran: ReadonlyMap<string, string>,
): Migration[] {
  const numbered = [...ran].filter(([name]) => isNumbered(name)).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const newest = numbered.at(-1)?.[0]
  if (newest === undefined) return []
  if (newest < lastNumbered) throw new DatabaseOlder(newest, lastNumbered)
  const unknown = [...ran.keys()].filter((name) => !isNumbered(name) || name > lastNumbered)
  if (unknown.length > 0) throw new DatabaseNewer(unknown)
  if (computeDigest(numbered) !== digestOfNumbered) throw new MigrationChanged()
  return migrations.filter(({ name }) => name <= (lastSquashed[name.split('/')[0] ?? ''] ?? ''))
}

const isNumbered = (name: string) => /^\d{4}-/.test(name)

function computeDigest(numbered: ReadonlyArray<readonly [string, string]>): string {
  const hash = createHash('sha256')
  for (const [name, digest] of numbered) hash.update(`${name} ${digest}\n`)
  return hash.digest('hex')
}
