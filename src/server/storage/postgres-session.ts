import type pg from 'pg'
import { SECOND_MS } from '#domain/time.ts'

/** Maximum time of a statement. Longer than the server's own limit, so a slow statement fails with the server's reason. */
const QUERY_TIMEOUT_MS = 35 * SECOND_MS
export const CONNECT_TIMEOUT_MS = 10 * SECOND_MS
const KEEP_ALIVE_AFTER_MS = 10 * SECOND_MS

/**
 * Limits of every session. A node that vanishes in the middle of a transaction loses its locks after 10 s. `lock_timeout` is
 * longer, so sessions that wait for these locks get them.
 */
const LIMITS = {
  idle_in_transaction_session_timeout: '10s',
  lock_timeout: '20s',
  statement_timeout: '30s',
} as const

/**
 * Turns off compilation, which takes a hundred times as long as our statements run. Without statistics, the server expects far
 * too many rows and compiles.
 */
const PLANNING = { jit: 'off' } as const

/** Settings by which the server notices that a node is gone. Some platforms lack some of them. */
const CONNECTION_CHECKS = {
  tcp_keepalives_idle: '10s',
  tcp_keepalives_interval: '5s',
  tcp_keepalives_count: '3',
  tcp_user_timeout: '20s',
  client_connection_check_interval: '10s',
} as const

/** Options of every connection to PostgreSQL. They prevent waiting forever for a server that does not respond. */
export function sessionOptions(databaseUrl: string) {
  return {
    connectionString: databaseUrl,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
  } satisfies pg.ClientConfig
}

/**
 * Sets the limits and the planning of a new session. Startup options would not work, because some servers and poolers refuse a
 * connection with an unknown option. All other settings of the URL's `options`, the database or the role stay.
 */
export async function prepareSession(client: pg.ClientBase): Promise<void> {
  const required = { ...LIMITS, ...PLANNING }
  await client.query(settingsQuery({ ...required, ...CONNECTION_CHECKS })).catch((error: unknown) => {
    if (!isUnsupported(error)) throw error
    return client.query(settingsQuery(required))
  })
}

/** Removes the time limits of statements and locks, for example for a migration. */
export async function liftLimits(client: pg.ClientBase): Promise<void> {
  await client.query('SET statement_timeout = 0; SET lock_timeout = 0')
}

function settingsQuery(settings: Readonly<Record<string, string>>) {
  const text = `
    SELECT set_config(name, wanted, false)
    FROM unnest($1::text[], $2::text[]) AS settings(name, wanted) JOIN pg_settings USING (name)
    WHERE source NOT IN ('client', 'user', 'database', 'database user')`
  return { text, values: [Object.keys(settings), Object.values(settings)], query_timeout: CONNECT_TIMEOUT_MS }
}

function isUnsupported(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '22023'
}
