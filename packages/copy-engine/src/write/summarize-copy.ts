import { a1Cell } from '#domain/copy/a1.ts'
import { type Conversion, describeConversion } from '#domain/copy/conversion.ts'
import type { SpreadsheetFile } from '#domain/copy/named-file.ts'
import { describeVerification, type Verification } from '#domain/copy/verification.ts'
import { describeFailure } from '#domain/failures/failure.ts'
import { pluralize } from '#domain/pluralize.ts'
import { countFields, pickCounts, shownCounts } from '#domain/runs/run-counts.ts'
import type { ErrorCells } from '#engine/compare/error-cells.ts'
import { findUnreadTexts } from '#engine/guards/judge-shaped.ts'
import { cellOfSource, describeErrorCell } from '#engine/guards/judge-source.ts'
import type { PreparedCopy } from '#engine/guards/prepare-copy.ts'
import type { Titles } from '#engine/job/sync-failure.ts'
import type { SyncJob, SyncPorts } from '#engine/job/sync-job.ts'
import { findMode } from '#engine/modes/modes.ts'
import type { CopiedRun } from '#engine/outcome.ts'
import type { CopySources } from '#engine/sources/copy-sources.ts'
import type { Source, Target } from '#engine/tabs/resolve-tabs.ts'
import type { Usage } from '#engine/workbook.ts'
import type { Copied } from './make-equal.ts'

interface EndedRun {
  job: Pick<SyncJob, 'shape' | 'union' | 'last' | 'keepsCells'>
  prepared: PreparedCopy
  edits: CopiedRun['edits']
  titles: Titles
  ports: Pick<SyncPorts, 'log' | 'formatTime'>
}

interface CopyEnd extends EndedRun {
  source: Source
  target: Target
  copied: Copied
  verified: Verification | undefined
  /** Settings that may have converted the value of the first differing cell; undefined if all cells took their values. */
  conversion: Conversion | undefined
  inTrash: readonly SpreadsheetFile[]
  sources: Pick<CopySources, 'warnings'>
  usage: Usage
}

/** Logs how a copy ended and sums it up. */
export function summarizeCopy(copy: CopyEnd): Omit<CopiedRun, 'left' | 'wasAccepted' | 'hasReadAll'> {
  const { prepared, edits, copied, verified, inTrash, titles } = copy
  const unread = findUnreadTexts(prepared, copy.job)
  const { log } = copy.ports
  const aboutCells = [
    describeDifferences(copy),
    describeErrors(copy),
    describeUndecided(copy),
    describeUnread(unread, copy),
  ].filter((warning) => warning !== undefined)
  const warnings = [
    ...copy.sources.warnings,
    ...aboutCells,
    ...inTrash.map((file) => describeFailure({ cause: 'in_trash', file })),
  ]
  log(warnings.length > 0 ? 'INFO' : 'SUCCESS', describeCopy(copy))
  for (const warning of warnings) log('WARNING', warning)
  return {
    kind: 'copied',
    rows: prepared.rows,
    ...pickCounts(copied),
    refusedCells: copied.differences.count,
    verified,
    errorCells: prepared.errors.count,
    unreadCells: unread.count,
    inTrash,
    edits,
    ...titles,
  }
}

function describeCopy({ job, prepared, copied, verified, usage, ports }: CopyEnd): string {
  const counts = shownCounts(countFields(copied)).map(({ text }) => text)
  const changes = copied.cellsChanged === 0 ? 'no changes' : counts.join(', ')
  const requests = `${pluralize(usage.reads, 'read')}, ${pluralize(usage.writes, 'write')}, ${pluralize(usage.bytes, 'byte')}`
  const state = `Target is ${verified ? '' : 'not fully '}up to date: ${pluralize(prepared.rows, 'row')}`
  const added = findMode(job.shape).addsRows ? ` from row ${prepared.firstDataRow.toLocaleString('en-US')} on` : ''
  const result = `${state}${added}, ${changes} (${requests}).`
  return verified ? `${result} ${describeVerification(verified, ports.formatTime)}` : result
}

function describeErrors({ job, prepared: { errors, shaped }, source }: CopyEnd): string | undefined {
  const { count, first } = errors
  if (!first) return undefined
  // Google's explanation of an error quotes other cells.
  const cell = job.keepsCells ? describeErrorCell(first, source.tab.title) : nameCell(first, source)
  const verb = shaped && shaped.undecided.count > 0 ? 'copied or tested' : 'copied'
  return count === 1
    ? `1 error cell was ${verb}, ${cell}: fix its formula.`
    : `${pluralize(count, 'error cell')} were ${verb}, the first in ${cell}: fix their formulas.`
}

/** Describes rows with an error in a tested cell: nobody knows whether they meet the conditions. */
function describeUndecided({ prepared: { shaped }, source }: CopyEnd): string | undefined {
  const first = shaped?.undecided.first
  if (!shaped || !first) return undefined
  const { count } = shaped.undecided
  const cell = nameCell(first, source)
  return count === 1
    ? `${nameRow(first)} was copied because a condition tests ${cell}, which is an error.`
    : `Rows were copied because conditions test ${pluralize(count, 'error cell')}, the first in ${cell}.`
}

/** Describes rows with text instead of a number in a tested cell: nobody knows whether they meet the conditions. */
function describeUnread({ count, first }: ErrorCells, { job, source }: CopyEnd): string | undefined {
  if (!first) return undefined
  const text = job.keepsCells ? ` (${JSON.stringify(shorten(String(first.cell)))})` : ''
  const cell = `${nameCell(first, source)}${text}`
  const fix = 'Write numbers and dates as the locale of the spreadsheet has them.'
  return count === 1
    ? `${nameRow(first)} was copied because a condition tests ${cell}, which is neither a number nor a date. ${fix}`
    : `Rows were copied because conditions test ${pluralize(count, 'cell')} that are neither numbers nor dates, the first in ${cell}. ${fix}`
}

const MAX_TEXT = 40

function shorten(text: string): string {
  return text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT - 1).toWellFormed()}…`
}

type NamedCell = NonNullable<ErrorCells['first']>

function nameCell({ row, column, source: title }: NamedCell, { tab }: Source): string {
  return title === undefined ? a1Cell({ tab: tab.title, row, column }) : cellOfSource({ row, column, source: title })
}

function nameRow({ row, source }: NamedCell): string {
  return `Row ${row.toLocaleString('en-US')}${source === undefined ? '' : ` of "${source}"`}`
}

function describeDifferences({ copied, target, conversion }: CopyEnd): string | undefined {
  const { count, first } = copied.differences
  if (!first) return undefined
  const cell = a1Cell({ tab: target.tabTitle, ...first })
  const cells =
    count === 1 ? `${cell} of the target does` : `${pluralize(count, 'cell')} of the target, the first in ${cell}, do`
  const named = conversion ? describeConversion(conversion) : ''
  const fix = 'Remove what prevents it, such as a merge, a formula or a table, and run the task again.'
  return [`${cells} not take the value of the source.`, named, fix].filter((sentence) => sentence !== '').join(' ')
}
