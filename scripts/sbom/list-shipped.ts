import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { UNBUNDLED_PACKAGES } from '#server/unbundled-packages.ts'

const BUILDS = ['server', 'web', 'emulator-page']
/** The list each build leaves of the packages in its bundle. */
export const BUNDLED_FILE = 'packages.json'

const Package = z.object({ name: z.string(), version: z.string() })
const Packages = z.array(Package)

/** Lists the packages a release ships, as `name@version`: those in the bundles, those beside them, and Node. */
export function listShipped(root: string): Set<string> {
  const bundled = BUILDS.flatMap((build) => Packages.parse(readJson(join(root, 'dist', build, BUNDLED_FILE))))
  const beside = [...UNBUNDLED_PACKAGES.map((name) => join(root, 'node_modules', name)), ...findNode(root)]
  const installed = beside.map((folder) => Package.parse(readJson(join(folder, 'package.json'))))
  const own = Package.parse(readJson(join(root, 'packages/sheets-emulator/package.json')))
  return new Set([...bundled, ...installed, own].map(({ name, version }) => `${name}@${version}`))
}

/** The package with the Node of this platform; none where the platform has no such package. */
export function findNode(root: string): string[] {
  const link = join(root, 'node_modules/.bin/node')
  return existsSync(link) ? [dirname(dirname(realpathSync(link)))] : []
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'))
}
