import type { Client } from '#client/client.ts'
import { api } from '#contract/api.ts'
import type { Run } from '#contract/run.ts'
import { HOUR_MS } from '#domain/time.ts'
import type { ToolAnswer } from './answer.ts'
import { runPage } from './links.ts'
import type { ToolParts } from './tool-parts.ts'
import { waitUntil } from './wait-until.ts'

const DEFAULT_HOURS = 24
const MAX_RUNS = 50
const MAX_RUNS_OF_TASK = 10
const MAX_WAVES = 20

interface Asked {
  task_id?: number | undefined
  hours?: number | undefined
  until_done?: boolean | undefined
}

export async function listRuns(parts: ToolParts, { task_id, hours, until_done }: Asked): Promise<ToolAnswer> {
  const { client } = parts
  const limit = String(task_id === undefined || hours !== undefined ? MAX_RUNS : MAX_RUNS_OF_TASK)
  const query =
    task_id === undefined ? { hours: String(hours ?? DEFAULT_HOURS), limit } : { task_id: String(task_id), limit }
  const read = () => client.call(api.runs.list, { query })
  const isNewestDone = ([newest]: Run[]) => newest === undefined || newest.ended_at !== null
  const listed = until_done === true ? await waitUntil(read, ({ runs }) => isNewestDone(runs)) : await read()
  if (task_id !== undefined && listed.runs.length === 0) await requireTask(client, task_id)
  const since = task_id === undefined || hours === undefined ? 0 : Date.now() - hours * HOUR_MS
  const runs = listed.runs.filter(({ ended_at }) => ended_at === null || Date.parse(ended_at) >= since)
  const isCut = listed.is_cut && runs.length === listed.runs.length
  const waves = task_id === undefined ? await listWaves(parts, hours ?? DEFAULT_HOURS) : undefined
  const says = { is_done: isNewestDone(listed.runs), ...(isCut && { is_cut: true }) }
  return { says, data: { runs: runs.map((run) => describeRun(parts, run)), waves } }
}

/** Waits until the last run of each task has ended, or until the call has taken too long. */
export async function waitForEnd(parts: ToolParts, taskIds: readonly number[]) {
  const readLast = async (task_id: number) =>
    (await parts.client.call(api.runs.list, { query: { task_id: String(task_id), limit: '1' } })).runs
  const areDone = (runs: readonly Run[]) => runs.every(({ ended_at }) => ended_at !== null)
  const runs = await waitUntil(async () => (await Promise.all(taskIds.map(readLast))).flat(), areDone)
  return { isDone: areDone(runs), described: runs.map((run) => describeRun(parts, run)) }
}

/** @throws CallFailed if the task does not exist */
export async function requireTask(client: Client, id: number): Promise<void> {
  await client.call(api.tasks.get, { params: { id } })
}

async function listWaves({ client }: ToolParts, hours: number) {
  const { past } = await client.call(api.waves.list, { query: { hours: String(hours) } })
  return past.slice(0, MAX_WAVES).map(({ id, is_undo, ...wave }) => ({
    wave_id: id,
    ...Object.fromEntries(Object.entries(wave).filter(([, figure]) => figure !== 0)),
    is_undo: is_undo ? true : null,
  }))
}

function describeRun(parts: ToolParts, run: Run) {
  const { id, task_id, task_name, task_type_name, status, triggered_by, queued_at, ended_at, rows, cells_changed } = run
  return {
    run_id: id,
    task_id,
    task: task_name,
    type: task_type_name,
    status,
    is_held: run.is_held ? true : null,
    triggered_by,
    queued_at,
    ended_at,
    rows,
    cells_changed,
    page: runPage(parts, { taskId: task_id, runId: id }),
  }
}
