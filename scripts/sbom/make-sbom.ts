import { execFileSync } from 'node:child_process'

const MAX_BYTES = 64 * 1024 * 1024
const IS_WINDOWS = process.platform === 'win32'

interface Component {
  'bom-ref': string
  purl: string
  scope?: string
}
interface Sbom {
  metadata: { component: Component }
  components: Component[]
  dependencies: { ref: string; dependsOn?: string[] }[]
}

/** Makes a list of all packages in a folder's lock file, for every platform, in the CycloneDX format. */
export function makeSbom({ root, name }: { root: string; name: string }): string {
  const args = ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx', '--sbom-type', 'application']
  const text = execFileSync('npm', args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: MAX_BYTES,
    shell: IS_WINDOWS,
    // Ignore warnings, because they are about settings of the machine, not about the list.
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const sbom: Sbom = JSON.parse(text)
  // Set the name of the project, because npm uses the name of its folder.
  return print({
    ...sbom,
    metadata: { ...sbom.metadata, component: { ...sbom.metadata.component, name } as Component },
  })
}

/**
 * Reduces a list to the shipped packages, given as `name@version`.
 * @throws if the list lacks a shipped package
 */
export function keepShipped(text: string, shipped: ReadonlySet<string>): string {
  const sbom: Sbom = JSON.parse(text)
  const components = sbom.components
    .filter(({ purl }) => shipped.has(readPurl(purl)))
    .map((component): Component => ({ ...component, scope: 'required' }))
  const listed = new Set(components.map(({ purl }) => readPurl(purl)))
  const missing = [...shipped].filter((id) => !listed.has(id))
  if (missing.length > 0) throw new Error(`Not in the lock file, but in the release: ${missing.join(', ')}`)
  const refs = new Set([sbom.metadata.component, ...components].map((component) => component['bom-ref']))
  const dependencies = sbom.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((other) => refs.has(other)) }))
  return print({ ...sbom, components, dependencies })
}

/** Converts `pkg:npm/%40scope/name@1.2.3` to `@scope/name@1.2.3`. */
export function readPurl(purl: string): string {
  return decodeURIComponent(purl.replace('pkg:npm/', '').replace(/\?.*/, ''))
}

function print(sbom: Sbom): string {
  return `${JSON.stringify(sbom, null, 2)}\n`
}
