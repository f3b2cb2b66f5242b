import { appendFileSync, closeSync, existsSync, fstatSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'

interface Options {
  path: string
  /** Size at which a file is rotated. */
  maxBytes: number
  /** Maximum number of files, including the current file. */
  maxFiles: number
}

/**
 * Log file with a fixed name. Older content moves to `<name>.1`, `<name>.2` and so on. Every line is written at once, so
 * nothing is lost when the process exits. Other code may empty the file at any time.
 */
export class RotatingFile implements Disposable {
  readonly #options: Options
  #fd: number | undefined
  #bytesLeft = 0

  constructor(options: Options) {
    this.#options = options
    mkdirSync(dirname(options.path), { recursive: true })
    this.#open()
  }

  /**
   * Appends a line. If writing fails, for instance because the disk is full, the line goes to stderr instead. Does nothing
   * after disposal, because a connection may still fail during shutdown.
   */
  write(line: string): void {
    if (this.#fd === undefined) return
    try {
      if (this.#bytesLeft <= 0) this.#rotateIfFull(this.#fd)
      appendFileSync(this.#fd, line)
      this.#bytesLeft -= Buffer.byteLength(line)
    } catch (error) {
      process.stderr.write(`Cannot write to ${this.#options.path}: ${error}\n${line}`)
    }
  }

  #rotateIfFull(fd: number): void {
    const { path, maxBytes, maxFiles } = this.#options
    // The file may have been emptied, so its actual size decides.
    this.#bytesLeft = maxBytes - fstatSync(fd).size
    if (this.#bytesLeft > 0) return
    const buildName = (number: number) => (number === 0 ? path : `${path}.${number}`)
    rmSync(buildName(maxFiles - 1), { force: true })
    for (let number = maxFiles - 2; number >= 0; number -= 1) {
      if (existsSync(buildName(number))) renameSync(buildName(number), buildName(number + 1))
    }
    this.#open()
    closeSync(fd)
  }

  #open(): void {
    const { path, maxBytes } = this.#options
    this.#fd = openSync(path, 'a')
    this.#bytesLeft = maxBytes - fstatSync(this.#fd).size
  }

  [Symbol.dispose](): void {
    if (this.#fd !== undefined) closeSync(this.#fd)
    this.#fd = undefined
  }
}
