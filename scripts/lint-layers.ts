// Fails when an import runs upward or sideways between the folders of a layer. `npm run lint` runs it.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, normalize } from 'node:path/posix'

/**
 * The folders of each layer from top to bottom, the ones on a line side by side. A folder imports only from lines below its
 * own. Files directly in the layer may import from every folder; `below` lists those of them that every folder may import.
 */
const layers: readonly { root: string; order: readonly string[][]; below: readonly string[] }[] = [
  {
    root: 'src/domain',
    order: [
      ['admission', 'alerts', 'csv', 'forecast'],
      ['runs', 'tasks', 'copy', 'schedule'],
    ],
    below: ['count-of.ts', 'escape-html.ts', 'split-list.ts', 'time.ts'],
  },
  {
    root: 'src/server',
    order: [
      ['http'],
      ['schedule'],
      ['queue'],
      ['preview'],
      ['sync'],
      ['setup'],
      ['google', 'csv', 'trash'],
      ['tasks', 'task-types'],
      ['alerts'],
      ['runs', 'auth'],
      ['logs', 'backup', 'activity'],
      ['storage'],
      ['tracing'],
    ],
    below: [
      'app-version.ts',
      'config.ts',
      'describe-mode.ts',
      'google-settings.ts',
      'is-loopback.ts',
      'project-folder.ts',
      'settle-unless-aborted.ts',
    ],
  },
  { root: 'src/web', order: [['app'], ['features'], ['ui'], ['data'], ['lib']], below: [] },
  // A feature imports no other feature.
  { root: 'src/web/features', order: [], below: [] },
  {
    root: 'src/emulator',
    order: [
      ['page', 'sheets', 'drive'],
      ['batch-update', 'http'],
      ['faults'],
      ['messages'],
      ['formulas'],
      ['values'],
      ['store'],
    ],
    below: ['google-error.ts', 'limits.ts', 'operation-kind.ts', 'request-journal.ts', 'sharing.ts'],
  },
  {
    root: 'src/emulator/page',
    order: [['list', 'spreadsheet'], ['grid'], ['api', 'ui'], ['cells']],
    below: [],
  },
]

/** Files directly in a layer that only one of its folders may import. */
const exceptions: Readonly<Record<string, readonly string[]>> = {
  'src/server/http': ['src/server/context.ts', 'src/server/metrics.ts'],
}

/** The only code that sees deleted tasks and types; everything else works with the views of `live-tables.ts`. */
const knowsTheTrash =
  /^src\/server\/(storage\/|trash\/|activity\/name-types\.ts|auth\/move-address\.ts|runs\/attempts\.ts|tasks\/(remove-tasks|task-positions|data-copies|last-target)\.ts|task-types\/edit-task-type\.ts)/

const files = execFileSync('git', ['ls-files', 'src'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
const problems = files.flatMap((file) => [
  ...importsOf(file).flatMap((imported) => problemWith(file, imported) ?? []),
  ...trashProblem(file),
])
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exit(1)

function importsOf(file: string): string[] {
  const specifiers = [...readFileSync(file, 'utf8').matchAll(/(?:\bfrom |\bimport\(|^import )'([.#][^']+)'/gm)]
  return specifiers.map(([, specifier = '']) =>
    specifier.startsWith('#') ? specifier.replace('#', 'src/') : normalize(`${dirname(file)}/${specifier}`),
  )
}

function trashProblem(file: string): string[] {
  if (knowsTheTrash.test(file) || !/\ball(?:Tasks|TaskTypes)\b/.test(readFileSync(file, 'utf8'))) return []
  return [`${file} uses a table with deleted rows: use live-tables.ts, or add the file to scripts/lint-layers.ts`]
}

function problemWith(file: string, imported: string): string | undefined {
  for (const { root, order, below } of layers) {
    const [from, to] = [partOf(root, file), partOf(root, imported)]
    if (!from || !to || from === to || from.includes('.')) continue
    if (exceptions[`${root}/${from}`]?.includes(imported) || below.includes(to)) continue
    const [upper, lower] = [from, to].map((folder) => order.findIndex((line) => line.includes(folder)))
    if (upper !== undefined && lower !== undefined && upper >= 0 && lower > upper) continue
    return `${file} imports ${imported}: ${root}/${from} may not import ${root}/${to} (scripts/lint-layers.ts)`
  }
  return undefined
}

/** The folder, or the file, directly below `root`. */
function partOf(root: string, path: string): string | undefined {
  return path.startsWith(`${root}/`) ? path.slice(root.length + 1).split('/', 1)[0] : undefined
}
