import { areaName } from '#domain/copy/area.ts'
import type { FilledTable } from '#domain/copy/grow-table.ts'
import type { Hold } from '#domain/failures/failure.ts'
import type { CarryObstacle, CellFact, RemarkFact } from '#domain/failures/guard-facts.ts'
import { idOf, type NamedFile } from '#domain/failures/named-file.ts'

/** Whether what is found is no more than what a person saw and accepted: the same rules and cells, and nothing larger. */
export function isCovered(found: readonly Hold[], accepted: readonly Hold[]): boolean {
  return found.every((hold) => accepted.some((seen) => covers(seen, hold)))
}

function covers(seen: Hold, found: Hold): boolean {
  if (seen.source !== found.source || (seen.sourceKey ?? found.sourceKey) !== found.sourceKey) return false
  switch (found.cause) {
    case 'tab_replaced':
      return seen.cause === 'tab_replaced' && isSameTab(seen, found) && found.now === seen.now
    case 'target_tab_deleted':
      return seen.cause === 'target_tab_deleted' && isSameTab(seen, found)
    case 'source_gone':
      return seen.cause === found.cause && found.tab === seen.tab && found.rows <= seen.rows
    case 'source_empty':
      return seen.cause === found.cause
    case 'source_shrank':
      return seen.cause === found.cause && found.rows >= seen.rows && found.lastRows <= seen.lastRows
    case 'no_row_matches':
      return seen.cause === found.cause
    case 'matches_shrank':
      return seen.cause === found.cause && found.rows >= seen.rows && found.lastRows <= seen.lastRows
    case 'error_jump':
      return (
        seen.cause === found.cause &&
        (found.count < seen.count || (found.count === seen.count && found.first === seen.first))
      )
    case 'target_reshaped':
      return seen.cause === found.cause && found.shape === seen.shape
    case 'target_edited':
      return seen.cause === found.cause && found.count <= seen.count && found.first === seen.first
    case 'owner_left':
      return seen.cause === found.cause && found.person === seen.person
    case 'edited_since_preview':
      return false
    case 'target_occupied':
    case 'other_cells':
      return seen.cause === found.cause && seen.tab === found.tab && isNoMore(found, seen)
    case 'columns_misplaced':
      return (
        seen.cause === found.cause &&
        seen.tab === found.tab &&
        found.columns.every(({ column, before, after }) =>
          seen.columns.some((other) => other.column === column && other.before === before && other.after === after),
        )
      )
    case 'keys_unusable':
      return (
        seen.cause === found.cause &&
        seen.end === found.end &&
        found.empty <= seen.empty &&
        found.doubled <= seen.doubled &&
        found.cells.every((cell) => seen.cells.some(({ row, column }) => row === cell.row && column === cell.column))
      )
    case 'values_unmatched':
      return (
        seen.cause === found.cause &&
        found.column === seen.column &&
        found.rows <= seen.rows &&
        found.values.every(({ value }) => seen.values.some((other) => other.value === value))
      )
    case 'values_failed':
      return seen.cause === found.cause && found.column === seen.column && isNoMore(found, seen)
    case 'pivot_overwritten':
      return (
        seen.cause === found.cause &&
        seen.tab === found.tab &&
        found.count <= seen.count &&
        found.tables.every((table) => seen.tables.some((other) => isSameTable(other, table)))
      )
    case 'remarks_displaced':
      return (
        seen.cause === found.cause &&
        seen.tab === found.tab &&
        found.moved <= seen.moved &&
        found.gone <= seen.gone &&
        found.cells.every((cell) => isListed(cell, seen))
      )
    case 'rows_not_carried':
      return seen.cause === found.cause && seen.tab === found.tab && isSameObstacle(seen, found)
    case 'columns_changed':
      return seen.cause === found.cause && areSame(found.before, seen.before) && areSame(found.after, seen.after)
    case 'columns_added':
      return true
    case 'column_emptied':
      return seen.cause === found.cause && found.column === seen.column && found.filled >= seen.filled
    case 'kind_changed':
      return (
        seen.cause === found.cause &&
        found.column === seen.column &&
        found.to === seen.to &&
        found.percent <= seen.percent
      )
    case 'numbers_scaled':
      return seen.cause === found.cause && found.column === seen.column && isNoFarther(found, seen)
    case 'column_collapsed':
    case 'column_moved':
      return seen.cause === found.cause && found.column === seen.column && found.percent <= seen.percent
    case 'columns_exchanged':
      return seen.cause === found.cause && areSame(found.columns, seen.columns)
    case 'keys_replaced':
      return seen.cause === found.cause && found.column === seen.column && found.percent <= seen.percent
    case 'rows_repeated':
      return seen.cause === found.cause && found.percent <= seen.percent
    case 'expected_missing': {
      if (seen.cause !== found.cause) return false
      const names = seen.columns.map(({ name }) => name)
      return found.columns.every(({ name }) => names.includes(name))
    }
    case 'expected_filled':
      return seen.cause === found.cause && found.column === seen.column && isNoMore(found, seen)
    case 'expected_unique':
      return seen.cause === found.cause && areSame(found.columns, seen.columns) && isNoMore(found, seen)
  }
}

/** Whether the mean of the numbers is no farther from the last one than the person saw. */
function isNoFarther(found: Means, seen: Means): boolean {
  const [now, then] = [found.mean / found.lastMean, seen.mean / seen.lastMean]
  return then > 1 ? now >= 1 && now <= then * 1.1 : now <= 1 && now >= then / 1.1
}

interface Means {
  readonly mean: number
  readonly lastMean: number
}

/** Whether a person saw a remark, or remarks above it of as many that its row may have been among those that were not listed. */
function isListed({ row, column, remark, toRow }: RemarkFact, { cells, moved, gone }: RemarksFound): boolean {
  const isMoved = toRow !== undefined
  const listed = cells.filter((cell) => (cell.toRow !== undefined) === isMoved)
  if (listed.some((cell) => cell.row === row && cell.column === column && cell.remark === remark)) return true
  return listed.length < (isMoved ? moved : gone) && row >= (listed.at(-1)?.row ?? 0)
}

type RemarksFound = Extract<Hold, { cause: 'remarks_displaced' }>

/** Compares areas too: accepting cells below the copied rows does not accept cells that people enter there later. */
function isSameObstacle(one: CarryObstacle, other: CarryObstacle): boolean {
  const [area, otherArea] = ['area' in one ? one.area : undefined, 'area' in other ? other.area : undefined]
  return one.why === other.why && (area && areaName(area)) === (otherArea && areaName(otherArea))
}

interface AboutTab {
  readonly file: NamedFile
  readonly tab: string
}

function isSameTab(seen: AboutTab, found: AboutTab): boolean {
  return idOf(found.file) === idOf(seen.file) && found.tab === seen.tab
}

/** A table that has grown since is still the one that the person saw. */
function isSameTable(one: FilledTable, other: FilledTable): boolean {
  const { firstRow, firstColumn } = one.area
  return one.by === other.by && firstRow === other.area.firstRow && firstColumn === other.area.firstColumn
}

function areSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((name, at) => name === other[at])
}

interface Cells {
  readonly count: number
  readonly cells: readonly CellFact[]
}

function isNoMore(found: Cells, seen: Cells): boolean {
  return found.count <= seen.count && areIn(found.cells, seen.cells)
}

/** Whether the first cells found are among those that the person saw, with the same value to lose. */
function areIn(found: readonly CellFact[], seen: readonly CellFact[]): boolean {
  return found.every((cell) =>
    seen.some(({ row, column, before }) => row === cell.row && column === cell.column && before === cell.before),
  )
}
