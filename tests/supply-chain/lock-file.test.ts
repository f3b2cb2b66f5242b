import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'

const ROOT = join(import.meta.dirname, '../..')
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8')

const MAX_START_PACKAGES = 470

const Package = z.looseObject({
  integrity: z.string().optional(),
  resolved: z.string().optional(),
  link: z.boolean().default(false),
  hasInstallScript: z.boolean().default(false),
  optional: z.boolean().default(false),
  dev: z.boolean().default(false),
  bin: z.record(z.string(), z.string()).default({}),
})
const LockFile = z.object({ packages: z.record(z.string(), Package) })
const readPackages = (folder: string) => LockFile.parse(JSON.parse(read(join(folder, 'package-lock.json')))).packages
const { allowScripts, optionalDependencies } = z
  .object({
    allowScripts: z.record(z.string(), z.boolean()),
    optionalDependencies: z.record(z.string(), z.string()),
  })
  .parse(JSON.parse(read('package.json')))
const installedIn = (folder: string) =>
  Object.entries(readPackages(folder)).filter(([path, { link }]) => path.includes('node_modules/') && !link)
const installed = installedIn('.')
/** The packages with a lock file of their own. */
const others = ['bench/peers', 'tests/mutants'].flatMap(installedIn)
const parseName = (path: string) => path.split('node_modules/').at(-1) ?? ''

test('every package has a hash, and none says which server it comes from', () => {
  expect(others.map(([path]) => path)).toContain('node_modules/pg-boss')
  const all = [...installed, ...others]
  expect(all.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([path]) => path)).toEqual([])
  expect(all.filter(([, { resolved }]) => resolved !== undefined)).toEqual([])
  const links = Object.values(readPackages('.')).filter(({ link }) => link)
  expect(links.map(({ resolved }) => resolved)).toEqual(['packages/sheets-emulator'])
})

test('every package with an install script is named, and none may run it', () => {
  const withScript = [...installed, ...others]
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path]) => parseName(path))
  expect([...new Set(withScript)].sort()).toEqual(Object.keys(allowScripts).sort())
  expect(Object.values(allowScripts).filter(Boolean)).toEqual([])
  expect(read('scripts/setup.js')).toContain("'--ignore-scripts'")
})

test('npm start installs what building and running needs, and no package of tests and checks', () => {
  const forStart = installed.filter(([, { dev }]) => !dev).map(([path]) => parseName(path))
  const { dependencies } = z
    .object({ dependencies: z.record(z.string(), z.string()) })
    .parse(JSON.parse(read('package.json')))
  expect(
    Object.keys(dependencies).filter((name) => ![...forStart, '@nano-sync/sheets-emulator'].includes(name)),
  ).toEqual([])
  const forTests = ['typescript', 'vitest', '@biomejs/biome', '@playwright/test', '@sparticuz/chromium', 'drizzle-kit']
  expect(forTests.filter((name) => forStart.includes(name))).toEqual([])
  // With the packages of other platforms; npm installs none of them. A package with many dependencies is worth a second
  // thought.
  expect(forStart.length).toBeLessThan(MAX_START_PACKAGES)
  expect(read('scripts/setup.js')).toContain("'--omit=dev'")
})

test('Node itself is locked for each platform, and only the one for the machine is installed', () => {
  const nodes = installed.filter(([, { bin }]) => 'node' in bin)
  expect(nodes.map(([path]) => parseName(path)).sort()).toEqual(Object.keys(optionalDependencies).sort())
  const platforms = nodes.map(([, { os, cpu, optional }]) => `${os} ${cpu} ${optional}`)
  expect(platforms.sort()).toEqual([
    'darwin arm64 true',
    'darwin x64 true',
    'linux arm64 true',
    'linux x64 true',
    'win32 x64 true',
  ])
})

test('every platform and the image have the same version of Node', () => {
  const [image] = /^FROM node:\S+/m.exec(read('deploy/Dockerfile')) ?? []
  const [version, ...others] = new Set(Object.values(optionalDependencies))
  expect({ others, image }).toEqual({ others: [], image: `FROM node:${version}-bookworm-slim` })
})
