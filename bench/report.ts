import { appendFileSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import { figureText, GOALS, type Goal, type GoalName, goalText, isMet } from './goals.ts'

/** Environment variable with the file to which benchmarks add their figures. */
export const FIGURES_FILE = 'BENCH_FIGURES'

const Figure = z.object({ name: z.enum(Object.keys(GOALS) as [GoalName, ...GoalName[]]), figure: z.number() })

/** Saves a figure for the table at the end of `npm run bench`. */
export function report(name: GoalName, figure: number): void {
  const file = process.env[FIGURES_FILE]
  if (file) appendFileSync(file, `${JSON.stringify({ name, figure })}\n`)
}

/** Formats all goals with the figures of a file as Markdown rows. A missing figure means a benchmark was left out or failed. */
export function summary(file: string): string {
  const lines = readFileSync(file, 'utf8').trim().split('\n').filter(Boolean)
  const figures = new Map(lines.map((line) => Figure.parse(JSON.parse(line))).map(({ name, figure }) => [name, figure]))
  const rows = Object.entries<Goal>(GOALS).map(([name, goal]) => {
    const figure = figures.get(name as GoalName)
    const measured =
      figure === undefined ? '– | –' : `${figureText(figure, goal.unit)} | ${isMet(goal, figure) ? 'yes' : 'no'}`
    return `| ${goal.what} | ${goalText(goal)} | ${measured} |`
  })
  return ['| figure | goal | measured | met |', '|---|---|---|---|', ...rows].join('\n')
}
