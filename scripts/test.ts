import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import { readCommandLine } from './read-command-line.ts'
import {
  describeFlaky,
  hasTooManyFlaky,
  readPlaywrightReport,
  readVitestReport,
  summarizeTests,
  type TestResult,
} from './test/test-report.ts'

const ROOT = join(import.meta.dirname, '..')
const RESULTS = join(ROOT, 'test-results')

const { withoutLong } = readCommandLine(
  new Command('test')
    .description(
      'Runs all tests, then lists the slowest and the flaky ones. Flaky tests are also in test-results/flaky.txt.',
    )
    .option('--without-long', 'leave out the properties that npm run test:long tries'),
).opts<{ withoutLong?: boolean }>()
rmSync(RESULTS, { recursive: true, force: true })
const passed =
  runTests('vitest', 'run', ...(withoutLong ? ['--tags-filter', '!long'] : [])) && runTests('playwright', 'test')
const results = [
  ...readReport('vitest.json', (json) => readVitestReport(json, ROOT)),
  ...readReport('playwright.json', readPlaywrightReport),
]
writeFileSync(join(RESULTS, 'flaky.txt'), `${describeFlaky(results)}\n`)
console.log(`\n${summarizeTests(results)}`)
if (hasTooManyFlaky(results)) console.error('Too many flaky tests: the run failed.')
process.exitCode = passed && !hasTooManyFlaky(results) ? 0 : 1

/** Runs an installed test runner. npm puts the runners on the path. */
function runTests(runner: string, ...words: string[]): boolean {
  const { status, error } = spawnSync(runner, words, {
    cwd: ROOT,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (error) throw error
  return status === 0
}

/** Returns no results if the runner failed to start, because it leaves no report. */
function readReport(name: string, read: (json: unknown) => TestResult[]): TestResult[] {
  const file = join(RESULTS, name)
  return existsSync(file) ? read(JSON.parse(readFileSync(file, 'utf8'))) : []
}
