import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Orm } from './database.ts'

/**
 * Every advisory lock of this app. During an upgrade, nodes of two versions share the database. So a number must not change
 * while a version that uses it may still be running. It must never be reused for another lock.
 */
export const ADVISORY_LOCKS = {
  migrations: 7_206_541,
  admission: 7_206_542,
  schedule: 7_206_543,
  taskRows: 7_206_544,
  /** The ID of the job is the second half of the lock's key. */
  csvJob: 7_206_545,
  signIns: 7_206_546,
  previews: 7_206_547,
  alerts: 7_206_548,
  channels: 7_206_549,
} as const

/** Runs `work` on one node at a time. `connection` must be a single connection: the lock belongs to its session. */
export async function withMigrationLock<T>(connection: Pick<Orm, 'execute'>, work: () => Promise<T>): Promise<T> {
  await connection.execute(sql`select pg_advisory_lock(${ADVISORY_LOCKS.migrations})`)
  try {
    return await work()
  } finally {
    await connection.execute(sql`select pg_advisory_unlock(${ADVISORY_LOCKS.migrations})`)
  }
}

/** Makes nodes take turns deciding which runs start. The lock is released when the transaction ends. */
export async function lockAdmission(tx: Orm): Promise<void> {
  await lock(tx, ADVISORY_LOCKS.admission)
}

/** Takes the admission lock only if the condition holds before it waits. Returns whether it took the lock. */
export async function tryLockAdmission(tx: Orm, condition: SQL): Promise<boolean> {
  const lock = sql`pg_advisory_xact_lock(${ADVISORY_LOCKS.admission}) is not null`
  const result = await tx.execute(sql`select case when ${condition} then ${lock} else false end as "isLocked"`)
  return LockResult.parse(result).rows[0].isLocked
}

const LockResult = z.object({ rows: z.tuple([z.object({ isLocked: z.boolean() })]) })

/** Makes nodes take turns handling due scheduled times. The lock is released when the transaction ends. */
export async function lockSchedule(tx: Orm): Promise<void> {
  await lock(tx, ADVISORY_LOCKS.schedule)
}

/**
 * Serializes transactions that change many tasks. They cannot deadlock on one another's rows, and the positions and conflicts
 * they read stay true. Call it before locking any row of a task or a type. The lock is released when the transaction ends.
 */
export async function lockTaskRows(tx: Orm): Promise<void> {
  await lock(tx, ADVISORY_LOCKS.taskRows)
}

/**
 * Serializes sign-ins, because they decide who owns an address and record failures. The lock is released when the transaction
 * ends.
 */
export async function lockSignIns(tx: Orm): Promise<void> {
  await lock(tx, ADVISORY_LOCKS.signIns)
}

/**
 * Makes requests take turns counting the previews in progress and adding another. The lock is released when the transaction
 * ends.
 */
export async function lockPreviews(tx: Orm): Promise<void> {
  await lock(tx, ADVISORY_LOCKS.previews)
}

/** Serializes requests that count and add alert channels. The lock is released when the transaction ends. */
export async function lockChannels(tx: Orm): Promise<void> {
  await lock(tx, ADVISORY_LOCKS.channels)
}

/** Waits until no node is creating alerts. The lock is released when the transaction ends. */
export async function lockAlerts(tx: Orm): Promise<void> {
  await lock(tx, ADVISORY_LOCKS.alerts)
}

/** Marks a CSV job as in progress until the transaction ends or its process dies. */
export async function lockCsvJob(tx: Orm, jobId: number): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.csvJob}::integer, ${jobId}::integer)`)
}

/** Takes the lock of a CSV job. Returns false if another transaction has it. */
export async function tryLockCsvJob(tx: Orm, jobId: number): Promise<boolean> {
  const result = await tx.execute(
    sql`select pg_try_advisory_xact_lock(${ADVISORY_LOCKS.csvJob}::integer, ${jobId}::integer) as is_locked`,
  )
  return TryLockResult.parse(result).rows[0].is_locked
}

/** Takes the lock for creating alerts. Returns false if another node has it. The lock is released when the transaction ends. */
export async function tryLockAlerts(tx: Orm): Promise<boolean> {
  const result = await tx.execute(sql`select pg_try_advisory_xact_lock(${ADVISORY_LOCKS.alerts}) as is_locked`)
  return TryLockResult.parse(result).rows[0].is_locked
}

const TryLockResult = z.object({ rows: z.tuple([z.object({ is_locked: z.boolean() })]) })

async function lock(tx: Orm, number: number): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${number})`)
}
