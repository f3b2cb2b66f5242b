import { quoteIf } from '#domain/shape/quoted-text.ts'
import { formatConditions } from '#domain/shape/row-conditions.ts'

export const OPERATORS = [
  '=',
  '!=',
  '>',
  '>=',
  '<',
  '<=',
  'in',
  'not in',
  'contains',
  'does not contain',
  'starts with',
  'ends with',
  'is empty',
  'is not empty',
] as const

interface NewCondition {
  column: string
  operator: (typeof OPERATORS)[number]
  /** As a person writes it: several values of a list have `|` between them. */
  value: string
}

export function isWithoutValue(operator: NewCondition['operator']): boolean {
  return operator === 'is empty' || operator === 'is not empty'
}

/** The conditions with one more, on a line of its own. */
export function withCondition(rows: string, { column, operator, value }: NewCondition): string {
  const isList = operator === 'in' || operator === 'not in'
  const written = isWithoutValue(operator) ? '' : isList ? value.trim() : quoteIf(value.trim(), /[;|\n]/.test(value))
  const condition = `${formatConditions([{ column, operator, values: [] }])} ${written}`.trim()
  return rows.trim() === '' ? condition : `${rows.trimEnd()}\n${condition}`
}
