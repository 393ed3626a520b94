import pg from 'pg'
import { type TreeNode, isNode, readList, readTree } from './node-tree.ts'
import type { NullFacts } from './nullable.ts'

/** What PostgreSQL says about a statement without running it. */
export interface Described {
  /** Oids of `$1` and on. */
  parameters: number[]
  columns: Array<{ name: string; type: number }>
}

/** Parse and Describe of the extended protocol: the statement is analysed, and nothing runs. */
export function describe(client: pg.ClientBase, text: string): Promise<Described> {
  return new Promise((resolve, reject) => {
    client.query(new Description(text, resolve, reject))
  })
}

class Description extends pg.Query {
  readonly #text: string
  readonly #resolve: (described: Described) => void
  readonly #reject: (error: unknown) => void
  readonly #described: Described = { parameters: [], columns: [] }
  constructor(text: string, resolve: (described: Described) => void, reject: (error: unknown) => void) {
    super('')
    this.#text = text
    this.#resolve = resolve
    this.#reject = reject
  }

  override submit = (connection: pg.Connection): Error | null => {
    connection.removeAllListeners('parameterDescription') // nobody else asks for it
    connection.once('parameterDescription', ({ dataTypeIDs }: { dataTypeIDs: number[] }) => {
      this.#described.parameters = dataTypeIDs
    })
    connection.parse({ name: '', text: this.#text, types: [] }, true)
    connection.describe({ type: 'S', name: '' }, true)
    connection.sync()
    return null
  }

  handleRowDescription({ fields }: { fields: ReadonlyArray<{ name: string; dataTypeID: number }> }): void {
    this.#described.columns = fields.map(({ name, dataTypeID }) => ({ name, type: dataTypeID }))
  }

  handleError(error: unknown): void {
    this.#reject(error)
  }

  handleReadyForQuery(): void {
    this.#resolve(this.#described)
  }
}

/**
 * The analysed tree of a statement: PostgreSQL keeps it for a function with an SQL-standard body (`prosqlbody`), where
 * every name is resolved. The function is rolled back.
 */
export async function analysed(
  client: pg.ClientBase,
  text: string,
  parameters: readonly number[],
): Promise<TreeNode> {
  const { rows: named } = await client.query<{ types: string }>(
    `select coalesce(string_agg(format_type(type, null), ', ' order by place), '') as types
     from unnest($1::oid[]) with ordinality as given (type, place)`,
    [parameters],
  )
  await client.query('begin')
  try {
    await client.query(
      `create function pg_temp.checked(${named[0]?.types ?? ''}) returns setof record language sql
       begin atomic ${text.trim().replace(/;$/, '')}; end`,
    )
    const { rows } = await client.query<{ body: string }>(
      `select prosqlbody::text as body from pg_proc where proname = 'checked' and pronamespace = pg_my_temp_schema()`,
    )
    const tree = readList(readList(readTree(rows[0]?.body ?? '()'))[0])[0]
    if (!isNode(tree)) throw new Error('the body of the function is no tree')
    return tree
  } finally {
    await client.query('rollback')
  }
}

export interface Catalogue extends Omit<NullFacts, 'parameter'> {
  /** Names of types by oid; an array's begins with `_`. */
  types: ReadonlyMap<number, string>
}

export async function catalogue(client: pg.ClientBase): Promise<Catalogue> {
  const { rows: columns } = await client.query<{ key: string }>(
    `select attrelid || '.' || attnum as key from pg_attribute where attnotnull and attnum > 0`,
  )
  const { rows: functions } = await client.query<{ oid: string; name: string; isStrict: boolean }>(
    `select oid::text, proname as name, proisstrict as "isStrict" from pg_proc`,
  )
  const { rows: types } = await client.query<{ oid: number; name: string }>(
    'select oid, typname as name from pg_type',
  )
  return {
    notNull: new Set(columns.map(({ key }) => key)),
    functions: new Map(functions.map(({ oid, name, isStrict }) => [oid, { name, isStrict }])),
    types: new Map(types.map(({ oid, name }) => [oid, name])),
  }
}
