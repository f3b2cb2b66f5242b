import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { untilRunning } from '#tests/support/until-running.ts'
import { ROOT } from './deploy-files.ts'
import { parseEnvironment, parseWords, readStages, type Stage } from './dockerfile.ts'

async function tempFolder() {
  const path = await mkdtemp(join(tmpdir(), 'nano-sync-image-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

/** The files of the project in Docker's build context. */
function contextFiles(): string[] {
  const ignored = readFileSync(join(ROOT, '.dockerignore'), 'utf8').split('\n').filter(Boolean)
  const { stdout } = spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  const isIgnored = (file: string) =>
    !ignored.includes(`!${file}`) &&
    [file.split('/')[0], `${file.split('/')[0]}/*`].some((line) => ignored.includes(line ?? ''))
  return stdout.split('\n').filter((file) => file !== '' && existsSync(join(ROOT, file)) && !isIgnored(file))
}

/**
 * Carries out the build stage in a folder. Only its slow parts are done differently: packages are linked instead of
 * downloaded, and pages already built for these sources are copied, which the Dockerfile's own commands notice. The
 * server is built from the files in the build context.
 */
function runBuildStage(stage: Stage, folder: string): void {
  linkPackages(join(folder, 'node_modules'), readdirSync(join(ROOT, 'node_modules')))
  const env = withoutInstalling(join(folder, '.bin'))
  cpSync(join(ROOT, 'dist'), join(folder, 'dist'), { recursive: true })
  rmSync(join(folder, 'dist/server.built-from'))
  for (const { name, text } of stage.instructions) {
    if (name === 'COPY') copyIntoStage(text, folder)
    if (name !== 'RUN') continue
    expectSuccess(spawnSync('sh', ['-c', text], { cwd: folder, encoding: 'utf8', env }))
  }
}

function copyIntoStage(text: string, folder: string): void {
  const words = text.split(' ')
  const target = join(folder, words.at(-1) ?? '')
  for (const source of words.slice(0, -1)) {
    const files = contextFiles().filter((file) => source === '.' || file === source)
    for (const file of files)
      copy(join(ROOT, file), source === '.' ? join(target, file) : join(target, file.split('/').at(-1) ?? ''))
  }
}

function copy(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true })
  cpSync(from, to, { recursive: true, verbatimSymlinks: true })
}

/** A folder of links, so nothing that happens to it reaches the packages. */
function linkPackages(folder: string, names: readonly string[]): void {
  for (const name of names) {
    const source = join(ROOT, 'node_modules', name)
    // Packages for other platforms are not installed.
    if (!existsSync(source)) continue
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    symlinkSync(source, join(folder, name))
  }
}

/** Copies the files of the final stage from the build stage. */
function runFinalStage(stage: Stage, { build, folder }: { build: string; folder: string }): void {
  for (const { name, text } of stage.instructions) {
    if (name !== 'COPY') continue
    const [, source = '', target = ''] = text.split(' ')
    // A folder is copied with its contents, into the target itself.
    copy(join(build, source.replace('/app/', '')), join(folder, target))
  }
}

/** The environment of the build. Its `npm` only reports that it should not have been needed. */
/** npm lists the locked packages, and installs none. */
function withoutInstalling(folder: string): NodeJS.ProcessEnv {
  mkdirSync(folder)
  const lists = `[ "$1" = sbom ] && PATH='${process.env['PATH']}' exec npm "$@"`
  const refuses = 'echo "The packages are not those of package-lock.json. Run npm run build." >&2'
  const script = `#!/bin/sh\n${lists}\n${refuses}\nexit 1\n`
  writeFileSync(join(folder, 'npm'), script, { mode: 0o755 })
  return { PATH: `${folder}:${join(ROOT, 'node_modules/.bin')}:${process.env['PATH']}` }
}

function expectSuccess({ status, stdout, stderr }: { status: number | null; stdout: string; stderr: string }): void {
  expect(status, `${stdout}${stderr}`).toBe(0)
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : 0
}

test('what the steps of the Dockerfile leave runs, is healthy and stops', async () => {
  await using build = await tempFolder()
  await using image = await tempFolder()
  await using data = await tempFolder()
  const [buildStage, finalStage] = readStages()
  if (!buildStage || !finalStage) throw new Error('The Dockerfile has no two stages')
  runBuildStage(buildStage, build.path)
  runFinalStage(finalStage, { build: build.path, folder: image.path })
  await using database = await openTestDatabase(data.path)

  const findText = (name: string) => finalStage.instructions.find((each) => each.name === name)?.text ?? ''
  const { PATH = '', ...environment } = parseEnvironment(finalStage)
  const env = {
    ...environment,
    PATH: PATH.replaceAll('/app/', `${image.path}/`),
    // Only a node with an OAuth client listens on every address.
    HOST: '127.0.0.1',
    PORT: String(await freePort()),
    EMULATOR_PORT: '0',
    DATA_DIR: data.path,
    ...database.env,
  }
  const [command = '', ...args] = parseWords(findText('CMD'))
  const app = spawn(command, args, { cwd: image.path, env, stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(app, 'exit')
  try {
    const address = await untilRunning(app)
    const [check = '', ...checkArgs] = parseWords(findText('HEALTHCHECK'))
    expectSuccess(spawnSync(check, checkArgs, { cwd: image.path, env, encoding: 'utf8' }))
    expect(await (await fetch(address)).text()).toContain('<div id="root">')
  } finally {
    app.kill('SIGTERM')
  }
  expect(await exited).toEqual([0, null])
})
