import { dayNumber } from '#domain/recognize/day-number.ts'
import { type Literal, OPERATORS, type Operator, operators } from './operators.ts'
import { isQuoted, type Part, quoteIf, readQuotes, slicePart, splitParts, TextProblem, unquote } from './quoted-text.ts'

/** A test of a row's cell. Only rows that pass are copied. */
export interface Condition {
  /** The column's header, or its letters where it has none. */
  column: string
  operator: Operator
  /** Operands: a single value for most operators, any number for lists, none for `is empty`. */
  values: Literal[]
}

const MAX_CONDITIONS = 50
const IS_SYMBOL = /^[^a-z]/
const SYMBOLS = OPERATORS.flatMap((operator) =>
  [operator, ...(operators[operator].alsoWritten ?? [])].map((written) => ({ written, operator })),
).filter(({ written }) => IS_SYMBOL.test(written))
const WORDS = OPERATORS.filter((operator) => !IS_SYMBOL.test(operator))

/** Whether a text begins with a symbol of an operator. */
export function startsWithOperator(text: string): boolean {
  return SYMBOLS.some(({ written }) => text.startsWith(written))
}

/** Reads conditions, separated by line breaks or semicolons; empty text has none. @throws TextProblem */
export function parseConditions(text: string): Condition[] {
  const parts = splitParts(readQuotes(text), ';\n').filter((part) => part.text !== '')
  if (parts.length > MAX_CONDITIONS) {
    throw new TextProblem(`Write at most ${MAX_CONDITIONS} conditions`, { at: 0, text })
  }
  return parts.map(parseCondition)
}

/** Reads a single condition. @throws TextProblem */
export function parseCondition(part: Part): Condition {
  const { column, operator, value } = splitCondition(part)
  if (takesNoValue(operator)) return { column, operator, values: [] }
  const values = takesList(operator) ? splitParts(value, '|') : [value]
  return { column, operator, values: values.map((each) => parseValue(each, { operator, part })) }
}

export function takesNoValue(operator: Operator): boolean {
  return operators[operator].takes === 'no_value'
}

export function takesList(operator: Operator): boolean {
  return operators[operator].takes === 'list'
}

/** Splits a condition into column, operator and value without checking them. @throws TextProblem */
export function splitCondition(part: Part): { column: string; operator: Operator; value: Part } {
  const found = findOperator(part.visible)
  if (!found) {
    const message = `"${part.text}" is no condition: write for example Status = open, Amount > 100 or Name contains GmbH`
    throw new TextProblem(message, part)
  }
  const { operator, at, end } = found
  const name = slicePart(part, 0, at)
  const value = slicePart(part, end)
  if (name.text === '') throw new TextProblem(`"${part.text}": write the name of a column before ${operator}`, part)
  const column = unquote(name)
  if (column === '') throw new TextProblem(`"${part.text}": the name of the column is empty`, name)
  if (!takesNoValue(operator) && startsWithOperator(value.visible)) {
    throw new TextProblem(`"${part.text}" has two operators: put the name of the column in double quotes`, value)
  }
  return { column, operator, value }
}

interface FoundOperator {
  operator: Operator
  at: number
  end: number
}

/** The leftmost operator outside of quotes. */
function findOperator(visible: string): FoundOperator | undefined {
  const found: FoundOperator[] = []
  for (const word of WORDS) {
    const at = takesNoValue(word) ? -1 : visible.indexOf(` ${word} `)
    if (at >= 0) found.push({ operator: word, at, end: at + word.length + 2 })
    else if (visible.endsWith(` ${word}`))
      found.push({ operator: word, at: visible.length - word.length - 1, end: visible.length })
  }
  for (const { written, operator } of SYMBOLS) {
    const at = visible.indexOf(written)
    if (at >= 0) found.push({ operator, at, end: at + written.length })
  }
  return found.toSorted((one, other) => one.at - other.at || other.end - one.end)[0]
}

function parseValue(value: Part, { operator, part }: { operator: Operator; part: Part }): Literal {
  if (value.text === '') {
    const fix = operator === '!=' ? 'is not empty' : operator === '=' ? 'is empty' : 'a value after it'
    throw new TextProblem(`"${part.text}": nothing follows ${operator}; write ${fix}`, part)
  }
  const text = unquote(value)
  if (isQuoted(value)) {
    if (operators[operator].takes === 'number') throw noOrder(value, operator)
    return { text }
  }
  if (value.text.startsWith('"')) {
    throw new TextProblem(`${value.text}: nothing may follow the closing quote`, value)
  }
  const read = numberIn(text)
  if (!read && operators[operator].takes === 'number') throw noOrder(value, operator)
  return { text, ...read }
}

function noOrder(value: Part, operator: Operator): TextProblem {
  const message = `"${unquote(value)}" is neither a number nor a date, which ${operator} needs: write 100, 12.5%, 2026-01-31 or today - 30`
  return new TextProblem(message, value)
}

const NUMBER = /^[+-]?\d{1,300}(?:\.\d{1,300})?(?:[eE][+-]?\d{1,3})?(%?)$/
const DAY = /^(\d{4})-(\d{2})-(\d{2})$/
const TODAY = /^today(?: {0,9}([+-]) {0,9}(\d{1,6}))?$/i
const PERCENT = 100

/** The number or day a text reads as. */
export function numberIn(text: string): Omit<Literal, 'text'> | undefined {
  const number = NUMBER.exec(text)
  if (number) return { number: number[1] ? Number(text.slice(0, -1)) / PERCENT : Number(text) }
  const today = TODAY.exec(text)
  if (today) return { number: Number(`${today[1] ?? '+'}${today[2] ?? 0}`), isDay: true, isFromToday: true }
  const day = DAY.test(text) ? dayNumber(text) : undefined
  return day === undefined ? undefined : { number: day, isDay: true }
}

/** Text that `parseConditions` reads as the same conditions. */
export function formatConditions(conditions: readonly Condition[]): string {
  return conditions.map(formatCondition).join('\n')
}

function formatCondition({ column, operator, values }: Condition): string {
  const name = quoteIf(column, findOperator(` ${column} `) !== undefined || /[;\n]| is (?:not )?empty/.test(column))
  const written = values.map(formatValue).join(' | ')
  return written === '' ? `${name} ${operator}` : `${name} ${operator} ${written}`
}

export function formatValue({ text, number }: Literal): string {
  const readsOtherwise = number === undefined && numberIn(text) !== undefined
  return quoteIf(text, readsOtherwise || /[;|\n]/.test(text) || startsWithOperator(text))
}
