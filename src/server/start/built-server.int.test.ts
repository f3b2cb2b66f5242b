import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { Worker } from 'node:worker_threads'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { PROJECT_FOLDER } from '#server/config/project-folder.ts'
import { EMBEDDED_FOLDER } from '#server/storage/database.ts'
import { BUILT_FOLDER, buildServer } from '#tests/support/built-server.ts'
import { copyKeys, copyTemplate, openEmbeddedDatabase } from '#tests/support/test-database.ts'

beforeAll(buildServer)

async function tempFolder() {
  const path = await mkdtemp(join(tmpdir(), 'nano-sync-built-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

test('an unexpected error shows positions in the sources', async () => {
  const env = { PATH: process.env['PATH'], PORT: '0', DATA_DIR: '/dev/null/no-folder' }
  const started = promisify(execFile)(process.execPath, [join(BUILT_FOLDER, 'main.js')], { env })
  const { stderr } = await started.then(
    () => ({ stderr: 'It started' }),
    (error: { stderr: string }) => error,
  )
  const lines = readFileSync(join(PROJECT_FOLDER, 'src/server/start/open-runtime.ts'), 'utf8').split('\n')
  const line = 1 + lines.findIndex((each) => each.includes('await createPrivateFolder('))
  expect(stderr).toContain('Error: ENOTDIR: not a directory')
  expect(stderr).toContain(`/src/server/start/open-runtime.ts:${line}:`)
  expect(stderr).not.toContain('/dist/server/')
})

test('logs on standard output come with the line of the address, and Dev Logs lists no files', async () => {
  await using folder = await tempFolder()
  copyTemplate(folder.path)
  copyKeys(folder.path)
  const env = { PATH: process.env['PATH'], PORT: '0', DATA_DIR: folder.path, SAMPLES: 'none', LOG_TO: 'stdout' }
  const server = spawn(process.execPath, [join(BUILT_FOLDER, 'main.js')], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(async () => {
    server.kill('SIGKILL')
    if (server.exitCode === null && server.signalCode === null) await once(server, 'exit')
  })
  const printed: string[] = []
  const lines = createInterface(server.stdout)
  lines.on('line', (line) => printed.push(line))
  await expect.poll(() => printed.find((line) => line.startsWith('Nano Sync is running at'))).toBeDefined()
  expect(printed.find((line) => line.includes('"msg":"Nano Sync started"'))).toMatch(/^{"level":"info","time":.*}$/)
  const url = printed.map((line) => /running at (\S+)/.exec(line)?.[1]).find((each) => each !== undefined)
  expect(await (await fetch(`${url}/dev/logs/files`)).json()).toEqual([])
  expect(existsSync(join(folder.path, 'logs'))).toBe(false)
})

test('every file that the server starts is built', () => {
  const code = readdirSync(BUILT_FOLDER)
    .filter((name) => name.endsWith('.js'))
    .map((name) => readFileSync(join(BUILT_FOLDER, name), 'utf8'))
  const names = code.flatMap((text) => [...text.matchAll(/new URL\("\.\/([\w.-]+)", import\.meta\.url\)/g)])
  const started = names.map(([, name = '']) => name).sort()
  expect(started).toEqual(['emulator-thread.js', 'snapshot-backup-main.js', 'sort-thread.js'])
  expect(started.filter((name) => !existsSync(join(BUILT_FOLDER, name)))).toEqual([])
})

test('the data of the samples is built', () => {
  const sources = readdirSync(join(PROJECT_FOLDER, 'src/server/samples'))
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(join(PROJECT_FOLDER, 'src/server/samples', name), 'utf8'))
  const used = sources.flatMap((text) => [...text.matchAll(/'([\w-]+\.(?:csv|json))'/g)]).map(([, file = '']) => file)
  const built = readdirSync(join(BUILT_FOLDER, 'data'))
  expect(built.sort()).toEqual(['README.md', ...new Set(used.map((name) => `${name}.br`))].sort())
})

test('the built thread sorts', async () => {
  const thread = new Worker(join(BUILT_FOLDER, 'sort-thread.js'), { workerData: 'asc' })
  const sorted = once(thread, 'message')
  for (const message of ['[3, "b"]', '[1, null]', null]) thread.postMessage(message)
  expect(await sorted).toEqual([Uint32Array.of(2, 0, 1, 3)])
  await thread.terminate()
})

test('the built program backs up a copy of the embedded database', async () => {
  await using folder = await tempFolder()
  const [dataDir, backup] = [join(folder.path, 'data'), join(folder.path, 'backup')]
  openEmbeddedDatabase(dataDir)
  expect(await readdir(dataDir)).toContain(EMBEDDED_FOLDER)
  await promisify(execFile)(process.execPath, [join(BUILT_FOLDER, 'snapshot-backup-main.js'), dataDir, dataDir, backup])
  expect(await readdir(backup)).toContain('database.jsonl.gz')
})
