import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { taskColumns } from './task-columns.ts'

const DOCS = new URL('../../../docs/csv.md', import.meta.url)

test('the documentation lists every column as the screen does', () => {
  const rows = readFileSync(DOCS, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
  expect(rows).toEqual(
    taskColumns.map(
      ({ column, isRequired, meaning, example }) =>
        `| \`${column}\`${isRequired ? ' (required)' : ''} | ${meaning} | ${example && `\`${example}\``} |`,
    ),
  )
})
