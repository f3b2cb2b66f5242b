import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { BUILD } from './build-info.ts'
import { PROJECT_FOLDER } from './project-folder.ts'

const PACKAGE_FILE = join(PROJECT_FOLDER, 'package.json')

/** The version of this release. */
export const { version: APP_VERSION } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(PACKAGE_FILE, 'utf8')))

const SHORT_COMMIT = 12

/** Describes the version, and the origin of a built server, for the person who starts it. */
export function describeVersion({ version = APP_VERSION, build = BUILD } = {}): string {
  if (!build) return `Nano Sync ${version}, from its sources`
  const from = build.commit === undefined ? '' : ` from commit ${build.commit.slice(0, SHORT_COMMIT)}`
  return `Nano Sync ${version}, built on ${build.builtAt.slice(0, 10)}${from}`
}
