import { statfs } from 'node:fs/promises'

const BYTES_PER_MB = 1_000_000
/** Minimum free space for the embedded database, which adds 16 MiB to its write-ahead log at once. */
const MIN_FREE_BYTES = 17 * BYTES_PER_MB
/** Errors for a full disk from Node, PostgreSQL, SQLite and the embedded database's own file system. */
const FULL_CODES: readonly unknown[] = ['ENOSPC', 'EDQUOT', '53100']
const FULL_ERRNO = 51
const FULL_MESSAGE = /\bENOSPC\b|No space left on device|database or disk is full/

/** Minimum share of free space. Below this share, administrators are warned. */
const LOW_SHARE = 0.1

export interface DiskSpace {
  readonly freeBytes: number
  readonly totalBytes: number
}

export async function readDiskSpace(folder: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize }
}

export function isLow({ freeBytes, totalBytes }: DiskSpace): boolean {
  return freeBytes < totalBytes * LOW_SHARE
}

/** Describes the full disk of a folder; undefined while there is space. */
export async function describeFullDisk(folder: string): Promise<string | undefined> {
  const { freeBytes } = await readDiskSpace(folder)
  return freeBytes < MIN_FREE_BYTES ? sentence(folder, freeBytes) : undefined
}

function sentence(folder: string, freeBytes: number): string {
  return `The disk with ${folder} is full: ${Math.floor(freeBytes / BYTES_PER_MB)} MB are free`
}

/** Failure of work because the disk is full. The message names the disk, so no stack trace is needed. */
export class DiskFullError extends Error {
  override name = 'DiskFullError'
}

/**
 * Does work that writes to the disk of `folder`, which must exist.
 *
 * @throws DiskFullError when the disk is full
 */
export async function explainFullDisk<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isDiskFull(error)) throw error
    const { freeBytes } = await readDiskSpace(folder)
    throw new DiskFullError(`${sentence(folder, freeBytes)}. Free some space and try again.`, { cause: error })
  }
}

function isDiskFull(error: unknown): boolean {
  for (let at = error; typeof at === 'object' && at !== null; at = 'cause' in at ? at.cause : undefined) {
    if ('code' in at && FULL_CODES.includes(at.code)) return true
    if ('name' in at && at.name === 'ErrnoError' && 'errno' in at && at.errno === FULL_ERRNO) return true
    if ('message' in at && typeof at.message === 'string' && FULL_MESSAGE.test(at.message)) return true
  }
  return false
}
