import { findRemarks, type Remark } from '#domain/beside/remarks.ts'
import { columnLetters } from '#domain/copy/a1.ts'
import type { Cell } from '#domain/copy/cell.ts'
import type { Hold } from '#domain/guards/guards.ts'
import { columnNames } from '#domain/recognize/column-names.ts'
import { formatColumns } from '#domain/shape/chosen-columns.ts'
import type { TempFiles } from '#engine/compare/temp-files.ts'
import { regionOf } from '#engine/job/job-shape.ts'
import type { SyncJob } from '#engine/job/sync-job.ts'
import type { Target } from '#engine/tabs/resolve-tabs.ts'
import type { PreparedCopy } from './prepare-copy.ts'
import type { ReadBeside } from './read-beside.ts'
import { identifyingColumns } from './track-target-rows.ts'

interface JudgedRemarks {
  prepared: PreparedCopy
  tempFiles: Pick<TempFiles, 'fills' | 'clears'>
  job: SyncJob
  /** The current target. */
  target: Target
}

/** Maximum remarks that a hold lists, separately for moved rows and for removed rows. */
const MAX_LISTED = 10

/** Holds a copy whose rows would move away from remarks that people keep beside them. Reads only if rows move or go. */
export async function judgeRemarks(options: JudgedRemarks & { readBeside: ReadBeside }): Promise<Hold[]> {
  const { fates } = options.prepared
  if (!fates || fates.moved.size + fates.gone.length === 0) return []
  const rows = [...fates.moved.keys(), ...fates.gone]
  const firstRow = rows.reduce((least, row) => Math.min(least, row))
  const lastRow = rows.reduce((most, row) => Math.max(most, row))
  const beside = await options.readBeside({ firstRow, lastRow })
  return await holdForRemarks(findRemarks(beside, fates), options)
}

/** Builds the hold of a copy that would displace or remove remarks. */
export async function holdForRemarks(
  remarks: readonly Remark[],
  { prepared, job, target, tempFiles }: JudgedRemarks,
): Promise<Hold[]> {
  if (remarks.length === 0) return []
  const [moved, gone] = [remarks.filter(isMoved), remarks.filter((remark) => !isMoved(remark))]
  const listed = [...moved.slice(0, MAX_LISTED), ...gone.slice(0, MAX_LISTED)]
  const keys = identifyingColumns(job, prepared.header)
  const names = columnNames(prepared.shownHeader, prepared.width)
  const { firstColumn } = regionOf(job)
  // The first column is likely to name a row.
  const naming = keys.length > 0 ? keys : [{ target: firstColumn, source: firstColumn }]
  const cells = naming.flatMap(({ target: column }) => listed.map(({ row }) => ({ row, column })))
  const held = await heldBefore(tempFiles, cells)
  const nameRow = (row: number) => {
    const named = naming.map(({ target: column, source }) => {
      const value = held.get(placeKey({ row, column })) ?? ''
      return value === '' ? '' : `${names[source - 1] ?? columnLetters(column)} ${value}`
    })
    return named.includes('') ? `row ${row}` : named.join(', ')
  }
  return [
    {
      cause: 'remarks_displaced',
      tab: target.tabTitle,
      moved: moved.length,
      gone: gone.length,
      cells: listed.map(({ text, ...remark }) => ({ ...remark, remark: text, belongsTo: nameRow(remark.row) })),
      keyColumns: formatColumns(
        keys.map(({ source }) => ({ name: names[source - 1] ?? columnLetters(source), newName: undefined })),
      ),
    },
  ]
}

function isMoved({ toRow }: Remark): boolean {
  return toRow !== undefined
}

interface Place {
  row: number
  column: number
}

function placeKey({ row, column }: Place): string {
  return `${row} ${column}`
}

/** Values a copy replaces in the given cells, by place. */
async function heldBefore(
  { fills, clears }: JudgedRemarks['tempFiles'],
  cells: readonly Place[],
): Promise<ReadonlyMap<string, Cell>> {
  const held = new Map<string, Cell>()
  if (cells.length === 0) return held
  for (const changes of [fills, clears]) {
    for await (const patches of changes) {
      for (const { row, column, before = [] } of patches) {
        for (const cell of cells) {
          const found = before[cell.row - row]?.[cell.column - column]
          if (found !== undefined && found !== null && typeof found !== 'object') held.set(placeKey(cell), found)
        }
      }
    }
  }
  return held
}
