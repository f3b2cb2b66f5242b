import { type Cell, rowWidth } from '#domain/copy/cell.ts'
import { createShapeFinder, type EditShape, isAsLeft } from '#domain/copy/edit-shape.ts'
import { firstDataRowIn, regionFrom } from '#domain/copy/region.ts'
import { rowChanges } from '#domain/copy/row-change.ts'
import { storableText } from '#domain/copy/storable-text.ts'
import type { EditedCell, LastTarget } from '#domain/copy/target-state.ts'

export interface FoundEdits {
  /** Edited cells a copy would overwrite. An edit that agrees with the source does not count. */
  count: number
  /** The first edited cells. */
  cells: EditedCell[]
  shape: EditShape | undefined
  last: LastTarget
}

const MAX_LISTED = 1_000
/** Minimum rows for a tab to count as cleared. A tab with a single row counts as edited. */
const MIN_CLEARED_ROWS = 2

interface BlockToSearch {
  firstRow: number
  source: readonly (readonly Cell[])[]
  target: readonly (readonly Cell[])[]
  hasDifferences: boolean
}

export interface EditFinder {
  /** Takes blocks from top to bottom, once the target was read there. */
  add(block: BlockToSearch): Promise<void>
  /** Counts the rows of a block that is known to equal the source. */
  addEqual(rows: number): void
  /** Returns the edits; undefined if there are none. */
  end(): FoundEdits | undefined
}

interface EditOptions {
  ask: () => Promise<LastTarget | undefined>
  /** Columns of the region. */
  width: number
}

/** Compares the cells a copy would overwrite with their state after the last run. `ask` is called if they may differ. */
export function createEditFinder({ ask, width }: EditOptions): EditFinder {
  const cells: EditedCell[] = []
  let asked: Promise<LastTarget | undefined> | undefined
  let last: LastTarget | undefined
  let shapes: ReturnType<typeof createShapeFinder> | undefined
  let count = 0
  let filledRows = 0

  async function search(known: LastTarget, { firstRow, source, target }: BlockToSearch): Promise<void> {
    const within = (rows: readonly (readonly Cell[])[]) => rows.map((row) => row.slice(0, known.width))
    const changes = rowChanges({ firstRow, source: within(source), target: within(target) })
    const [first, final] = [changes[0]?.row, changes.at(-1)?.row]
    if (first === undefined || final === undefined) return
    const leftRows = await leftBehind(known, { firstRow: first, lastRow: final })
    for (const { row, cells: changed } of changes) {
      const left = leftRows[row - first] ?? []
      const edited = changed.filter(({ column, before }) => !isUnedited(known, { column, before, left }))
      if (edited.length === 0) continue
      count += edited.length
      shapes?.add({ left, found: (target[row - firstRow] ?? []).slice(0, known.width) })
      for (const { column, before } of edited.slice(0, MAX_LISTED - cells.length)) {
        cells.push({ row, column, left: left[column - 1] ?? '', found: before })
      }
    }
  }

  return {
    async add(block) {
      filledRows += block.target.filter((row) => rowWidth(row.slice(0, width)) > 0).length
      if (!block.hasDifferences) return
      asked ??= ask()
      last = await asked
      if (!last) return
      shapes ??= createShapeFinder(Array.from({ length: last.width }, (_, at) => last?.kinds[at] ?? undefined))
      await search(last, block)
    },
    addEqual(rows) {
      filledRows += rows
    },
    end() {
      if (!last || count === 0) return undefined
      const isCleared = filledRows === 0 && last.rowCount >= MIN_CLEARED_ROWS
      return { count, cells, shape: isCleared ? 'cleared' : shapes?.shape(), last }
    },
  }
}

interface FoundCell {
  column: number
  before: Cell
  left: readonly Cell[]
}

function isUnedited({ kinds }: LastTarget, { column, before, left }: FoundCell): boolean {
  const found = typeof before === 'string' ? storableText(before) : before
  return isAsLeft(left[column - 1] ?? '', found, kinds[column - 1] ?? undefined)
}

/** Reads the cells the last run left in these rows. */
async function leftBehind(
  last: LastTarget,
  { firstRow, lastRow }: { firstRow: number; lastRow: number },
): Promise<Cell[][]> {
  const region = last.region ?? regionFrom(last.startRow)
  const header = region.writesHeader && firstRow === region.firstRow ? [last.header] : []
  const firstDataRow = firstDataRowIn(region)
  const first = Math.max(firstRow, firstDataRow) - firstDataRow
  const count = Math.max(0, Math.min(lastRow - firstDataRow + 1, last.rowCount) - first)
  const rows = count > 0 ? await last.readRows(first, count) : []
  const left = Array<null>(region.firstColumn - 1).fill(null)
  return [...header, ...(left.length > 0 ? rows.map((row) => [...left, ...row]) : rows)]
}
