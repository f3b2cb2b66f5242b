import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { z } from 'zod'
import { eventually } from './eventually.ts'
import { connected, formatDatabaseUrl, runOn } from './postgres-server.ts'

/** Databases of ended tests, with their schemas. Emptying a database takes a tenth of the time of creating it. */
const unused: PooledDatabase[] = []

interface PooledDatabase {
  readonly name: string
  readonly schema: string | undefined
}

/**
 * Returns an empty copy of the template until the result is disposed. Reuses the database of an earlier test if
 * possible.
 */
export async function takeDatabase(template: string): Promise<{ name: string } & AsyncDisposable> {
  const database = (await reuse()) ?? (await create(template))
  return { name: database.name, [Symbol.asyncDispose]: async () => void unused.push(database) }
}

async function create(template: string): Promise<PooledDatabase> {
  const name = `${template}_${randomBytes(8).toString('hex')}`
  await runOn(`CREATE DATABASE ${name} TEMPLATE ${template}`)
  return { name, schema: await connected(readSchema, formatDatabaseUrl(name)) }
}

/** Empties an unused database for the next test. Drops a database if a test has changed its schema. */
async function reuse(): Promise<PooledDatabase | undefined> {
  for (let found = unused.pop(); found !== undefined; found = unused.pop()) {
    const { name, schema } = found
    const isAsBefore = await connected((client) => emptyUnlessChanged(client, schema), formatDatabaseUrl(name))
    if (isAsBefore) return found
    await runOn(`DROP DATABASE ${name} WITH (FORCE)`)
  }
  return undefined
}

async function emptyUnlessChanged(client: pg.Client, schema: string | undefined): Promise<boolean> {
  await endOtherConnections(client)
  if ((await readSchema(client)) !== schema) return false
  await client.query(EMPTY)
  return true
}

/** Ends other connections to a database, because a test may leave a process behind without waiting for it. */
async function endOtherConnections(client: pg.Client): Promise<void> {
  await eventually({
    what: 'the connections of the previous test to end',
    read: async () => (await client.query(END_OTHERS)).rowCount,
    until: (count) => count === 0,
  })
}

const END_OTHERS = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`

/** Reads the schema as a text that changes with anything except rows; `undefined` if a test has dropped everything. */
async function readSchema(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query(`select to_regclass('drizzle.applied_migrations') is null as "isGone"`)
  if (Gone.parse(rows)[0].isGone) return undefined
  return JSON.stringify((await client.query(SCHEMA)).rows)
}

const Gone = z.tuple([z.object({ isGone: z.boolean() })])

const SCHEMA = `
  select 'table', count(*), md5(string_agg(oid || relname, ' ' order by oid)) from pg_class where oid >= 16384
  union all select 'column', count(*), max(xmin::text) from pg_attribute where attrelid >= 16384
  union all select 'trigger', count(*), max(xmin::text) from pg_trigger where oid >= 16384
  union all select 'function', count(*), max(xmin::text) from pg_proc where oid >= 16384
  union all select 'constraint', count(*), max(xmin::text) from pg_constraint where oid >= 16384
  union all select 'setting', count(*), max(xmin::text) from pg_db_role_setting
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
