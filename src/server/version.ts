import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const PackageFile = z.object({ version: z.string() })

/** The product's version, as the package states it. */
export const VERSION = PackageFile.parse(
  JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')),
).version
