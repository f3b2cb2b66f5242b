import type { RunStatus } from '#domain/runs/run-status.ts'
import type { PostgresCluster } from './postgres-cluster.ts'

/** A run after a change of its status, attempt, lease or wait, in the order of the changes. Times are in milliseconds. */
export interface RunChange {
  readonly at: number
  readonly runId: number
  readonly taskId: number
  readonly typeId: number
  readonly waveId: string
  readonly status: RunStatus
  readonly attempt: number
  /** The process that holds the lease; undefined without one. */
  readonly pid: number | undefined
  readonly leaseUntil: number | undefined
  /** Until when it has given its place in the type to others. */
  readonly recheckAt?: number | undefined
}

/** The limit of a type from a time on. */
export interface LimitChange {
  readonly at: number
  readonly typeId: number
  readonly limit: number
}

/** Recorded by triggers, within the transactions that make the changes, at the database's time. */
const SCHEMA = `
  create table chaos_runs (
    seq bigint generated always as identity, at timestamptz, run_id int, task_id int, type_id int, wave_id uuid,
    status text, attempt int, lease_owner text, lease_until timestamptz, recheck_at timestamptz);
  create table chaos_limits (seq bigint generated always as identity, at timestamptz, type_id int, "limit" int);
  create function chaos_record_run() returns trigger language plpgsql as $$ begin
    insert into chaos_runs
      (at, run_id, task_id, type_id, wave_id, status, attempt, lease_owner, lease_until, recheck_at)
    select clock_timestamp(), new.id, new.task_id, tasks.task_type_id, new.wave_id, new.status, new.attempt,
      new.lease_owner, new.lease_until, new.recheck_at from tasks where tasks.id = new.task_id;
    return null;
  end $$;
  create function chaos_record_limit() returns trigger language plpgsql as $$ begin
    insert into chaos_limits (at, type_id, "limit") values (clock_timestamp(), new.id, new.allowed_concurrent_tasks);
    return null;
  end $$;
  create trigger chaos_run_inserted after insert on runs for each row execute function chaos_record_run();
  create trigger chaos_run_updated after update on runs for each row
    when ((old.status, old.attempt, old.lease_owner, old.lease_until, old.recheck_at)
      is distinct from (new.status, new.attempt, new.lease_owner, new.lease_until, new.recheck_at))
    execute function chaos_record_run();
  create trigger chaos_limit_changed after insert or update on all_task_types for each row
    execute function chaos_record_limit();`

/** Records all changes of runs from now on. */
export async function recordRuns(cluster: PostgresCluster): Promise<void> {
  await cluster.query(SCHEMA)
}

export async function readRunLog(cluster: PostgresCluster): Promise<RunChange[]> {
  const rows = await cluster.query<Omit<RunChange, 'pid' | 'at' | 'leaseUntil' | 'recheckAt'> & RawRun>(`
    select extract(epoch from at) * 1000 as at, run_id as "runId", task_id as "taskId", type_id as "typeId",
      wave_id as "waveId", status, attempt, lease_owner as owner, extract(epoch from lease_until) * 1000 as "leaseUntil",
      extract(epoch from recheck_at) * 1000 as "recheckAt"
    from chaos_runs order by seq`)
  return rows.map(({ owner, ...row }) => ({
    ...row,
    at: Number(row.at),
    pid: parsePid(owner),
    leaseUntil: row.leaseUntil === null ? undefined : Number(row.leaseUntil),
    recheckAt: row.recheckAt === null ? undefined : Number(row.recheckAt),
  }))
}

interface RawRun {
  at: string
  owner: string | null
  leaseUntil: string | null
  recheckAt: string | null
}

export async function readLimitLog(cluster: PostgresCluster): Promise<LimitChange[]> {
  const rows = await cluster.query<{ at: string; typeId: number; limit: number }>(
    'select extract(epoch from at) * 1000 as at, type_id as "typeId", "limit" from chaos_limits order by seq',
  )
  return rows.map((row) => ({ ...row, at: Number(row.at) }))
}

/** The id of a node is its host, process and a random part. */
function parsePid(owner: string | null): number | undefined {
  const pid = owner?.split(':')[1]
  return pid === undefined ? undefined : Number(pid)
}
