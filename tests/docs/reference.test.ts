import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fillTable } from '../../scripts/reference/fill-table.ts'
import { makeReferenceTables } from '../../scripts/reference/reference-tables.ts'

test.each(makeReferenceTables())(
  'the table from $source in docs/reference/$page is what `npm run reference` writes',
  (table) => {
    const page = readFileSync(join(import.meta.dirname, '../../docs/reference', table.page), 'utf8')
    expect(page).toBe(fillTable(page, table))
    expect(table.rows.length).toBeGreaterThan(0)
  },
)

const cells = makeReferenceTables().flatMap(({ rows }) => rows.flat())

test('the usage of a command shows a mandatory option without brackets', () => {
  expect(cells).toContain('`pause [task] --until <time>`')
})

test('an option is listed with its short and its long flag', () => {
  expect(cells).toContain('`-n, --limit <count>`')
  expect(cells.some((cell) => cell.includes('<br>`-f, --follow`: follow the log'))).toBe(true)
})
