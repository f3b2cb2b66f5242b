import type { CellError, CellValue, FormulaResult } from '../store/cell.ts'

/** Results of a formula by row: a single cell, or the block of an array formula. */
export type Results = readonly (readonly FormulaResult[])[]

/** Thrown for a formula with parts the provider does not compute, such as a reference or most functions. */
export class NotComputed extends Error {}

export function one(value: CellValue): Results {
  return [[{ value }]]
}

export function failed(token: string, message: string): Results {
  return [[{ error: { token, message } }]]
}

export function first(results: Results): FormulaResult {
  return results[0]?.[0] ?? { value: '' }
}

/** Thrown to make the whole formula give this error, as an error in an argument does. */
export class FormulaFailure extends Error {
  readonly error: CellError

  constructor(error: CellError) {
    super(error.message ?? error.token)
    this.error = error
  }
}

interface Argument {
  functionName: string
  /** Number of the argument, counted from 1. */
  position: number
}

/** @throws FormulaFailure for an error, and for text that is not a number. */
export function toNumber(results: Results, { functionName, position }: Argument): number {
  const { value = '', error } = first(results)
  if (error) throw new FormulaFailure(error)
  if (typeof value === 'number') return value
  if (typeof value === 'boolean') return Number(value)
  if (value.trim() !== '' && Number.isFinite(Number(value))) return Number(value)
  const message = `Function ${functionName} parameter ${position} expects number values. But '${value}' is a text and cannot be coerced to a number.`
  throw new FormulaFailure({ token: '#VALUE!', message })
}

/** @throws FormulaFailure for an error. */
export function toText(results: Results): string {
  const { value = '', error } = first(results)
  if (error) throw new FormulaFailure(error)
  return typeof value === 'boolean' ? String(value).toUpperCase() : String(value)
}
