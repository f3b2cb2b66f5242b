import type { FormulaResult } from '../store/cell.ts'
import { dateToSerial, overflowingDateToSerial } from '../values/serial-date.ts'
import { FormulaFailure, failed, first, one, type Results, toNumber, toText } from './formula-value.ts'

const MAX_SEQUENCE_CELLS = 10_000
const SECONDS_PER_DAY = 86_400

interface FormulaCall {
  arguments: readonly Results[]
  /** The current time, as the provider's clock gives it. */
  now: Date
}

type FormulaFunction = (call: FormulaCall) => Results

/**
 * The functions the provider computes. `TEST_` functions exist only here: they give a cell any error, any result with a
 * number format, or a value that never finishes loading.
 */
export const formulaFunctions: Readonly<Record<string, FormulaFunction>> = {
  NA: () => failed('#N/A', ''),
  TODAY: ({ now }) => dated(Math.floor(toSerial(now)), { type: 'DATE', pattern: 'M/d/yyyy' }),
  NOW: ({ now }) => dated(toSerial(now), { type: 'DATE_TIME', pattern: 'M/d/yyyy H:mm:ss' }),
  DATE: (call) => {
    const [year, month, day] = numbers(call, { name: 'DATE', defaults: [1900, 1, 1] })
    const serial = overflowingDateToSerial({ year, month, day })
    return serial === undefined
      ? failed('#NUM!', 'Function DATE parameters do not give a date that exists.')
      : dated(serial, { type: 'DATE', pattern: 'M/d/yyyy' })
  },
  TIME: (call) => {
    const [hours, minutes, seconds] = numbers(call, { name: 'TIME', defaults: [0, 0, 0] })
    const serial = (hours * 3600 + minutes * 60 + seconds) / SECONDS_PER_DAY
    return dated(serial % 1, { type: 'TIME', pattern: 'h:mm:ss am/pm' })
  },
  SEQUENCE: (call) => sequence(call),
  ARRAYFORMULA: ({ arguments: [results = one('')] }) => results,
  TEST_ERROR: ({ arguments: [token = one('#ERROR!'), message = one('')] }) => failed(toText(token), toText(message)),
  TEST_LOADING: () => [[{ error: { token: 'Loading...' } }]],
  TEST_RESULT: ({ arguments: [result = one(''), type = one('NUMBER'), pattern = one('')] }) =>
    withFormat(first(result), { type: toText(type), pattern: toText(pattern) }),
}

/** Reads the arguments as numbers. A missing argument gets its default. */
function numbers<const Defaults extends readonly number[]>(
  { arguments: given }: FormulaCall,
  { name, defaults }: { name: string; defaults: Defaults },
): { [Index in keyof Defaults]: number } {
  return defaults.map((fallback, index) => {
    const argument = given[index]
    return argument ? toNumber(argument, { functionName: name, position: index + 1 }) : fallback
  }) as { [Index in keyof Defaults]: number }
}

function sequence(call: FormulaCall): Results {
  const [sentRows, sentColumns, start, step] = numbers(call, { name: 'SEQUENCE', defaults: [1, 1, 1, 1] })
  const rows = Math.trunc(sentRows)
  const columns = Math.trunc(sentColumns)
  if (rows < 1 || columns < 1 || rows * columns > MAX_SEQUENCE_CELLS) {
    throw new FormulaFailure({ token: '#NUM!', message: 'Function SEQUENCE parameters are out of range.' })
  }
  return Array.from({ length: rows }, (_row, row) =>
    Array.from({ length: columns }, (_cell, column) => ({ value: start + (row * columns + column) * step })),
  )
}

function dated(value: number, format: NonNullable<FormulaResult['format']>): Results {
  return [[{ value, format }]]
}

function withFormat(result: FormulaResult, { type, pattern }: { type: string; pattern: string }): Results {
  return [[{ ...result, format: { type, ...(pattern !== '' && { pattern }) } }]]
}

function toSerial(at: Date): number {
  const day = dateToSerial({ year: at.getUTCFullYear(), month: at.getUTCMonth() + 1, day: at.getUTCDate() }) ?? 0
  const seconds = at.getUTCHours() * 3600 + at.getUTCMinutes() * 60 + at.getUTCSeconds()
  return day + seconds / SECONDS_PER_DAY
}
