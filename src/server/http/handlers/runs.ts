import { runs } from '#contract/run.ts'
import { buildForecast } from '#domain/forecast/describe-forecast.ts'
import { intervalLoads } from '#domain/forecast/interval-load.ts'
import { timeLeftMs } from '#domain/forecast/time-left.ts'
import { isInProgress } from '#domain/runs/run-status.ts'
import { layoutLanes, MIN_BAR_SHARE } from '#domain/runs/run-timeline.ts'
import { runWaits } from '#domain/runs/run-waits.ts'
import { HOUR_MS, SECOND_MS } from '#domain/time.ts'
import type { Context } from '#server/http/context.ts'
import { type Handler, handler, sharedHandler } from '#server/http/handler.ts'
import { presentRun, presentRunDetails } from '#server/http/present/present-run.ts'
import { presentLane, shownRunId } from '#server/http/present/present-timeline.ts'
import { readBlockers } from '#server/runs/blockers.ts'
import { readIntervalUses, readRunAllWave } from '#server/runs/forecast-wave.ts'
import { readRunAllProgress } from '#server/runs/run-all-progress.ts'
import { listAttempts, logsOfRun, readRunDetails } from '#server/runs/run-details.ts'
import { listRuns } from '#server/runs/run-history.ts'
import { readSimilarRuns } from '#server/runs/run-timeline.ts'
import { readTargetEdits } from '#server/runs/target-edits.ts'
import type { Orm } from '#server/storage/database.ts'
import { presentTaskLog } from '#server/task-logs/task-logs.ts'
import { requireTask } from '#server/tasks/read-tasks.ts'

type Deps = Pick<Context, 'config' | 'database' | 'queue' | 'formatTime' | 'now'>

/** Handlers for the run history. */
export function runHandlers({ config, database: { orm }, queue, formatTime, now }: Deps): Handler[] {
  return [
    sharedHandler(runs.list, async ({ query }) => {
      const time = now()
      const { task_id: taskId, wave_id: waveId, hours, limit } = query
      const since = new Date(time.getTime() - hours * HOUR_MS)
      const which = taskId === undefined && waveId === undefined ? { since } : { taskId, waveId }
      const found = await listRuns(orm, { which, limit: limit + 1 })
      const listed = found.slice(0, limit)
      return { runs: listed.map((run) => presentRun(run, time)), is_cut: found.length > listed.length }
    }),
    sharedHandler(runs.timeline, async ({ query }) => {
      const time = now()
      const period = { fromMs: time.getTime() - query.hours * HOUR_MS, toMs: time.getTime() }
      const slotMs = MIN_BAR_SHARE * (period.toMs - period.fromMs)
      const lanes = layoutLanes(await readSimilarRuns(orm, { since: new Date(period.fromMs), slotMs }), period)
      const runIds = lanes.flatMap(({ bars }) => bars.map(shownRunId))
      const found = await listRuns(orm, { which: { runIds }, limit: runIds.length })
      const shown = new Map(found.map((run) => [run.id, presentRun(run, time)]))
      return { lanes: lanes.map((lane) => presentLane(lane, shown)) }
    }),
    sharedHandler(runs.forecast, async () => {
      const limits = { ...config.sheets.quota, workers: config.queue.workers }
      const wave = await readRunAllWave(orm, now())
      const intervals = intervalLoads(await readIntervalUses(orm), limits)
      const { tasks, unknown, skippable, quotas: used, ...forecast } = buildForecast({ ...wave, limits, intervals })
      const quotas = used.map(({ perMinute, ms, ...quota }) => ({
        ...quota,
        per_minute: perMinute,
        ms: Math.round(ms),
      }))
      const counts = { tasks_count: tasks, unknown_count: unknown, skippable_count: skippable }
      return { ...forecast, ...counts, quotas, in_progress: await presentRunAllProgress(orm, now()) }
    }),
    handler(runs.edits, async ({ params }) => {
      await requireTask(orm, params.id)
      await readRunDetails(orm, { taskId: params.id, runId: params.run })
      const { count = 0, shape = null, cells = [] } = (await readTargetEdits(orm, params.run)) ?? {}
      return {
        count,
        shape,
        cells: cells.map(({ columnName = '', ...cell }) => ({ ...cell, column_name: columnName })),
      }
    }),
    handler(runs.get, async ({ params }) => {
      await requireTask(orm, params.id)
      const run = await readRunDetails(orm, { taskId: params.id, runId: params.run })
      const time = now()
      const blockers = await readBlockers(orm, run, time)
      const progress = isInProgress(run.status) ? await queue.progress([params.id]) : undefined
      const lines = await logsOfRun(orm, run.id)
      return presentRunDetails(run, {
        waits: runWaits({ ...run, ...listAttempts(run, time), blockers }, time),
        waitingFor: progress?.get(params.id)?.waiting_for ?? null,
        logs: lines.map((line) => presentTaskLog(line, formatTime)),
        now: time,
      })
    }),
  ]
}

async function presentRunAllProgress(orm: Orm, now: Date) {
  const progress = await readRunAllProgress(orm)
  if (!progress) return null
  const { done, total, queuedAt } = progress
  const leftMs = timeLeftMs({ done, total, elapsedMs: now.getTime() - queuedAt.getTime() })
  return { done, total, seconds_left: leftMs === undefined ? null : Math.round(leftMs / SECOND_MS) }
}
