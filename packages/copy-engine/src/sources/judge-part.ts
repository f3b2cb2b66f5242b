import type { Cell } from '#domain/copy/cell.ts'
import { computeHeaderRow } from '#domain/copy/region.ts'
import { storableJson } from '#domain/copy/storable-text.ts'
import { findKeyColumn, type SourceBaseline } from '#domain/guards/baseline.ts'
import { changingHeadersAfter } from '#domain/guards/changing-headers.ts'
import { createExpectationCheck } from '#domain/guards/check-expectations.ts'
import type { Hold } from '#domain/guards/guards.ts'
import { type Judgement, judgeCopy } from '#domain/guards/judge-copy.ts'
import { countErrorCells, createSourceProfiler } from '#domain/guards/source-profile.ts'
import { columnFinder } from '#domain/shape/place-columns.ts'
import { titleOfSource } from '#domain/shape/union.ts'
import { usedColumns } from '#engine/guards/comparable-baseline.ts'
import { describeErrorCell } from '#engine/guards/judge-source.ts'
import { placed } from '#engine/guards/source-as-read.ts'
import type { SyncJob } from '#engine/job/sync-job.ts'
import type { SourceRead } from './read-source.ts'

export interface JudgedPart extends Judgement {
  title: string
  /** Baseline for the guards of the next run. */
  baseline: SourceBaseline
}

/** Compares a source with its state at its last copy, in the columns the task uses. */
export async function judgePart(
  read: SourceRead,
  { job, last }: { job: SyncJob; last: SourceBaseline | undefined },
): Promise<JudgedPart> {
  const { place, source, lastRow } = read
  const title = job.union
    ? titleOfSource(job.union, { spreadsheet: source.spreadsheet.title, tab: source.tab.title })
    : ''
  const used = usedColumns(job)
  const columns = columnsUsed(read, job)
  const project = (row: readonly Cell[]) => columns.map((column) => row[column - 1] ?? null)
  const firstDataRow = computeHeaderRow(job.startRow) + 1
  const asRead = {
    header: storableJson(project(read.header)),
    rows: Math.max(0, lastRow - firstDataRow + 1),
    width: columns.length,
    firstDataRow,
  }
  const named = { ...asRead, shownHeader: project(read.shownHeader ?? read.header) }
  const comparable =
    last?.used === used ? { ...last, source: last.tab, target: last.tab, startRow: job.startRow } : undefined
  const { profile, violations } =
    comparable && read.isUnchanged && hasNoExpectations(job)
      ? { profile: comparable.profile, violations: [] }
      : await examine(read, { job, project, asRead: named, keyColumn: findKeyColumn(comparable) })
  const [firstError] = read.errors
  const errorCells = read.errors.filter(({ column }) => columns.includes(column)).length
  const judgement = judgeCopy({
    now: { ...named, profile },
    last: comparable,
    lastRows: last?.rows,
    measures: job.last.measures.flatMap(({ sources }) => sources?.[place.key] ?? []),
    occupied: undefined,
    errors: {
      errorCells,
      before: last && countErrorCells(last.profile),
      first: firstError && describeErrorCell(firstError, source.tab.title),
    },
    tab: source.tab.title,
    rules: job.rules,
    violations,
  })
  const ofSource = { source: title, sourceKey: place.key }
  const holds = [...read.holds, ...judgement.holds].map((hold) => ({ ...placed(hold, columns), ...ofSource }) as Hold)
  const { sheetId, title: tab } = source.tab
  const baseline = storableJson({
    ...asRead,
    profile,
    changingHeaders: changingHeadersAfter(comparable, judgement.holds),
    tab: { sheetId, title: tab },
    spreadsheetId: source.spreadsheet.id,
    title,
    used,
    entry: place.entry,
    position: 0,
    digest: read.digest,
  })
  const notes = judgement.notes.map((note) => ({ ...note, source: title }))
  return { ...judgement, notes, holds, title, baseline }
}

function hasNoExpectations({ rules }: SyncJob): boolean {
  const { filled, unique } = rules.expectations
  return filled.length + unique.length === 0
}

/** The columns the task copies or tests, by their place in a source; a source may lack some of them. */
function columnsUsed(
  { header, shownHeader, width, source }: SourceRead,
  { shape, rules: { expectations } }: SyncJob,
): number[] {
  if (!shape || shape.columns.length === 0) return Array.from({ length: width }, (_, at) => at + 1)
  const names = [...shape.columns.map(({ name }) => name), ...shape.conditions.map(({ column }) => column)]
  const find = columnFinder(
    names.map((name) => ({ name })),
    { header, shownHeader, columnCount: source.tab.columnCount },
  )
  return [...new Set([...names, ...expectations.filled, ...expectations.unique].flatMap((name) => find(name) ?? []))]
}

interface Examination {
  job: SyncJob
  project: (row: readonly Cell[]) => Cell[]
  asRead: { header: Cell[]; shownHeader: Cell[]; rows: number; width: number; firstDataRow: number }
  keyColumn: ReturnType<typeof findKeyColumn>
}

async function examine(read: SourceRead, { job, project, asRead, keyColumn }: Examination) {
  const profiler = createSourceProfiler({ keyColumn })
  const { locale } = read.source.spreadsheet
  const check = createExpectationCheck({ ...asRead, expectations: job.rules.expectations, locale })
  let remaining = asRead.rows
  for await (const block of read.rows) {
    const rows = block.slice(0, remaining).map(project)
    if (rows.length === 0) break
    remaining -= rows.length
    profiler.add(rows)
    check.add(rows)
  }
  return { profile: profiler.end(), violations: check.end() }
}
