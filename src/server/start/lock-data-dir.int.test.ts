import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { lockDataDir } from './lock-data-dir.ts'

const IN_USE = 'is in use by another Nano Sync process'

async function tempFolder() {
  const path = await mkdtemp(join(tmpdir(), 'nano-sync-lock-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

/** Another process that holds the lock until it is killed. */
async function lockElsewhere(folder: string) {
  const module = JSON.stringify(new URL('./lock-data-dir.ts', import.meta.url))
  const code = `const { lockDataDir } = await import(${module}); globalThis.lock = await lockDataDir(${JSON.stringify(folder)}); console.log('locked'); setInterval(() => globalThis.lock, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  return {
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

test('one process holds the lock, until it ends in any way', async () => {
  await using folder = await tempFolder()
  {
    await using _other = await lockElsewhere(folder.path)
    await expect(lockDataDir(folder.path)).rejects.toThrow(IN_USE)
  }
  using _lock = await lockDataDir(folder.path)
  await expect(lockDataDir(folder.path)).rejects.toThrow(IN_USE)
})

test('a lock that was released can be taken again', async () => {
  await using folder = await tempFolder()
  const first = await lockDataDir(folder.path)
  first[Symbol.dispose]()
  using _second = await lockDataDir(folder.path)
})

test('a lock that cannot be taken for another reason is no sign of another process', async () => {
  await using folder = await tempFolder()
  await mkdir(join(folder.path, 'lock'))
  const locking = lockDataDir(folder.path)
  await expect(locking).rejects.toThrow('unable to open database file')
  await expect(locking).rejects.not.toThrow(IN_USE)
})
