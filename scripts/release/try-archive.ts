import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

interface PackedRelease {
  archive: string
  commandLine: string
  version: string
}

/** Unpacks an archive as a user does, and runs its programs with only its own Node. @throws if a program fails */
export function tryArchive({ archive, commandLine, version }: PackedRelease): void {
  const folder = mkdtempSync(join(tmpdir(), 'nano-sync-release-'))
  try {
    execFileSync('tar', ['--extract', '--gzip', '--file', archive, '--directory', folder])
    const [name = ''] = readdirSync(folder)
    const release = join(folder, name)
    const env = { PATH: '/usr/bin:/bin' }
    const shown = execFileSync(join(release, 'bin/nano-sync'), ['--version'], { env, encoding: 'utf8' })
    if (shown !== `${version}\n`) throw new Error(`The archive has the version ${shown.trim()}`)
    execFileSync(join(release, 'bin/nano-sync-server'), ['restore', '--help'], { env, stdio: 'ignore' })
    const alone = execFileSync(process.execPath, [commandLine, '--version'], { cwd: folder, encoding: 'utf8' })
    if (alone !== `${version}\n`) throw new Error(`The command line has the version ${alone.trim()}`)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
