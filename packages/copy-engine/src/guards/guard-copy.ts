import type { Cell } from '#domain/copy/cell.ts'
import type { TargetEdits } from '#domain/copy/target-state.ts'
import { misplacedColumns } from '#domain/guards/columns-misplaced.ts'
import { type Decision, decideCopy } from '#domain/guards/decide-copy.ts'
import type { Hold } from '#domain/guards/guards.ts'
import { judgeHandEdits } from '#domain/guards/judge-hand-edits.ts'
import type { KeyProblems } from '#domain/shape/row-keys.ts'
import type { RowSource } from '#engine/compare/open-shaped.ts'
import { openTempFiles, type TempFiles } from '#engine/compare/temp-files.ts'
import { leftColumnsOf } from '#engine/job/job-shape.ts'
import type { SyncJob } from '#engine/job/sync-job.ts'
import { findMode } from '#engine/modes/modes.ts'
import type { Target } from '#engine/tabs/resolve-tabs.ts'
import type { TabPair } from '#engine/tabs/tab-pair.ts'
import { MAX_TRIES, type Workbook } from '#engine/workbook.ts'
import { findMissing, hasCome } from './find-missing.ts'
import type { JudgedCopy, JudgedSource } from './judge-source.ts'
import { keepHandEdits } from './keep-hand-edits.ts'
import { type PreparedCopy, type PrepareOptions, prepareCopy } from './prepare-copy.ts'
import { sourceAsRead } from './source-as-read.ts'

/** The sources of a copy, with their guards. */
export interface GuardedSources extends RowSource {
  /** Whether the guards may read the source again to wait for values. */
  canReadAgain: boolean
  judge(copy: JudgedCopy): Promise<JudgedSource>
}

type Prepared = 'tempFiles' | 'source' | 'target' | 'sample' | 'memory' | 'layouts' | 'sources'

interface GuardOptions extends Omit<PrepareOptions, Prepared> {
  tabs: TabPair
  sources: GuardedSources
  tempDir: string
  /** Disposes of temporary files. */
  stack: AsyncDisposableStack
}

/** A copy, with the findings of the guards before the first write. */
export interface GuardedCopy extends Decision {
  prepared: PreparedCopy
  /** The rows of the source, and the cells that differ. */
  tempFiles: TempFiles
  /** The edits of the target since the last run. */
  edits: TargetEdits | undefined
  /** Comparison of the source with the last copies. */
  judged: JudgedSource
}

/**
 * Prepares a copy and applies the guards. Before a hold for blanks or errors, reads the source again after pauses, because its
 * formulas may not have finished.
 */
export async function guardCopy(workbook: Workbook, options: GuardOptions): Promise<GuardedCopy> {
  let copy = await prepareAndJudge(workbook, options)
  if (!options.sources.canReadAgain) return copy
  const { source } = options.tabs
  const asRead = () => sourceAsRead({ ...copy, job: options.job })
  let missing = await findMissing(workbook, { source, copy: { ...copy, asRead: asRead() } })
  for (let failures = 1; failures < MAX_TRIES && missing.length > 0; failures += 1) {
    await workbook.backOff(failures)
    if (!(await hasCome(workbook, { source, missing, asRead: asRead() }))) continue
    copy = await prepareAndJudge(workbook, options)
    missing = await findMissing(workbook, { source, copy: { ...copy, asRead: asRead() } })
  }
  return copy
}

async function prepareAndJudge(workbook: Workbook, options: GuardOptions): Promise<GuardedCopy> {
  const { tabs, job, stack, tempDir, sources } = options
  const tempFiles = stack.use(openTempFiles(tempDir))
  const prepared = await prepareCopy(workbook, { ...options, ...tabs, tempFiles })
  const edits = await keepHandEdits(workbook, { found: prepared.edits, target: tabs.layouts.currentTarget })
  const judged = await sources.judge({ ...tabs, prepared, tempFiles, job })
  const found = [
    ...tabs.holds,
    ...judged.holds,
    ...judgeHandEdits(edits, job.rules),
    ...(await judgeHeader(workbook, { ...tabs, prepared, job })),
    ...judgeKeys(prepared, { ...tabs, sources }),
  ]
  return { prepared, tempFiles, edits, judged, ...decideCopy(found, job) }
}

interface Judged {
  prepared: Pick<PreparedCopy, 'header' | 'keyed'>
  target: Target
  job: Pick<SyncJob, 'shape' | 'last'>
}

/** Holds a copy if rows stay in the target and their columns differ from the copy's. */
async function judgeHeader(workbook: Workbook, { prepared, target, job }: Judged): Promise<Hold[]> {
  const { shape } = job
  if (!shape) return []
  const above = await findMode(shape).findHeaderAbove(workbook, { shape, prepared, target, last: job.last })
  if (!above) return []
  const { leftColumns = leftColumnsOf(shape), allowsRenamed } = above
  const right = (header: readonly Cell[]) => header.map((cell, at) => (at < leftColumns ? null : cell))
  const columns = misplacedColumns({ held: right(above.held), wanted: right(prepared.header), allowsRenamed })
  return columns.length === 0 ? [] : [{ cause: 'columns_misplaced', tab: target.tabTitle, columns }]
}

/** Holds a copy that identifies rows by keys if rows have no key, or if several rows have the same key. */
function judgeKeys(
  { keyed, shaped }: Pick<PreparedCopy, 'keyed' | 'shaped'>,
  { source, target, sources }: Pick<TabPair, 'source' | 'target'> & { sources: RowSource },
): Hold[] {
  if (!keyed) return []
  const [column = 1] = keyed.columns
  const columnsRead = keyed.columns.map((each) => shaped?.origins[each - 1] ?? each)
  const hold = (end: 'source' | 'target', found: KeyProblems | undefined): Hold[] => {
    if (!found) return []
    const { rows, ...counts } = found
    const tab = end === 'source' ? source.tab.title : target.tabTitle
    return [
      {
        cause: 'keys_unusable',
        end,
        tab,
        ...counts,
        cells: rows.map((row) =>
          end === 'source' ? sources.findCell({ row, columns: columnsRead }) : { row, column },
        ),
      },
    ]
  }
  return [...hold('source', keyed.problems.source), ...hold('target', keyed.problems.target)]
}
