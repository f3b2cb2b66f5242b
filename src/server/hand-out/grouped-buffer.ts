import type { FileHandle } from 'node:fs/promises'
import { onDisk, openTemporaryFile } from '#engine/compare/disk-buffer.ts'

/** Maximum size of entries that stay in memory. */
const MAX_BYTES_IN_MEMORY = 2_000_000

interface Segment {
  position: number
  length: number
}

/** Stores values by group, and reads each group in the order of appending. Writes many values to a temporary file as JSON. */
export class GroupedBuffer<Value> implements AsyncDisposable {
  readonly #dir: string
  readonly #segments = new Map<string, Segment[]>()
  #entries = new Map<string, string[]>()
  #bytes = 0
  #file: FileHandle | undefined
  #end = 0

  constructor(dir: string) {
    this.#dir = dir
  }

  /** @throws NodeFault */
  async append(group: string, value: Value): Promise<void> {
    const json = JSON.stringify(value)
    const entries = this.#entries.get(group)
    if (entries) entries.push(json)
    else this.#entries.set(group, [json])
    this.#bytes += json.length
    if (this.#bytes > MAX_BYTES_IN_MEMORY) await this.#flush()
  }

  async #flush(): Promise<void> {
    this.#file ??= await openTemporaryFile(this.#dir)
    const file = this.#file
    const blocks: Buffer[] = []
    for (const [group, entries] of this.#entries) {
      const block = Buffer.from(`[${entries.join(',')}]`)
      const segment = { position: this.#end, length: block.length }
      const segments = this.#segments.get(group)
      if (segments) segments.push(segment)
      else this.#segments.set(group, [segment])
      this.#end += block.length
      blocks.push(block)
    }
    this.#entries = new Map()
    this.#bytes = 0
    await onDisk(() => file.appendFile(Buffer.concat(blocks)))
  }

  /** @throws NodeFault */
  async *read(group: string): AsyncGenerator<Value[]> {
    for (const { position, length } of this.#segments.get(group) ?? []) {
      const block = Buffer.allocUnsafe(length)
      await onDisk(async () => await this.#file?.read(block, 0, length, position))
      yield JSON.parse(block.toString()) as Value[]
    }
    const entries = this.#entries.get(group) ?? []
    if (entries.length > 0) yield JSON.parse(`[${entries.join(',')}]`) as Value[]
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#file?.close().catch(() => undefined)
  }
}
