import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify/sync'
import { type ChangedCell, type ChangeSetSummary, changeSets } from '#contract/change-set.ts'
import { Refusal } from '#contract/errors.ts'
import { columnLetters } from '#domain/copy/a1.ts'
import { classifyChange } from '#domain/copy/change-block.ts'
import { type Entered, isFormula } from '#domain/copy/entered.ts'
import type { CellFormat } from '#domain/copy/format-segment.ts'
import { markAsText } from '#domain/csv/text.ts'
import { isSameValue } from '#domain/hand-out/split-value.ts'
import type { Context } from '#server/http/context.ts'
import { type Handler, handler } from '#server/http/handler.ts'
import {
  allChanges,
  type ChangeFilter,
  changesPage,
  findChangeSets,
  type TargetCell,
} from '#server/runs/change-pages.ts'
import type { ChangeSet } from '#server/runs/change-sets.ts'
import type { Orm } from '#server/storage/database.ts'

const EXPORT_COLUMNS = ['row', 'column', 'column name', 'change', 'before', 'after', 'format before', 'format after']

/** Handlers for the changes of a run, cell by cell. */
export function changeSetHandlers({ database: { orm } }: Pick<Context, 'database'>): Handler[] {
  const findChanges = async ({ id, run }: { id: number; run: number }, { value, ...filter }: Query) => {
    const sets = await findChangeSets(orm, { taskId: id, runId: run })
    if (sets === undefined)
      throw new Refusal('not_found', 'There is no such run of this task. It may have been deleted.')
    if (value === undefined) return { sets, filter }
    const set = sets.find((each) => each.targetKey !== '' && isSameValue(each.value, value))
    if (!set) throw new Refusal('not_found', `This run changed no cell of a target for "${value}".`)
    return { sets: [set], filter: { ...filter, targetKey: set.targetKey } }
  }
  return [
    handler(changeSets.page, async ({ params, query: { offset, limit, ...query } }) => {
      const { sets, filter } = await findChanges(params, query)
      const page = await changesPage(orm, { runId: params.run, filter, offset, limit })
      return {
        ...presentSummary(sets),
        cells: page.cells.map((cell) => presentCell(cell, sets)),
        matching: page.matching,
      }
    }),
    handler(changeSets.exportCsv, async ({ params, query }) => {
      const { sets, filter } = await findChanges(params, query)
      return {
        body: Readable.from(exportChanges(orm, { runId: params.run, sets, filter })),
        headers: { 'content-disposition': `attachment; filename="run_${params.run}_changes.csv"` },
      }
    }),
  ]
}

interface Query extends Omit<ChangeFilter, 'targetKey'> {
  value?: string | undefined
}

function presentSummary(sets: readonly ChangeSet[]): ChangeSetSummary {
  const [first] = sets
  const sum = (count: 'filled' | 'changed' | 'cleared' | 'addedRows' | 'addedColumns') =>
    sets.reduce((total, set) => total + set[count], 0)
  const formatted = sets.flatMap(({ formats }) => formats.map(({ column }) => column))
  return {
    state: first?.state ?? 'none',
    filled: sum('filled'),
    changed: sum('changed'),
    cleared: sum('cleared'),
    added_rows: sum('addedRows'),
    added_columns: sum('addedColumns'),
    formatted_columns: [...new Set(formatted)].sort((one, other) => one - other),
    columns: first?.columns ?? [],
    row_moves: (sets.length === 1 && first?.rowMoves.at(-1)?.listed) || null,
    ...(hasTargets(sets) && { targets: sets.map(presentTarget) }),
  }
}

function hasTargets([first]: readonly ChangeSet[]): boolean {
  return first !== undefined && first.targetKey !== ''
}

function presentTarget({ filled, changed, cleared, ...set }: ChangeSet) {
  const { value, targetSsId: target_ss_id, targetTab: target_sheet_name, sheetId: sheet_id } = set
  return { value, target_ss_id, target_sheet_name, sheet_id, filled, changed, cleared }
}

function presentCell({ targetKey, ...cell }: TargetCell, sets: readonly ChangeSet[]): ChangedCell {
  const { row, column, before, after } = cell
  const set = sets.find((each) => each.targetKey === targetKey)
  const format = set?.formats.find((run) => run.column === column && run.firstRow <= row && row <= run.lastRow)
  return {
    ...(set && targetKey !== '' && { value: set.value }),
    row,
    column,
    kind: classifyChange(cell),
    before,
    after,
    before_format: findPattern(format?.before),
    after_format: findPattern(format?.after),
  }
}

function findPattern(format: CellFormat | null | undefined): string | null {
  return format?.pattern ?? format?.type ?? null
}

interface Export {
  runId: number
  sets: readonly ChangeSet[]
  filter: ChangeFilter
}

async function* exportChanges(orm: Orm, { runId, sets, filter }: Export): AsyncGenerator<string> {
  yield stringify([hasTargets(sets) ? ['value', ...EXPORT_COLUMNS] : EXPORT_COLUMNS])
  const columns = sets[0]?.columns ?? []
  for await (const cells of allChanges(orm, runId, filter)) {
    yield stringify(cells.map((cell) => csvRow(presentCell(cell, sets), columns)))
  }
}

function csvRow({ row, column, kind, value, ...cell }: ChangedCell, columns: readonly string[]): string[] {
  const name = columns[column - 1] ?? ''
  const texts = [name, kind, formatEntry(cell.before), formatEntry(cell.after), cell.before_format, cell.after_format]
  const target = value === undefined ? [] : [markAsText(value)]
  return [...target, String(row), columnLetters(column), ...texts.map((text) => markAsText(text ?? ''))]
}

function formatEntry(entered: Entered): string {
  if (isFormula(entered)) return entered.formula
  return typeof entered === 'boolean' ? String(entered).toUpperCase() : String(entered ?? '')
}
