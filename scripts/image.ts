import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { readCommandLine } from './read-command-line.ts'

const ROOT = join(import.meta.dirname, '..')
const OUT = join(ROOT, 'dist/release')

const [version = ''] = readCommandLine(
  new Command('image')
    .description(
      'Builds the image of a release from its tag with Buildah, Podman or Docker, into dist/release. It changes nothing else, so it can be repeated.',
    )
    .argument('<version>', 'the version of a release, such as 3.1.0'),
).args

const tag = `v${version}`
const { status, stdout } = spawnSync('git', ['rev-parse', '--verify', '--quiet', `${tag}^{commit}`], {
  cwd: ROOT,
  encoding: 'utf8',
})
if (status !== 0) fail(`There is no release ${version}: git has no tag ${tag}.`)
const builder = ['buildah', 'podman', 'docker'].find((program) => spawnSync(program, ['--version']).status === 0)
if (!builder) fail('No image was built: install Buildah, Podman or Docker.')

const folder = mkdtempSync(join(tmpdir(), 'nano-sync-image-'))
try {
  const archive = join(folder, 'source.tar')
  execFileSync('git', ['archive', '--output', archive, tag], { cwd: ROOT })
  const source = join(folder, 'source')
  mkdirSync(source)
  execFileSync('tar', ['--extract', '--file', archive, '--directory', source])
  buildImage(builder, source)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function buildImage(program: string, source: string): void {
  const image = `nano-sync:${version}`
  const options = ['--file', 'deploy/Dockerfile', '--build-arg', `COMMIT=${stdout.trim()}`, '--tag', image]
  // Buildah and Podman need the Docker format, because their default format has no health checks.
  const format = program === 'docker' ? [] : ['--format', 'docker']
  execFileSync(program, ['build', ...format, ...options, '.'], { cwd: source, stdio: 'inherit' })
  mkdirSync(OUT, { recursive: true })
  const file = join(OUT, `nano-sync-${version}-image.tar`)
  rmSync(file, { force: true })
  const save =
    program === 'docker' ? ['save', '--output', file, image] : ['push', image, `docker-archive:${file}:${image}`]
  execFileSync(program, save, { cwd: source, stdio: 'inherit' })
  console.log(`The image is in ${file}, and in the store of ${program} as ${image}.`)
}

function fail(problem: string): never {
  console.error(problem)
  process.exit(1)
}
