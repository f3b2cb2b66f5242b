import type { CellBeside } from '#domain/beside/remarks.ts'
import { type Cell, isEmptyCell } from '#domain/copy/cell.ts'
import type { Accident } from './accident.ts'
import { type Change, compareCells, ORDINARY_DAYS } from './ordinary-days.ts'
import { newRows, type Row, type Sheet, toTab, withRows } from './sheet.ts'

const MIN_ROWS = 4
/** Step between rows with remarks: people write a remark beside every third row. */
const STEP = 3

const remark: CellBeside = { entered: 'call back', note: '' }
const formula: CellBeside = { entered: { formula: '=A2' }, note: '' }
const colored: CellBeside = { entered: undefined, note: '' }

/** Builds the cells beside rows, with remarks beside some rows. */
function remarksBeside({ rows }: Sheet): CellBeside[] {
  return rows.map((_, at) => (at % STEP === 1 ? remark : colored))
}

/** Builds cells beside rows that nobody would miss: formulas and colors. */
function formulasBeside({ rows }: Sheet): CellBeside[] {
  return rows.map((_, at) => (at % STEP === 1 ? colored : formula))
}

function accident(change: (sheet: Sheet, random: Parameters<Change>[1]) => readonly Row[] | undefined): Accident {
  return {
    minRows: MIN_ROWS,
    prepare: (task, sheet) => task.fillBeside(remarksBeside(sheet)),
    apply: (sheet, random) => {
      const rows = change(sheet, random)
      return rows && toTab({ ...sheet, rows })
    },
  }
}

/** Changes of rows that have remarks beside them. */
export const ROWS_WITH_REMARKS: Readonly<Record<string, Accident>> = {
  'rows with remarks sorted': accident(({ rows, columns }, random) => {
    const by = random.between(0, columns.length - 1)
    const sorted = rows.toSorted((one, other) => compareCells(other[by], one[by]))
    return isElsewhere(rows, sorted) ? sorted : undefined
  }),
  'rows inserted above remarks': accident((sheet, random) => {
    const at = random.between(0, lastRemarked(sheet))
    const count = random.between(1, 5)
    return withRows(sheet, sheet.rows.toSpliced(at, 0, ...newRows(sheet, { count, random }))).rows
  }),
  'rows above remarks deleted': accident((sheet, random) =>
    sheet.rows.toSpliced(random.between(0, lastRemarked(sheet)), 1),
  ),
  'a row with a remark replaced': accident((sheet, random) => {
    const at = 1 + STEP * random.between(0, Math.floor((sheet.rows.length - 2) / STEP))
    const [row] = newRows(sheet, { count: 1, random })
    const old = sheet.rows[at] ?? []
    const isOther = row?.every((cell, each) => isEmptyCell(cell) || cell !== old[each])
    return row && isOther ? sheet.rows.with(at, row) : undefined
  }),
}

function lastRemarked({ rows }: Sheet): number {
  return 1 + STEP * Math.floor((rows.length - 2) / STEP)
}

/** Whether a row with a remark has other cells in its place. */
function isElsewhere(before: readonly Row[], after: readonly Row[]): boolean {
  return before.some((row, at) => at % STEP === 1 && row.some((cell: Cell, each) => cell !== after[at]?.[each]))
}

const IN_PLACE = [
  'rows added at the end',
  'cells edited',
  'all prices raised',
  'all numbers different',
  'stock moved a little',
  'boxes reset',
  'states moved on',
  'categories renamed',
  'dates rolled on by a day',
  'times of updates',
  'notes written',
  'texts corrected',
  'a few lookups fail',
] as const

/** Days without moved rows, beside remarks; and days with moved rows, beside formulas and colors. */
export const DAYS_BESIDE: readonly { kind: string; change: Change; fill: (sheet: Sheet) => CellBeside[] }[] = [
  ...IN_PLACE.map((name) => ({ kind: `${name}, beside remarks`, change: dayNamed(name), fill: remarksBeside })),
  ...(['rows added at the top', 'the whole sheet sorted'] as const).map((name) => ({
    kind: `${name}, beside formulas and colors`,
    change: dayNamed(name),
    fill: formulasBeside,
  })),
]

function dayNamed(name: string): Change {
  return ORDINARY_DAYS[name] ?? (() => undefined)
}
