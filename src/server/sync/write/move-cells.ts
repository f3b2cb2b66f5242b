import { columnLetters } from '#domain/copy/a1.ts'
import type { Area } from '#domain/copy/area.ts'
import { type Cell, isSameCell } from '#domain/copy/cell.ts'
import { readErrorText } from '#domain/copy/error-cell.ts'
import { destinationOf, type Move } from '#domain/copy/move.ts'
import { countOf } from '#domain/count-of.ts'
import type { SheetsClient } from '#server/google/sheets-client.ts'
import type { ReadyTarget } from '#server/sync/tabs/resolve-tabs.ts'
import { type ExpectedRows, rowsToExpect } from './recheck.ts'

interface MoveOptions {
  target: ReadyTarget
  moves: readonly Move[]
  expected: ExpectedRows
}

/** The state of the target after an attempt to move its cells. */
export type Moved = 'as_planned' | 'unmoved' | 'unknown'

/** Maximum cells that are looked at after a move, whose rows come back with its answer. */
const MAX_PROBED_CELLS = 20_000
const MAX_PROBED_ROWS = 200

/** Moves cells of the target, and compares rows of them with the source. */
export async function moveCells(client: SheetsClient, { target, moves, expected }: MoveOptions): Promise<Moved> {
  const { spreadsheet, tab } = target
  const lastColumn = Math.max(...moves.map((move) => destinationOf(move).lastColumn))
  const probes = await chooseProbes(expected, { moves, lastColumn })
  const probed = { rows: [...probes.keys()], lastColumn }
  const moved = await client.moveCells({ spreadsheet, tab, moves, probes: probed })
  if (moved === 'unmoved' || moved === 'unknown') return moved
  const areas = moves.map(destinationOf)
  const isAsExpected = Array.from(probes).every(([row, cells]) => {
    const held = moved.get(row)
    return held && areas.every((area) => isSameWithin(area, { row, cells, held }))
  })
  return isAsExpected ? 'as_planned' : 'unknown'
}

interface ProbedRow {
  row: number
  cells: readonly Cell[]
  held: readonly Cell[]
}

function isSameWithin(area: Area, { row, cells, held }: ProbedRow): boolean {
  if (row < area.firstRow || row > area.lastRow) return true
  for (let at = area.firstColumn - 1; at < area.lastColumn; at += 1) {
    const cell = cells[at]
    // The token of an error may have become an error again, with a message.
    if (!isSameCell(cell, held[at]) && readErrorText(cell) === undefined) return false
  }
  return true
}

interface ProbedMoves {
  moves: readonly Move[]
  lastColumn: number
}

/**
 * The first and last rows that are moved, some in between, and those with a text of a kind that was not seen before: a
 * provider that reads a text as a number or a date does so for all texts like it.
 */
async function chooseProbes(expected: ExpectedRows, { moves, lastColumn }: ProbedMoves): Promise<Map<number, Cell[]>> {
  const areas = moves.map(destinationOf)
  const edges = new Set(areas.flatMap(({ firstRow, lastRow }) => [firstRow, lastRow]))
  const maxRows = Math.min(MAX_PROBED_ROWS, Math.floor(MAX_PROBED_CELLS / lastColumn))
  const movedRows = areas.reduce((sum, { firstRow, lastRow }) => sum + lastRow - firstRow + 1, 0)
  const step = Math.ceil((2 * movedRows) / Math.max(1, maxRows))
  const shapes = new Set<string>()
  const hasNewShape = (cells: readonly Cell[]) => {
    const before = shapes.size
    if (before < maxRows / 2) for (const cell of cells) if (typeof cell === 'string') shapes.add(shapeOf(cell))
    return shapes.size > before
  }
  const probes = new Map<number, Cell[]>()
  for await (const { firstRow, rows } of rowsToExpect(expected)) {
    for (const [down, cells] of rows.entries()) {
      const row = firstRow + down
      if (!areas.some((area) => area.firstRow <= row && row <= area.lastRow)) continue
      if (edges.has(row) || row % step === 0 || hasNewShape(cells)) probes.set(row, cells)
    }
  }
  return probes
}

const MAX_SHAPE_LENGTH = 20

/** `A-017` and `B-2` have the same shape. */
function shapeOf(text: string): string {
  return text
    .slice(0, MAX_SHAPE_LENGTH)
    .replaceAll(/\d+/g, '9')
    .replaceAll(/\p{L}+/gu, 'a')
}

/** `In the source, 1 row was inserted above row 3: the rows from there on are moved inside the target …` */
export function describeMoves(moves: readonly Move[]): string {
  const [move] = moves
  if (!move) return ''
  const { from, toRow, toColumn } = move
  const isRows = toRow !== from.firstRow
  const [line, lines] = isRows ? ['row', 'rows'] : ['column', 'columns']
  const inside = 'inside the target instead of being written again. Notes and colors stay where they are.'
  if (moves.length > 1) return `${moves.length} groups of ${lines} are moved ${inside}`
  const by = isRows ? toRow - from.firstRow : toColumn - from.firstColumn
  const changed = `${countOf(Math.abs(by), line)} ${Math.abs(by) === 1 ? 'was' : 'were'} ${by > 0 ? 'inserted' : 'deleted'}`
  const where = isRows ? `above row ${toRow.toLocaleString('en-US')}` : `before column ${columnLetters(toColumn)}`
  return `In the source, ${changed} ${where}: the ${lines} from there on are moved ${inside}`
}
