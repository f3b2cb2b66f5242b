import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { SETTINGS } from '#server/config/config.ts'
import { ROOT, readDeployFile } from './deploy-files.ts'

const INSTALLED_IN = '/opt/nano-sync/'
const packageJson = z
  .object({ scripts: z.object({ start: z.string() }) })
  .parse(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')))
const lines = readDeployFile('nano-sync.service')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
const listValues = (name: string) =>
  lines.filter((line) => line.startsWith(`${name}=`)).map((line) => line.slice(name.length + 1))

test('the unit has its sections, and every other line sets something', () => {
  expect(lines.filter((line) => line.startsWith('['))).toEqual(['[Unit]', '[Service]', '[Install]'])
  expect(lines.filter((line) => !/^(\[\w+\]|[A-Z]\w+=.*)$/.test(line))).toEqual([])
})

test('it starts the server as npm start does', () => {
  expect(listValues('ExecStart')).toEqual([`${INSTALLED_IN}node_modules/.bin/${packageJson.scripts.start}`])
})

test('what it runs exists, and its settings are known', () => {
  const words = [...listValues('ExecStart'), ...listValues('Documentation')].flatMap((value) => value.split(' '))
  const paths = words
    .filter((word) => !word.startsWith('--'))
    .map((word) => word.replace('file://', '').replace(INSTALLED_IN, ''))
  expect(paths).toEqual(['node_modules/.bin/node', 'dist/server/main.js', 'docs/operate/runbook.md'])
  // Skip the built server, because `npm run build` creates it.
  expect(paths.filter((path) => !path.startsWith('dist/') && !existsSync(join(ROOT, path)))).toEqual([])
  const names = listValues('Environment').map((pair) => pair.slice(0, pair.indexOf('=')))
  expect(names.filter((name) => !SETTINGS.includes(name))).toEqual(['NODE_ENV'])
})

test('every setting in the file of settings reaches the app', () => {
  // EnvironmentFile takes precedence over Environment.
  expect(listValues('EnvironmentFile')).toEqual(['-/etc/nano-sync/settings.env'])
  for (const name of ['UnsetEnvironment', 'PassEnvironment']) expect(listValues(name)).toEqual([])
  // Options of the command line would replace settings.
  expect(listValues('ExecStart').join()).not.toMatch(/[A-Z_]+=/)
})

test('a service that ends for any reason comes back, and may write only its own data', () => {
  expect([listValues('Restart'), listValues('ProtectSystem'), listValues('StateDirectory')]).toEqual([
    ['always'],
    ['strict'],
    ['nano-sync'],
  ])
  // Node compiles code while it runs.
  expect(listValues('MemoryDenyWriteExecute')).toEqual([])
})
