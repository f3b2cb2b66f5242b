import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { UNBUNDLED_PACKAGES } from '#server/unbundled-packages.ts'
import { copyTemplate } from '#tests/support/test-database.ts'
import { untilRunning } from '#tests/support/until-running.ts'
import { layOutRelease, SERVER_COMMANDS } from '../../scripts/release/layout.ts'
import { buildCommandLine, listChecksums } from '../../scripts/release/pack-release.ts'
import { listLinks } from '../../scripts/release/remove-dead-links.ts'
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

test('its pages have no dead link, and its README is of a page', () => {
  const pages = globSync('**/*.md', { cwd: release, exclude: ['node_modules/**', 'dist/**'] })
  expect(pages).toEqual(expect.arrayContaining(['README.md', 'docs/operate/stored-data.md', 'deploy/README.md']))
  const links = pages.flatMap((page) => listLinks(readFileSync(join(release, page), 'utf8'), page))
  expect(links.length).toBeGreaterThan(50)
  expect(links.filter((path) => !existsSync(join(release, path)))).toEqual([])
  const words = readFileSync(join(release, 'README.md'), 'utf8').split(/\s+/)
  expect(words.length).toBeLessThan(280)
})

test('its documents are those of the project, without a link that had to go', () => {
  const pages = globSync('docs/**/*.md', { cwd: release })
  expect(pages.length).toBeGreaterThan(20)
  const changed = pages.filter(
    (page) => readFileSync(join(release, page), 'utf8') !== readFileSync(join(ROOT, page), 'utf8'),
  )
  expect(changed).toEqual([])
})

test('crontabs of release 3.0.0 find its commands', () => {
  for (const name of SERVER_COMMANDS) {
    const called = readFileSync(join(release, `scripts/${name}.ts`), 'utf8')
    const [, built = ''] = /^import '(.*)'\n$/.exec(called) ?? []
    expect(existsSync(join(release, 'scripts', built)), called).toBe(true)
  }
})

test('its list of components has what is in it, and no tool for tests', () => {
  const { components } = JSON.parse(readFileSync(join(release, 'sbom.cdx.json'), 'utf8'))
  const names = components.map(({ group = '', name }: { group?: string; name: string }) => join(group, name))
  expect(names).toEqual(expect.arrayContaining(['fastify', 'react', 'commander', '@electric-sql/pglite']))
  for (const name of ['vitest', '@playwright/test', 'typescript', 'vite']) expect(names).not.toContain(name)
  expect(existsSync(join(release, 'dist/web/packages.json'))).toBe(false)
})

test('the command line is one file, and needs nothing beside it', async () => {
  const file = join(folder, 'alone/nano-sync.mjs')
  mkdirSync(join(folder, 'alone'))
  buildCommandLine({ root: ROOT, file })
  expect(listChecksums(join(folder, 'alone'))).toMatch(/^[\da-f]{64} {2}nano-sync\.mjs\n$/)
  const { stdout } = await run(file, ['--version'])
  expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
  const failed = run(file, ['tasks'], { env: { ...process.env, HOME: folder, XDG_CONFIG_HOME: folder } })
  await expect(failed).rejects.toMatchObject({ stderr: expect.stringContaining('nano-sync login') })
})

test('it runs, is backed up and answers its command line, without anything of the clone', async () => {
  const dataDir = join(folder, 'data')
  copyTemplate(dataDir)
  // No other Node is found there.
  const bin = join(folder, 'bin')
  mkdirSync(bin)
  for (const name of ['dirname', 'readlink', 'sh']) symlinkSync(join('/usr/bin', name), join(bin, name))
  symlinkSync(join(release, 'bin/nano-sync'), join(bin, 'nano-sync'))
  const env = { PATH: bin, PORT: '0', EMULATOR_PORT: '0', DATA_DIR: dataDir, SAMPLES: 'none' }
  const node = join(release, 'node_modules/.bin/node')
  const app = spawn(join(release, 'bin/nano-sync-server'), [], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(app, 'exit')
  try {
    const url = await untilRunning(app)
    expect(await (await fetch(url)).text()).toContain('<div id="root">')
    const { version, commit, built_at } = await (await fetch(`${url}/api/app_info`)).json()
    expect(version).toMatch(/^\d+\.\d+\.\d+$/)
    expect(commit).toMatch(/^[\da-f]{40}(-dirty)?$/)
    expect(new Date(built_at).getTime()).toBeLessThan(Date.now())
    const backup = join(folder, 'backup')
    await run(node, ['dist/server/backup.js', backup], { cwd: release, env })
    expect(await readdir(backup)).toContain('database.jsonl.gz')
    const byLauncher = join(folder, 'backup-by-launcher')
    await run(join(release, 'bin/nano-sync-server'), ['backup', byLauncher], { env })
    expect(await readdir(byLauncher)).toContain('database.jsonl.gz')
    for (const [program, ...args] of [[join(release, 'bin/nano-sync')], ['nano-sync'], [node, 'bin/nano-sync.js']]) {
      const { stdout } = await run(program ?? '', [...args, '--version'], { cwd: release, env })
      expect(stdout).toBe(`${version}\n`)
    }
    await expect(run(join(release, 'bin/nano-sync-server'), ['unknown'], { env })).rejects.toMatchObject({ code: 2 })
  } finally {
    app.kill('SIGTERM')
    await exited
  }
})
