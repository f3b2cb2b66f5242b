import { type FileHandle, mkdtemp, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Cell } from '#domain/copy/cell.ts'
import type { Patch } from '#domain/copy/patch.ts'
import type { RowChange } from '#domain/copy/row-change.ts'
import { MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import { isProcessRunning } from '#server/storage/is-process-running.ts'
import { diskFaultOf } from '#server/storage/node-fault.ts'

const PREFIX = 'nano-sync-scratch-'
/** Enough to find a disk that is all but full. */
const PROBE_BYTES = 1_000_000
/** Where open files can be deleted, a folder in use exists for a moment only. */
const MIN_LEFTOVER_AGE_MS = MINUTE_MS

/** Data of a run that does not fit into memory. Each entry of a spool is a chunk. */
export interface Scratch extends AsyncDisposable {
  /** The data rows of the source without trailing empty cells, followed by the empty rows of its grid. */
  rows: Spool<Cell[][]>
  /** Target cells that get a value. */
  fills: Spool<Patch[]>
  /** Target cells whose source cell is empty, even those outside the region. */
  clears: Spool<Patch[]>
  /** The same cells as both, row by row, with what they held before; kept only where someone asks for it. */
  changes: Spool<RowChange[]>
}

/** Opens temporary files in `dir`, which are deleted on dispose. @throws NodeFault, as their methods do */
export async function openScratch(dir: string): Promise<Scratch> {
  const folder = await onDisk(() => mkdtemp(join(dir, `${PREFIX}${process.pid}-`)))
  const removeFolder = () => rm(folder, { recursive: true, force: true }).catch(() => undefined)
  await using opened = new AsyncDisposableStack()
  opened.defer(removeFolder)
  const openSpool = async <Value>(name: string) => opened.use(await Spool.open<Value>(join(folder, name)))
  const rows = await openSpool<Cell[][]>('rows')
  const fills = await openSpool<Patch[]>('fills')
  const clears = await openSpool<Patch[]>('clears')
  const changes = await openSpool<RowChange[]>('changes')
  // On systems where open files can be deleted, even a killed process then leaves nothing behind.
  await removeFolder()
  const files = opened.move()
  return { rows, fills, clears, changes, [Symbol.asyncDispose]: () => files.disposeAsync() }
}

/** Opens one temporary file in `dir`, which is deleted on dispose. @throws NodeFault */
export async function openSpool<Value>(dir: string): Promise<Spool<Value>> {
  const folder = await onDisk(() => mkdtemp(join(dir, `${PREFIX}${process.pid}-`)))
  try {
    return await Spool.open<Value>(join(folder, 'spool'))
  } finally {
    await rm(folder, { recursive: true, force: true }).catch(() => undefined)
  }
}

/** A file of JSON values, read in the order they were written, with only one in memory at a time. */
export class Spool<Value> {
  readonly #file: FileHandle
  readonly #lengths: number[] = []

  private constructor(file: FileHandle) {
    this.#file = file
  }

  static async open<Value>(path: string): Promise<Spool<Value>> {
    return new Spool(await onDisk(() => open(path, 'w+')))
  }

  /** Whether nothing was appended. */
  get isEmpty(): boolean {
    return this.#lengths.length === 0
  }

  async append(value: Value): Promise<void> {
    await this.appendJson(JSON.stringify(value))
  }

  async appendJson(json: string): Promise<void> {
    const block = Buffer.from(json)
    await onDisk(() => this.#file.appendFile(block))
    this.#lengths.push(block.length)
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Value> {
    let position = 0
    for (const length of this.#lengths) {
      const block = Buffer.alloc(length)
      const from = position
      await onDisk(() => this.#file.read(block, 0, length, from))
      position += length
      yield JSON.parse(block.toString()) as Value
    }
  }

  /** What a closed file could not keep is not needed any more. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#file.close().catch(() => undefined)
  }
}

/** Writes and deletes a temporary file as a run would. @throws NodeFault */
export async function probeScratch(dir: string): Promise<void> {
  await using scratch = await openScratch(dir)
  await scratch.rows.append([['x'.repeat(PROBE_BYTES)]])
}

/** Deletes the folders of processes on this machine that were killed as they created them; returns how many. */
export async function sweepScratch(dir: string): Promise<number> {
  const folders = (await readdir(dir)).filter((name) => name.startsWith(PREFIX))
  const leftover = await Promise.all(folders.map((name) => isLeftover(join(dir, name), ownerOf(name))))
  const swept = folders.filter((_, at) => leftover[at])
  for (const name of swept) await rm(join(dir, name), { recursive: true, force: true })
  return swept.length
}

function ownerOf(folder: string): number {
  return Number.parseInt(folder.slice(PREFIX.length), 10)
}

/** A process may have the id of an earlier one, or of one in another container that shares the folder. */
async function isLeftover(path: string, pid: number): Promise<boolean> {
  const modifiedMs = await stat(path).then(
    (found) => found.mtimeMs,
    () => Number.POSITIVE_INFINITY,
  )
  if (modifiedMs > Date.now() - MIN_LEFTOVER_AGE_MS) return false
  if (pid === process.pid) return modifiedMs < Date.now() - process.uptime() * SECOND_MS
  return !isProcessRunning(pid)
}

async function onDisk<Result>(operation: () => Promise<Result>): Promise<Result> {
  try {
    return await operation()
  } catch (error) {
    throw diskFaultOf(error) ?? error
  }
}
