import { once } from 'node:events'
import { existsSync, renameSync, rmSync, statSync } from 'node:fs'
import pino from 'pino'

interface Options {
  path: string
  /** A file that has reached this size is rotated. */
  maxBytes: number
  /** How many files exist at most, including the current one. */
  maxFiles: number
}

/** A log file that keeps its name. Older content moves to `<name>.1`, `<name>.2` and so on. */
interface RotatingFile extends AsyncDisposable {
  /** Does nothing after dispose: a connection may still fail while the process shuts down. */
  write(line: string): void
  flushSync(): void
}

/** Opens the file for appending. Other code may empty it at any time. */
export async function openRotatingFile({ path, maxBytes, maxFiles }: Options): Promise<RotatingFile> {
  const file = pino.destination({ dest: path, mkdir: true, append: true, sync: true })
  await once(file, 'ready')
  // A full disk must not end the process.
  file.on('error', (error) => process.stderr.write(`Cannot write to ${path}: ${error.message}\n`))
  let isClosed = false
  let bytesLeft = maxBytes - statSync(path).size

  function rotateIfFull(): void {
    // The file may have been emptied, so its actual size decides.
    bytesLeft = maxBytes - (existsSync(path) ? statSync(path).size : 0)
    if (bytesLeft > 0) return
    shiftFiles(path, maxFiles)
    file.reopen()
    bytesLeft = maxBytes
  }

  return {
    write(line) {
      if (isClosed) return
      if (bytesLeft <= 0) rotateIfFull()
      bytesLeft -= Buffer.byteLength(line)
      file.write(line)
    },
    flushSync: () => file.flushSync(),
    async [Symbol.asyncDispose]() {
      isClosed = true
      const closed = once(file, 'close')
      file.end()
      await closed
    },
  }
}

/** Renames every file to its next number; the last one is deleted. */
function shiftFiles(path: string, maxFiles: number): void {
  const nameOf = (number: number) => (number === 0 ? path : `${path}.${number}`)
  rmSync(nameOf(maxFiles - 1), { force: true })
  for (let number = maxFiles - 2; number >= 0; number--) {
    if (existsSync(nameOf(number))) renameSync(nameOf(number), nameOf(number + 1))
  }
}
