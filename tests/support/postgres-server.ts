import pg from 'pg'

/** The PostgreSQL server in TEST_DATABASE_URL; undefined when the tests use the embedded database. */
export function adminUrl(): string | undefined {
  return process.env['TEST_DATABASE_URL'] || undefined
}

export function databaseUrlOf(name: string): string {
  const url = new URL(adminUrl() ?? '')
  url.pathname = `/${name}`
  return url.href
}

export async function runOn(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl() })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
