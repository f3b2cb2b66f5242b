import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { layOutRelease } from './layout.ts'
import { tryArchive } from './try-archive.ts'

interface Release {
  /** A built clone. */
  root: string
  /** The folder for the files of the release. */
  out: string
  version: string
}

/** Packs the archive of this platform, the command line, the list of packages, and checksums. Tries both programs. */
export function packRelease({ root, out, version }: Release): void {
  const name = `nano-sync-${version}-${process.platform}-${process.arch}`
  const folder = join(out, name)
  mkdirSync(folder)
  layOutRelease({ root, target: folder })
  const archive = join(out, `${name}.tar.gz`)
  const owner = ['--owner=0', '--group=0']
  execFileSync('tar', ['--create', '--gzip', '--file', archive, '--directory', out, ...owner, name])
  rmSync(folder, { recursive: true })
  const commandLine = join(out, `nano-sync-${version}.mjs`)
  buildCommandLine({ root, file: commandLine })
  tryArchive({ archive, commandLine, version })
  copyFileSync(join(root, 'dist/sbom.cdx.json'), join(out, `nano-sync-${version}.cdx.json`))
  writeFileSync(join(out, 'SHA256SUMS'), listChecksums(out))
}

/** Builds the command line as a single file that needs only Node. */
export function buildCommandLine({ root, file }: { root: string; file: string }): void {
  const folder = `${file}.built`
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const options = ['--config', join(root, 'src/cli/vite.config.ts'), '--outDir', folder, '--logLevel', 'warn']
  execFileSync(process.execPath, [vite, 'build', ...options], { cwd: root, stdio: 'inherit' })
  renameSync(join(folder, 'nano-sync.mjs'), file)
  rmSync(folder, { recursive: true })
  chmodSync(file, 0o755)
}

/** Lists the checksums of the files in a folder in the format of `sha256sum --check`. */
export function listChecksums(folder: string): string {
  const line = (name: string) => {
    const hash = createHash('sha256').update(readFileSync(join(folder, name)))
    return `${hash.digest('hex')}  ${name}\n`
  }
  return readdirSync(folder)
    .filter((name) => name !== 'SHA256SUMS')
    .sort()
    .map(line)
    .join('')
}
