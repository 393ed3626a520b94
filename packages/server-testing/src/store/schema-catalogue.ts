import type { Database } from '../../../server/src/store/database.ts'

const isOurs = (catalogue: string, column: string) => `not exists (
  select from pg_depend where classid = '${catalogue}'::regclass and objid = ${column} and deptype = 'e')`

/** What a schema consists of, a query for each catalogue. Names instead of oids, so that two databases compare. */
const catalogues: Readonly<Record<string, string>> = {
  extensions: 'select extname, nspname from pg_extension e join pg_namespace n on n.oid = extnamespace',
  relations: `select relname, relkind, relpersistence, reloptions from pg_class
    where relnamespace = 'public'::regnamespace`,
  columns: `select attrelid::regclass::text as relation, attname, format_type(atttypid, atttypmod) as type, attnotnull,
      attidentity, attgenerated, attstorage, attcompression, attoptions, attcollation::regcollation::text as collation,
      row_number() over (partition by attrelid order by attnum)::integer as place,
      pg_get_expr(adbin, adrelid) as expression
    from pg_attribute a join pg_class c on c.oid = attrelid left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where relnamespace = 'public'::regnamespace and attnum > 0 and not attisdropped`,
  indexes: `select indexrelid::regclass::text as index, pg_get_indexdef(indexrelid) as definition, indisvalid
    from pg_index join pg_class c on c.oid = indexrelid where relnamespace = 'public'::regnamespace`,
  constraints: `select conrelid::regclass::text as relation, conname, contype, condeferrable, condeferred, convalidated,
      pg_get_constraintdef(oid) as definition
    from pg_constraint where connamespace = 'public'::regnamespace`,
  sequences: `select sequencename, data_type::text, start_value, increment_by, min_value, max_value, cycle, cache_size
    from pg_sequences where schemaname = 'public'`,
  functions: `select oid::regprocedure::text as signature, pg_get_functiondef(oid) as definition from pg_proc
    where pronamespace = 'public'::regnamespace and prokind <> 'a' and ${isOurs('pg_proc', 'pg_proc.oid')}`,
  triggers: `select tgrelid::regclass::text as relation, tgname, tgenabled, pg_get_triggerdef(oid) as definition
    from pg_trigger where not tgisinternal`,
  types: `select typname, typtype from pg_type t
    where typnamespace = 'public'::regnamespace and typrelid = 0 and typelem = 0 and ${isOurs('pg_type', 't.oid')}`,
  statistics: 'select stxname, pg_get_statisticsobjdef(oid) as definition from pg_statistic_ext',
}

/** Returns everything that a database's schema consists of, by catalogue, in an order of its own. */
export async function schemaCatalogue(database: Database): Promise<Record<string, string[]>> {
  const schema: Record<string, string[]> = {}
  for (const [name, query] of Object.entries(catalogues)) {
    const rows = await database.query<{ entry: string }>(
      `select to_jsonb(entry)::text as entry from (${query}) as entry order by 1`,
    )
    schema[name] = rows.map(({ entry }) => entry)
  }
  return schema
}
