import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { PROJECT_FOLDER } from '#server/config/project-folder.ts'

/** Folder of the built programs. A built server starts in a quarter of the CPU time of its sources. */
export const BUILT_FOLDER = join(PROJECT_FOLDER, 'dist/server')

/** Builds the server, unless it is built from the current sources. */
export async function buildServer(): Promise<void> {
  await promisify(execFile)(process.execPath, [join(PROJECT_FOLDER, 'scripts/setup.js'), 'server'])
}
