import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { lockDataDir } from './lock-data-dir.ts'

async function lockedFolder(owner: object) {
  const path = await mkdtemp(join(tmpdir(), 'nano-sync-lock-'))
  await mkdir(join(path, 'lock'))
  await writeFile(join(path, 'lock-owner.json'), JSON.stringify(owner))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

test('takes over the lock of a dead process that had the same pid on the same host', async () => {
  await using folder = await lockedFolder({ pid: process.pid, host: hostname(), processId: 'the one before' })
  await using _lock = await lockDataDir(folder.path)
  await expect(lockDataDir(folder.path)).rejects.toThrow('is in use by another Nano Sync process')
})

test('respects a fresh lock of another machine', async () => {
  await using folder = await lockedFolder({ pid: process.pid, host: 'elsewhere' })
  await expect(lockDataDir(folder.path)).rejects.toThrow('is in use by another Nano Sync process')
})
