import { DateTime } from 'luxon'
import type { Client } from '#client/client.ts'
import { api } from '#contract/api.ts'
import type { Run } from '#contract/run.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import type { ToolAnswer } from './answer.ts'
import { findSheet } from './find-sheet.ts'
import { runPage } from './links.ts'
import { requireTask } from './list-runs.ts'
import type { ToolParts } from './tool-parts.ts'

/** Maximum tasks of a spreadsheet for which changes are read. */
const MAX_TASKS = 20
/** Maximum runs of a task searched for changes. The server keeps as many. */
const MAX_RUNS = 200
/** Maximum changes to the settings read per task. */
const MAX_TASK_CHANGES = 100
/** Maximum runs listed with their cells. */
const MAX_LISTED = 10
const MAX_CELLS = 10

const UNIT_MS: Readonly<Record<string, number>> = { m: MINUTE_MS, h: HOUR_MS, d: DAY_MS }

interface Asked {
  spreadsheet?: string | undefined
  task_id?: number | undefined
  since?: string | undefined
}

/** Lists cells changed by runs in a target since a given time, and people's changes to its tasks. */
export async function showChanges(
  parts: ToolParts,
  { spreadsheet, task_id, since = 'yesterday' }: Asked,
): Promise<ToolAnswer> {
  const { client } = parts
  if (spreadsheet === undefined && task_id === undefined) return { says: { problem: 'Give spreadsheet or task_id' } }
  const { timezone } = await client.call(api.operations.info)
  const from = parseSince(since, timezone)?.getTime()
  if (from === undefined)
    return { says: { problem: 'Give since as yesterday, today, a date such as 2026-11-28, or an age such as 12h' } }
  const taskIds = task_id === undefined ? await findTaskIds(client, spreadsheet ?? '') : [task_id]
  if (taskIds.length === 0) return { says: { problem: 'No task writes to a spreadsheet with this title, link or ID.' } }
  const read = taskIds.slice(0, MAX_TASKS)
  const histories = await Promise.all(read.map((id) => listRuns(client, id)))
  const changing = histories.flat().filter((run) => Date.parse(run.queued_at) >= from && (run.cells_changed ?? 0) > 0)
  const newest = changing.sort((one, other) => other.id - one.id).slice(0, MAX_LISTED)
  const runs = await Promise.all(newest.map((run) => describeRun(parts, run)))
  if (task_id !== undefined && newest.length === 0) await requireTask(client, task_id)
  const edits = await Promise.all(read.map((id) => listTaskChanges(client, id)))
  const completeSince = Math.max(
    from,
    ...histories.map((history) =>
      findBeginning(
        history.map(({ queued_at }) => queued_at),
        MAX_RUNS,
      ),
    ),
    ...edits.map((history) =>
      findBeginning(
        history.map(({ at }) => at),
        MAX_TASK_CHANGES,
      ),
    ),
  )
  return {
    says: {
      since: new Date(from).toISOString(),
      ...(completeSince > from && { complete_since: new Date(completeSince).toISOString() }),
      runs_with_changes: changing.length,
      tasks: taskIds.length,
      ...(read.length < taskIds.length && { tasks_read: read.length }),
    },
    data: { runs, task_changes: edits.flat().filter(({ at }) => Date.parse(at) >= from) },
  }
}

/** Finds the time from which a history is complete: its oldest entry if the history is full, otherwise any time. */
function findBeginning(times: readonly string[], max: number): number {
  return times.length < max ? Number.NEGATIVE_INFINITY : Math.min(...times.map(Date.parse))
}

async function findTaskIds(client: Client, sheet: string): Promise<number[]> {
  return (await findSheet(client, { sheet })).writers.map(({ id }) => id)
}

async function listRuns(client: Client, id: number): Promise<Run[]> {
  return (await client.call(api.runs.list, { query: { task_id: String(id), limit: String(MAX_RUNS) } })).runs
}

async function describeRun(parts: ToolParts, run: Run) {
  const { id, task_id, task_name, status, triggered_by, ended_at, cells_changed } = run
  const params = { id: String(task_id), run: String(id) }
  const page = await parts.client.call(api.changeSets.page, { params, query: { limit: String(MAX_CELLS) } })
  const first_cells = page.cells.map(({ value, row, column, before, after }) => ({
    ...(value !== undefined && { value }),
    cell: `${page.columns[column - 1] || `column ${column}`}, row ${row}`,
    before,
    after,
  }))
  return {
    run_id: id,
    task_id,
    task: task_name,
    status,
    triggered_by,
    ended_at,
    cells_changed,
    first_cells,
    page: runPage(parts, { taskId: task_id, runId: id }),
  }
}

async function listTaskChanges(client: Client, id: number) {
  const query = { task_id: String(id), without_runs: 'true' as const, limit: String(MAX_TASK_CHANGES) }
  const { entries } = await client.call(api.activity.list, { query })
  return entries.map(({ at, who, kind, subject, token_name, changes }) => {
    return { at, who, kind, task: subject, token_name, changes }
  })
}

/** Parses a day, which starts in the time zone of the schedules, or an age; undefined for any other text. */
function parseSince(since: string, timezone: string): Date | undefined {
  const text = since.trim().toLowerCase()
  const today = DateTime.now().setZone(timezone).startOf('day')
  if (text === 'today') return today.toJSDate()
  if (text === 'yesterday') return today.minus({ days: 1 }).toJSDate()
  const [, count, unit = ''] = /^(\d{1,6})([mhd])$/.exec(text) ?? []
  if (count !== undefined) return new Date(Date.now() - Number(count) * (UNIT_MS[unit] ?? 0))
  const date = DateTime.fromISO(since.trim(), { zone: timezone })
  return date.isValid ? date.toJSDate() : undefined
}
