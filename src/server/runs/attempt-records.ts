import { type SQL, sql } from 'drizzle-orm'
import { type AttemptRecord, NO_FIGURES } from '#domain/runs/attempt-record.ts'
import { runs } from '#server/storage/schema.ts'

/** Maximum number of records. A run with many interruptions keeps its latest attempts. */
const MAX_RECORDS = 100

export function newRecord({ number, startedAt }: { number: number; startedAt: Date }): AttemptRecord {
  const at = startedAt.toISOString()
  return { number, startedAt: at, recordedAt: at, ending: null, failure: null, figures: NO_FIGURES }
}

/** Builds the changes of a run's columns at the end of an attempt. Adds its requests to the requests of earlier attempts. */
export function afterAttempt(record: SQL) {
  const added = (name: 'reads' | 'writes' | 'bytes') =>
    sql`${runs[name]} + coalesce((${record} -> 'figures' ->> ${sql.raw(`'${name}'`)})::bigint, 0)`
  return {
    reads: added('reads'),
    writes: added('writes'),
    bytes: added('bytes'),
    attempts: sql`case when ${record} is null then ${runs.attempts} else ${appended(record)} end`,
  }
}

/** Builds the changes of a run's columns when an attempt replaces a lost one. Uses the last report of the lost node. */
export const afterLostAttempt = () => afterAttempt(sql`${runs.attemptRecord}`)

function appended(record: SQL): SQL {
  const kept = sql`case when jsonb_array_length(${runs.attempts}) >= ${MAX_RECORDS} then ${runs.attempts} - 0 else ${runs.attempts} end`
  return sql`(${kept}) || jsonb_build_array(${record})`
}
