import type { Readable } from 'node:stream'
import type { RowProblem } from '#contract/csv-job.ts'
import type { ImportCounts } from '#domain/csv/summary.ts'
import { hasNewKeys, takeTasks, type WantedTask, wantTask } from '#domain/csv/task-import.ts'
import { requiredTaskCsvColumns, type SaidTask, taskCsvColumns, taskFromCsv } from '#domain/csv/task-row.ts'
import type { Orm } from '#server/storage/database.ts'
import { reserveTaskIds } from '#server/tasks/edit-task.ts'
import { closeGaps } from '#server/tasks/task-positions.ts'
import { batches } from './batches.ts'
import { countFaults, emptyTally, type ImportTally } from './import-tally.ts'
import { findRivals, findTasks, lockForImport, writeTasks } from './imported-task-rows.ts'
import { type CsvRow, readCsv } from './read-csv.ts'

const ROWS_A_BATCH = 500
/** An import holds up everyone else who wants to change a task, so it must end within seconds. */
const limits = { known: taskCsvColumns, required: requiredTaskCsvColumns, mostRows: 100_000 }

/**
 * Creates and updates tasks from a CSV file on disk. Bad rows are left out and told; when anything unexpected happens, or the
 * file turns out to be no CSV file further down, nothing at all is taken.
 *
 * @throws Refusal 'invalid' for a file that cannot be read
 */
export async function importTasks(
  orm: Orm,
  { file, createdBy }: { file: Readable; createdBy: string },
): Promise<ImportCounts> {
  return orm.transaction(async (tx) => {
    const work: Import = {
      ...(await lockForImport(tx)),
      tx,
      createdBy,
      tally: emptyTally(),
      rowByTaskId: new Map(),
      typesWithGaps: new Set(),
    }
    for await (const rows of batches(readCsv(file, limits), ROWS_A_BATCH)) await takeRows(work, rows)
    await closeGaps(tx, [...work.typesWithGaps])
    return work.tally
  })
}

/** One import within its transaction. */
interface Import extends Awaited<ReturnType<typeof lockForImport>> {
  readonly tx: Orm
  readonly createdBy: string
  readonly tally: ImportTally
  /** The rows that named tasks that exist. */
  readonly rowByTaskId: Map<number, number>
  readonly typesWithGaps: Set<number>
}

type SaidRow = SaidTask & { row: number }
type Existing = Awaited<ReturnType<typeof findTasks>>

async function takeRows(work: Import, rows: readonly CsvRow[]): Promise<void> {
  const { tx, tally } = work
  const said = rows.flatMap((one) => ('message' in one ? [] : [{ ...taskFromCsv(one.record), row: one.row }]))
  const ids = said.flatMap(({ id }) => id ?? [])
  const existing = await findTasks(tx, ids)
  const { wanted, refused } = await wantTasks(work, { said, existing })
  const kept = await findRivals(
    tx,
    wanted.filter(hasNewKeys).map(({ task }) => task),
  )
  const { taken, unchangedCount, faults } = takeTasks({ wanted, kept })
  const unreadable = rows.filter((one) => 'message' in one)
  countFaults(
    tally,
    [...unreadable, ...refused, ...faults].sort((one, other) => one.row - other.row),
  )
  tally.unchanged += unchangedCount
  await writeTaken(work, { taken, existing })
}

async function wantTasks(
  work: Import,
  { said, existing }: { said: readonly SaidRow[]; existing: Existing },
): Promise<{ wanted: WantedTask[]; refused: RowProblem[] }> {
  const newCount = said.filter(({ id = 0 }) => !existing.has(id)).length
  const newIds = await reserveTaskIds(work.tx, newCount)
  const wanted: WantedTask[] = []
  const refused: RowProblem[] = []
  for (const one of said) {
    const { row } = one
    const before = existing.get(one.id ?? 0)
    const newId = before ? before.id : (newIds.shift() ?? 0)
    const fault = before && repeatedId(work, { row, taskId: before.id })
    const result = fault ?? wantTask({ row, said: one, before, newId, typesByName: work.typesByName })
    if ('message' in result) refused.push(result)
    else wanted.push(result)
  }
  return { wanted, refused }
}

function repeatedId({ rowByTaskId }: Import, { row, taskId }: { row: number; taskId: number }): RowProblem | undefined {
  const earlierRow = rowByTaskId.get(taskId)
  if (earlierRow !== undefined) return { row, message: `Row ${earlierRow} has the same id` }
  rowByTaskId.set(taskId, row)
  return undefined
}

async function writeTaken(
  work: Import,
  { taken, existing }: { taken: readonly WantedTask[]; existing: Existing },
): Promise<void> {
  const { tx, createdBy, tally, lastPositions, typesWithGaps } = work
  const toWrite = taken.map(({ task }) => {
    const before = existing.get(task.id)
    tally[before ? 'updated' : 'created'] += 1
    if (before?.taskTypeId === task.taskTypeId) return { ...task, createdBy, position: before.position }
    if (before) typesWithGaps.add(before.taskTypeId)
    const position = (lastPositions.get(task.taskTypeId) ?? 0) + 1
    lastPositions.set(task.taskTypeId, position)
    return { ...task, createdBy, position }
  })
  await writeTasks(tx, toWrite)
}
