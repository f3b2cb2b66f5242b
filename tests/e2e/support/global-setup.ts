import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { cachedFolder } from '#tests/support/cached-folder.ts'
import { setup } from '#tests/support/database-template.ts'

/** The environment variable with the path of a data folder with the samples: creating them takes seconds. */
export const SAMPLES_FOLDER = 'TEST_SAMPLES_FOLDER'

/** Playwright runs the default export before all tests, and the function it returns after them. */
export default async function createTemplates(): Promise<() => Promise<void>> {
  const remove = await setup()
  process.env[SAMPLES_FOLDER] = await cachedFolder({
    name: 'samples',
    ingredients: ['{src/{contract,domain,server},packages/*/src}/**/*.ts', 'package-lock.json'],
    // A process of its own: Playwright takes seconds to compile the modules this needs.
    fill: (dataDir) => promisify(execFile)(process.execPath, [join(import.meta.dirname, 'create-samples.ts'), dataDir]),
  })
  return remove
}
