import type { Cell } from '#domain/copy/cell.ts'
import { foldName } from '#domain/recognize/name-finder.ts'
import { isBlank } from '#domain/recognize/normalize-text.ts'
import { roundNumber } from '#domain/recognize/round-number.ts'

/** A value in a condition. An unquoted value is also compared as the number or date it reads as. */
export interface Literal {
  text: string
  /** A number, or a day by its serial number; days are counted from today where `isFromToday`. */
  number?: number
  isDay?: boolean
  isFromToday?: boolean
}

/** A cell and its parsed forms, shared by all tests of its column. */
interface TestedCell {
  cell: Cell
  /** Normalized text in lower case. */
  folded: string
  /** Number in the cell or in its text. Undefined for other text, for blanks, or if no test needs a number. */
  number: number | undefined
}

/** Tests a cell. Returns undefined if undecided: the test needs a number, and the cell has other text. */
export type CellTest = (tested: TestedCell) => boolean | undefined

interface OperatorRule {
  /** Label in forms. */
  readonly label: string
  /** Further symbols of the operator. */
  readonly alsoWritten?: readonly string[]
  readonly takes: 'no_value' | 'one_value' | 'number' | 'list'
  /** A condition and the cells that meet it, for the documentation. */
  readonly example: string
  readonly meaning: string
  compile(values: readonly Literal[], today: number): CellTest
}

/** The operators as written, in the order a form offers them. */
const table = {
  '=': {
    label: 'is',
    takes: 'one_value',
    example: 'Status = open',
    meaning: 'it is this value',
    compile: compileValues,
  },
  '!=': {
    label: 'is not',
    alsoWritten: ['<>', '≠'],
    takes: 'one_value',
    example: 'Status != open',
    meaning: 'it is not this value',
    compile: (values, today) => negate(compileValues(values, today)),
  },
  '>': {
    label: '>',
    takes: 'number',
    example: 'Amount > 100',
    meaning: 'it is a larger number, or a later date',
    compile: (values, today) =>
      compileOrder(values, today, ({ from, before }) =>
        before > from ? (number) => number >= before : (number) => number > from,
      ),
  },
  '>=': {
    label: '≥',
    alsoWritten: ['≥'],
    takes: 'number',
    example: 'Amount >= 100',
    meaning: 'it is this number or date, or a larger one',
    compile: (values, today) =>
      compileOrder(
        values,
        today,
        ({ from }) =>
          (number) =>
            number >= from,
      ),
  },
  '<': {
    label: '<',
    takes: 'number',
    example: 'Due < today',
    meaning: 'it is a smaller number, or an earlier date',
    compile: (values, today) =>
      compileOrder(
        values,
        today,
        ({ from }) =>
          (number) =>
            number < from,
      ),
  },
  '<=': {
    label: '≤',
    alsoWritten: ['≤'],
    takes: 'number',
    example: 'Due <= today',
    meaning: 'it is this number or date, or a smaller one',
    compile: (values, today) =>
      compileOrder(values, today, ({ from, before }) =>
        before > from ? (number) => number < before : (number) => number <= from,
      ),
  },
  in: {
    label: 'is one of',
    takes: 'list',
    example: 'Region in North \\| South',
    meaning: 'it is one of these values',
    compile: compileValues,
  },
  'not in': {
    label: 'is none of',
    takes: 'list',
    example: 'Region not in North \\| South',
    meaning: 'it is none of these values',
    compile: (values, today) => negate(compileValues(values, today)),
  },
  contains: {
    label: 'contains',
    takes: 'one_value',
    example: 'Name contains GmbH',
    meaning: 'its text contains this',
    compile: (values) => compileText(values, (folded, text) => folded.includes(text)),
  },
  'does not contain': {
    label: 'does not contain',
    takes: 'one_value',
    example: 'Name does not contain GmbH',
    meaning: 'its text does not contain this',
    compile: (values) => compileText(values, (folded, text) => !folded.includes(text)),
  },
  'starts with': {
    label: 'starts with',
    takes: 'one_value',
    example: 'Name starts with A',
    meaning: 'its text starts with this',
    compile: (values) => compileText(values, (folded, text) => folded.startsWith(text)),
  },
  'ends with': {
    label: 'ends with',
    takes: 'one_value',
    example: 'Name ends with AG',
    meaning: 'its text ends with this',
    compile: (values) => compileText(values, (folded, text) => folded.endsWith(text)),
  },
  'is empty': {
    label: 'is empty',
    takes: 'no_value',
    example: 'Email is empty',
    meaning: 'it is empty',
    compile:
      () =>
      ({ cell }) =>
        isBlank(cell),
  },
  'is not empty': {
    label: 'is not empty',
    takes: 'no_value',
    example: 'Email is not empty',
    meaning: 'it is not empty',
    compile:
      () =>
      ({ cell }) =>
        !isBlank(cell),
  },
} as const satisfies Readonly<Record<string, OperatorRule>>

export type Operator = keyof typeof table

export const operators: Readonly<Record<Operator, OperatorRule>> = table

/** Operators as written, in the order a form offers them. */
export const OPERATORS = Object.keys(table) as readonly Operator[]

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

function compileText([value]: readonly Literal[], isMet: (folded: string, text: string) => boolean): CellTest {
  const text = foldPart(value?.text ?? '')
  return ({ folded }) => isMet(folded, text)
}

/** Compiles a test of order. Blanks and booleans fail; text is undecided. */
function compileOrder(
  [value]: readonly Literal[],
  today: number,
  compileBounds: (bounds: Bounds) => (number: number) => boolean,
): CellTest {
  const bounds = value && findBounds(value, today)
  if (!bounds) return () => false
  const isMet = compileBounds(bounds)
  return ({ cell, number }) => {
    if (number !== undefined) return isMet(number)
    return typeof cell === 'string' && !isBlank(cell) ? undefined : false
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

export function foldCell(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'string') return foldName(cell)
  return String(typeof cell === 'number' ? roundNumber(cell) : cell)
}

/** Normalizes part of a text. Temporary bars keep the blanks at its ends. */
function foldPart(text: string): string {
  return foldName(`|${text}|`).slice(1, -1)
}
