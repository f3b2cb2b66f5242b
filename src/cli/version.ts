import { readFileSync } from 'node:fs'

/** Version inserted by the build of the single file, which has no package.json beside it. */
declare const PACKAGE_VERSION: string | undefined

/** Reads the version of this command line. */
export function readVersion(): string {
  if (typeof PACKAGE_VERSION !== 'undefined') return PACKAGE_VERSION
  return JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version
}
