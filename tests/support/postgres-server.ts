import pg from 'pg'
import { z } from 'zod'

/** Address of the PostgreSQL server in TEST_DATABASE_URL; undefined for `embedded`, so tests use the embedded database. */
export function adminUrl(): string | undefined {
  const url = process.env['TEST_DATABASE_URL']
  return url === 'embedded' ? undefined : url || undefined
}

export function formatDatabaseUrl(name: string): string {
  const url = new URL(adminUrl() ?? '')
  url.pathname = `/${name}`
  return url.href
}

export async function runOn(statement: string): Promise<void> {
  await connected((client) => client.query(statement))
}

/** Drops every database with this prefix. */
export async function dropDatabases(prefix: string): Promise<void> {
  await connected(async (client) => {
    const { rows } = await client.query('SELECT datname AS name FROM pg_database WHERE starts_with(datname, $1)', [
      prefix,
    ])
    for (const { name } of Databases.parse(rows)) await client.query(`DROP DATABASE ${name} WITH (FORCE)`)
  })
}

const Databases = z.array(z.object({ name: z.string() }))

/** Connects to a database of the server; defaults to the administrators' database. */
export async function connected<T>(work: (client: pg.Client) => Promise<T>, url = adminUrl()): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
