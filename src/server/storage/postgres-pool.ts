import pg from 'pg'
import type { OutageLog } from './outage-log.ts'
import { prepareSession, sessionOptions } from './postgres-session.ts'

interface Options {
  databaseUrl: string
  max: number
  outage: OutageLog
}

/** A pool whose connections have limits, and whose broken connections end neither the process nor a caller's wait. */
export function openPostgresPool({ databaseUrl, max, outage }: Options): pg.Pool {
  const pool = new pg.Pool({ ...sessionOptions(databaseUrl), max, onConnect: prepareSession })
  // The pool replaces an idle connection that breaks. Without a listener, the error would end the process.
  pool.on('error', (error) => outage.failed(error))
  pool.on('connect', (client) => {
    // The pool does not listen to a connection in use. Its user gets the error with the next statement.
    client.on('error', () => undefined)
    outage.succeeded()
  })
  return pool
}
