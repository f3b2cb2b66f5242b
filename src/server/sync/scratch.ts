import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Cell } from '#domain/copy/cell.ts'
import type { Patch } from '#domain/copy/patch.ts'

/** Data of a run that does not fit into memory. Each entry of a spool is a chunk. */
export interface Scratch extends AsyncDisposable {
  /** The data rows of the source without trailing empty cells, followed by the empty rows of its grid. */
  rows: Spool<Cell[][]>
  /** Target cells that get a value. */
  fills: Spool<Patch[]>
  /** Target cells whose source cell is empty, even those outside the region. */
  clears: Spool<Patch[]>
}

/** Opens temporary files, which are deleted on dispose. */
export async function openScratch(): Promise<Scratch> {
  const folder = await mkdtemp(join(tmpdir(), 'nano-sync-'))
  const rows = await Spool.open<Cell[][]>(join(folder, 'rows'))
  const fills = await Spool.open<Patch[]>(join(folder, 'fills'))
  const clears = await Spool.open<Patch[]>(join(folder, 'clears'))
  const removeFolder = () => rm(folder, { recursive: true, force: true })
  // On systems where open files can be deleted, even a killed process then leaves nothing behind.
  await removeFolder().catch(() => undefined)
  return {
    rows,
    fills,
    clears,
    async [Symbol.asyncDispose]() {
      await Promise.all([rows, fills, clears].map((spool) => spool[Symbol.asyncDispose]()))
      await removeFolder()
    },
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
    return new Spool(await open(path, 'w+'))
  }

  async append(value: Value): Promise<void> {
    const block = Buffer.from(JSON.stringify(value))
    await this.#file.appendFile(block)
    this.#lengths.push(block.length)
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Value> {
    let position = 0
    for (const length of this.#lengths) {
      const block = Buffer.alloc(length)
      await this.#file.read(block, 0, length, position)
      position += length
      yield JSON.parse(block.toString()) as Value
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#file.close()
  }
}
