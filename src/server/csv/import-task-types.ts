import type { ImportCounts } from '#domain/csv/summary.ts'
import { type TakenTaskType, takeTaskTypes } from '#domain/csv/task-type-import.ts'
import { taskTypeFromCsv } from '#domain/csv/task-type-row.ts'
import { lockTaskRows } from '#server/storage/advisory-locks.ts'
import type { Orm } from '#server/storage/database.ts'
import {
  changeTaskType,
  fieldsOfType,
  insertTaskType,
  nextPosition,
  typeSettings,
} from '#server/task-types/edit-task-type.ts'
import { lockTaskTypes } from '#server/task-types/read-task-types.ts'
import { countFaults, emptyTally } from './import-tally.ts'
import type { CsvRow } from './read-csv.ts'

/** Creates and updates task types from the rows of a file; bad rows are left out and told. */
export async function importTaskTypes(tx: Orm, rows: readonly CsvRow[]): Promise<ImportCounts> {
  const tally = emptyTally()
  await lockTaskRows(tx)
  const types = await lockTaskTypes(tx)
  const said = rows.flatMap((one) => ('message' in one ? [] : [{ ...taskTypeFromCsv(one.record), row: one.row }]))
  const kept = types.map((type) => ({ ...fieldsOfType(type), id: type.id }))
  const { taken, unchangedCount, faults } = takeTaskTypes({ said, kept })
  const unreadable = rows.filter((one) => 'message' in one)
  countFaults(
    tally,
    [...unreadable, ...faults].sort((one, other) => one.row - other.row),
  )
  await writeTaskTypes(tx, { taken, firstPosition: nextPosition(types) })
  const created = taken.filter(({ before }) => !before).length
  return { ...tally, created, updated: taken.length - created, unchanged: unchangedCount }
}

async function writeTaskTypes(
  tx: Orm,
  { taken, firstPosition }: { taken: readonly TakenTaskType[]; firstPosition: number },
): Promise<void> {
  const storedIds = new Map<number, number>()
  const newRows = taken.filter(({ before }) => !before).map(({ row }) => row)
  const places = new Map(newRows.sort((one, other) => one - other).map((row, index) => [row, firstPosition + index]))
  for (const { row, type, before } of taken) {
    const dependsOnId = type.depends_on_id === null ? null : (storedIds.get(type.depends_on_id) ?? type.depends_on_id)
    const settings = typeSettings({ ...type, depends_on_id: dependsOnId })
    if (before) await changeTaskType(tx, { type: { id: before.id, chunkSize: before.chunk_size }, settings })
    else storedIds.set(type.id, await insertTaskType(tx, { settings, position: places.get(row) ?? firstPosition }))
  }
}
