import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { PROJECT_FOLDER } from './project-folder.ts'

const PACKAGE_FILE = join(PROJECT_FOLDER, 'package.json')

/** The version of this release. */
export const { version: APP_VERSION } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(PACKAGE_FILE, 'utf8')))
