import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SETTINGS } from '#server/config/config.ts'

test('README.md explains every setting', () => {
  const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8')
  const tables = readme.split('\n').filter((line) => line.startsWith('|'))
  const explained = tables.flatMap((row) => [...row.matchAll(/`([A-Z_]+)`/g)].map(([, name = '']) => name))
  expect(SETTINGS.filter((name) => !explained.includes(name))).toEqual([])
})
