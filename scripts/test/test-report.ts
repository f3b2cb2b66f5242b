import { stripVTControlCharacters } from 'node:util'
import { z } from 'zod'

export interface TestResult {
  readonly title: string
  /** Duration of the last try. */
  readonly durationMs: number
  /** The error of the first try if the second try passed. */
  readonly flakyError?: string
}

const MAX_FLAKY = 3
const LISTED = 10

const VitestReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      assertionResults: z.array(z.object({ fullName: z.string(), duration: z.number().nullish() })),
    }),
  ),
})

const Try = z.object({ duration: z.number(), error: z.object({ message: z.string().optional() }).optional() })
const Spec = z.object({
  file: z.string(),
  title: z.string(),
  tests: z.array(z.object({ status: z.string(), results: z.array(Try) })),
})
const Suite = z.object({
  specs: z.array(Spec),
  get suites() {
    return z.array(Suite).optional()
  },
})
const PlaywrightReport = z.object({ suites: z.array(Suite) })

/** Reads Vitest's JSON report. Titles start with the file's path below `root`. */
export function readVitestReport(json: unknown, root: string): TestResult[] {
  return VitestReport.parse(json).testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, duration }) => ({
      title: `${name.replace(`${root}/`, '')} › ${fullName}`,
      durationMs: duration ?? 0,
    })),
  )
}

/** Reads Playwright's JSON report. */
export function readPlaywrightReport(json: unknown): TestResult[] {
  return PlaywrightReport.parse(json).suites.flatMap(suiteResults)
}

function suiteResults({ specs, suites = [] }: z.output<typeof Suite>): TestResult[] {
  return [...specs.flatMap(specResults), ...suites.flatMap(suiteResults)]
}

function specResults({ file, title, tests }: z.output<typeof Spec>): TestResult[] {
  return tests.map(({ status, results }) => ({
    title: `${file} › ${title}`,
    durationMs: results.at(-1)?.duration ?? 0,
    ...(status === 'flaky' && { flakyError: stripVTControlCharacters(results[0]?.error?.message ?? 'no message') }),
  }))
}

/** Lists the slowest tests, then the flaky tests with their errors. */
export function summarizeTests(results: readonly TestResult[]): string {
  const slowest = results.toSorted((one, other) => other.durationMs - one.durationMs).slice(0, LISTED)
  const times = slowest.map(({ title, durationMs }) => `${(durationMs / 1000).toFixed(1).padStart(6)} s  ${title}`)
  return [`The slowest ${slowest.length} of ${results.length} tests:`, ...times, '', describeFlaky(results)].join('\n')
}

/** Describes tests that passed only on the second try. */
export function describeFlaky(results: readonly TestResult[]): string {
  const flaky = results.filter(({ flakyError }) => flakyError !== undefined)
  if (flaky.length === 0) return 'No flaky tests.'
  const list = flaky.map(({ title, flakyError = '' }) => `- ${title}\n${flakyError.replaceAll(/^/gm, '    ')}`)
  return [`Flaky tests, which passed on the second try: ${flaky.length}.`, ...list].join('\n')
}

/** Fails a run with too many flaky tests to be chance. */
export function hasTooManyFlaky(results: readonly TestResult[]): boolean {
  return results.filter(({ flakyError }) => flakyError !== undefined).length > MAX_FLAKY
}
