import type { Cell } from '#domain/copy/cell.ts'
import type { Hold } from '#domain/failures/failure.ts'
import type { TaskFailure } from '#domain/failures/task-failures.ts'
import type { Baseline } from './baseline.ts'
import { addedLastColumns, compareHeaders, looksLikeHeader, matchColumns } from './compare-headers.ts'
import { type ErrorFacts, judgeErrors } from './error-jump.ts'
import type { GuardRules } from './guard-rules.ts'
import { collapsedPercent, judgeCollapse, judgeKinds, kindChange } from './judge-character.ts'
import { judgeLoss, lostPercent } from './judge-loss.ts'
import { judgeKeys, judgeMoved, judgeRepeated, movedColumns, newKeysPercent, newRepeatedPercent } from './judge-rows.ts'
import { type JudgedColumn, judgedColumns } from './judged-columns.ts'
import { type ColumnMeasures, type Measures, NO_MEASURES } from './measures.ts'
import { holdOfOccupied, type OccupiedCells } from './occupied-cells.ts'
import type { SourceProfile } from './source-profile.ts'

export interface CopyFacts {
  now: { header: readonly Cell[]; rows: number; width: number; firstDataRow: number; profile: SourceProfile }
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
  const { now, last, measures, rules, tab, occupied, errors } = facts
  const { holds: changed, notes } = judgeHeader(facts)
  const beside = last && besideLast(facts, last)
  const lastRows = last?.rows ?? facts.lastRows
  const columns = beside?.columns ?? []
  const loss = judgeLoss({ rows: now.rows, lastRows, columns, measures, limitPercent: rules.holdLossPercent })
  const ofOccupied = occupied ? [holdOfOccupied(occupied, tab)] : []
  if (now.rows === 0) return { holds: [...loss, ...changed], notes, measures: NO_MEASURES }
  const isEmptied = new Set(loss.flatMap((hold) => (hold.cause === 'column_emptied' ? hold.column : [])))
  const others = columns.filter(({ name }) => !isEmptied.has(name))
  const hasLostRows = loss.some(({ cause }) => cause === 'source_shrank')
  // These are only said: how often ordinary changes look like them is not known well enough to hold a copy.
  const character =
    beside && !hasLostRows
      ? [
          ...judgeKinds(others, measures),
          ...judgeCollapse(others, measures),
          ...judgeMoved(beside),
          ...judgeKeys(beside),
          ...judgeRepeated(beside),
        ]
      : []
  return {
    holds: [...judgeErrors(errors, now.rows), ...ofOccupied, ...changed, ...loss, ...facts.violations],
    notes: [...notes, ...character],
    measures: {
      lostRows: lostPercent(now.rows, lastRows),
      newKeys: (beside && newKeysPercent(beside)) ?? 0,
      repeatedRows: beside ? newRepeatedPercent(beside) : 0,
      columns: beside ? columnMeasures(beside) : [],
    },
  }
}

function judgeHeader({ now, last, rules }: CopyFacts): { holds: Hold[]; notes: Note[] } {
  if (!last || !looksLikeHeader(last.header)) return { holds: [], notes: [] }
  const headers = { last: last.header, now: now.header, changing: last.changingHeaders ?? [] }
  const change = compareHeaders(headers)
  if (change) {
    const found = { cause: 'columns_changed', ...change } as const
    return rules.onColumnChange === 'hold' ? { holds: [found], notes: [] } : { holds: [], notes: [found] }
  }
  const columns = addedLastColumns(headers)
  return { holds: [], notes: columns.length === 0 ? [] : [{ cause: 'columns_added', columns }] }
}

function besideLast({ now, measures }: CopyFacts, last: Baseline) {
  const { header, firstDataRow } = now
  const width = last.profile.columns.length
  const places = matchColumns({ last: last.header, now: header, changing: last.changingHeaders ?? [], width })
  const columns = judgedColumns({ last: last.profile, now: now.profile, header, columns: places, firstDataRow })
  return { last: last.profile, now: now.profile, rows: now.rows, lastRows: last.rows, columns, places, measures }
}

function columnMeasures(beside: ReturnType<typeof besideLast>): ColumnMeasures[] {
  const moved = new Map(movedColumns(beside).map(({ column, percent }) => [column, percent]))
  const measure = (column: JudgedColumn): ColumnMeasures => ({
    column: column.name,
    lost: lostPercent(column.after.filled, column.before.filled),
    changedKind: kindChange(column.before, column.after).percent,
    collapsed: collapsedPercent(column.before, column.after),
    moved: moved.get(column) ?? 0,
  })
  return beside.columns
    .map(measure)
    .filter(({ lost, changedKind, collapsed, moved: ofMoved }) => lost + changedKind + collapsed + ofMoved > 0)
}
