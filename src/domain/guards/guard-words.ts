import { cellAddress } from '#domain/copy/a1.ts'
import type { Cell } from '#domain/copy/cell.ts'
import type { CellFact, Limit } from './guard-facts.ts'

/** Maximum names in a sentence. */
export const MAX_NAMES = 3
const MAX_TEXT = 30

/** `40 % lost, the limit is 30 %; the largest change in the last ten runs was 4 %.` */
export function describeLimit(verb: string, { percent, limitPercent, usualPercent }: Limit): string {
  const usual =
    usualPercent === undefined ? '' : `; the largest change in the last ten runs was ${formatPercent(usualPercent)} %`
  return `${formatPercent(percent)} % ${verb}, the limit is ${formatPercent(limitPercent)} %${usual}.`
}

export function joinNames(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

export function quoteNames(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMES).map((name) => `"${name}"`)
  return names.length > MAX_NAMES ? `${shown.join(', ')} and ${names.length - MAX_NAMES} more` : shown.join(', ')
}

export function describeExample([cell]: readonly CellFact[]): string {
  return cell ? `, for example ${cellAddress(cell)}: ${formatCell(cell.before)} → ${formatCell(cell.after)}` : ''
}

export function describeFirst(count: number, [cell]: readonly CellFact[]): string {
  if (!cell) return ''
  return count === 1 ? `, ${cellAddress(cell)}` : `, the first in ${cellAddress(cell)}`
}

export function formatCell(cell: Cell): string {
  if (cell === null || cell === '') return 'empty'
  return typeof cell === 'string' ? `"${shortenText(cell)}"` : String(cell)
}

export function shortenText(text: string): string {
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text
}

export function formatPercent(percent: number): string {
  return String(percent >= 10 || Number.isInteger(percent) ? Math.round(percent) : Number(percent.toFixed(1)))
}
