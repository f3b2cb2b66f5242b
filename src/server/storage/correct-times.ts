import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import type { Orm } from './database.ts'

/** Minimum time ahead of now before a stored time is corrected. Clocks of nodes differ by less. */
const TOLERANCE_MS = 5 * SECOND_MS

interface Lengths {
  /** Length of an attempt's lease. */
  leaseMs: number
  /** Time after the end of a lease in which the attempt's last write may still reach the provider. */
  lateWriteMs: number
}

/** Columns with times of past events, by table. A time later than now is set to now. */
export const EVENTS: Readonly<Record<string, readonly string[]>> = {
  all_task_types: ['last_start_at'],
  all_tasks: ['last_success_at', 'seen_equal_at'],
  runs: ['queued_at', 'started_at', 'attempt_started_at', 'stop_requested_at', 'phase_started_at', 'ended_at'],
  schedule_marks: ['done_until'],
  schedule_events: ['noted_at'],
  copy_memories: ['compared_at', 'read_all_at'],
  data_copies: ['created_at'],
  hand_outs: ['read_all_at'],
  pauses: ['since'],
  holds: ['since', 'accepted_at'],
  watched_sources: ['seen_at', 'edited_at', 'polled_at'],
  watched_tasks: ['pending_since', 'started_at'],
  alert_incidents: ['opened_at', 'closed_at', 'reported_at'],
  alert_waves: ['started_at'],
  alerts: ['created_at'],
  alert_deliveries: ['created_at', 'first_tried_at', 'tried_at'],
  access_checks: ['started_at'],
  csv_jobs: ['created_at'],
  previews: ['created_at', 'alive_at'],
  deletions: ['deleted_at'],
  activity: ['at'],
  sessions: ['signed_in_at', 'last_active_at'],
  api_tokens: ['created_at', 'last_used_at'],
  user_tokens: ['obtained_at', 'last_used_at'],
}

/** Lists deadlines the app sets, with their lengths. Deadlines chosen by a person, such as a snooze, are not corrected. */
export function deadlines({ leaseMs, lateWriteMs }: Lengths): { table: string; column: string; length: SQL }[] {
  const lateMs = leaseMs + lateWriteMs
  return [
    { table: 'runs', column: 'lease_until', length: milliseconds(leaseMs) },
    { table: 'runs', column: 'writes_land_by', length: milliseconds(lateMs) },
    { table: 'runs', column: 'recheck_at', length: milliseconds(lateMs) },
    { table: 'runs', column: 'waiting_until', length: milliseconds(2 * MINUTE_MS) },
    {
      table: 'runs',
      column: 'next_attempt_at',
      length: sql`(select retry_delay_seconds * interval '1 second' from all_task_types where id = runs.task_type_id)`,
    },
    { table: 'watch_lease', column: 'until', length: milliseconds(MINUTE_MS / 2) },
    { table: 'alert_deliveries', column: 'lease_until', length: milliseconds(2 * MINUTE_MS) },
    { table: 'alert_deliveries', column: 'due_at', length: milliseconds(HOUR_MS) },
    { table: 'task_previews', column: 'waiting_until', length: milliseconds(2 * MINUTE_MS) },
    { table: 'previews', column: 'expires_at', length: milliseconds(DAY_MS) },
  ]
}

/**
 * Corrects times that were stored while the clock was ahead. Otherwise runs would wait for a queue delay, a lease or a
 * scheduled time hours in the future. Returns the tables whose times changed.
 *
 * Each statement reads `now` itself. With a time from before, a node that froze before sending the statement would shorten
 * leases that other nodes have renewed since. There is no transaction, because a frozen node would keep its locks.
 */
export async function correctTimes(orm: Orm, { now, ...lengths }: Lengths & { now: SQL }): Promise<string[]> {
  const tables = new Set<string>()
  const run = async (table: string, statement: SQL) => {
    const { rows } = Changed.parse(await orm.execute(statement))
    if (rows.length > 0) tables.add(table)
  }
  const limit = sql`${now} + ${milliseconds(TOLERANCE_MS)}`
  const events = Object.entries(EVENTS).flatMap(([table, columns]) =>
    columns.map((column) => {
      const name = sql.identifier(column)
      return { table, name, isAhead: sql`${name} > ${limit}`, corrected: sql`least(${name}, ${now})` }
    }),
  )
  const ends = deadlines(lengths).map(({ table, column, length }) => {
    const name = sql.identifier(column)
    const isAhead = sql`${name} > ${limit} + ${length}`
    return { table, name, isAhead, corrected: sql`case when ${isAhead} then ${now} + ${length} else ${name} end` }
  })
  // A run that ended in the past has no later time. Indexes find the remaining runs quickly.
  const isRelevant = (table: string) =>
    table === 'runs' ? sql`(ended_at is null or ended_at > (select ${limit}))` : sql`true`
  // Correct all times of a table in a single statement, because each statement may read the whole table.
  for (const [table, times] of Map.groupBy([...events, ...ends], (time) => time.table)) {
    const set = times.map(({ name, corrected }) => sql`${name} = ${corrected}`)
    const isAnyAhead = times.map(({ isAhead }) => isAhead)
    await run(
      table,
      sql`update ${sql.identifier(table)} set ${sql.join(set, sql`, `)}
          where ${isRelevant(table)} and (${sql.join(isAnyAhead, sql` or `)}) returning 1`,
    )
  }
  const nowMs = sql`extract(epoch from ${now}) * 1000`
  await run(
    'quota_slots',
    sql`update quota_slots set expire = ${nowMs} where expire > ${nowMs} + ${MAX_BUCKET_MS} returning 1`,
  )
  return [...tables]
}

const Changed = z.object({ rows: z.array(z.unknown()) })

/** Maximum time until a quota bucket is full again: a minute of being closed, then a minute of requests. */
export const MAX_BUCKET_MS = 2 * MINUTE_MS

function milliseconds(ms: number): SQL {
  return sql`${`${ms} milliseconds`}::interval`
}
