import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { UNBUNDLED_PACKAGES } from '#server/unbundled-packages.ts'

const BUILDS = ['server', 'web', 'emulator-page']
/** File in which each build lists the packages of its bundle. */
export const BUNDLED_FILE = 'packages.json'

const Package = z.object({ name: z.string(), version: z.string() })
const Packages = z.array(Package)

/** Lists the packages in a release as `name@version`: packages in the bundles, packages beside them, and Node. */
export function listShipped(root: string): Set<string> {
  const bundled = BUILDS.flatMap((build) => Packages.parse(readJson(join(root, 'dist', build, BUNDLED_FILE))))
  const beside = [...UNBUNDLED_PACKAGES.map((name) => join(root, 'node_modules', name)), ...findNode(root)]
  const installed = beside.map((folder) => Package.parse(readJson(join(folder, 'package.json'))))
  const own = Package.parse(readJson(join(root, 'packages/sheets-emulator/package.json')))
  return new Set([...bundled, ...installed, own].map(({ name, version }) => `${name}@${version}`))
}

/** Finds the package with Node for this platform; empty if the platform has no package. */
export function findNode(root: string): string[] {
  const link = join(root, 'node_modules/.bin/node')
  return existsSync(link) ? [dirname(dirname(realpathSync(link)))] : []
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'))
}
