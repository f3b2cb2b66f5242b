import { setTimeout as delay } from 'node:timers/promises'
import type { Client } from '#client/client.ts'
import { api } from '#contract/api.ts'
import { listFailedTargets, MAX_PREVIEWED_TASKS, type TaskPreview } from '#contract/preview.ts'
import { describeCarried } from '#domain/beside/moved-rows.ts'
import { type ExitCode, exitCodes } from './exit-codes.ts'
import { listTasks, type Selection } from './find-tasks.ts'
import type { Column } from './output.ts'

const POLL_MS = 500

/** Lists the IDs of the tasks that a run of the selection would include: the active tasks, or the named task. */
export async function tasksToPreview(client: Client, selection: Selection): Promise<number[]> {
  if (selection.kind === 'task') return [selection.id]
  const ofType = selection.kind === 'type' ? { sync_task_type_id: selection.id } : {}
  return (await listTasks(client, ofType)).filter(({ is_active }) => is_active).map(({ id }) => id)
}

interface Wait {
  signal: AbortSignal
  /** Called after each read of the progress. */
  onProgress(progress: { ended: number; rowsDone: number; rowsTotal: number | undefined }): void
}

/** Previews runs of these tasks, in batches of the size that the server accepts. Writes nothing. */
export async function previewRuns(client: Client, taskIds: readonly number[], wait: Wait): Promise<TaskPreview[]> {
  const done: TaskPreview[] = []
  for (let start = 0; start < taskIds.length; start += MAX_PREVIEWED_TASKS) {
    const batch = taskIds.slice(start, start + MAX_PREVIEWED_TASKS)
    const { id } = await client.call(api.previews.start, { body: { task_ids: batch } })
    done.push(...(await untilDone(client, id, { ...wait, endedBefore: done.length })))
  }
  return done
}

async function untilDone(
  client: Client,
  id: number,
  { signal, onProgress, endedBefore }: Wait & { endedBefore: number },
): Promise<TaskPreview[]> {
  for (;;) {
    const { tasks, is_in_progress: isInProgress } = await client.call(api.previews.get, { params: { id } })
    const open = tasks.filter(({ status }) => status === 'waiting' || status === 'reading')
    const known = open.filter(({ rows_total }) => rows_total !== null)
    const sum = (of: (task: TaskPreview) => number | null) => known.reduce((total, task) => total + (of(task) ?? 0), 0)
    onProgress({
      ended: endedBefore + tasks.length - open.length,
      rowsDone: sum(({ rows_done }) => rows_done),
      rowsTotal: known.length > 0 ? sum(({ rows_total }) => rows_total) : undefined,
    })
    if (!isInProgress) return tasks
    await delay(POLL_MS, undefined, { signal })
  }
}

/** Finds the exit code with the same rule as for runs: a failed preview, even of a single target, outweighs a hold. */
export function findPreviewExitCode(tasks: readonly Pick<TaskPreview, 'status' | 'result'>[]): ExitCode {
  const wouldFail = ({ status, result }: Pick<TaskPreview, 'status' | 'result'>) =>
    status !== 'done' || (result !== null && listFailedTargets(result).length > 0)
  if (tasks.some(wouldFail)) return exitCodes.failed
  return tasks.some(({ result }) => result?.held_because) ? exitCodes.held : exitCodes.success
}

const numbers = new Intl.NumberFormat('en-US')

/** Columns for previewed tasks. */
export const previewColumns: readonly Column<TaskPreview>[] = [
  ['ID', ({ task_id }) => String(task_id)],
  ['Name', ({ task_name }) => task_name],
  ['Type', ({ task_type_name }) => task_type_name],
  ['Rows', rowsText],
  ['Cells', cellsText],
  ['Notes', notesText],
]

function rowsText({ result }: TaskPreview): string {
  if (!result) return ''
  return partsText([
    ['added', result.rows_added],
    ['changed', result.rows_changed],
    ['removed', result.rows_removed],
  ])
}

function cellsText({ result }: TaskPreview): string {
  if (!result) return ''
  return partsText([
    ['filled', result.cells_filled],
    ['changed', result.cells_changed],
    ['cleared', result.cells_cleared],
  ])
}

function partsText(parts: readonly (readonly [word: string, count: number])[]): string {
  const some = parts.filter(([, count]) => count > 0)
  return some.length === 0 ? 'no changes' : some.map(([word, count]) => `${numbers.format(count)} ${word}`).join(', ')
}

function notesText({ status, error, result }: TaskPreview): string {
  if (!result) return error ?? status
  const held = result.held_because === null ? [] : [`Would be held: ${result.held_because}`]
  const created = result.targets ? 'creates missing tabs' : `creates the tab '${result.target.tab}'`
  const tab = result.creates_tab ? [created] : []
  const tables = (result.tables ?? []).map(({ name, from, to }) => `extends the table "${name}" from ${from} to ${to}`)
  const edits = result.edited_cells > 0 ? [`overwrites ${numbers.format(result.edited_cells)} edited by hand`] : []
  const rows = result.row_moves ? [describeCarried(result.row_moves)] : []
  return [...held, ...tab, ...tables, ...edits, ...rows, ...result.warnings].join('; ')
}
