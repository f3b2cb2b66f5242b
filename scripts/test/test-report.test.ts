import { expect, test } from 'vitest'
import { hasTooManyFlaky, readPlaywrightReport, readVitestReport, summarizeTests } from './test-report.ts'

const FLAKY = {
  file: 'toasts.spec.ts',
  title: 'a toast stays while the pointer is on it',
  tests: [
    {
      status: 'flaky',
      results: [{ duration: 30_000, error: { message: '\u001b[31mexpected a toast\u001b[39m' } }, { duration: 900 }],
    },
  ],
}
const STEADY = {
  file: 'home.spec.ts',
  title: 'home opens',
  tests: [{ status: 'expected', results: [{ duration: 500 }] }],
}

test('a test that passes only on the second try is listed last, with the error of its first try', () => {
  const browser = readPlaywrightReport({ suites: [{ specs: [STEADY], suites: [{ specs: [FLAKY] }] }] })
  const unit = readVitestReport(
    { testResults: [{ name: '/clone/src/a.test.ts', assertionResults: [{ fullName: 'adds up', duration: 1200 }] }] },
    '/clone',
  )
  expect(summarizeTests([...unit, ...browser])).toBe(`The slowest 3 of 3 tests:
   1.2 s  src/a.test.ts › adds up
   0.9 s  toasts.spec.ts › a toast stays while the pointer is on it
   0.5 s  home.spec.ts › home opens

Flaky tests, which passed on the second try: 1.
- toasts.spec.ts › a toast stays while the pointer is on it
    expected a toast`)
})

test('the summary states that no tests were flaky', () => {
  expect(summarizeTests(readPlaywrightReport({ suites: [{ specs: [STEADY] }] }))).toContain('No flaky tests.')
})

test.each([
  [3, false],
  [4, true],
])('%i flaky tests fail the run: %s', (count, fails) => {
  const specs = Array.from({ length: count }, () => FLAKY)
  expect(hasTooManyFlaky(readPlaywrightReport({ suites: [{ specs: [STEADY, ...specs] }] }))).toBe(fails)
})
