import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Cell } from '#domain/copy/cell.ts'
import type { Patch } from '#domain/copy/patch.ts'
import type { RowChange } from '#domain/copy/row-change.ts'
import { MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import { DiskBuffer, onDisk, openTemporaryFile, TEMP_PREFIX } from './disk-buffer.ts'

/** Bytes to write for detecting an almost full disk. */
const PROBE_BYTES = 1_000_000
/** Minimum age of a folder to delete: on systems that can delete open files, a folder in use exists only for a moment. */
const MIN_LEFTOVER_AGE_MS = MINUTE_MS

/** Data of a run, in temporary files where it is large. Each entry of a buffer is a chunk. */
export interface TempFiles extends AsyncDisposable {
  /** The data rows of the source, or of its shape, without trailing empty cells, followed by the empty rows of its grid. */
  rows: DiskBuffer<Cell[][]>
  /** The source columns the shape uses, row by row; kept only if the shape leaves out rows. */
  source: DiskBuffer<Cell[][]>
  /** Target cells that get a value. */
  fills: DiskBuffer<Patch[]>
  /** Target cells to clear because they are empty in the source, even outside the region. */
  clears: DiskBuffer<Patch[]>
  /** Key cells of rows that become entirely empty, if rows are identified by keys. */
  renames: DiskBuffer<Patch[]>
  /** The target's rows as read, if keys identify them. */
  target: DiskBuffer<TargetRows>
  /** Rows of both tabs where they differ, kept only where rows of the target move. */
  differing: DiskBuffer<DifferingRows>
  /** Changed cells row by row, with their earlier values; kept only on request. */
  changes: DiskBuffer<RowChange[]>
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
export type FoundChanges = Pick<TempFiles, 'fills' | 'clears'> & Partial<Pick<TempFiles, 'renames'>>

export async function keepChanges(
  tempFiles: Pick<TempFiles, 'fills' | 'clears' | 'renames'>,
  changes: Readonly<Record<'fills' | 'clears' | 'renames', Patch[]>>,
): Promise<void> {
  for (const kind of ['fills', 'clears', 'renames'] as const)
    if (changes[kind].length > 0) await tempFiles[kind].append(changes[kind])
}

/** Opens buffers whose temporary files are in `dir` and are deleted on dispose. */
export function openTempFiles(dir: string): TempFiles {
  const files = new AsyncDisposableStack()
  const openBuffer = <Value>() => files.use(new DiskBuffer<Value>(dir))
  return {
    rows: openBuffer<Cell[][]>(),
    source: openBuffer<Cell[][]>(),
    fills: openBuffer<Patch[]>(),
    clears: openBuffer<Patch[]>(),
    renames: openBuffer<Patch[]>(),
    target: openBuffer<TargetRows>(),
    differing: openBuffer<DifferingRows>(),
    changes: openBuffer<RowChange[]>(),
    [Symbol.asyncDispose]: () => files.disposeAsync(),
  }
}

/** Writes and deletes a temporary file as a run would. @throws NodeFault */
export async function probeTempDir(dir: string): Promise<void> {
  await using file = await openTemporaryFile(dir)
  await onDisk(() => file.appendFile('x'.repeat(PROBE_BYTES)))
}

/** Deletes folders left by processes of this machine that were killed while creating them. Returns the number of folders. */
export async function sweepTempFiles(dir: string): Promise<number> {
  const folders = (await readdir(dir)).filter((name) => name.startsWith(TEMP_PREFIX))
  const leftover = await Promise.all(folders.map((name) => isLeftover(join(dir, name), parseProcessId(name))))
  const swept = folders.filter((_, at) => leftover[at])
  for (const name of swept) await rm(join(dir, name), { recursive: true, force: true })
  return swept.length
}

function parseProcessId(folder: string): number {
  return Number.parseInt(folder.slice(TEMP_PREFIX.length), 10)
}

/**
 * Whether the folder's process has ended. A process may have the ID of an earlier process, or of a process in another container
 * that shares the folder.
 */
async function isLeftover(path: string, pid: number): Promise<boolean> {
  const modifiedMs = await stat(path).then(
    (found) => found.mtimeMs,
    () => Number.POSITIVE_INFINITY,
  )
  if (modifiedMs > Date.now() - MIN_LEFTOVER_AGE_MS) return false
  if (pid === process.pid) return modifiedMs < Date.now() - process.uptime() * SECOND_MS
  return !isProcessRunning(pid)
}

/** Whether a process with this ID runs on this machine. */
function isProcessRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Another user's process cannot be signaled.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
