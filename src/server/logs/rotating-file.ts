import { once } from 'node:events'
import { existsSync, renameSync, rmSync, statSync } from 'node:fs'
import pino from 'pino'

interface Options {
  path: string
  /** A file that reached this size is put aside. */
  maxBytes: number
  /** How many files stay, the current one among them. */
  keptFiles: number
}

/**
 * A file to log to: it keeps its name, and older content stands in `<name>.1`, `<name>.2` and so on. What is written after
 * its end is dropped, for a connection may break once more while the process goes.
 */
interface RotatingFile extends AsyncDisposable {
  write(line: string): void
  flushSync(): void
}

/** Opens the file for appending; whoever empties it meanwhile does no harm. */
export async function openRotatingFile({ path, maxBytes, keptFiles }: Options): Promise<RotatingFile> {
  const file = pino.destination({ dest: path, mkdir: true, append: true, sync: true })
  await once(file, 'ready')
  // A disk that is full must not end the process; what could not be logged is told where it can be.
  file.on('error', (error) => process.stderr.write(`${path} cannot be written: ${error.message}\n`))
  let isClosed = false
  let bytesLeft = maxBytes - statSync(path).size

  function makeRoom(): void {
    // The count is behind when the file was emptied; its true size decides.
    bytesLeft = maxBytes - (existsSync(path) ? statSync(path).size : 0)
    if (bytesLeft > 0) return
    putAside(path, keptFiles)
    file.reopen()
    bytesLeft = maxBytes
  }

  return {
    write(line) {
      if (isClosed) return
      if (bytesLeft <= 0) makeRoom()
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

function putAside(path: string, keptFiles: number): void {
  const nameOf = (age: number) => (age === 0 ? path : `${path}.${age}`)
  rmSync(nameOf(keptFiles - 1), { force: true })
  for (let age = keptFiles - 2; age >= 0; age--) if (existsSync(nameOf(age))) renameSync(nameOf(age), nameOf(age + 1))
}
