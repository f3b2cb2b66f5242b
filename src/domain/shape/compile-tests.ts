import type { Cell } from '#domain/copy/cell.ts'
import { readDate } from '#domain/recognize/read-date.ts'
import { readNumber } from '#domain/recognize/read-number.ts'
import { roundNumber } from '#domain/recognize/round-number.ts'
import { foldCell, operators } from './operators.ts'
import type { PlacedShape } from './place-columns.ts'

export interface TestContext {
  /** Serial number of the day of the run's start. */
  today: number
  /** Locale of the source spreadsheet, for reading numbers and dates from text. */
  locale: string
}

export interface RowTests {
  /** Returns tested columns with text instead of a number; undefined if the row fails a test. */
  testRow(row: readonly Cell[]): readonly number[] | undefined
  /** Tested columns with a number so far. */
  readonly numeric: ReadonlySet<number>
}

const NOTHING_UNREAD: readonly number[] = []
const HAS_DIGIT = /\d/

/**
 * Compiles the tests of a shape into a single row test. Builds the set of each list once, and normalizes and parses each tested
 * cell once per row, so the length of a list adds no cost per row.
 */
export function compileTests(tests: PlacedShape['tests'], { today, locale }: TestContext): RowTests {
  const columns = [...Map.groupBy(tests, ({ column }) => column)].map(([column, ofColumn]) => ({
    column,
    needsNumber: ofColumn.some(({ condition }) => condition.values.some(({ number }) => number !== undefined)),
    cellTests: ofColumn.map(({ condition }) => operators[condition.operator].compile(condition.values, today)),
  }))
  const numeric = new Set<number>()
  return {
    numeric,
    testRow(row) {
      let unread = NOTHING_UNREAD
      for (const { column, needsNumber, cellTests } of columns) {
        const cell = row[column - 1] ?? null
        const number = needsNumber ? readCell(cell, locale) : undefined
        if (number !== undefined) numeric.add(column)
        const tested = { cell, folded: foldCell(cell), number }
        const results = cellTests.map((meets) => meets(tested))
        if (results.includes(false)) return undefined
        if (results.includes(undefined)) unread = [...unread, column]
      }
      return unread
    },
  }
}

function readCell(cell: Cell, locale: string): number | undefined {
  if (typeof cell === 'number') return roundNumber(cell)
  if (typeof cell !== 'string' || !HAS_DIGIT.test(cell)) return undefined
  const number = readNumber(cell, locale) ?? readDate(cell, locale)
  return number === undefined ? undefined : roundNumber(number)
}
