import { type FileHandle, open } from 'node:fs/promises'

/** Values kept in a file in the order they came, as JSON; only one of them is in memory at a time. */
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
