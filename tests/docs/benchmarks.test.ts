import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { countTable } from '#tests/support/count-limits.ts'
import { GOALS, type Goal, goalText, isMet } from '../../bench/goals.ts'

const page = readFileSync(join(import.meta.dirname, '../../docs/developers/benchmarks.md'), 'utf8')

test('docs/developers/benchmarks.md shows every limit of a count beside its goal', () => {
  expect(page).toContain(`\n${countTable()}\n`)
})

test.each(Object.values<Goal>(GOALS))(
  'docs/developers/benchmarks.md says truly whether the goal is met: $what',
  (goal) => {
    const start = `| ${goal.what} | ${goalText(goal)} | `
    const row = page.split('\n').find((line) => line.startsWith(start)) ?? `${start}is missing`
    const measured = row.slice(start.length)
    const figure = Number(/[\d,.]+/.exec(measured)?.[0].replaceAll(',', ''))
    const met = Number.isNaN(figure) ? '– | –' : isMet(goal, figure) ? 'yes' : 'no'
    expect(measured).toMatch(new RegExp(`(?:^| )${met.replace('|', '\\|')} \\|$`))
  },
)
