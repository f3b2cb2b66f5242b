import type { Cell } from '#domain/copy/cell.ts'
import { foldName } from '#domain/recognize/name-finder.ts'
import { isBlank } from '#domain/recognize/normalize-text.ts'
import { readDate } from '#domain/recognize/read-date.ts'
import { readNumber } from '#domain/recognize/read-number.ts'
import { roundNumber } from '#domain/recognize/round-number.ts'
import type { PlacedShape } from './place-columns.ts'
import type { Condition, Literal } from './row-conditions.ts'

/** A cell and its readings, which all tests of a column share. */
interface TestedCell {
  cell: Cell
  /** Its normalized text, without case. */
  folded: string
  /** The number that it is or reads as; undefined for other text, for blanks, and where no test asks for it. */
  number: number | undefined
}

/** Undefined if nobody knows: an order needs a number, and the cell has text that is none. */
type CellTest = (tested: TestedCell) => boolean | undefined

export interface TestContext {
  /** The serial number of the day on which the run began. */
  today: number
  /** The locale of the source's spreadsheet, in which text is read as a number or a date. */
  locale: string
}

export interface RowTests {
  /** The tested columns whose text is no number where one is needed; undefined if the row does not meet all tests. */
  testRow(row: readonly Cell[]): readonly number[] | undefined
  /** The tested columns in which a number was found so far. */
  readonly numeric: ReadonlySet<number>
}

const NOTHING_UNREAD: readonly number[] = []
const HAS_DIGIT = /\d/

/**
 * Compiles the tests of a shape into one test of a row. Each list becomes a set once, and each tested cell is folded and read
 * once per row, so that the length of a list costs nothing per row.
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

/** Tests for any of the values: a number is compared by value, and a day with all its times; text as it looks, without case. */
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

/** Blanks and truth values have no order, and nobody knows that of text. */
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

/** A day reaches up to the next one. */
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

/** A part of a text may begin or end with a blank. */
function foldPart(text: string): string {
  return foldName(`|${text}|`).slice(1, -1)
}
