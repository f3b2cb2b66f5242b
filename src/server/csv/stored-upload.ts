import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** A complete uploaded file, on disk until it is disposed of. */
interface StoredUpload extends AsyncDisposable {
  open(): Readable
}

/** Waits for the whole file, so that a slow upload does not hold locks while it arrives. */
export async function storeUpload(stream: Readable): Promise<StoredUpload> {
  const folder = await mkdtemp(join(tmpdir(), 'nano-sync-upload-'))
  const path = join(folder, 'file')
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    await pipeline(stream, createWriteStream(path))
  } catch (error) {
    await remove()
    throw error
  }
  return { open: () => createReadStream(path), [Symbol.asyncDispose]: remove }
}
