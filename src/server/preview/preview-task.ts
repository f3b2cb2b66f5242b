import type { Logger } from 'pino'
import { columnLetters } from '#domain/copy/a1.ts'
import { areaName } from '#domain/copy/area.ts'
import { explain, type Failure } from '#domain/failures/failure.ts'
import type { JobNote } from '#engine/job/sync-job.ts'
import { NodeFault } from '#engine/node-fault.ts'
import { type PreviewPorts, previewSync, type SyncPreview } from '#engine/preview-sync.ts'
import { ProviderError } from '#engine/provider-error.ts'
import { appendOf } from '#server/copy-jobs/append-of.ts'
import { recall } from '#server/copy-jobs/copy-memories.ts'
import { dayOf, jobOfTask } from '#server/copy-jobs/job-of-task.ts'
import { recognizeTabs } from '#server/copy-jobs/recognize-tabs.ts'
import { openSourceCopies } from '#server/copy-jobs/source-copies.ts'
import type { Google } from '#server/google/google.ts'
import { asHandOut } from '#server/hand-out/hand-out-ports.ts'
import { previewHandOut } from '#server/hand-out/preview-hand-out.ts'
import { openTargetStore } from '#server/hand-out/stored-targets.ts'
import { readLastTarget } from '#server/last-copy/last-target.ts'
import { type NextRunWork, readNextRunWork } from '#server/runs/run-work.ts'
import type { Orm } from '#server/storage/database.ts'
import { ownerLeft } from '#server/tasks/owner-left.ts'
import type { Task } from '#server/tasks/read-tasks.ts'
import { saveChanges } from './change-blocks.ts'
import type { TaskPreviewEnd, TaskPreviewRow } from './preview-rows.ts'

/** Maximum number of new columns, formats and warnings in a reply. */
const MAX_LISTED = 50
const MAX_COLUMNS = 1_000

export interface PreviewDeps {
  orm: Orm
  google: Pick<Google, 'connect'>
  tempDir: string
  /** Accounts whose tasks may be read; tasks of other owners fail. An empty list allows everyone. */
  allowedEmails: readonly string[]
  logger: Logger
  now: () => Date
  /** Formats a time in the time zone of the schedules. */
  formatTime: (at: Date) => string
  /** Finds the facts about a task that its freshness note shows; undefined if no notes are written. */
  noteOf?: (orm: Orm, task: Task) => Promise<Omit<JobNote, 'kind'>>
}

interface Options extends Pick<PreviewPorts, 'signal' | 'onProgress' | 'onWait'> {
  taskPreview: { id: number; taskId: number }
}

/** Previews a task and stores its changed cells. @throws the signal's reason after it is aborted */
export async function previewTask(deps: PreviewDeps, { taskPreview, ...ports }: Options): Promise<TaskPreviewEnd> {
  const { orm, google, tempDir, logger, now } = deps
  try {
    const work = await readWork(deps, { taskId: taskPreview.taskId, ports })
    if ('cause' in work) return { status: 'failed', failure: work }
    const { task } = work
    const saver = saveChanges(orm, taskPreview.id)
    const approval = { allowShrink: false, accepted: work.accepted?.rules ?? [] }
    const fileChecks = { requestedAt: now(), preparesSkip: work.skipsUntouched }
    const startedAt = deps.formatTime(now())
    const append = await appendOf(orm, { task, startedAt })
    const kind = work.freshnessNote
    const note = kind !== 'off' && deps.noteOf ? { note: { kind, ...(await deps.noteOf(orm, task)) } } : {}
    const asked = { ...work, approval, fileChecks, today: dayOf(startedAt), append }
    const job = { ...jobOfTask(task, asked), ...note }
    const memory = recall({ ...work, run: { attempt: 1 }, job, now: now() })
    const next = { ...job, last: { ...job.last, memory } }
    const handOut = asHandOut(next)
    const preview = handOut
      ? await previewHandOut(google, handOut, {
          ...ports,
          tempDir,
          now,
          targets: openTargetStore(orm, task.id),
          mayRecall: false,
          saveChanges: saver.add,
        })
      : await previewSync(google, next, {
          ...ports,
          tempDir,
          saveChanges: saver.add,
          ...(work.keepsCells && {
            sources: openSourceCopies(orm, task.id),
            lastTarget: () => readLastTarget(orm, work),
          }),
        })
    const { count, byColumn } = await saver.end()
    const columns = [...byColumn]
      .sort(([one], [other]) => one - other)
      .slice(0, MAX_COLUMNS)
      .map(([column, listed]) => ({ column, name: columnTitle(preview, column), count: listed }))
    return { status: 'done', result: presentResult(preview, count), columns }
  } catch (error) {
    ports.signal.throwIfAborted()
    if (error instanceof ProviderError) return { status: 'failed', failure: error.failure }
    if (error instanceof NodeFault)
      return { status: 'failed', failure: { cause: 'server_problem', problem: error.message } }
    logger.error({ err: error, taskId: taskPreview.taskId }, 'Unexpected error in a preview')
    return { status: 'failed', failure: { cause: 'unexpected' } }
  }
}

/** Reads the work of the task's next run, or the reason why there is none. */
async function readWork(
  deps: PreviewDeps,
  { taskId, ports }: { taskId: number; ports: Pick<PreviewPorts, 'signal' | 'onWait'> },
): Promise<NextRunWork | Failure> {
  const { orm, google } = deps
  const work = await readNextRunWork(orm, taskId)
  if (!work) return { cause: 'task_deleted' }
  const held = ownerLeft(work.task, deps.allowedEmails)
  if (held) return held
  const isRecognized = await recognizeTabs(google, { orm, work, ports: { ...ports, log() {} } })
  return (isRecognized ? await readNextRunWork(orm, taskId) : undefined) ?? work
}

function columnTitle({ columns }: SyncPreview, column: number): string {
  return columns[column - 1] ?? `Column ${columnLetters(column)}`
}

function presentResult(preview: SyncPreview, cellsListed: number): NonNullable<TaskPreviewRow['result']> {
  const { source, target, rows, cells, formats, reads, writes, seconds, accounts } = preview
  return {
    source,
    target,
    source_rows: preview.sourceRows,
    rows_added: rows.added,
    rows_changed: rows.changed,
    rows_removed: rows.removed,
    cells_filled: cells.filled,
    cells_changed: cells.changed,
    cells_cleared: cells.cleared,
    cells_listed: cellsListed,
    source_cells: preview.sourceCells,
    edited_cells: preview.edits?.count ?? 0,
    held_because: preview.holds[0] ? explain(preview.holds[0]).reason : null,
    holds: preview.holds,
    warnings: preview.warnings.slice(0, MAX_LISTED),
    new_columns: preview.newColumns.slice(0, MAX_LISTED),
    formats: formats.slice(0, MAX_LISTED),
    creates_tab: preview.createsTab,
    grows_to: preview.growsTo ?? null,
    tables: preview.tables.map(({ name, before, after }) => ({ name, from: areaName(before), to: areaName(after) })),
    error_cells: preview.errorCells,
    row_moves: preview.rowMoves ?? null,
    ...(preview.targets && { targets: [...preview.targets] }),
    reads,
    writes,
    seconds,
    accounts,
  }
}
