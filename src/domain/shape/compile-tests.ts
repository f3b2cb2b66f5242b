import { type Cell, isEmptyCell } from '#domain/copy/cell.ts'
import type { PlacedShape } from './place-columns.ts'
import type { Condition, Literal } from './row-conditions.ts'

/** Tests a cell and its folded text, which all tests of a column share. */
type CellTest = (cell: Cell, folded: string) => boolean

/**
 * Compiles the tests of a shape into one test of a row. Each list becomes a set once, and each tested cell is folded once per
 * row, so that the length of a list costs nothing per row. `today` is the serial number of the day on which the run began.
 */
export function compileTests(tests: PlacedShape['tests'], today: number): (row: readonly Cell[]) => boolean {
  const columns = [...Map.groupBy(tests, ({ column }) => column)].map(([column, ofColumn]) => ({
    column,
    cellTests: ofColumn.map(({ condition }) => compileCondition(condition, today)),
  }))
  return (row) =>
    columns.every(({ column, cellTests }) => {
      const cell = row[column - 1] ?? null
      const folded = foldCell(cell)
      return cellTests.every((meets) => meets(cell, folded))
    })
}

function compileCondition({ operator, values }: Condition, today: number): CellTest {
  const [value = { text: '' }] = values
  const text = foldCell(value.text)
  switch (operator) {
    case 'is empty':
      return isEmptyCell
    case 'is not empty':
      return (cell) => !isEmptyCell(cell)
    case '=':
    case 'in':
      return compileValues(values, today)
    case '!=':
    case 'not in':
      return negate(compileValues(values, today))
    case 'contains':
      return (_, folded) => folded.includes(text)
    case 'does not contain':
      return (_, folded) => !folded.includes(text)
    case 'starts with':
      return (_, folded) => folded.startsWith(text)
    case 'ends with':
      return (_, folded) => folded.endsWith(text)
    default:
      return compileOrder(operator, findBounds(value, today))
  }
}

function negate(test: CellTest): CellTest {
  return (cell, folded) => !test(cell, folded)
}

/** Tests for any of the values: a number is compared by value, and a day with all its times; text without regard to case. */
function compileValues(values: readonly Literal[], today: number): CellTest {
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
  return (cell, folded) => {
    if (typeof cell !== 'number') return !isEmptyCell(cell) && texts.has(folded)
    return numbers.has(cell) || days.has(Math.floor(cell)) || textsAlone.has(folded)
  }
}

/** Text has no order among numbers and dates. */
function compileOrder(operator: '>' | '>=' | '<' | '<=', bounds: Bounds | undefined): CellTest {
  if (!bounds) return () => false
  const { from, before } = bounds
  const isDay = before > from
  switch (operator) {
    case '>':
      return (cell) => typeof cell === 'number' && (isDay ? cell >= before : cell > from)
    case '>=':
      return (cell) => typeof cell === 'number' && cell >= from
    case '<':
      return (cell) => typeof cell === 'number' && cell < from
    case '<=':
      return (cell) => typeof cell === 'number' && (isDay ? cell < before : cell <= from)
  }
}

interface Bounds {
  from: number
  before: number
}

/** A day reaches up to the next one. */
function findBounds({ number, isDay, isFromToday }: Literal, today: number): Bounds | undefined {
  if (number === undefined) return undefined
  const from = isFromToday ? today + number : number
  return { from, before: isDay ? from + 1 : from }
}

function foldCell(cell: Cell): string {
  return cell === null ? '' : String(cell).toLowerCase()
}
