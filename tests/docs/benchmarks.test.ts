import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { countTable } from '#tests/support/count-limits.ts'

test('docs/benchmarks.md shows every limit of a count beside its goal', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/benchmarks.md'), 'utf8')
  expect(page).toContain(`\n${countTable()}\n`)
})
