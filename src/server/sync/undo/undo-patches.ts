import type { Cell } from '#domain/copy/cell.ts'
import { type Entered, isEmptyEntry, isFormula } from '#domain/copy/entered.ts'
import { createPatchBuilder, type Patch } from '#domain/copy/patch.ts'
import { createKeyedChanges } from '#domain/shape/keyed-patches.ts'
import type { FollowedHistory } from './follow-rows.ts'

/** A cell that gets another entry. */
interface UndoneCell {
  row: number
  column: number
  current: Entered
  entry: Entered
}

/** Cells that get a value, cells that become empty, cells that get a formula, and cells that name a row of which nothing stays. */
export type UndoPatches = Record<'fills' | 'clears' | 'formulas' | 'renames', Patch[]>

/** Collects cells row by row. Where rows are known by their keys, each range carries those of its rows. */
export function collectUndone(followed: FollowedHistory | undefined) {
  const formulas = createPatchBuilder()
  const entries = new Map<string, Entered>()
  const others = followed ? byKey(followed) : byPlace()
  const heldBy = (patch: Patch): Patch => ({
    ...patch,
    before: patch.cells.map((cells, down) =>
      cells.map((cell, right) =>
        cell === null ? null : (entries.get(`${patch.row + down} ${patch.column + right}`) ?? null),
      ),
    ),
  })
  return {
    add(cell: UndoneCell): void {
      const { row, column, current, entry } = cell
      entries.set(`${row} ${column}`, current)
      if (isFormula(entry)) formulas.add({ row, column, cell: entry.formula })
      else others.add({ row, column, cell: isEmptyEntry(entry) ? '' : entry })
    },
    end(): UndoPatches {
      const { fills, clears, renames } = others.end()
      const all = { fills, clears, formulas: formulas.patches, renames }
      return {
        fills: all.fills.map(heldBy),
        clears: all.clears.map(heldBy),
        formulas: all.formulas.map(heldBy),
        renames: all.renames.map(heldBy),
      }
    },
  }
}

interface NewCell {
  row: number
  column: number
  cell: Cell
}

function byPlace() {
  const [fills, clears] = [createPatchBuilder(), createPatchBuilder()]
  return {
    add: (placed: NewCell) => (placed.cell === '' ? clears : fills).add(placed),
    end: () => ({ fills: fills.patches, clears: clears.patches, renames: [] as Patch[] }),
  }
}

/** Any text: the cell is not empty. */
const FILLED = 'filled'

function byKey({ keyColumns, keyAt, lastColumn }: FollowedHistory) {
  const rows = new Map<number, NewCell[]>()
  return {
    add(placed: NewCell): void {
      const inRow = rows.get(placed.row) ?? []
      inRow.push(placed)
      rows.set(placed.row, inRow)
    },
    end() {
      const changes = createKeyedChanges(keyColumns, { lastColumn, clearsWholeRows: false })
      for (const [row, cells] of [...rows].sort(([one], [other]) => one - other)) {
        const width = Math.max(...keyColumns, ...cells.map(({ column }) => column))
        const before = Array<Cell>(width).fill(null)
        for (const [index, cell] of (keyAt(row) ?? []).entries()) before[(keyColumns[index] ?? 1) - 1] = cell
        const after = [...before]
        for (const { column, cell } of cells) {
          before[column - 1] = cell === '' ? (before[column - 1] ?? FILLED) : null
          after[column - 1] = cell === '' ? null : cell
        }
        changes.add({ row, before, after })
      }
      return changes.take()
    },
  }
}
