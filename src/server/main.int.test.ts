import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { beforeAll, expect, test } from 'vitest'
import { BUILT_FOLDER, buildServer } from '#tests/support/built-server.ts'
import { adminUrl } from '#tests/support/postgres-server.ts'
import { openProxiedDatabase } from '#tests/support/proxied-database.ts'
import { copyKeys, copyTemplate } from '#tests/support/test-database.ts'
import { untilRunning } from '#tests/support/until-running.ts'

beforeAll(buildServer)

async function tempFolder() {
  const path = await mkdtemp(join(tmpdir(), 'nano-sync-main-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

/** A data folder with a database. */
async function dataFolder() {
  const folder = await tempFolder()
  copyTemplate(folder.path)
  return folder
}

function runMain(env: Record<string, string>) {
  const child = spawn(process.execPath, [join(BUILT_FOLDER, 'main.js')], {
    // Log to files, as on a terminal, so standard output has no log lines.
    env: { PATH: process.env['PATH'], PORT: '0', SAMPLES: 'none', LOG_TO: 'files', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = once(child, 'exit').then(([code, signal]): { code: unknown; signal: unknown } => ({ code, signal }))
  return { child, exited, [Symbol.asyncDispose]: async () => void child.kill('SIGKILL') }
}

/**
 * Lists paths in a folder that other users of the machine can access. The embedded database sets the permissions of its own
 * files, and its folder protects them.
 */
async function openToOthers(folder: string): Promise<string[]> {
  const below = await readdir(folder, { recursive: true })
  const names = ['', ...below.filter((name) => !name.startsWith('database'))]
  const modes = await Promise.all(names.map(async (name) => ({ name, mode: await readMode(join(folder, name)) })))
  return modes.filter(({ mode }) => (mode & 0o077) !== 0).map(({ name }) => name)
}

/** Reads the mode of a file, which may already be deleted. */
async function readMode(path: string): Promise<number> {
  return stat(path).then(
    ({ mode }) => mode,
    () => 0,
  )
}

test('invalid settings stop the start with a list of all problems', async () => {
  await using folder = await tempFolder()
  await using main = runMain({ PORT: 'many', ROLE: 'boss', DATA_DIR: folder.path })
  const output = await text(main.child.stderr)
  expect(await main.exited).toEqual({ code: 1, signal: null })
  expect(output).toMatch(/^Nano Sync cannot start with these settings:\n- PORT must be .*\n- ROLE must be .*\n$/)
})

test('the start says what it is doing from the beginning', async () => {
  await using folder = await dataFolder()
  copyKeys(folder.path)
  await using main = runMain({ DATA_DIR: folder.path, SAMPLES: 'on' })
  const lines: string[] = []
  for await (const line of createInterface(main.child.stdout)) {
    lines.push(line)
    if (line.startsWith('Nano Sync is running at ')) break
  }
  expect(lines.slice(0, -1)).toEqual([
    'Starting Nano Sync …',
    'Opening the database …',
    'Creating the sample spreadsheets and tasks …',
  ])
})

test('the embedded sign-in prints no warning', async () => {
  await using folder = await dataFolder()
  copyKeys(folder.path)
  await using main = runMain({ DATA_DIR: folder.path })
  const warnings = text(main.child.stderr)
  const address = await untilRunning(main.child)
  // The first request loads the sign-in provider.
  const configuration = await fetch(`${address}/oidc/.well-known/openid-configuration`)
  expect(await configuration.json()).toMatchObject({ issuer: `${address}/oidc` })
  main.child.kill('SIGTERM')
  expect(await warnings).toBe('')
})

test('only its own user can read what a node writes, and SIGTERM shuts it down gracefully', async () => {
  await using folder = await dataFolder()
  await chmod(folder.path, 0o755)
  await using main = runMain({ DATA_DIR: folder.path })
  const address = await untilRunning(main.child)
  expect((await fetch(`${address}/readyz`)).status).toBe(200)
  expect(await openToOthers(folder.path)).toEqual([])
  main.child.kill('SIGTERM')
  expect(await main.exited).toEqual({ code: 0, signal: null })
})

test.skipIf(adminUrl() === undefined)(
  'a node waits for its database at the start, and stops although the database has gone silent',
  async () => {
    await using folder = await tempFolder()
    copyKeys(folder.path)
    await using server = await openProxiedDatabase()
    await server.proxy.cut()
    await using main = runMain({ DATA_DIR: folder.path, ...server.env })
    for await (const line of createInterface(main.child.stdout)) {
      if (!line.startsWith('Waiting for the database at 127.0.0.1:')) continue
      expect(line).toMatch(/: connect ECONNREFUSED .* …$/)
      break
    }
    const running = untilRunning(main.child)
    await server.proxy.restore()
    expect((await fetch(`${await running}/readyz`)).status).toBe(200)
    server.proxy.blackHole()
    main.child.kill('SIGTERM')
    expect(await main.exited).toMatchObject({ signal: null })
  },
)
