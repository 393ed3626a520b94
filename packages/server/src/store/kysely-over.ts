import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'

type Run = (text: string, values: readonly unknown[]) => Promise<{ rows: unknown[]; rowCount: number | null }>

/** A Kysely that runs on a connection somebody else owns, so it takes part in that transaction. */
export function kyselyOver<Tables>(run: Run): Kysely<Tables> {
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => borrowed(run),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
}

function borrowed(run: Run): Driver {
  const refuse = async () => {
    throw new Error('Transactions are begun by the store, not by a query builder')
  }
  return {
    init: async () => {},
    acquireConnection: async () => connection(run),
    beginTransaction: refuse,
    commitTransaction: refuse,
    rollbackTransaction: refuse,
    releaseConnection: async () => {},
    destroy: async () => {},
  }
}

function connection(run: Run): DatabaseConnection {
  return {
    executeQuery: async <Row>(query: CompiledQuery): Promise<QueryResult<Row>> => {
      const result = await run(query.sql, query.parameters)
      return { rows: result.rows as Row[], numAffectedRows: BigInt(result.rowCount ?? 0) }
    },
    streamQuery: () => {
      throw new Error('Streaming is not offered here')
    },
  }
}
