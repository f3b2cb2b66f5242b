import { type Entered, isEmptyEntry, isFormula } from '#domain/copy/entered.ts'
import { createPatchBuilder, type Patch } from '#domain/copy/patch.ts'
import { createKeyedChanges, type KeyedChanges } from '#domain/shape/keyed-patches.ts'
import type { FollowedHistory } from './follow-rows.ts'

/** A cell that gets another entry. */
interface UndoneCell {
  row: number
  column: number
  current: Entered
  entry: Entered
}

/** Cells to write. Cells with a new formula are kept apart. */
interface UndoPatches extends KeyedChanges {
  formulas: Patch[]
}

/** Collects cells row by row. If rows are identified by keys, each range carries the keys of its rows. */
export function collectUndone(followed: FollowedHistory | undefined) {
  const cells: UndoneCell[] = []
  return {
    add: (cell: UndoneCell) => void cells.push(cell),
    end(): UndoPatches {
      const formulas = buildPatches(
        cells.flatMap((cell) => (isFormula(cell.entry) ? { ...cell, entry: cell.entry.formula } : [])),
      )
      const others = cells.filter(({ entry }) => !isFormula(entry))
      return { ...(followed ? byKey(others, followed) : byPlace(others)), formulas }
    },
  }
}

function byPlace(cells: readonly UndoneCell[]): KeyedChanges {
  const { fills = [], clears = [] } = Object.groupBy(cells, ({ entry }) => (isEmptyEntry(entry) ? 'clears' : 'fills'))
  return { fills: buildPatches(fills), clears: buildPatches(clears), renames: [] }
}

function buildPatches(cells: readonly UndoneCell[]): Patch[] {
  const { patches, add } = createPatchBuilder()
  const held = new Map(cells.map(({ row, column, current }) => [`${row} ${column}`, current]))
  for (const { row, column, entry } of cells) if (!isFormula(entry)) add({ row, column, cell: entry ?? '' })
  return patches.map((patch) => ({
    ...patch,
    before: patch.cells.map((sent, down) =>
      sent.map((_, right) => held.get(`${patch.row + down} ${patch.column + right}`) ?? null),
    ),
  }))
}

function byKey(cells: readonly UndoneCell[], followed: FollowedHistory): KeyedChanges {
  const { columns, lastColumn } = followed.before
  const changes = createKeyedChanges(columns, { lastColumn, knowsWholeRows: false })
  const added: { firstRow: number; lastRow: number; rows: Entered[][] }[] = []
  for (const [row, inRow] of Map.groupBy(cells, (cell) => cell.row)) {
    const keys = followed.keysAt(row)
    const before: Entered[] = []
    for (const [index, column] of columns.entries()) before[column - 1] = keys?.[index] ?? null
    const after = [...before]
    for (const { column, current, entry } of inRow) {
      before[column - 1] = current
      after[column - 1] = entry
    }
    const latest = added.at(-1)
    if (keys) changes.add({ row, before, after, keys })
    else if (latest?.lastRow === row - 1) {
      latest.rows.push(after)
      latest.lastRow = row
    } else added.push({ firstRow: row, lastRow: row, rows: [after] })
  }
  for (const { rows, ...place } of added)
    changes.addBetween({ row: place.firstRow - 1, ...followed.keysBeside(place) }, rows)
  return changes.take()
}
