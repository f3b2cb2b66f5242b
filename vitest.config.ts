import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { defineConfig } from 'vitest/config'

/** Tests copy a database of a thousand files, which takes a second on disk and almost no time in memory. */
const inMemory = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}', 'tests/{docs,support}/**/*.test.ts'],
          exclude: ['src/**/*.int.test.ts'],
          setupFiles: ['tests/support/no-console-error.ts'],
        },
      },
      {
        test: {
          name: 'integration',
          include: ['src/**/*.int.test.ts'],
          setupFiles: ['tests/support/no-console-error.ts'],
          env: { TMPDIR: inMemory },
          globalSetup: ['tests/support/database-template.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
