import { randomUUID } from 'node:crypto'
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import lockfile from 'proper-lockfile'
import { z } from 'zod'
import { isProcessRunning } from '#server/storage/is-process-running.ts'
import { StartError } from './start-error.ts'

/** Long, because creating the database at the first start blocks the process from renewing its lock for seconds. */
const STALE_MS = 30_000

/** Distinguishes this process from an earlier one with the same pid, which is common when a container restarts. */
const processId = randomUUID()

const Owner = z.object({ pid: z.int(), host: z.string(), processId: z.string().optional() })

/**
 * Locks the folder for this process until the result is disposed: the embedded database and provider support only one
 * process. The lock of a dead process on this machine is taken over immediately, that of another machine once it is
 * stale.
 *
 * @throws StartError when another process holds the lock
 */
export async function lockDataDir(dataDir: string): Promise<AsyncDisposable> {
  await createPrivateFolder(dataDir)
  const lockfilePath = join(dataDir, 'lock')
  const ownerPath = join(dataDir, 'lock-owner.json')
  if (await isLeftBehind(ownerPath)) await rm(lockfilePath, { recursive: true, force: true })
  const release = await lockfile.lock(dataDir, { lockfilePath, stale: STALE_MS }).catch((error: unknown) => {
    throw new StartError(
      `The data folder ${dataDir} is in use by another Nano Sync process. Stop that process or set DATA_DIR.`,
      { cause: error },
    )
  })
  await writeFile(ownerPath, JSON.stringify({ pid: process.pid, host: hostname(), processId }))
  return {
    async [Symbol.asyncDispose]() {
      await rm(ownerPath, { force: true })
      await release()
    },
  }
}

/** Creates the folder, or closes an existing one to other users. A mounted volume can belong to root, and stays as it is. */
export async function createPrivateFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 })
  await chmod(path, 0o700).catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'EROFS') throw error
  })
}

async function isLeftBehind(ownerPath: string): Promise<boolean> {
  const json = await readFile(ownerPath, 'utf8').catch(() => 'null')
  const owner = Owner.safeParse(parseJson(json)).data
  if (owner === undefined || owner.host !== hostname()) return false
  return owner.pid === process.pid ? owner.processId !== processId : !isProcessRunning(owner.pid)
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
