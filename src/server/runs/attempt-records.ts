import { type SQL, sql } from 'drizzle-orm'
import { type AttemptRecord, NO_FIGURES } from '#domain/runs/attempt-record.ts'
import { runs } from '#server/storage/schema.ts'

/** Maximum records: a run with many interruptions keeps its last attempts. */
const MAX_RECORDS = 100

/** The record of an attempt at its start. */
export function newRecord({ number, startedAt }: { number: number; startedAt: Date }): AttemptRecord {
  const at = startedAt.toISOString()
  return { number, startedAt: at, recordedAt: at, ending: null, failure: null, figures: NO_FIGURES }
}

/** How the columns of a run change when an attempt is over. Its requests add up over the attempts. */
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

/** How they change when another attempt takes over, with the last report of the lost node. */
export const afterLostAttempt = () => afterAttempt(sql`${runs.attemptRecord}`)

function appended(record: SQL): SQL {
  const kept = sql`case when jsonb_array_length(${runs.attempts}) >= ${MAX_RECORDS} then ${runs.attempts} - 0 else ${runs.attempts} end`
  return sql`(${kept}) || jsonb_build_array(${record})`
}
