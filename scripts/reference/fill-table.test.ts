import { expect, test } from 'vitest'
import { fillTable } from './fill-table.ts'

const COMMENT = '<!-- Generated from src by npm run reference. -->'
const table = { page: 'page.md', source: 'src', head: ['name', 'does'], rows: [['`a|b`', 'either']] } as const

test('the rows under the comment are replaced, and a bar within a cell is escaped', () => {
  const page = `${COMMENT}\n\n| name | does |\n|---|---|\n| old | row |\n\nText\n`
  expect(fillTable(page, table)).toBe(`${COMMENT}\n\n| name | does |\n|---|---|\n| \`a\\|b\` | either |\n\nText\n`)
})

test.each([
  ['without a table', `${COMMENT}\n\nText\n`],
  ['with a table of other text further below', `${COMMENT}\n\nText\n\n| other | table |\n|---|---|\n`],
  ['without the comment', '| name | does |\n|---|---|\n'],
])('a page %s is refused', (_, page) => {
  expect(() => fillTable(page, table)).toThrow('The page lacks')
})
