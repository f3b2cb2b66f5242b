import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, statSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { UNBUNDLED_PACKAGES } from '#server/unbundled-packages.ts'
import { copyTemplate } from '#tests/support/test-database.ts'
import { untilRunning } from '#tests/support/until-running.ts'
import { layOutRelease } from '../../scripts/release/layout.ts'
import { ROOT } from './deploy-files.ts'

const run = promisify(execFile)
const MAX_PACKAGES_BYTES = 100_000_000

let folder: string
let release: string
beforeAll(async () => {
  await run(process.execPath, [join(ROOT, 'scripts/setup.js')])
  folder = await mkdtemp(join(tmpdir(), 'nano-sync-release-'))
  release = join(folder, 'release')
  layOutRelease({ root: ROOT, target: release })
})
afterAll(() => rm(folder, { recursive: true, force: true }))

function bytesIn(path: string): number {
  const files = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return files.reduce((sum, file) => sum + statSync(join(file.parentPath, file.name)).size, 0)
}

test('a release has Node and the packages that cannot be bundled, which take less than 100 MB', () => {
  const names = readdirSync(join(release, 'node_modules')).filter((name) => name !== '.bin')
  const others = names.filter((name) => !/^node-/.test(name))
  expect(others).toEqual([...new Set(UNBUNDLED_PACKAGES.map((name) => name.split('/')[0]))])
  const bytes = others.reduce((sum, name) => sum + bytesIn(join(release, 'node_modules', name)), 0)
  expect(bytes).toBeGreaterThan(0)
  expect(bytes).toBeLessThan(MAX_PACKAGES_BYTES)
  expect(bytesIn(join(release, 'dist'))).toBeLessThan(MAX_PACKAGES_BYTES)
})

test('it runs, is backed up and answers its command line, without anything of the clone', async () => {
  const dataDir = join(folder, 'data')
  copyTemplate(dataDir)
  const env = { PATH: process.env['PATH'], PORT: '0', EMULATOR_PORT: '0', DATA_DIR: dataDir, SAMPLES: 'none' }
  const node = join(release, 'node_modules/.bin/node')
  const app = spawn(node, ['dist/server/main.js'], { cwd: release, env, stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(app, 'exit')
  try {
    const url = await untilRunning(app)
    expect(await (await fetch(url)).text()).toContain('<div id="root">')
    const { version, commit, built_at } = await (await fetch(`${url}/api/app_info`)).json()
    expect(version).toMatch(/^\d+\.\d+\.\d+$/)
    expect(commit).toMatch(/^[\da-f]{40}(-dirty)?$/)
    expect(new Date(built_at).getTime()).toBeLessThan(Date.now())
    for (const command of ['dist/server/backup.js', 'scripts/backup.ts']) {
      const backup = join(folder, command.replaceAll('/', '-'))
      await run(node, [command, backup], { cwd: release, env })
      expect(await readdir(backup)).toContain('database.jsonl.gz')
    }
    const commandLine = await run(node, ['bin/nano-sync.js', '--version'], { cwd: release, env })
    expect(commandLine.stdout).toBe(`${version}\n`)
  } finally {
    app.kill('SIGTERM')
    await exited
  }
})
