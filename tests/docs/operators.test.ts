import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { operators } from '#domain/shape/operators.ts'
import { parseConditions } from '#domain/shape/row-conditions.ts'

test('the page about shapes explains each operator of conditions with an example that uses it', () => {
  const page = readFileSync('docs/use/shape.md', 'utf8')
  for (const [operator, { example, meaning }] of Object.entries(operators)) {
    expect(page).toContain(`| \`${example}\` | ${meaning} |`)
    expect(parseConditions(example.replace('\\', ''))).toMatchObject([{ operator }])
  }
})
