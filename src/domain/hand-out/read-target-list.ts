import { linkedTab, spreadsheetId } from '#contract/spreadsheet-link.ts'
import { MAX_TARGETS } from '#contract/task-fields.ts'
import type { Cell } from '#domain/copy/cell.ts'
import { isBlank } from '#domain/recognize/normalize-text.ts'
import { type HandOutTarget, nameTarget } from './assign-targets.ts'
import { findValueKey, nameValue } from './split-value.ts'

/** A mistake in a sheet that lists targets. Rows and columns count from 1. */
export type ListProblem =
  | { readonly kind: 'too_many'; readonly count: number }
  | (ListPlace & { readonly kind: 'error' | 'no_value' | 'no_link' })
  | (ListPlace & { readonly kind: 'no_file'; readonly text: string })
  | (ListPlace & { readonly kind: 'same_value' | 'same_tab'; readonly otherRow: number })

interface ListPlace {
  readonly row: number
  readonly column: number
}

/** The columns of a list, counted from 1. */
export interface ListColumns {
  value: number
  link: number
  /** Undefined if the list names no tabs. */
  tab: number | undefined
}

interface TargetList {
  columns: ListColumns
  /** Data rows with their row numbers. */
  rows: Iterable<readonly [row: number, cells: readonly Cell[]]>
  /** Cells with failed formulas. */
  errors: readonly ListPlace[]
  locale: string
}

interface ReadTargets {
  targets: HandOutTarget[]
  problems: ListProblem[]
}

const FileLink = spreadsheetId('Link')

/** Reads a target from each filled row. */
export function readTargetList({ columns, rows, errors, locale }: TargetList): ReadTargets {
  const failed = new Set(errors.map(({ row, column }) => JSON.stringify([row, column])))
  const [targets, problems]: [HandOutTarget[], ListProblem[]] = [[], []]
  const [rowByKey, rowByTab] = [new Map<string, number>(), new Map<string, number>()]
  const used = [columns.value, columns.link, ...(columns.tab === undefined ? [] : [columns.tab])]
  for (const [row, cells] of rows) {
    const broken = used.find((column) => failed.has(JSON.stringify([row, column])))
    if (broken !== undefined) {
      problems.push({ kind: 'error', row, column: broken })
      continue
    }
    if (used.every((column) => isBlank(cells[column - 1]))) continue
    const target = readTarget({ row, cells, columns, locale })
    if ('kind' in target) {
      problems.push(target)
      continue
    }
    const sameValue = rowByKey.get(target.key)
    const sameTab = rowByTab.get(nameTarget(target))
    if (sameValue !== undefined) problems.push({ kind: 'same_value', row, column: columns.value, otherRow: sameValue })
    else if (sameTab !== undefined)
      problems.push({ kind: 'same_tab', row, column: columns.tab ?? columns.link, otherRow: sameTab })
    rowByKey.set(target.key, row)
    rowByTab.set(nameTarget(target), row)
    targets.push(target)
  }
  if (targets.length > MAX_TARGETS) problems.unshift({ kind: 'too_many', count: targets.length })
  return { targets, problems }
}

interface ListRow extends Pick<TargetList, 'columns' | 'locale'> {
  row: number
  cells: readonly Cell[]
}

function readTarget({ row, cells, columns, locale }: ListRow): HandOutTarget | ListProblem {
  const [valueCell, linkCell] = [cells[columns.value - 1] ?? null, cells[columns.link - 1] ?? null]
  const tabCell = columns.tab === undefined ? null : (cells[columns.tab - 1] ?? null)
  const key = findValueKey(valueCell, locale)
  if (key === undefined) return { kind: 'no_value', row, column: columns.value }
  if (isBlank(linkCell)) return { kind: 'no_link', row, column: columns.link }
  const link = typeof linkCell === 'string' ? FileLink.safeParse(linkCell) : undefined
  if (!link?.success) return { kind: 'no_file', row, column: columns.link, text: nameValue(linkCell) }
  const tabName = isBlank(tabCell) ? (linkedTab(String(linkCell)) ?? '') : String(tabCell)
  return { key, value: nameValue(valueCell), targetSsId: link.data, tabName }
}
