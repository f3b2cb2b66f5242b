import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { cachedFolder } from '#tests/support/cached-folder.ts'
import { createTemplateFolder } from '#tests/support/database-template.ts'

/** The environment variable with the path of a data folder that has the samples: creating them takes seconds. */
export const SAMPLES_FOLDER = 'TEST_SAMPLES_FOLDER'

/** Playwright takes the default export, which runs before all tests. */
export default async function createTemplates(): Promise<void> {
  await createTemplateFolder()
  process.env[SAMPLES_FOLDER] = await cachedFolder({
    name: 'samples',
    ingredients: ['src/{contract,domain,emulator,server}/**/*.ts', 'package-lock.json'],
    // A process of its own: Playwright takes seconds to compile the modules that this needs.
    fill: (dataDir) => promisify(execFile)(process.execPath, [join(import.meta.dirname, 'create-samples.ts'), dataDir]),
  })
}
