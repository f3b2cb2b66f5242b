import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { findDiskFault } from '#engine/node-fault.ts'

/** Release 3.0.0 left folders with this prefix, which a start deletes. */
export const TEMP_PREFIX = 'nano-sync-scratch-'

/** Maximum size of a buffer that stays in memory: most copies need no file at all. */
const MAX_BYTES_IN_MEMORY = 2_000_000

/** The size of an entry as JSON. */
interface Sized {
  bytes: number
  /** JSON of the entry, if it is already known. */
  json?: string
}

type Entry<Value> = { value: Value } | { json: string }

/**
 * Buffer of values, read in the order they were appended. A large buffer moves to a temporary file as JSON, and only one value
 * at a time is in memory. Appended values must not be changed.
 */
export class DiskBuffer<Value> {
  readonly #dir: string
  #entries: Entry<Value>[] = []
  #bytes = 0
  #file: FileHandle | undefined
  readonly #lengths: number[] = []

  constructor(dir: string) {
    this.#dir = dir
  }

  /** Approximate size of the buffer as JSON. */
  get bytes(): number {
    return this.#bytes
  }

  /** Whether nothing was appended. */
  get isEmpty(): boolean {
    return this.#entries.length + this.#lengths.length === 0
  }

  /** @throws NodeFault */
  async append(value: Value, sized?: Sized): Promise<void> {
    if (this.#file) return await this.appendJson(sized?.json ?? JSON.stringify(value))
    if (!sized) return await this.appendJson(JSON.stringify(value))
    await this.#keep({ value }, sized.bytes)
  }

  /** @throws NodeFault */
  async appendJson(json: string): Promise<void> {
    if (this.#file) await this.#write(this.#file, json)
    else await this.#keep({ json }, json.length)
  }

  async #keep(entry: Entry<Value>, bytes: number): Promise<void> {
    this.#entries.push(entry)
    this.#bytes += bytes
    if (this.#bytes <= MAX_BYTES_IN_MEMORY) return
    const file = await openTemporaryFile(this.#dir)
    this.#file = file
    const entries = this.#entries
    this.#entries = []
    this.#bytes = 0
    for (const kept of entries) await this.#write(file, 'json' in kept ? kept.json : JSON.stringify(kept.value))
  }

  async #write(file: FileHandle, json: string): Promise<void> {
    const block = Buffer.from(json)
    await onDisk(() => file.appendFile(block))
    this.#lengths.push(block.length)
    this.#bytes += block.length
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Value> {
    for (const read of this.entries()) yield await read()
  }

  /** Yields a function per value that reads it, so callers can skip values. */
  *entries(): Generator<() => Promise<Value>> {
    for (const entry of this.#entries)
      yield async () => ('json' in entry ? (JSON.parse(entry.json) as Value) : entry.value)
    let position = 0
    for (const length of this.#lengths) {
      const from = position
      yield async () => {
        const block = Buffer.allocUnsafe(length)
        await onDisk(async () => await this.#file?.read(block, 0, length, from))
        return JSON.parse(block.toString()) as Value
      }
      position += length
    }
  }

  /** Ignores errors when closing the file, because nobody needs its data any more. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#file?.close().catch(() => undefined)
  }
}

/**
 * Opens a file and deletes its folder. If the system can delete open files, even a killed process leaves nothing behind.
 * @throws NodeFault
 */
export async function openTemporaryFile(dir: string): Promise<FileHandle> {
  const folder = await onDisk(() => mkdtemp(join(dir, `${TEMP_PREFIX}${process.pid}-`)))
  try {
    return await onDisk(() => open(join(folder, 'buffer'), 'w+'))
  } finally {
    await rm(folder, { recursive: true, force: true }).catch(() => undefined)
  }
}

/** Runs an operation on the disk. @throws NodeFault if the disk caused the error */
export async function onDisk<Result>(operation: () => Promise<Result>): Promise<Result> {
  try {
    return await operation()
  } catch (error) {
    throw findDiskFault(error) ?? error
  }
}
