import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

/** The unit tests of the rules, alone. */
export default defineConfig({
  test: {
    include: ['src/domain/**/*.test.ts'],
    setupFiles: ['no-console-error.ts', 'property-seed.ts'].map((name) =>
      join(import.meta.dirname, '../support', name),
    ),
  },
})
