import { defineConfig } from '@playwright/test'
import { browserArgs, browserPath } from '#tests/e2e/support/browser.ts'

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  reporter: 'list',
  workers: 2,
  // A journey that passes only at its second try is named as flaky in the closing lines.
  retries: 1,
  timeout: 90_000,
  expect: { timeout: 20_000 },
  use: {
    launchOptions: { executablePath: await browserPath(), args: browserArgs },
    trace: 'retain-on-failure',
    locale: 'en-US',
    timezoneId: 'UTC',
  },
})
