import type { Baseline } from './baseline.ts'
import { collapsedPercent } from './column-collapsed.ts'
import { judgeEmptied, lostCellsPercent } from './column-emptied.ts'
import { movedColumns } from './column-moved.ts'
import { addedLastColumns, compareHeaders, looksLikeHeader, matchColumns } from './compare-headers.ts'
import type { ErrorFacts, JudgedCopy, ReadSource } from './guard.ts'
import type { GuardRules } from './guard-rules.ts'
import { findGuard, guards, type Hold } from './guards.ts'
import { type JudgedColumn, type JudgedRows, judgedColumns } from './judged-columns.ts'
import { newKeysPercent } from './keys-replaced.ts'
import { kindChange } from './kind-changed.ts'
import type { Limits } from './limits.ts'
import { type ColumnMeasures, type Measures, NO_MEASURES } from './measures.ts'
import { measureScale } from './numbers-scaled.ts'
import type { OccupiedCells } from './occupied-cells.ts'
import { newRepeatedPercent } from './rows-repeated.ts'
import { judgeShrunk, lostPercent } from './source-shrank.ts'

export interface CopyFacts {
  now: ReadSource
  /** Undefined if nothing is known of an earlier copy between these tabs. */
  last: Baseline | undefined
  /** Rows at the last success. They may be known even if `last` is not. */
  lastRows: number | undefined
  /** The last ten copies with changes that were accepted or not undone, and all copies accepted in the last 400 days. */
  measures: readonly Measures[]
  occupied: OccupiedCells | undefined
  errors: ErrorFacts
  /** The title of the target's tab. */
  tab: string
  rules: GuardRules
  /** The findings of `createExpectationCheck`. */
  violations: readonly Hold[]
}

export interface Judgement {
  holds: Hold[]
  /** Findings that are reported but do not hold the copy. */
  notes: Hold[]
  /** Differences from the last copy, to store with the copy. */
  measures: Measures
}

/** Judges a copy before anything is written, with all guards that compare it with the last copy. */
export function judgeCopy(facts: CopyFacts): Judgement {
  const copy = compareCopies(facts)
  const { now, beside, lastRows } = copy
  const found = Object.keys(guards).flatMap((cause) => findIn(copy, cause))
  const isNoted = ({ cause }: Hold) => {
    const { isNote, allowedBy } = guards[cause]
    return isNote || (allowedBy === 'on_column_change' && facts.rules.onColumnChange === 'follow')
  }
  const notes = found.filter(isNoted)
  const holds = found.filter((hold) => !isNoted(hold))
  if (now.rows === 0) return { holds, notes, measures: NO_MEASURES }
  return {
    holds: [...holds, ...facts.violations],
    notes,
    measures: {
      lostRows: lostPercent(now.rows, lastRows),
      repeatedRows: beside ? newRepeatedPercent(beside) : 0,
      columns: beside ? columnMeasures(beside) : [],
    },
  }
}

function findIn(copy: JudgedCopy, cause: string): Hold[] {
  const { judge = 'found_elsewhere' } = findGuard(cause) ?? {}
  return judge === 'found_elsewhere' ? [] : judge(copy).map((facts) => ({ cause, ...facts }) as Hold)
}

/** Cells of the target that a copy would overwrite or clear, as a hold. */
export function judgeOccupied(copy: Pick<JudgedCopy, 'occupied' | 'tab'>): Hold[] {
  return ['target_occupied', 'other_cells'].flatMap((cause) => findIn(copy as JudgedCopy, cause))
}

function compareCopies(facts: CopyFacts): JudgedCopy {
  const { now, last, tab, occupied, errors } = facts
  const limits = { measures: facts.measures, lossPercent: facts.rules.holdLossPercent }
  const lastRows = last?.rows ?? facts.lastRows
  const beside = last && besideLast({ now, last, limits })
  const isEmpty = now.rows === 0
  return {
    now,
    last,
    lastRows,
    limits,
    tab,
    occupied: isEmpty ? undefined : occupied,
    errors: isEmpty ? undefined : errors,
    ...(last ? compareColumns(now, last) : SAME_COLUMNS),
    beside,
    steady:
      beside && !isEmpty && judgeShrunk({ rows: now.rows, lastRows }, limits).length === 0
        ? { rows: beside, filled: listFilled(beside) }
        : undefined,
  }
}

/** Lists the columns still filled. Emptied columns allow no further findings. */
function listFilled(beside: JudgedRows): readonly JudgedColumn[] {
  const emptied = new Set(judgeEmptied(beside, beside.limits).map(({ column }) => column))
  return beside.columns.filter(({ name }) => !emptied.has(name))
}

const SAME_COLUMNS: Pick<JudgedCopy, 'headerChange' | 'addedColumns'> = { headerChange: undefined, addedColumns: [] }

function compareColumns(now: ReadSource, last: Baseline): typeof SAME_COLUMNS {
  if (!looksLikeHeader(last.header)) return SAME_COLUMNS
  const headers = { last: last.header, now: now.header, changing: last.changingHeaders ?? [] }
  return { headerChange: compareHeaders(headers), addedColumns: addedLastColumns(headers) }
}

function besideLast({ now, last, limits }: { now: ReadSource; last: Baseline; limits: Limits }): JudgedRows {
  const { header, shownHeader = header, firstDataRow, profile, rows } = now
  const width = last.profile.columns.length
  const places = matchColumns({ last: last.header, now: header, changing: last.changingHeaders ?? [], width })
  const judged = { last: last.profile, now: profile, header: shownHeader, columns: places, firstDataRow }
  const columns = judgedColumns(judged)
  return { last: last.profile, now: profile, rows, lastRows: last.rows, columns, places, limits }
}

function columnMeasures(beside: JudgedRows): ColumnMeasures[] {
  const moved = new Map(movedColumns(beside).map(({ column, percent }) => [column, percent]))
  const measure = (column: JudgedColumn): ColumnMeasures => ({
    column: column.name,
    lost: lostCellsPercent(column, lostPercent(beside.rows, beside.lastRows)),
    changedKind: kindChange(column.before, column.after).percent,
    collapsed: collapsedPercent(column.before, column.after),
    moved: moved.get(column) ?? 0,
    newKeys: newKeysPercent(column, beside),
    scale: measureScale(column.before, column.after),
  })
  return beside.columns
    .map(measure)
    .filter(({ column: _, scale, ...percents }) => scale > 1 || Object.values(percents).some((percent) => percent > 0))
}
