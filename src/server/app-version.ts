import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const PACKAGE_FILE = join(import.meta.dirname, '../../package.json')

/** The version of this release. */
export const { version: APP_VERSION } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(PACKAGE_FILE, 'utf8')))
