import type { Readable } from 'node:stream'
import type { RowProblem } from '#contract/csv-job.ts'
import { locate } from '#domain/csv/locate-problem.ts'
import { countProblems, type ImportCounts, noCounts } from '#domain/csv/summary.ts'
import { type ParsedTask, requiredTaskColumns, taskTable } from '#domain/csv/tables.ts'
import { acceptTasks, hasNewKeys, hasNewTabs, type RequestedTask, requestTask } from '#domain/csv/task-import.ts'
import { fieldDifference } from '#domain/tasks/field-difference.ts'
import { accessProblem, changesAccess, ownerAfter } from '#domain/tasks/lent-access.ts'
import { TabGraph } from '#domain/tasks/overlaps.ts'
import { parseAccounts } from '#domain/tasks/parse-accounts.ts'
import { copiesOtherCells, targetFiles } from '#domain/tasks/task-places.ts'
import { createPace, type Pace } from '#engine/pace/pace.ts'
import { fieldChanges } from '#server/activity/field-changes.ts'
import { recordActivity, type TaskChangeRecord } from '#server/activity/record-activity.ts'
import type { Lenders } from '#server/auth/lenders.ts'
import { forgetUnkeptCells } from '#server/runs/forget-cells.ts'
import { allowLongPauses } from '#server/storage/allow-long-pauses.ts'
import type { Orm } from '#server/storage/database.ts'
import { readPlacedTasks } from '#server/tasks/tab-graph.ts'
import { closeGaps } from '#server/tasks/task-positions.ts'
import {
  type ExistingTask,
  type ImportedTasks,
  lockForImport,
  readForImport,
  storedTasks,
} from './imported-task-rows.ts'
import { type CsvRow, readCsv, splitRows } from './read-csv.ts'

const BATCH_ROWS = 500
/** Limits of a file. An import blocks everyone else from changing tasks, so it must end within seconds. */
const limits = { known: taskTable.columns, required: requiredTaskColumns, maxRows: 100_000 }

export interface ImportOptions {
  file: Readable
  importedBy: string
  lenders: Lenders
  /** Unlimited by default: an import holds locks, so it must not pause. */
  pace?: Pace
  /** Called with the decision on each batch of rows. */
  onDecided?: (decision: Decision) => void
}

/** Decision on a batch of rows. Rows in neither list change nothing. */
export interface Decision {
  readonly accepted: readonly RequestedTask[]
  readonly skipped: readonly RowProblem[]
}

/**
 * Creates and updates tasks from a CSV file. Bad rows are skipped and reported. Nothing is imported after an unexpected error,
 * or if the file turns out not to be CSV further down.
 *
 * @throws Refusal 'invalid' for a file that cannot be read
 */
export async function importTasks(orm: Orm, options: ImportOptions): Promise<ImportCounts> {
  return orm.transaction(async (tx) => {
    const { counts, written } = await applyFile(tx, options)
    await recordImport(tx, { counts, written })
    return counts
  })
}

/** Imports a file within a transaction. The transaction locks all tasks, so it must be committed or rolled back soon. */
export async function applyFile(tx: Orm, options: ImportOptions): Promise<AppliedFile> {
  await allowLongPauses(tx)
  await lockForImport(tx)
  const applied = await importInto(storedTasks(tx), { orm: tx, ...options })
  await closeGaps(tx, [...applied.typesWithGaps])
  const moved = applied.written.filter(({ positionBefore = null }) => positionBefore !== null)
  await forgetUnkeptCells(
    tx,
    moved.map(({ taskId }) => taskId),
  )
  return applied
}

/** Imports a file into tasks, and calls `onDecided` with the decision on each batch of rows. */
export async function importInto(
  target: ImportedTasks,
  { orm, file, importedBy, lenders, onDecided, pace = createPace() }: ImportOptions & { orm: Orm },
): Promise<AppliedFile> {
  const run: Import = {
    ...(await readForImport(orm)),
    orm,
    target,
    importedBy: importedBy.toLowerCase(),
    lenders,
    onDecided,
    counts: noCounts(),
    rowByTaskId: new Map(),
    written: [],
    typesWithGaps: new Set(),
    graph: new TabGraph([]),
  }
  for await (const rows of batches(readCsv(file, { ...limits, pace }), BATCH_ROWS)) await importRows(run, rows)
  return run
}

interface AppliedFile {
  readonly counts: ImportCounts
  /** Created and updated tasks with their changes. */
  readonly written: readonly TaskChangeRecord[]
  /** Types left by a task. */
  readonly typesWithGaps: ReadonlySet<number>
}

/** Import in progress. */
interface Import extends Awaited<ReturnType<typeof readForImport>>, AppliedFile {
  readonly graph: TabGraph
  readonly orm: Orm
  readonly target: ImportedTasks
  /** Address in lower case. */
  readonly importedBy: string
  readonly lenders: Lenders
  readonly onDecided: ImportOptions['onDecided']
  readonly counts: ImportCounts
  /** Rows with the ID of an existing task. */
  readonly rowByTaskId: Map<number, number>
  readonly typesWithGaps: Set<number>
  readonly written: TaskChangeRecord[]
}

async function recordImport(
  tx: Orm,
  { counts: { created, updated }, written }: Pick<AppliedFile, 'counts' | 'written'>,
): Promise<void> {
  if (written.length === 0) return
  const taskIds = written.map(({ taskId }) => taskId)
  await recordActivity(tx, { taskIds, changes: fieldChanges({ after: { created, updated } }), taskChanges: written })
}

interface RequestedRows {
  requested: RequestedTask[]
  refused: RowProblem[]
}

type NumberedRow = ParsedTask & { row: number }
type Existing = ReadonlyMap<number, ExistingTask>

async function importRows(run: Import, rows: readonly CsvRow[]): Promise<void> {
  const { target, counts } = run
  const { readable, unreadable } = splitRows(rows, taskTable)
  const ids = readable.flatMap(({ id }) => id ?? [])
  const existing = await target.find(ids)
  const { requested, refused } = await requireLent(run, await requestTasks(run, { rows: readable, existing }))
  const withNewKeys = requested.filter(hasNewKeys).map(({ task }) => task)
  const conflicting = await target.findConflicting(withNewKeys)
  await readNeighbors(run, requested)
  const { accepted, unchangedCount, problems } = acceptTasks({
    requested,
    existing: conflicting,
    graph: run.graph,
    typeNames: new Map([...run.typesByName.values()].map(({ id, name }) => [id, name])),
  })
  const skipped = located([...unreadable, ...refused, ...problems], rows).sort((one, other) => one.row - other.row)
  countProblems(counts, skipped)
  counts.unchanged += unchangedCount
  run.onDecided?.({ accepted, skipped })
  await writeAccepted(run, { accepted, existing })
}

/** Adds the name and the value from its row to each problem. */
function located(problems: readonly RowProblem[], rows: readonly CsvRow[]): RowProblem[] {
  const recordOfRow = new Map(rows.flatMap((row) => ('record' in row ? [[row.row, row.record] as const] : [])))
  return problems.map((problem) => locate(problem, recordOfRow.get(problem.row) ?? {}))
}

/** Adds tasks that may conflict with the rows to the graph. Tasks of earlier rows keep their imported state. */
async function readNeighbors({ orm, graph }: Import, requested: readonly RequestedTask[]): Promise<void> {
  const moved = requested.filter(hasNewTabs).flatMap(({ task, before }) => (before ? [before, task] : [task]))
  const writers = { taskIds: moved.map(({ id }) => id), files: moved.flatMap(targetFiles) }
  for (const task of await readPlacedTasks(orm, writers)) if (!graph.get(task.id)) graph.set(task)
}

async function requestTasks(
  run: Import,
  { rows, existing }: { rows: readonly NumberedRow[]; existing: Existing },
): Promise<RequestedRows> {
  const newCount = rows.filter(({ id = 0 }) => !existing.has(id)).length
  const newIds = await run.target.newIds(newCount)
  const requested: RequestedTask[] = []
  const refused: RowProblem[] = []
  for (const parsed of rows) {
    const { row } = parsed
    const before = existing.get(parsed.id ?? 0)
    const newId = before ? before.id : (newIds.shift() ?? 0)
    const repeated = before && repeatedId(run, { row, taskId: before.id })
    const result = repeated ?? requestTask({ row, parsed, before, newId, typesByName: run.typesByName })
    if ('message' in result) refused.push(result)
    else requested.push(result)
  }
  return { requested, refused }
}

/** Refuses rows with an account not lent to the importer. */
async function requireLent(run: Import, { requested, refused }: RequestedRows): Promise<RequestedRows> {
  const listed = new Set(requested.flatMap(({ task }) => parseAccounts(task)))
  const findLending = await run.lenders.lendingAmong(run.orm, [...listed])
  const problemIn = (request: RequestedTask) =>
    usesOtherAccess(request) ? accessProblem({ task: request.task, owner: run.importedBy, findLending }) : undefined
  const problems = requested.flatMap((request) => {
    const problem = problemIn(request)
    return problem ? [{ row: request.row, message: problem.message }] : []
  })
  const refusedRows = new Set(problems.map(({ row }) => row))
  return {
    requested: requested.filter(({ row }) => !refusedRows.has(row)),
    refused: [...refused, ...problems],
  }
}

function usesOtherAccess({ before, task }: RequestedTask): boolean {
  return !before || changesAccess({ before, after: task })
}

function repeatedId({ rowByTaskId }: Import, { row, taskId }: { row: number; taskId: number }): RowProblem | undefined {
  const earlierRow = rowByTaskId.get(taskId)
  if (earlierRow !== undefined) return { row, message: `Row ${earlierRow} has the same id`, column: 'id' }
  rowByTaskId.set(taskId, row)
  return undefined
}

async function writeAccepted(
  run: Import,
  { accepted, existing }: { accepted: readonly RequestedTask[]; existing: Existing },
): Promise<void> {
  const { target, importedBy, counts, lastPositions, typesWithGaps } = run
  const toWrite = accepted.map((request) => {
    const before = existing.get(request.task.id)
    const owner = before ? ownerAfter({ before, after: request.task, changedBy: importedBy }) : null
    const lastTabs = run.graph.get(request.task.id)?.lastTabs
    const copiesOther = before !== undefined && copiesOtherCells({ before, after: request.task, lastTabs })
    const task = { ...request.task, createdBy: importedBy, owner, copiesOther }
    counts[before ? 'updated' : 'created'] += 1
    if (before?.taskTypeId === task.taskTypeId) return { ...task, position: before.position }
    if (before) typesWithGaps.add(before.taskTypeId)
    const position = (lastPositions.get(task.taskTypeId) ?? 0) + 1
    lastPositions.set(task.taskTypeId, position)
    return { ...task, position }
  })
  await target.write(toWrite)
  run.written.push(...accepted.map((request) => buildChange(request, existing)))
}

function buildChange({ task, before }: RequestedTask, existing: Existing): TaskChangeRecord {
  const difference = before && fieldDifference({ before, after: task })
  if (!before || !difference) return { taskId: task.id, before: null, after: null }
  const hasMoved = before.taskTypeId !== task.taskTypeId
  return { taskId: task.id, ...difference, positionBefore: hasMoved ? (existing.get(task.id)?.position ?? null) : null }
}

/** Collects items into lists of at most `size`. */
async function* batches<T>(items: AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let batch: T[] = []
  for await (const item of items) {
    batch.push(item)
    if (batch.length < size) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
