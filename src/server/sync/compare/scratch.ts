import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Cell } from '#domain/copy/cell.ts'
import type { Patch } from '#domain/copy/patch.ts'
import type { RowChange } from '#domain/copy/row-change.ts'
import { MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import { isProcessRunning } from '#server/storage/is-process-running.ts'
import { onDisk, openTemporaryFile, SCRATCH_PREFIX, Spool } from './spool.ts'

/** Enough to find an almost full disk. */
const PROBE_BYTES = 1_000_000
/** Minimum age of a deleted folder: on systems that delete open files, a folder in use exists for a moment only. */
const MIN_LEFTOVER_AGE_MS = MINUTE_MS

/** Data of a run, in temporary files where it is large. Each entry of a spool is a chunk. */
export interface Scratch extends AsyncDisposable {
  /** The data rows of the source, or of its shape, without trailing empty cells, followed by the empty rows of its grid. */
  rows: Spool<Cell[][]>
  /** The columns of the source in use by a shape that leaves out rows, row by row. */
  source: Spool<Cell[][]>
  /** Target cells with a new value. */
  fills: Spool<Patch[]>
  /** Target cells with an empty source cell, even outside the region. */
  clears: Spool<Patch[]>
  /** Patches to rename a row without any remains, for rows known by their keys. */
  renames: Spool<Patch[]>
  /** The target's rows as they were read, where they are known by their keys. */
  target: Spool<TargetRows>
  /** Rows of both tabs where they differ, kept only where rows of the target move. */
  differing: Spool<DifferingRows>
  /** Changed cells of both, row by row, with their earlier values; kept only on request. */
  changes: Spool<RowChange[]>
}

/** Rows of the target from `firstRow` on. */
export interface TargetRows {
  firstRow: number
  rows: Cell[][]
}

/** Rows of both tabs from `firstRow` on. */
interface DifferingRows {
  firstRow: number
  source: Cell[][]
  target: Cell[][]
}

/** The cells to write, as they were found. */
export type FoundChanges = Pick<Scratch, 'fills' | 'clears'> & Partial<Pick<Scratch, 'renames'>>

export async function keepChanges(
  scratch: Pick<Scratch, 'fills' | 'clears' | 'renames'>,
  changes: Readonly<Record<'fills' | 'clears' | 'renames', Patch[]>>,
): Promise<void> {
  for (const kind of ['fills', 'clears', 'renames'] as const)
    if (changes[kind].length > 0) await scratch[kind].append(changes[kind])
}

/** Its temporary files are in `dir`, and deleted on dispose. */
export function openScratch(dir: string): Scratch {
  const files = new AsyncDisposableStack()
  const openSpool = <Value>() => files.use(new Spool<Value>(dir))
  return {
    rows: openSpool<Cell[][]>(),
    source: openSpool<Cell[][]>(),
    fills: openSpool<Patch[]>(),
    clears: openSpool<Patch[]>(),
    renames: openSpool<Patch[]>(),
    target: openSpool<TargetRows>(),
    differing: openSpool<DifferingRows>(),
    changes: openSpool<RowChange[]>(),
    [Symbol.asyncDispose]: () => files.disposeAsync(),
  }
}

/** Writes and deletes a temporary file as a run would. @throws NodeFault */
export async function probeScratch(dir: string): Promise<void> {
  await using file = await openTemporaryFile(dir)
  await onDisk(() => file.appendFile('x'.repeat(PROBE_BYTES)))
}

/** Deletes the folders of killed processes on this machine; returns their number. */
export async function sweepScratch(dir: string): Promise<number> {
  const folders = (await readdir(dir)).filter((name) => name.startsWith(SCRATCH_PREFIX))
  const leftover = await Promise.all(folders.map((name) => isLeftover(join(dir, name), ownerOf(name))))
  const swept = folders.filter((_, at) => leftover[at])
  for (const name of swept) await rm(join(dir, name), { recursive: true, force: true })
  return swept.length
}

function ownerOf(folder: string): number {
  return Number.parseInt(folder.slice(SCRATCH_PREFIX.length), 10)
}

/** A process may have the id of an earlier process, or of a process in another container with the same folder. */
async function isLeftover(path: string, pid: number): Promise<boolean> {
  const modifiedMs = await stat(path).then(
    (found) => found.mtimeMs,
    () => Number.POSITIVE_INFINITY,
  )
  if (modifiedMs > Date.now() - MIN_LEFTOVER_AGE_MS) return false
  if (pid === process.pid) return modifiedMs < Date.now() - process.uptime() * SECOND_MS
  return !isProcessRunning(pid)
}
