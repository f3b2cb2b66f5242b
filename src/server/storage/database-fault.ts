import { DrizzleQueryError } from 'drizzle-orm/errors'

/**
 * Reason why a correct statement failed: the database is away or cannot work, its disk is full, or another change blocks it.
 */
export type DatabaseFault = 'away' | 'full' | 'busy'

/** Faults by SQLSTATE, or by its first two characters: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const faultOfState: Readonly<Record<string, DatabaseFault>> = {
  '08': 'away',
  '53': 'away',
  '53100': 'full',
  '57P': 'away',
  // Reported by a standby while it takes over.
  '25006': 'away',
  '25P03': 'busy',
  '40001': 'busy',
  '40P01': 'busy',
  '55P03': 'busy',
  '57014': 'busy',
}

/** Messages of errors that `pg` itself raises, which have no code. */
const CONNECTION_FAILURE =
  /^(Connection terminated|timeout expired|Query read timeout|Client (was closed|has encountered))/
export const POOL_EXHAUSTED = 'timeout exceeded when trying to connect'

/** Whether the server, the role or the database allows no more connections. */
export function isServerFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '53300'
}

/** Failure of a statement outside the ORM, which has an error of its own. */
export class ConnectionError extends Error {
  override name = 'ConnectionError'

  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : 'The connection to the database failed', { cause })
  }
}

/** Finds the fault behind an error of the ORM or a `ConnectionError`; undefined for any other error. */
export function findDatabaseFault(error: unknown): DatabaseFault | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at instanceof DrizzleQueryError || at instanceof ConnectionError) return readFault(at.cause)
  }
  return undefined
}

/** Finds the fault behind an error of a connection. */
export function readFault(error: unknown): DatabaseFault | undefined {
  if (!(error instanceof Error)) return undefined
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  if (code === undefined) {
    if (error.message === POOL_EXHAUSTED) return 'busy'
    return CONNECTION_FAILURE.test(error.message) ? 'away' : undefined
  }
  // Matches Node's codes for network failures: ECONNREFUSED, ENOTFOUND, EPIPE and so on.
  if (/^E[A-Z]/.test(code)) return 'away'
  return faultOfState[code] ?? faultOfState[code.slice(0, 3)] ?? faultOfState[code.slice(0, 2)]
}
