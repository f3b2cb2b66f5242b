import { defineConfig } from '@playwright/test'
import { launchOptions } from '#tests/e2e/support/browser.ts'

/** Options of Chromium that save CPU time on pages that live for seconds. */
const FRUGAL_ARGS = [
  // Optimized code is compiled too late to pay off: without it, Chromium takes a fifth less CPU time.
  '--js-flags=--no-maglev --no-opt',
  // The next page of a site loads in the same frame, which saves a seventh. Playwright's own features are repeated, because the
  // option replaces Playwright's list.
  '--enable-features=CDPScreenshotNewSurface,SkipListAccountsWithoutGaiaCookies,RenderDocument:level/crashed-frame',
]
const browser = await launchOptions()

export default defineConfig({
  projects: [
    { name: 'app', testDir: 'tests/e2e' },
    // The built page alone, on a server that knows only the specification.
    { name: 'specification', testDir: 'tests/spec' },
    // Screens of the built page on prepared replies.
    { name: 'screens', testDir: 'tests/screens' },
  ],
  globalSetup: './tests/e2e/support/global-setup.ts',
  outputDir: 'test-results/browser',
  // A test that passes only on the second try is flaky: `npm test` lists it from the file, with the slowest tests.
  retries: 1,
  reporter: [['list'], ['json', { outputFile: 'test-results/playwright.json' }]],
  // Twice as many as the cores of a small machine: journeys wait much, for replies and animations.
  workers: 4,
  timeout: 180_000,
  expect: { timeout: 30_000 },
  use: {
    launchOptions: { ...browser, args: [...(browser.args ?? []), ...FRUGAL_ARGS] },
    // Screenshots would cost half as much again as the tests themselves, and snapshots of the page a tenth: `--trace on` has both.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    // Animations cost a quarter of the CPU time of all tests. Those that are about motion ask for it.
    contextOptions: { reducedMotion: 'reduce' },
    locale: 'en-US',
    timezoneId: 'UTC',
  },
})
