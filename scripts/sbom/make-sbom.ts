import { execFileSync } from 'node:child_process'

const MAX_BYTES = 64 * 1024 * 1024
const IS_WINDOWS = process.platform === 'win32'

/** The list of all packages in the lock file of a folder, for every platform, in the CycloneDX format. */
export function makeSbom({ root, name }: { root: string; name: string }): string {
  const args = ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx', '--sbom-type', 'application']
  const text = execFileSync('npm', args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: MAX_BYTES,
    shell: IS_WINDOWS,
    // Warnings about settings of the machine are not about the list.
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const sbom: { metadata: { component: object } } = JSON.parse(text)
  // npm names the project after its folder.
  sbom.metadata.component = { ...sbom.metadata.component, name }
  return `${JSON.stringify(sbom, null, 2)}\n`
}
