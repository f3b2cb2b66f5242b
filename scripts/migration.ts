import { spawnSync } from 'node:child_process'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import { readCommandLine } from './read-command-line.ts'

const ROOT = join(import.meta.dirname, '..')
const META = join(ROOT, 'src/server/storage/migrations/meta')
const DRIZZLE = join(ROOT, 'node_modules/drizzle-kit/bin.cjs')

const [name = ''] = readCommandLine(
  new Command('migration')
    .description(
      'Writes a migration from the schema in src/server/storage/schema, and keeps only its snapshot of the schema.',
    )
    .argument('<name>', 'such as task_owner'),
).args
const { status } = spawnSync(process.execPath, [DRIZZLE, 'generate', '--name', name], { cwd: ROOT, stdio: 'inherit' })
process.exitCode = status ?? 1
if (status === 0) {
  // Delete older snapshots of 3,000 lines each, because the next migration is only compared with the newest snapshot.
  for (const snapshot of listSnapshots().slice(0, -1)) rmSync(join(META, snapshot))
}

function listSnapshots(): string[] {
  return readdirSync(META)
    .filter((file) => file.endsWith('_snapshot.json'))
    .sort()
}
