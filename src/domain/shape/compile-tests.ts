import type { Cell } from '#domain/copy/cell.ts'
import { foldName } from '#domain/recognize/name-finder.ts'
import { isBlank } from '#domain/recognize/normalize-text.ts'
import { readDate } from '#domain/recognize/read-date.ts'
import { readNumber } from '#domain/recognize/read-number.ts'
import { roundNumber } from '#domain/recognize/round-number.ts'
import type { PlacedShape } from './place-columns.ts'
import type { Condition, Literal } from './row-conditions.ts'

/** A cell and its parsed forms, shared by all tests of its column. */
interface TestedCell {
  cell: Cell
  /** Normalized text in lower case. */
  folded: string
  /** Number in the cell or in its text. Undefined for other text, for blanks, or if no test needs a number. */
  number: number | undefined
}

/** Returns undefined if undecided: the test needs a number and the cell has other text. */
type CellTest = (tested: TestedCell) => boolean | undefined

export interface TestContext {
  /** Serial number of the day of the run's start. */
  today: number
  /** Locale of the source spreadsheet, for reading numbers and dates from text. */
  locale: string
}

export interface RowTests {
  /** Returns the tested columns with text in place of a number; undefined if the row fails a test. */
  testRow(row: readonly Cell[]): readonly number[] | undefined
  /** Tested columns with at least one number so far. */
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
    cellTests: ofColumn.map(({ condition }) => compileCondition(condition, today)),
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

function compileCondition({ operator, values }: Condition, today: number): CellTest {
  const [value = { text: '' }] = values
  const text = foldPart(value.text)
  switch (operator) {
    case 'is empty':
      return ({ cell }) => isBlank(cell)
    case 'is not empty':
      return ({ cell }) => !isBlank(cell)
    case '=':
    case 'in':
      return compileValues(values, today)
    case '!=':
    case 'not in':
      return negate(compileValues(values, today))
    case 'contains':
      return ({ folded }) => folded.includes(text)
    case 'does not contain':
      return ({ folded }) => !folded.includes(text)
    case 'starts with':
      return ({ folded }) => folded.startsWith(text)
    case 'ends with':
      return ({ folded }) => folded.endsWith(text)
    default:
      return compileOrder(operator, findBounds(value, today))
  }
}

function negate(test: (tested: TestedCell) => boolean): CellTest {
  return (tested) => !test(tested)
}

/** Tests for any of the values. Compares numbers by value, days with all their times, and text normalized and in any case. */
function compileValues(values: readonly Literal[], today: number): (tested: TestedCell) => boolean {
  const [texts, textsAlone] = [new Set<string>(), new Set<string>()]
  const [numbers, days] = [new Set<number>(), new Set<number>()]
  for (const value of values) {
    const bounds = findBounds(value, today)
    const text = foldCell(value.text)
    texts.add(text)
    if (!bounds) textsAlone.add(text)
    else if (value.isDay) days.add(bounds.from)
    else numbers.add(bounds.from)
  }
  return ({ cell, folded, number }) => {
    if (number !== undefined && (numbers.has(number) || days.has(Math.floor(number)))) return true
    return typeof cell === 'number' ? textsAlone.has(folded) : !isBlank(cell) && texts.has(folded)
  }
}

/** Tests an order. Blanks and booleans fail it; text is undecided. */
function compileOrder(operator: '>' | '>=' | '<' | '<=', bounds: Bounds | undefined): CellTest {
  if (!bounds) return () => false
  const isMet = compileBounds(operator, bounds)
  return ({ cell, number }) => {
    if (number !== undefined) return isMet(number)
    return typeof cell === 'string' && !isBlank(cell) ? undefined : false
  }
}

function compileBounds(operator: '>' | '>=' | '<' | '<=', { from, before }: Bounds): (number: number) => boolean {
  const isDay = before > from
  switch (operator) {
    case '>':
      return (number) => (isDay ? number >= before : number > from)
    case '>=':
      return (number) => number >= from
    case '<':
      return (number) => number < from
    case '<=':
      return (number) => (isDay ? number < before : number <= from)
  }
}

interface Bounds {
  from: number
  before: number
}

/** Bounds of a value: a day ends where the next day starts. */
function findBounds({ number, isDay, isFromToday }: Literal, today: number): Bounds | undefined {
  if (number === undefined) return undefined
  const from = roundNumber(isFromToday ? today + number : number)
  return { from, before: isDay ? from + 1 : from }
}

function foldCell(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'string') return foldName(cell)
  return String(typeof cell === 'number' ? roundNumber(cell) : cell)
}

/** Normalizes part of a text. The bars keep blanks at its ends. */
function foldPart(text: string): string {
  return foldName(`|${text}|`).slice(1, -1)
}
