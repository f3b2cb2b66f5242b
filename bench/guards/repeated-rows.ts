import type { Cell } from '#domain/copy/cell.ts'
import type { Random } from '#tests/chaos/random.ts'
import type { Accident } from './accident.ts'
import type { KindName } from './column-kinds.ts'
import { BOARDS, buildHeader, findPlaces, newSheet, type Row, type Sheet, toTab } from './sheet.ts'

const MIN_ROWS = 12
/** Accidents that paste a table, or part of it, below itself. */
export const REPEATED_ROWS: Readonly<Record<string, Accident>> = {
  'rows pasted twice': { apply: (sheet) => pasteBelow(sheet, sheet.rows), minRows: 6 },
  'most rows pasted twice': {
    apply: (sheet, random) => pasteBelow(sheet, pickBlock(sheet, random, { least: 0.7, most: 0.9 })),
    minRows: MIN_ROWS,
  },
  'half of the rows pasted twice': {
    apply: (sheet, random) => pasteBelow(sheet, pickBlock(sheet, random, { least: 0.5, most: 0.7 })),
    minRows: 20,
  },
  'a table pasted below itself with its header': {
    apply: (sheet) => pasteBelow(sheet, [buildHeader(sheet), ...sheet.rows]),
    minRows: MIN_ROWS,
  },
  'a board pasted below itself': { sheet: newBoard, apply: (sheet) => pasteBelow(sheet, sheet.rows) },
  'a board pasted below itself with its header': {
    sheet: newBoard,
    apply: (sheet) => pasteBelow(sheet, [buildHeader(sheet), ...sheet.rows]),
  },
  'a board pasted below itself twice': {
    sheet: newBoard,
    apply: (sheet) => pasteBelow(sheet, [...sheet.rows, ...sheet.rows]),
  },
  'half of a board pasted below it': {
    sheet: newBoard,
    apply: (sheet, random) => pasteBelow(sheet, pickBlock(sheet, random, { least: 0.5, most: 0.9 })),
  },
  'a board pasted below itself whose numbers go on': {
    sheet: (random) => newBoard(random, random.pick(['sequence', 'label'])),
    apply: (sheet) => pasteBelow(sheet, goOn(sheet)),
  },
}

function newBoard(random: Random, ...first: readonly KindName[]): Sheet {
  return newSheet(random, { kinds: [...first, ...random.pick(BOARDS)], rows: [300, 2000] })
}

function pasteBelow(sheet: Sheet, pasted: readonly Row[]) {
  return { ...toTab(sheet), rows: [...sheet.rows, ...pasted] }
}

/** Picks consecutive rows of a sheet. */
function pickBlock({ rows }: Sheet, random: Random, { least, most }: { least: number; most: number }): readonly Row[] {
  const count = Math.round(rows.length * (least + (most - least) * random.next()))
  const from = random.between(0, rows.length - count)
  return rows.slice(from, from + count)
}

/** Returns the rows of a sheet, renumbered to continue after its last row. */
function goOn(sheet: Sheet): Row[] {
  const columns = findPlaces(sheet, 'sequence', 'label')
  const next = (cell: Cell) =>
    typeof cell === 'number' ? cell + sheet.rows.length : addToText(cell, sheet.rows.length)
  return sheet.rows.map((row) => row.map((cell, at) => (columns.includes(at) ? next(cell) : cell)))
}

/** Adds to the number at the end of a text: `R-1` and 1,000 make `R-1001`. */
export function addToText(cell: Cell, added: number): string {
  return String(cell).replace(/\d+$/, (digits) => String(Number(digits) + added).padStart(digits.length, '0'))
}
