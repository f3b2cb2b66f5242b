import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import lockfile from 'proper-lockfile'
import { z } from 'zod'
import { StartError } from './start-error.ts'

/** Long, since making the database at the first start keeps the process from renewing its lock for seconds. */
const STALE_MS = 30_000

/** In a container that was started again, a process often has the number of the one before it. */
const processId = randomUUID()

const Owner = z.object({ pid: z.int(), host: z.string(), processId: z.string().optional() })

/**
 * Takes the folder for this process until the answer is disposed of: the embedded database and provider are not made for
 * two. The lock of a process that died on this machine is taken over at once; that of another machine when it is stale.
 *
 * @throws StartError when another process has it.
 */
export async function lockDataDir(dataDir: string): Promise<AsyncDisposable> {
  await mkdir(dataDir, { recursive: true })
  const lockfilePath = join(dataDir, 'lock')
  const ownerPath = join(dataDir, 'lock-owner.json')
  if (await isLeftBehind(ownerPath)) await rm(lockfilePath, { recursive: true, force: true })
  const release = await lockfile.lock(dataDir, { lockfilePath, stale: STALE_MS }).catch((error: unknown) => {
    throw new StartError(`The data folder ${dataDir} is in use by another Nano Sync: stop that one, or set DATA_DIR.`, {
      cause: error,
    })
  })
  await writeFile(ownerPath, JSON.stringify({ pid: process.pid, host: hostname(), processId }))
  return {
    async [Symbol.asyncDispose]() {
      await rm(ownerPath, { force: true })
      await release()
    },
  }
}

async function isLeftBehind(ownerPath: string): Promise<boolean> {
  const json = await readFile(ownerPath, 'utf8').catch(() => 'null')
  const owner = Owner.safeParse(parseJson(json)).data
  if (owner === undefined || owner.host !== hostname()) return false
  return owner.pid === process.pid ? owner.processId !== processId : !isRunning(owner.pid)
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
