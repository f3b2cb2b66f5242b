import { randomBytes, randomInt } from 'node:crypto'
import {
  type BoundedBox,
  type CellBox,
  cellCount,
  type DimensionMove,
  moveBox,
  moveIndex,
  type Shift,
  shiftBox,
} from './box.ts'

const MAX_ID = 2_147_483_647

/** A range only some callers may change. */
export interface ProtectedRange {
  id: number
  /** Without an end, the range reaches the edge of the grid. */
  box: CellBox
  /** Cells of the range open to everyone. */
  unprotected: CellBox[]
  description?: string
  /** Warns in Google's own editor; the API lets everyone write. */
  warningOnly?: boolean
  /** The accounts with permission to change the range. */
  users: string[]
  /** The account of the person who added the range, also allowed to change it; missing when there was none. */
  addedBy?: string
}

export interface TableColumn {
  columnIndex: number
  columnName: string
  columnType?: string
  dataValidationRule?: object
}

/** A table with typed columns. Its first row holds the names of the columns. */
export interface Table {
  tableId: string
  name: string
  box: BoundedBox
  rowsProperties?: object
  columns: TableColumn[]
}

/** A key and a value a program keeps at a tab. */
export interface TabMetadata {
  id: number
  key: string
  value: string
  visibility: 'DOCUMENT' | 'PROJECT'
}

/** Features of a tab other than cells. */
export interface SheetFeatures {
  merges: BoundedBox[]
  protectedRanges: ProtectedRange[]
  tables: Table[]
  /** Indexes in ascending order. */
  hiddenRows: number[]
  hiddenColumns: number[]
  metadata: TabMetadata[]
}

export const noFeatures: SheetFeatures = {
  merges: [],
  protectedRanges: [],
  tables: [],
  hiddenRows: [],
  hiddenColumns: [],
  metadata: [],
}

/** Copies the features of a tab: like Google, with IDs of their own, and with unused names for tables. */
export function copyFeatures(features: SheetFeatures, { takenNames }: { takenNames: Iterable<string> }): SheetFeatures {
  const taken = new Set(Array.from(takenNames, (name) => name.toLowerCase()))
  const unused = (name: string): string => {
    let candidate = name
    for (let number = 2; taken.has(candidate.toLowerCase()); number += 1) candidate = `${name}_${number}`
    taken.add(candidate.toLowerCase())
    return candidate
  }
  return {
    ...features,
    protectedRanges: features.protectedRanges.map((range) => ({ ...range, id: newRangeId() })),
    metadata: features.metadata.map((each) => ({ ...each, id: newRangeId() })),
    tables: features.tables.map((table) => ({ ...table, tableId: newTableId(), name: unused(table.name) })),
  }
}

export function newRangeId(): number {
  return randomInt(1, MAX_ID)
}

export function newTableId(): string {
  return randomBytes(8).toString('hex')
}

/** Shifts the features after rows or columns were inserted or deleted. Drops features without a cell left. */
export function shiftFeatures(features: SheetFeatures, shift: Shift): SheetFeatures {
  const { merges, protectedRanges, tables, hiddenRows, hiddenColumns, metadata } = features
  const boxes = <T extends CellBox>(list: readonly T[]): T[] => list.flatMap((box) => shiftBox(box, shift) ?? [])
  return {
    merges: boxes(merges).filter((box) => cellCount(box) > 1),
    protectedRanges: protectedRanges.flatMap((range) => {
      const box = shiftBox(range.box, shift)
      return box ? [{ ...range, box, unprotected: boxes(range.unprotected) }] : []
    }),
    tables: tables.flatMap((table) => {
      const box = shiftBox(table.box, shift)
      return box ? [{ ...table, box, columns: shift.isRows ? table.columns : shiftColumns(table, { box, shift }) }] : []
    }),
    hiddenRows: shift.isRows ? shiftIndexes(hiddenRows, shift) : hiddenRows,
    hiddenColumns: shift.isRows ? hiddenColumns : shiftIndexes(hiddenColumns, shift),
    metadata,
  }
}

/** Moves the features after rows or columns moved. Types of table columns stay at their places. */
export function moveFeatures(features: SheetFeatures, move: DimensionMove): SheetFeatures {
  const { merges, protectedRanges, tables, hiddenRows, hiddenColumns, metadata } = features
  const boxes = <T extends CellBox>(list: readonly T[]): T[] => list.flatMap((box) => moveBox(box, move) ?? [])
  const indexes = (hidden: readonly number[]) =>
    hidden.map((index) => moveIndex(index, move)).sort((one, other) => one - other)
  return {
    merges: boxes(merges),
    protectedRanges: protectedRanges.flatMap((range) => {
      const box = moveBox(range.box, move)
      return box ? [{ ...range, box, unprotected: boxes(range.unprotected) }] : []
    }),
    tables: tables.flatMap((table) => {
      const box = moveBox(table.box, move)
      return box ? [{ ...table, box }] : []
    }),
    hiddenRows: move.isRows ? indexes(hiddenRows) : hiddenRows,
    hiddenColumns: move.isRows ? hiddenColumns : indexes(hiddenColumns),
    metadata,
  }
}

/** Shifts hidden indexes. Rows and columns inserted between hidden ones are visible. */
function shiftIndexes(indexes: readonly number[], { at, count }: Shift): number[] {
  const kept = count < 0 ? indexes.filter((index) => index < at || index >= at - count) : indexes
  return kept.map((index) => (index < at ? index : index + count))
}

/** Renumbers the typed columns of a table from its first column. New columns in between have no type. */
function shiftColumns({ box, columns }: Table, after: { box: BoundedBox; shift: Shift }): TableColumn[] {
  return columns.flatMap((column) => {
    const at = box.startColumn + column.columnIndex
    const moved = shiftBox({ startRow: 0, endRow: 1, startColumn: at, endColumn: at + 1 }, after.shift)
    return moved ? [{ ...column, columnIndex: moved.startColumn - after.box.startColumn }] : []
  })
}

/** Cuts the features of a tab to a smaller size. */
export function clipFeatures(features: SheetFeatures, size: { rowCount: number; columnCount: number }): SheetFeatures {
  const MANY = Number.MAX_SAFE_INTEGER
  const belowLastRow = { isRows: true, at: size.rowCount, count: -MANY }
  return shiftFeatures(shiftFeatures(features, belowLastRow), { isRows: false, at: size.columnCount, count: -MANY })
}
