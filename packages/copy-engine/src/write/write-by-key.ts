import { quotedTab } from '#domain/copy/a1.ts'
import { pickFileFacts } from '#domain/copy/spreadsheet.ts'
import { buildRowKey } from '#domain/shape/row-keys.ts'
import { type KeyedRows, readKeyedRows, rowsByKey, rowsOf } from '#engine/compare/keyed-rows.ts'
import { openTempFiles } from '#engine/compare/temp-files.ts'
import type { SyncPorts } from '#engine/job/sync-job.ts'
import { ProviderError } from '#engine/provider-error.ts'
import type { ReadyTarget } from '#engine/tabs/resolve-tabs.ts'
import type { Workbook } from '#engine/workbook.ts'
import { makeRoom } from './make-room.ts'
import { type MovedWrite, planRepair, type RiskyWrite, riskyWrites } from './plan-repair.ts'
import { createRepair, type Repair } from './repair-rows.ts'
import { type Written, writeChanges } from './write-changes.ts'

/** Maximum writes of a run that hit moved rows, including the writes that put cells back. */
const MAX_MOVED_WRITES = 12

interface WriteOptions extends Omit<Parameters<typeof writeChanges>[1], 'target'> {
  target: ReadyTarget
  /** The target as it was compared. */
  before: KeyedRows
  ports: Pick<SyncPorts, 'log' | 'tempDir'>
}

interface WrittenByKey extends Written {
  /** Number of writes right after people moved rows; 0 if all rows were the intended rows. */
  movedWrites: number
}

/**
 * Writes once. If the responses show rows moved meanwhile by people, puts back cells written in wrong rows.
 * @throws ProviderError keyed_rows_moved
 */
export async function writeByKey(workbook: Workbook, options: WriteOptions): Promise<WrittenByKey> {
  const { target, ports } = options
  const written = await writeChanges(workbook, options)
  if (written.moved.length === 0) return { ...written, movedWrites: 0 }
  ports.log(
    'INFO',
    `Rows of ${quotedTab(target.tabTitle)} were moved while they were written: what was written in other rows is put back, and everything is read again.`,
  )
  return { ...written, movedWrites: await putBack(workbook, { ...options, moved: written.moved }) }
}

/** Repairs wrongly written rows. Returns the number of writes on moved rows, including the first. */
async function putBack(
  workbook: Workbook,
  { target, ports: { tempDir }, ...first }: WriteOptions & MovedWrite,
): Promise<number> {
  await using stack = new AsyncDisposableStack()
  const repair = createRepair(first.before.columns)
  const risky: RiskyWrite[] = []
  let write: MovedWrite = first
  for (let movedWrites = 1; movedWrites < MAX_MOVED_WRITES; movedWrites += 1) {
    const { before, moved } = write
    const met = new Set(moved.flatMap(({ shown }) => buildRowKey(shown) ?? []))
    repair.add(moved, await rowsByKey(rowsOf(before), { ...before, isWanted: (key) => met.has(key) }))
    risky.push(...(await riskyWrites(write)))
    write = await writeRepair(workbook, { target, before, repair, risky, tempDir, stack })
    if (write.moved.length === 0) return movedWrites
  }
  throw rowsMoved(target, MAX_MOVED_WRITES)
}

interface RepairOptions extends Pick<WriteOptions, 'target' | 'before'> {
  repair: Repair
  risky: readonly RiskyWrite[]
  tempDir: string
  stack: AsyncDisposableStack
}

/** Reads the target again and restores its rows. This is not a change of the run, so nothing is recorded. */
async function writeRepair(workbook: Workbook, options: RepairOptions): Promise<MovedWrite> {
  const { target: known, before, repair, risky, tempDir, stack } = options
  const { firstRow, lastColumn } = before
  const range = { tab: known.tabTitle, firstRow: 1, firstColumn: 1, lastRow: 1, lastColumn: 1 }
  const { spreadsheet, protectedAreas } = await workbook.readCells('note', { spreadsheet: known.spreadsheet, range })
  const target = { ...known, tab: spreadsheet.tabs[0] ?? known.tab }
  const now = { ...before, rows: await readKeyedRows(workbook, { target, firstRow, lastColumn, tempDir, stack }) }
  const tempFiles = stack.use(openTempFiles(tempDir))
  const rows = await planRepair({ now, repair, risky, tempFiles })
  const ready = await makeRoom(workbook, { target, grid: { rows, columns: 1 } })
  const bounds = { lastColumn, protectedAreas }
  const toWrite = { target: ready, changes: tempFiles, bounds, recordUpTo: async () => {}, onWritten() {} }
  return { before: now, changes: tempFiles, moved: (await writeChanges(workbook, toWrite)).moved }
}

export function rowsMoved(
  { spreadsheet, tabTitle: tab }: Pick<ReadyTarget, 'spreadsheet' | 'tabTitle'>,
  tries: number,
) {
  return new ProviderError({ cause: 'keyed_rows_moved', file: pickFileFacts(spreadsheet), tab, tries })
}
