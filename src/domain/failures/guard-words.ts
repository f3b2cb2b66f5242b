import { cellAddress, columnLetters } from '#domain/copy/a1.ts'
import { areaName } from '#domain/copy/area.ts'
import type { Cell } from '#domain/copy/cell.ts'
import { countOf } from '#domain/count-of.ts'
import { findDifference } from '#domain/recognize/name-difference.ts'
import type {
  CarryObstacle,
  CellFact,
  GuardFacts,
  HeaderChange,
  Limit,
  MisplacedColumn,
  RemarkFact,
} from './guard-facts.ts'

const MAX_NAMES = 3
const MAX_TEXT = 30

/** `40 % lost, the limit is 30 %; the largest change in the last ten runs was 4 %.` */
export function describeLimit(verb: string, { percent, limitPercent, usualPercent }: Limit): string {
  const usual =
    usualPercent === undefined ? '' : `; the largest change in the last ten runs was ${formatPercent(usualPercent)} %`
  return `${formatPercent(percent)} % ${verb}, the limit is ${formatPercent(limitPercent)} %${usual}.`
}

export function describeScale(mean: number, lastMean: number): string {
  const [word, times] = mean / lastMean > 1 ? ['larger', mean / lastMean] : ['smaller', lastMean / mean]
  return `about ${Math.round(times).toLocaleString('en-US')} times ${word}`
}

export function formatMean(mean: number): string {
  return mean.toLocaleString('en-US', { maximumSignificantDigits: 4 })
}

export function describeHeader({ missing, moved, added }: HeaderChange): string {
  const parts = [
    ['missing', missing],
    ['moved', moved],
    ['new', added],
  ] as const
  const changes = parts.flatMap(([word, names]) => (names.length === 0 ? [] : `${word} ${quoteNames(names)}`))
  const [gone, fresh] = [missing.slice(0, MAX_NAMES), added.slice(0, MAX_NAMES)]
  const differences = gone.flatMap((before) => fresh.flatMap((after) => describeDifference(before, after) ?? []))
  return [...changes, ...differences].join('; ')
}

/** `the new name has a line break where "Unit price" has a blank`; undefined if the difference is visible. */
function describeDifference(before: string, after: string): string | undefined {
  const found = findDifference(before, after)
  return found && `the new name has ${found.other} where "${before}" has ${found.one}`
}

/** `the pivot table D1:F9, the connected table H1:I4 and 2 more` */
export function listTables({ count, tables }: Pick<GuardFacts['pivot_overwritten'], 'count' | 'tables'>): string {
  const shown = tables.slice(0, MAX_NAMES).map(({ by, area }) => `the ${by} table ${areaName(area)}`)
  const others = count - shown.length
  return others > 0 ? `${shown.join(', ')} and ${others} more` : joinNames(shown)
}

/** `B99: 1 row, for example row 17` */
export function listValues({ count, values }: Pick<GuardFacts['values_unmatched'], 'count' | 'values'>): string {
  const shown = values.map(({ value, rows, firstRow }) => {
    return `${value === '' ? 'no value' : value}: ${countOf(rows, 'row')}, for example row ${firstRow.toLocaleString('en-US')}`
  })
  const others = count - shown.length
  if (shown.length === 0) return countOf(count, 'value')
  return others > 0 ? `${shown.join('; ')}; and ${countOf(others, 'other value')}` : shown.join('; ')
}

/** `A is "State" there and "Name" here` */
export function describeMisplaced(columns: readonly MisplacedColumn[]): string {
  const shown = columns.slice(0, MAX_NAMES).map(({ column, before, after }) => {
    const found = findDifference(String(before ?? ''), String(after ?? ''))
    const difference = found ? `, with ${found.other} instead of ${found.one}` : ''
    return `${columnLetters(column)} is ${formatCell(before)} there and ${formatCell(after)} here${difference}`
  })
  const others = columns.length - shown.length
  return others > 0 ? `${shown.join(', ')}, and ${countOf(others, 'other')}` : joinNames(shown)
}

/** `3 remarks would end up beside another row. For example C7 'call back' belongs to order 1043, which moves to row 9.` */
export function describeRemarks({ moved, gone, cells }: GuardFacts['remarks_displaced']): string {
  const sentences = [
    moved > 0 && `${countOf(moved, 'remark')} would end up beside another row.`,
    describeRemark(cells.find(({ toRow }) => toRow !== undefined)),
    gone > 0 && `${countOf(gone, 'remark')} ${gone === 1 ? 'is' : 'are'} beside rows that the source no longer has.`,
    describeRemark(cells.find(({ toRow }) => toRow === undefined)),
  ]
  return sentences.filter((sentence) => typeof sentence === 'string').join(' ')
}

function describeRemark(remark: RemarkFact | undefined): string | undefined {
  return remark && `For example ${remarkLine(remark)}.`
}

/** `C7 'call back' belongs to order 1043, which moves to row 9` */
export function remarkLine({ row, column, remark, belongsTo, toRow }: RemarkFact): string {
  const text = remark.length > MAX_TEXT ? `${remark.slice(0, MAX_TEXT)}…` : remark
  const fate = toRow === undefined ? 'is gone' : `moves to row ${toRow}`
  return `${cellAddress({ row, column })} '${text}' belongs to ${belongsTo}, which ${fate}`
}

/** `the table "D1:F9" is in the same rows` */
export function describeObstacle(obstacle: CarryObstacle): string {
  switch (obstacle.why) {
    case 'merged':
      return `the merged range ${areaName(obstacle.area)} is in the same rows`
    case 'table':
      return `the table ${areaName(obstacle.area)} is in the same rows`
    case 'pivot':
      return `a pivot table or a connected table begins in ${areaName(obstacle.area)}`
    case 'protected':
      return `the protected range ${areaName(obstacle.area)} is in the same rows`
    case 'below':
      return `other cells are below the copied rows, the first in ${areaName(obstacle.area)}`
    case 'formulas':
      return 'the copied columns of the target have formulas'
    case 'other_task':
      return 'another task copies to the same rows'
    case 'filtered':
      return 'the rows would have to be sorted, and a filter of the tab may hide some of them'
    case 'too_many':
      return 'too many rows would have to move'
  }
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

/** ` (the same as B2)` */
export function describeRepeated([cell]: readonly (CellFact & { repeats?: number })[]): string {
  return cell?.repeats === undefined ? '' : ` (the same as ${cellAddress({ ...cell, row: cell.repeats })})`
}

function formatCell(cell: Cell): string {
  if (cell === null || cell === '') return 'empty'
  if (typeof cell !== 'string') return String(cell)
  return `"${cell.length > MAX_TEXT ? `${cell.slice(0, MAX_TEXT)}…` : cell}"`
}

export function formatPercent(percent: number): string {
  return String(percent >= 10 || Number.isInteger(percent) ? Math.round(percent) : Number(percent.toFixed(1)))
}
