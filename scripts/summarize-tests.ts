// Lists the slowest tests of the last `npm test`, from the reports of its two runners.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

const RESULTS = join(import.meta.dirname, '../test-results')
const LISTED = 10

interface TestResult {
  readonly title: string
  readonly durationMs: number
}

const VitestReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          duration: z.number().nullish(),
        }),
      ),
    }),
  ),
})

const Spec = z.object({
  file: z.string(),
  title: z.string(),
  tests: z.array(z.object({ results: z.array(z.object({ duration: z.number() })) })),
})
const Suite = z.object({
  specs: z.array(Spec),
  get suites() {
    return z.array(Suite).optional()
  },
})
const PlaywrightReport = z.object({ suites: z.array(Suite) })

function vitestResults(report: z.output<typeof VitestReport>): TestResult[] {
  return report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, duration }) => ({
      title: `${name} › ${fullName}`,
      durationMs: duration ?? 0,
    })),
  )
}

function playwrightResults({ specs, suites = [] }: z.output<typeof Suite>): TestResult[] {
  const own = specs.map(({ file, title, tests }) => {
    const durations = tests.flatMap(({ results }) => results.map(({ duration }) => duration))
    return {
      title: `${file} › ${title}`,
      durationMs: durations.reduce((sum, each) => sum + each, 0),
    }
  })
  return [...own, ...suites.flatMap(playwrightResults)]
}

async function read<S extends z.ZodType>(file: string, schema: S): Promise<z.output<S>> {
  return schema.parse(JSON.parse(await readFile(join(RESULTS, file), 'utf8')))
}

const { suites } = await read('playwright.json', PlaywrightReport)
const results = [...vitestResults(await read('vitest.json', VitestReport)), ...suites.flatMap(playwrightResults)]
const shown = (title: string) => title.replace(`${process.cwd()}/`, '')
const slowest = results.toSorted((one, other) => other.durationMs - one.durationMs).slice(0, LISTED)
console.log(`\nThe slowest ${LISTED} of ${results.length} tests:`)
for (const { title, durationMs } of slowest) {
  console.log(`${(durationMs / 1000).toFixed(1).padStart(6)} s  ${shown(title)}`)
}
