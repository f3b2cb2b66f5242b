import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Command, InvalidArgumentError } from 'commander'
import { readCommandLine } from './read-command-line.ts'

const ROOT = join(import.meta.dirname, '..')
const STRYKER = join(ROOT, 'tests/mutants/node_modules/@stryker-mutator/core/bin/stryker.js')

const [folder = ''] = readCommandLine(
  new Command('mutants')
    .description(
      'Breaks the rules of a folder of src/domain in many small ways, and lists those that no unit test notices.',
    )
    .argument('<folder>', 'such as admission', folderOfDomain),
).args
const files = `src/domain/${folder}/*.ts,!src/domain/${folder}/*.test.ts`
const { status } = spawnSync(process.execPath, [STRYKER, 'run', 'tests/mutants/stryker.config.json', '-m', files], {
  cwd: ROOT,
  stdio: 'inherit',
  // Use the same cases for each mutant, so that chance does not decide the result.
  env: { PROPERTY_SEED: '1', ...process.env },
})
process.exitCode = status ?? 1

function folderOfDomain(name: string): string {
  if (!/^[\w-]+$/.test(name) || !existsSync(join(ROOT, 'src/domain', name))) {
    throw new InvalidArgumentError('Give the name of a folder in src/domain.')
  }
  return name
}
