import type { Run, RunDetails } from '#contract/run.ts'
import { type RequestCounts, RequestPurpose, type RunAttempt, type RunWait } from '#contract/run-figures.ts'
import type { TaskLog } from '#contract/task-log.ts'
import { describeFailure } from '#domain/failures/failure.ts'
import { type AttemptRecord, NO_FIGURES, type RequestFigures } from '#domain/runs/attempt-record.ts'
import { countFields } from '#domain/runs/run-counts.ts'
import { outcomeFields } from '#domain/runs/run-outcomes.ts'
import { attemptPhases, runPhases } from '#domain/runs/run-phases.ts'
import { listAttempts, type RunDetailsRow } from '#server/runs/run-details.ts'
import type { PastRun } from '#server/runs/run-history.ts'
import { elapsedSeconds } from './elapsed-seconds.ts'
import { presentHold } from './present-hold.ts'

export function presentRun(run: PastRun, now: Date): Run {
  return {
    id: run.id,
    task_id: run.taskId,
    task_name: run.taskName,
    task_type_id: run.typeId,
    task_type_name: run.typeName,
    wave_id: run.waveId,
    status: run.status,
    triggered_by: run.triggeredBy,
    queued_at: run.queuedAt.toISOString(),
    started_at: run.startedAt?.toISOString() ?? null,
    ended_at: run.endedAt?.toISOString() ?? null,
    elapsed_seconds: elapsedSeconds(run, now),
    ...outcomeFields('run', run),
    rows: run.rowsDone,
    ...countFields(run),
    reads: run.reads,
    writes: run.writes,
    attempts_count: run.attempt,
  }
}

interface RelatedData {
  waits: RunWait[]
  waitingFor: string | null
  logs: TaskLog[]
  now: Date
}

export function presentRunDetails(run: RunDetailsRow, { waits, waitingFor, logs, now }: RelatedData): RunDetails {
  const { records, isWorking } = listAttempts(run, now)
  return {
    ...presentRun(run, now),
    reads: sumFigure(records, 'reads') || run.reads,
    writes: sumFigure(records, 'writes') || run.writes,
    origin: run.origin,
    token_name: run.tokenName,
    scope: run.scope,
    undoes_before_run: run.undo?.beforeRunId ?? null,
    wave_size: run.waveSize,
    rows_total: run.rowsTotal,
    bytes: sumFigure(records, 'bytes') || run.bytes,
    hold: run.hold && presentHold(run.hold),
    waiting_for: waitingFor,
    phases: runPhases({ ...run, records, isWorking }, now),
    waits,
    requests: requestCounts(records.map(({ figures }) => figures)),
    attempts: records.map((record, index) =>
      presentAttempt(record, { isInProgress: isWorking && index === records.length - 1, now }),
    ),
    delivery: run.delivery,
    logs,
  }
}

function presentAttempt(
  { number, startedAt, recordedAt, ending, failure, figures }: AttemptRecord,
  { isInProgress, now }: { isInProgress: boolean; now: Date },
): RunAttempt {
  const endMs = isInProgress ? now.getTime() : Date.parse(recordedAt)
  return {
    number,
    started_at: startedAt,
    ended_at: isInProgress ? null : recordedAt,
    ending: ending ?? (isInProgress ? null : 'lost'),
    error: failure && describeFailure(failure),
    phases: attemptPhases({ figures }, Math.max(0, endMs - Date.parse(startedAt))),
    requests: requestCounts([figures]),
  }
}

function requestCounts(all: readonly RequestFigures[]): RequestCounts {
  const purposes = { ...NO_FIGURES.purposes }
  let [retries, refusals] = [0, 0]
  for (const figures of all) {
    for (const purpose of RequestPurpose.options) purposes[purpose] += figures.purposes[purpose]
    retries += figures.retries
    refusals += figures.refusals
  }
  return { by_purpose: purposes, retries, refusals }
}

function sumFigure(records: readonly AttemptRecord[], figure: 'reads' | 'writes' | 'bytes'): number {
  return records.reduce((sum, { figures }) => sum + figures[figure], 0)
}
