import { z } from 'zod'

/** Runs a statement and returns its rows. */
type Run = (statement: string) => Promise<readonly unknown[]>

/** Deletes all rows of a database if the schema is still `schema`. Returns whether the rows were deleted. */
export async function emptyUnlessChanged(run: Run, schema: string | undefined): Promise<boolean> {
  if ((await readSchema(run)) !== schema) return false
  await run(EMPTY)
  return true
}

/**
 * Reads the schema, and for which columns the planner has statistics, as a text that changes with anything except rows; `undefined`
 * if a test has dropped everything.
 */
export async function readSchema(run: Run): Promise<string | undefined> {
  const rows = await run(`select to_regclass('drizzle.applied_migrations') is null as "isGone"`)
  if (Gone.parse(rows)[0].isGone) return undefined
  return JSON.stringify(await run(SCHEMA))
}

const Gone = z.tuple([z.object({ isGone: z.boolean() })])

const SCHEMA = `
  select 'table', count(*), md5(string_agg(oid || relname, ' ' order by oid)) from pg_class where oid >= 16384
  union all select 'column', count(*), max(xmin::text) from pg_attribute where attrelid >= 16384
  union all select 'trigger', count(*), max(xmin::text) from pg_trigger where oid >= 16384
  union all select 'function', count(*), max(xmin::text) from pg_proc where oid >= 16384
  union all select 'constraint', count(*), max(xmin::text) from pg_constraint where oid >= 16384
  union all select 'setting', count(*), max(xmin::text) from pg_db_role_setting
  union all select 'statistics', count(*), null from pg_statistic where starelid >= 16384
  union all select 'migration', count(*), max(xmin::text) from drizzle.applied_migrations`

/** Deletes the rows of small tables, because truncating them is slower, and restarts all keys at 1. */
const EMPTY = `do $$
  declare
    small regclass;
    large text;
  begin
    set local session_replication_role = replica;
    for small in select oid from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
      and pg_relation_size(oid) between 1 and 65536
    loop
      execute format('delete from %s', small);
    end loop;
    select string_agg(oid::regclass::text, ', ') into large from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace and pg_relation_size(oid) > 65536;
    if large is not null then
      execute format('truncate %s cascade', large);
    end if;
    perform setval(seqrelid, seqstart, false) from pg_sequence join pg_class on oid = seqrelid
      where relnamespace = 'public'::regnamespace;
  end
$$`
