import type { Cell } from '#domain/copy/cell.ts'
import type { Hold } from '#domain/failures/failure.ts'
import type { TaskFailure } from '#domain/failures/task-failures.ts'
import type { Baseline } from './baseline.ts'
import { addedLastColumns, compareHeaders, looksLikeHeader, matchColumns } from './compare-headers.ts'
import { type ErrorFacts, judgeErrors } from './error-jump.ts'
import type { GuardRules } from './guard-rules.ts'
import { collapsedPercent, judgeCollapse, judgeKinds, judgeScale, kindChange, scaleOf } from './judge-character.ts'
import { judgeKeys, judgeRepeated, newKeysPercent, newRepeatedPercent } from './judge-keys.ts'
import { judgeLoss, lostCellsPercent, lostPercent } from './judge-loss.ts'
import { judgeExchanged, judgeMoved, movedColumns } from './judge-moved.ts'
import { type JudgedColumn, type JudgedRows, judgedColumns } from './judged-columns.ts'
import type { Limits } from './limits.ts'
import { type ColumnMeasures, type Measures, NO_MEASURES } from './measures.ts'
import { holdOfOccupied, type OccupiedCells } from './occupied-cells.ts'
import type { SourceProfile } from './source-profile.ts'

export interface CopyFacts {
  now: {
    header: readonly Cell[]
    /** Header with displayed text, used as column names; defaults to `header`. */
    shownHeader?: readonly Cell[]
    rows: number
    width: number
    firstDataRow: number
    profile: SourceProfile
  }
  /** Undefined if nothing is known of an earlier copy between these tabs. */
  last: Baseline | undefined
  /** Rows at the last success, where they are known although `last` is not. */
  lastRows: number | undefined
  /** The last ten copies that changed something and were accepted or not undone, and those accepted in the last 400 days. */
  measures: readonly Measures[]
  occupied: OccupiedCells | undefined
  errors: ErrorFacts
  /** The title of the target's tab. */
  tab: string
  rules: GuardRules
  /** The findings of `createExpectationCheck`. */
  violations: readonly Hold[]
}

/** Something that is copied and said. */
type Note = Hold | TaskFailure<'columns_added'>

export interface Judgement {
  holds: Hold[]
  notes: Note[]
  /** How this copy differs from the last one. Remember them with the copy. */
  measures: Measures
}

/** Judges a copy before anything is written. Nothing that is not known is judged. */
export function judgeCopy(facts: CopyFacts): Judgement {
  const { now, last, tab, occupied, errors } = facts
  const beside = last && besideLast(facts, last)
  const { holds: changed, notes } = judgeColumns(facts, beside)
  const lastRows = last?.rows ?? facts.lastRows
  const columns = beside?.columns ?? []
  const limits = limitsOf(facts)
  const loss = judgeLoss({ rows: now.rows, lastRows, columns }, limits)
  const ofOccupied = occupied ? [holdOfOccupied(occupied, tab)] : []
  if (now.rows === 0) return { holds: [...loss, ...changed], notes, measures: NO_MEASURES }
  const isEmptied = new Set(loss.flatMap((hold) => (hold.cause === 'column_emptied' ? hold.column : [])))
  const others = columns.filter(({ name }) => !isEmptied.has(name))
  const hasLostRows = loss.some(({ cause }) => cause === 'source_shrank')
  const character =
    beside && !hasLostRows
      ? [
          ...judgeKinds(others, limits),
          ...judgeCollapse(others, limits),
          ...judgeScale(others, limits),
          ...judgeMoved(beside),
          ...judgeKeys(beside),
          ...judgeRepeated(beside),
        ]
      : []
  return {
    holds: [...judgeErrors(errors, now.rows), ...ofOccupied, ...changed, ...loss, ...character, ...facts.violations],
    notes,
    measures: {
      lostRows: lostPercent(now.rows, lastRows),
      repeatedRows: beside ? newRepeatedPercent(beside) : 0,
      columns: beside ? columnMeasures(beside) : [],
    },
  }
}

function limitsOf({ measures, rules }: CopyFacts): Limits {
  return { measures, lossPercent: rules.holdLossPercent }
}

function judgeColumns({ now, last, rules }: CopyFacts, beside: JudgedRows | undefined) {
  if (!last || !beside) return NOTHING_FOUND
  const { change, added } = compareColumns(now, last)
  const found: Hold[] = change ? [{ cause: 'columns_changed', ...change }] : judgeExchanged(beside)
  return rules.onColumnChange === 'hold' ? { holds: found, notes: added } : { holds: [], notes: [...found, ...added] }
}

const NOTHING_FOUND: { holds: Hold[]; notes: Note[] } = { holds: [], notes: [] }

function compareColumns(now: CopyFacts['now'], last: Baseline) {
  if (!looksLikeHeader(last.header)) return { change: undefined, added: [] }
  const headers = { last: last.header, now: now.header, changing: last.changingHeaders ?? [] }
  const columns = addedLastColumns(headers)
  const added: Note[] = columns.length === 0 ? [] : [{ cause: 'columns_added', columns }]
  return { change: compareHeaders(headers), added }
}

function besideLast(facts: CopyFacts, last: Baseline): JudgedRows {
  const { now } = facts
  const { header, shownHeader = header, firstDataRow, profile, rows } = now
  const width = last.profile.columns.length
  const places = matchColumns({ last: last.header, now: header, changing: last.changingHeaders ?? [], width })
  const judged = { last: last.profile, now: profile, header: shownHeader, columns: places, firstDataRow }
  const columns = judgedColumns(judged)
  return { last: last.profile, now: profile, rows, lastRows: last.rows, columns, places, limits: limitsOf(facts) }
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
    scale: scaleOf(column.before, column.after),
  })
  return beside.columns
    .map(measure)
    .filter(({ column: _, scale, ...percents }) => scale > 1 || Object.values(percents).some((percent) => percent > 0))
}
