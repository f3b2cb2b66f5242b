import { readFileSync } from 'node:fs'

/** Replaced when the command line is built as a single file without a package beside it. */
declare const PACKAGE_VERSION: string | undefined

/** The version of this command line. */
export function readVersion(): string {
  if (typeof PACKAGE_VERSION !== 'undefined') return PACKAGE_VERSION
  return JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version
}
