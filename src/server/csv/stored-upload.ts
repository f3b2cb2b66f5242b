import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Refusal } from '#contract/errors.ts'

/** Maximum uploaded files on disk at once. An import takes seconds, and imports wait for each other anyway. */
const DEFAULT_MAX_UPLOADS = 10

/** Complete uploaded file, on disk until disposed of. */
interface StoredUpload extends AsyncDisposable {
  open(): Readable
}

export interface UploadStore {
  /**
   * Stores a whole file, so a slow upload does not hold locks while it arrives.
   * @throws Refusal 'too_many_requests' at the maximum number of files
   */
  store(stream: Readable): Promise<StoredUpload>
}

export function createUploadStore({ maxUploads = DEFAULT_MAX_UPLOADS } = {}): UploadStore {
  let count = 0
  return {
    async store(stream) {
      if (count >= maxUploads) {
        throw new Refusal(
          'too_many_requests',
          'Too many files are being imported right now. Try again in a few seconds.',
        )
      }
      count += 1
      const release = () => {
        count -= 1
      }
      try {
        const { open, remove } = await writeFile(stream)
        return { open, [Symbol.asyncDispose]: () => remove().finally(release) }
      } catch (error) {
        release()
        throw error
      }
    },
  }
}

async function writeFile(stream: Readable) {
  const folder = await mkdtemp(join(tmpdir(), 'nano-sync-upload-'))
  const path = join(folder, 'file')
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    await pipeline(stream, createWriteStream(path))
  } catch (error) {
    await remove()
    throw error
  }
  return { open: () => createReadStream(path), remove }
}
