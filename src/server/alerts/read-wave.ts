import { and, asc, eq, isNull, notExists, sql } from 'drizzle-orm'
import { MAX_WAVE_OUTCOMES, type WaveOutcome, type WaveSummary } from '#domain/alerts/alert.ts'
import { isNotRun } from '#server/runs/stopped-runs.ts'
import type { Orm } from '#server/storage/database.ts'
import { tasks, taskTypes } from '#server/storage/live-tables.ts'
import { alertWaves, runs } from '#server/storage/schema.ts'

const SLOWEST_SHOWN = 3

type AlertWave = typeof alertWaves.$inferSelect

/** Records that a digest is due once the wave has ended. */
export async function expectDigest(tx: Orm, wave: AlertWave): Promise<void> {
  await tx.insert(alertWaves).values(wave).onConflictDoNothing()
}

/** Lists waves without runs in progress. */
export async function endedWaves(tx: Orm): Promise<AlertWave[]> {
  const unfinished = tx
    .select({ id: runs.id })
    .from(runs)
    .where(and(eq(runs.waveId, alertWaves.waveId), isNull(runs.endedAt)))
  return await tx.select().from(alertWaves).where(notExists(unfinished)).orderBy(asc(alertWaves.startedAt))
}

interface EndedWave {
  summary: WaveSummary
  typeIds: number[]
}

/** Summarizes a wave; undefined if all its runs have been deleted. */
export async function summarizeWave(tx: Orm, wave: AlertWave): Promise<EndedWave | undefined> {
  const ended = await tx
    .select({
      id: tasks.id,
      name: tasks.name,
      typeId: taskTypes.id,
      status: runs.status,
      isHeld: runs.isHeld,
      isNotRun,
      startedAt: runs.startedAt,
      endedAt: sql<Date>`${runs.endedAt}`.mapWith(runs.endedAt),
    })
    .from(runs)
    .innerJoin(tasks, eq(tasks.id, runs.taskId))
    .innerJoin(taskTypes, eq(taskTypes.id, tasks.taskTypeId))
    .where(eq(runs.waveId, wave.waveId))
    .orderBy(asc(taskTypes.position), asc(tasks.position))
  if (ended.length === 0) return undefined
  const outcomes = ended.map(findOutcome)
  const endMs = ended.reduce((latest, run) => Math.max(latest, run.endedAt.getTime()), 0)
  const counts = { succeeded: 0, warned: 0, held: 0, failed: 0, not_run: 0, stopped: 0 }
  for (const outcome of outcomes) counts[outcome] += 1
  const slowest = ended
    .map(({ id, name, startedAt, endedAt }) => ({
      id,
      name,
      durationMs: endedAt.getTime() - (startedAt ?? endedAt).getTime(),
    }))
    .filter(({ durationMs }) => durationMs > 0)
    .sort((one, other) => other.durationMs - one.durationMs)
    .slice(0, SLOWEST_SHOWN)
  const summary = {
    name: wave.name,
    startedAt: wave.startedAt.toISOString(),
    durationMs: Math.max(0, endMs - wave.startedAt.getTime()),
    counts,
    slowest,
    outcomes: outcomes.slice(0, MAX_WAVE_OUTCOMES),
  }
  return { summary, typeIds: [...new Set(ended.map(({ typeId }) => typeId))] }
}

interface EndedRun extends Pick<typeof runs.$inferSelect, 'status' | 'isHeld'> {
  isNotRun: boolean
}

function findOutcome({ status, isHeld, isNotRun }: EndedRun): WaveOutcome {
  if (status === 'Success') return 'succeeded'
  if (status === 'Error') return 'failed'
  if (isNotRun) return 'not_run'
  if (status === 'Warning') return isHeld ? 'held' : 'warned'
  return 'stopped'
}
