import { areaName } from '#domain/copy/area.ts'
import type { FilledTable } from '#domain/copy/grow-table.ts'
import { CHECK_TARGET } from '#domain/explanation.ts'
import type { Guard } from './guard.ts'
import { joinNames, MAX_NAMES } from './guard-words.ts'

export interface TableFacts {
  readonly tab: string
  readonly count: number
  /** The first tables. */
  readonly tables: readonly FilledTable[]
}

/** Pivot tables and connected tables of the target would be overwritten. */
export const pivotOverwritten: Guard<TableFacts> = {
  explain: ({ tab, ...found }) => ({
    subject: null,
    reason: `This copy would overwrite ${listTables(found)} of "${tab}", which an undo cannot bring back.`,
    ...CHECK_TARGET,
  }),
  covers: (found, seen) =>
    seen.tab === found.tab &&
    found.count <= seen.count &&
    found.tables.every((table) => seen.tables.some((other) => isSameTable(other, table))),
  allowedBy: 'no_rule',
  withoutCells: 'has_none',
  judge: 'found_elsewhere',
}

/** Ignores the size: even after growing, a table is still the table the person saw. */
function isSameTable(one: FilledTable, other: FilledTable): boolean {
  const { firstRow, firstColumn } = one.area
  return one.by === other.by && firstRow === other.area.firstRow && firstColumn === other.area.firstColumn
}

/** `the pivot table D1:F9, the connected table H1:I4 and 2 more` */
function listTables({ count, tables }: Pick<TableFacts, 'count' | 'tables'>): string {
  const shown = tables.slice(0, MAX_NAMES).map(({ by, area }) => `the ${by} table ${areaName(area)}`)
  const others = count - shown.length
  return others > 0 ? `${shown.join(', ')} and ${others} more` : joinNames(shown)
}
