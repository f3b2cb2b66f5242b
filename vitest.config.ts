import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { COMPILED_FOLDER } from './tests/support/compiled-folder.ts'
import { IN_MEMORY } from './tests/support/in-memory.ts'

/** Generous: a test that hangs must end, and one on a busy machine must not. */
const MAX_TEST_MS = 600_000
/** A long property with all its cases, beside other checks. */
const MAX_LONG_TEST_MS = 900_000
/** Instead of a second, which a busy machine can take. */
const MAX_POLL_MS = 60_000
/** A worker ends by writing thousands of compiled modules to `COMPILED_FOLDER`. */
const MAX_WORKER_END_MS = 60_000

const INTEGRATION = '{src,packages,scripts,tests/deploy,tests/fuzz}/**/*.int.test.ts'
/** Mode of `npm run test:long`, in which long properties try all their cases. */
const LONG = 'long'
const hasLongProperty = (file: string) => readFileSync(file, 'utf8').includes("tags: ['long']")

// Each worker, and each process that a test starts, would compile the same modules again.
process.env['NODE_COMPILE_CACHE'] ??= COMPILED_FOLDER

export default defineConfig(({ mode }) => ({
  test: {
    tags: [{ name: 'long', description: 'Properties that try all their cases in `npm run test:long` only.' }],
    // Loading the modules anew for each file costs more than the tests themselves. No module of ours keeps state.
    isolate: false,
    // More than twice the cores of a small machine: the tests of one file wait much, for runs, processes and timeouts.
    maxWorkers: 5,
    teardownTimeout: MAX_WORKER_END_MS,
    // A test starts an app or two, most of which is garbage soon: with a larger young heap it is collected less often.
    execArgv: ['--max-semi-space-size=64'],
    // `npm test` lists the slowest tests from the file.
    reporters: ['default', ['json', { outputFile: 'test-results/vitest.json' }]],
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            '{src,packages,scripts}/**/*.test.{ts,tsx}',
            'tests/{chaos,deploy,docs,fuzz,supply-chain,support}/**/*.test.ts',
          ],
          exclude: ['**/*.int.test.ts'],
          setupFiles: ['tests/support/no-console-error.ts', 'tests/support/property-seed.ts'],
          testTimeout: MAX_TEST_MS,
          expect: { poll: { timeout: MAX_POLL_MS } },
        },
      },
      {
        test: {
          name: 'integration',
          include: mode === LONG ? globSync(INTEGRATION).filter(hasLongProperty) : [INTEGRATION],
          setupFiles: ['tests/support/no-console-error.ts', 'tests/support/property-seed.ts'],
          env: { TMPDIR: IN_MEMORY, PROPERTY_RUNS: mode === LONG ? 'all' : 'few' },
          globalSetup: ['tests/support/database-template.ts'],
          // Node loads the sources as in production. No test replaces modules, which would need Vitest's loader.
          experimental: { viteModuleRunner: false, nodeLoader: false },
          testTimeout: mode === LONG ? MAX_LONG_TEST_MS : MAX_TEST_MS,
          expect: { poll: { timeout: MAX_POLL_MS } },
          hookTimeout: MAX_TEST_MS,
        },
      },
    ],
  },
}))
