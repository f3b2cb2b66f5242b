import type { SpreadsheetFile } from '#domain/copy/named-file.ts'
import { pickFileFacts, type Spreadsheet } from '#domain/copy/spreadsheet.ts'
import type { SyncJob } from '#engine/job/sync-job.ts'
import type { CopyMemory } from '#engine/last-copy/copy-memory.ts'
import type { LastCopy } from '#engine/last-copy/last-copy.ts'
import { type FileVersions, throwIfGone } from '#engine/tabs/copy-memory.ts'
import type { NamedTab, Source } from '#engine/tabs/resolve-tabs.ts'
import type { Workbook } from '#engine/workbook.ts'
import { searchRanges } from './search-ranges.ts'

export const SKIPPED =
  'Unchanged, skipped: according to Google Drive, nobody has edited either spreadsheet since the last success.'

type FileAnswer = ReturnType<Workbook['fileState']>

/** Drive's answers about both files; undefined if Drive was not asked or did not answer. */
export interface AskedFiles {
  source: FileAnswer
  target: FileAnswer
}

type Question = Pick<SyncJob, 'fileChecks'> & {
  source: Pick<NamedTab, 'id'>
  target: Pick<NamedTab, 'id'>
  last?: Pick<LastCopy, 'memory'>
}

/** Asks Drive before any cell is read. */
export function askFiles(workbook: Workbook, job: Question): AskedFiles {
  const { last, fileChecks = {} } = job
  const [sourceId, targetId] = [job.source.id, job.target.id]
  const { preparesSkip = false, mayBeInTrash = false, requestedAt } = fileChecks
  const asksSource = mayBeInTrash || (preparesSkip && last?.memory !== undefined)
  const target = workbook.fileState(targetId, requestedAt)
  if (sourceId === targetId) return { source: target, target }
  return { source: asksSource ? workbook.fileState(sourceId, requestedAt) : Promise.resolve(undefined), target }
}

/**
 * Whether both files still have the versions in the memory of the last copy. False for files in the trash and Excel files,
 * which need a person.
 */
export async function isUntouched({ last: { memory }, fileChecks }: SyncJob, files: AskedFiles): Promise<boolean> {
  if (!memory || !fileChecks?.maySkip) return false
  const [source, target] = await Promise.all([files.source, files.target])
  if (!source || !target || source.isInTrash || target.isInTrash) return false
  if (!source.isSpreadsheet || !target.isSpreadsheet) return false
  return source.version === memory.sourceVersion && target.version === memory.targetVersion
}

/** The files in the trash, as far as Drive was asked. */
export async function filesInTrash(
  { source, target }: { source: Spreadsheet; target: Spreadsheet },
  files: AskedFiles,
): Promise<SpreadsheetFile[]> {
  const isInTrash = async (file: keyof AskedFiles) => (await files[file])?.isInTrash === true
  if (source.id === target.id) return (await isInTrash('target')) ? [pickFileFacts(target)] : []
  return [
    ...((await isInTrash('source')) ? [{ ...pickFileFacts(source), end: 'source' as const }] : []),
    ...((await isInTrash('target')) ? [{ ...pickFileFacts(target), end: 'target' as const }] : []),
  ]
}

interface EqualTabs extends Pick<FileVersions, 'sourceVersion' | 'targetVersion'> {
  source: Source
  memory: CopyMemory
}

/**
 * Finds the file versions of two tabs verified to be equal. Searches the source for computed cells once per file version, and
 * only if the target's cells are known to change with its version alone.
 */
export async function versionsToRemember(workbook: Workbook, tabs: EqualTabs): Promise<FileVersions> {
  const { source, memory, sourceVersion, targetVersion } = tabs
  if (sourceVersion === undefined || targetVersion === undefined) return { targetVersion }
  const sourceIsComputed = isKnown(tabs) ? memory.sourceIsComputed : await hasComputedCells(workbook, source)
  return { targetVersion, sourceVersion, sourceIsComputed }
}

function isKnown({ memory, sourceVersion }: EqualTabs): boolean {
  return memory.sourceVersion === sourceVersion && memory.sourceIsComputed !== undefined
}

/**
 * Whether any cell of a tab is computed. The whole tab is searched: results fill cells to the right of their formula and
 * below it, and a formula that shows nothing now may show something later.
 * @throws StaleMemory if a remembered tab is gone
 */
export async function hasComputedCells(workbook: Workbook, { spreadsheet, tab }: Source): Promise<boolean> {
  for (const range of searchRanges({ tab, firstRow: 1, lastColumn: tab.columnCount })) {
    const { rows } = await workbook.readCells('isComputed', { spreadsheet, range }).catch(throwIfGone)
    if (rows.some((cells) => cells.includes(true))) return true
  }
  return false
}
