import { countProblems, type ImportCounts, noCounts } from '#domain/csv/summary.ts'
import { taskTypeTable } from '#domain/csv/tables.ts'
import { type AcceptedTaskType, acceptTaskTypes } from '#domain/csv/task-type-import.ts'
import { fieldChanges } from '#server/activity/field-changes.ts'
import { recordActivity } from '#server/activity/record-activity.ts'
import { lockTaskRows } from '#server/storage/advisory-locks.ts'
import type { Orm } from '#server/storage/database.ts'
import { changeTaskType, insertTaskType, nextPosition } from '#server/task-types/edit-task-type.ts'
import { lockTaskTypes } from '#server/task-types/read-task-types.ts'
import { type CsvRow, splitRows } from './read-csv.ts'

/** Creates and updates task types from the rows of a file. Skips and reports bad rows. */
export async function importTaskTypes(tx: Orm, rows: readonly CsvRow[]): Promise<ImportCounts> {
  const counts = noCounts()
  await lockTaskRows(tx)
  const types = await lockTaskTypes(tx)
  const { readable, unreadable } = splitRows(rows, taskTypeTable)
  const { accepted, unchangedCount, problems } = acceptTaskTypes({ rows: readable, existing: types })
  countProblems(
    counts,
    [...unreadable, ...problems].sort((one, other) => one.row - other.row),
  )
  await writeTaskTypes(tx, { accepted, firstPosition: nextPosition(types) })
  const created = accepted.filter(({ before }) => !before).length
  if (accepted.length > 0) {
    const changes = fieldChanges({ after: { created, updated: accepted.length - created } })
    await recordActivity(tx, { names: accepted.map(({ type }) => type.name), changes })
  }
  return { ...counts, created, updated: accepted.length - created, unchanged: unchangedCount }
}

async function writeTaskTypes(
  tx: Orm,
  { accepted, firstPosition }: { accepted: readonly AcceptedTaskType[]; firstPosition: number },
): Promise<void> {
  const storedIds = new Map<number, number>()
  const newRows = accepted.filter(({ before }) => !before).map(({ row }) => row)
  const positions = new Map(newRows.sort((one, other) => one - other).map((row, index) => [row, firstPosition + index]))
  for (const { row, type, before } of accepted) {
    const { id, ...settings } = type
    if (settings.dependsOnId !== null)
      settings.dependsOnId = storedIds.get(settings.dependsOnId) ?? settings.dependsOnId
    if (before) await changeTaskType(tx, { type: before, settings })
    else storedIds.set(id, await insertTaskType(tx, { settings, position: positions.get(row) ?? firstPosition }))
  }
}
