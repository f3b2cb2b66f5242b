import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify/sync'
import { type ChangedCell, type ChangeSetSummary, changeSets } from '#contract/change-set.ts'
import { Refusal } from '#contract/errors.ts'
import { columnLetters } from '#domain/copy/a1.ts'
import { type CellChange, changeKindOf } from '#domain/copy/change-block.ts'
import { type Entered, isFormula } from '#domain/copy/entered.ts'
import type { CellFormat } from '#domain/copy/format-segment.ts'
import { markAsText } from '#domain/csv/text.ts'
import type { Context } from '#server/http/context.ts'
import { type Handler, handler } from '#server/http/handler.ts'
import { allChanges, type ChangeFilter, changesPage, findChangeSet } from '#server/runs/change-pages.ts'
import type { ChangeSet } from '#server/runs/change-sets.ts'
import type { Orm } from '#server/storage/database.ts'

const EXPORT_COLUMNS = ['row', 'column', 'column name', 'change', 'before', 'after', 'format before', 'format after']

/** Handlers for the changes of a run, cell by cell. */
export function changeSetHandlers({ database: { orm } }: Pick<Context, 'database'>): Handler[] {
  const requireSet = async ({ id, run }: { id: number; run: number }) => {
    const set = await findChangeSet(orm, { taskId: id, runId: run })
    if (set === undefined)
      throw new Refusal('not_found', 'There is no such run of this task. It may have been deleted.')
    return set
  }
  return [
    handler(changeSets.page, async ({ params, query }) => {
      const set = await requireSet(params)
      const { kind, column, offset, limit } = query
      const page = await changesPage(orm, { runId: params.run, filter: { kind, column }, offset, limit })
      return {
        ...presentSummary(set),
        cells: page.cells.map((cell) => presentCell(cell, set)),
        matching: page.matching,
      }
    }),
    handler(changeSets.exportCsv, async ({ params, query }) => {
      const set = await requireSet(params)
      return {
        body: Readable.from(exportChanges(orm, { runId: params.run, set, filter: query })),
        headers: { 'content-disposition': `attachment; filename="run_${params.run}_changes.csv"` },
      }
    }),
  ]
}

function presentSummary(set: ChangeSet | null): ChangeSetSummary {
  return {
    state: set?.state ?? 'none',
    filled: set?.filled ?? 0,
    changed: set?.changed ?? 0,
    cleared: set?.cleared ?? 0,
    added_rows: set?.addedRows ?? 0,
    added_columns: set?.addedColumns ?? 0,
    formatted_columns: [...new Set(set?.formats.map(({ column }) => column))].sort((one, other) => one - other),
    columns: set?.columns ?? [],
    row_moves: set?.rowMoves.at(-1)?.listed ?? null,
  }
}

function presentCell(cell: CellChange, set: ChangeSet | null): ChangedCell {
  const { row, column, before, after } = cell
  const format = set?.formats.find((run) => run.column === column && run.firstRow <= row && row <= run.lastRow)
  return {
    row,
    column,
    kind: changeKindOf(cell),
    before,
    after,
    before_format: patternOf(format?.before),
    after_format: patternOf(format?.after),
  }
}

function patternOf(format: CellFormat | null | undefined): string | null {
  return format?.pattern ?? format?.type ?? null
}

interface Export {
  runId: number
  set: ChangeSet | null
  filter: ChangeFilter
}

async function* exportChanges(orm: Orm, { runId, set, filter }: Export): AsyncGenerator<string> {
  yield stringify([EXPORT_COLUMNS])
  for await (const cells of allChanges(orm, runId, filter)) {
    yield stringify(cells.map((cell) => csvRow(presentCell(cell, set), set)))
  }
}

function csvRow({ row, column, kind, ...cell }: ChangedCell, set: ChangeSet | null): string[] {
  const name = set?.columns[column - 1] ?? ''
  const texts = [name, kind, textOf(cell.before), textOf(cell.after), cell.before_format, cell.after_format]
  return [String(row), columnLetters(column), ...texts.map((text) => markAsText(text ?? ''))]
}

function textOf(entered: Entered): string {
  if (isFormula(entered)) return entered.formula
  return typeof entered === 'boolean' ? String(entered).toUpperCase() : String(entered ?? '')
}
