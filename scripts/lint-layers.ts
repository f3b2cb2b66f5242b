// Fails when an import goes up or sideways between the folders of a layer, or when files import each other in a circle.
// `npm run lint` runs it.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, normalize } from 'node:path/posix'
import { layers } from './layer-order.ts'

/** Matches the only code that sees deleted tasks and types. All other code works with the views of `live-tables.ts`. */
const knowsTheTrash =
  /^src\/server\/(storage\/|trash\/|activity\/name-types\.ts|auth\/move-address\.ts|runs\/(finish-attempts|forget-cells)\.ts|tasks\/(remove-tasks|task-positions)\.ts|last-copy\/last-target\.ts|data-copy\/data-copies\.ts|task-types\/edit-task-type\.ts)/

/** Matches the only code that knows the Sheets API. The rest of the server works with tabs, ranges and cells. */
const knowsTheSheetsApi = /^(src\/server\/google|packages\/sheets-emulator)\//
/** Matches code that reads spreadsheets. It may use some parts of the folder that talks to Google. */
const readsSpreadsheets = /^src\/server\/(copy-jobs|preview|access|setup)\//
const offeredByGoogle = /^src\/server\/google\/(google|request-watch|account|probe-account)\.ts$/

/** The copy engine reaches databases and providers through its ports. */
const ENGINE = 'packages/copy-engine/src/'
const closedToEngine =
  /\b(?:from|import) ?\(?'(?:node:)?(https?|http2|net|tls|pg|drizzle-orm|@electric-sql|@googleapis|google-auth-library|fastify)(?:\/[^']*)?'/

const files = execFileSync('git', ['ls-files', 'src', 'packages'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
const imports = new Map(files.map((file) => [file, listImports(file)]))
const problems = [
  ...files.flatMap((file) => [
    ...(imports.get(file) ?? []).flatMap((imported) => problemWith(file, imported) ?? []),
    ...trashProblem(file),
    ...googleProblems(file),
    ...engineProblems(file),
  ]),
  ...circles(),
]
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exit(1)

function listImports(file: string): string[] {
  const specifiers = [...readFileSync(file, 'utf8').matchAll(/(?:\bfrom |\bimport\(|^import )'([.#][^']+)'/gm)]
  return specifiers.map(([, specifier = '']) =>
    specifier.startsWith('#')
      ? specifier.replace('#', 'src/').replace(/^src\/engine\//, ENGINE)
      : normalize(`${dirname(file)}/${specifier}`),
  )
}

/** Finds circular imports, including imports of types. To understand a file of a circle, people have to read all its files. */
function circles(): string[] {
  const found: string[] = []
  const path: string[] = []
  const done = new Set<string>()
  const visit = (file: string) => {
    if (path.includes(file)) {
      found.push(`These files import each other: ${[...path.slice(path.indexOf(file)), file].join(' > ')}`)
    } else if (!done.has(file)) {
      path.push(file)
      imports.get(file)?.forEach(visit)
      path.pop()
      done.add(file)
    }
  }
  files.forEach(visit)
  return found
}

function trashProblem(file: string): string[] {
  if (knowsTheTrash.test(file) || !/\ball(?:Tasks|TaskTypes)\b/.test(readFileSync(file, 'utf8'))) return []
  return [`${file} uses a table with deleted rows: use live-tables.ts, or add the file to scripts/lint-layers.ts`]
}

function googleProblems(file: string): string[] {
  const isOpen = knowsTheSheetsApi.test(file) || !readFileSync(file, 'utf8').includes(`'@googleapis/`)
  const inside = readsSpreadsheets.test(file)
    ? (imports.get(file) ?? []).filter((path) => path.startsWith('src/server/google/') && !offeredByGoogle.test(path))
    : []
  return [
    ...(isOpen ? [] : [`${file} imports @googleapis: only src/server/google may`]),
    ...inside.map((path) => `${file} imports ${path}: ask for it through Workbook (scripts/lint-layers.ts)`),
  ]
}

function engineProblems(file: string): string[] {
  if (!file.startsWith(ENGINE)) return []
  const outside = (imports.get(file) ?? []).filter(
    (path) => !/^(src\/(contract|domain)|packages\/copy-engine\/src)\//.test(path),
  )
  const [, closed] = closedToEngine.exec(readFileSync(file, 'utf8')) ?? []
  return [...outside, ...(closed === undefined ? [] : [closed])].map(
    (path) => `${file} imports ${path}: hand it to the copy engine through a port (scripts/lint-layers.ts)`,
  )
}

function problemWith(file: string, imported: string): string | undefined {
  if (/^src\/web\/ui\//.test(file) && /^src\/(contract|domain)\//.test(imported))
    return `${file} imports ${imported}: what knows nouns belongs in src/web/shared (scripts/lint-layers.ts)`
  for (const { root, order, below } of layers) {
    const [from, to] = [findPart(root, file), findPart(root, imported)]
    if (!from || !to || from === to || from.includes('.')) continue
    if (below.includes(to)) continue
    const [upper, lower] = [from, to].map((folder) => order.findIndex((line) => line.includes(folder)))
    if (upper !== undefined && lower !== undefined && upper >= 0 && lower > upper) continue
    return `${file} imports ${imported}: ${root}/${from} may not import ${root}/${to} (scripts/lint-layers.ts)`
  }
  return undefined
}

/** Finds the folder or file directly below `root`. */
function findPart(root: string, path: string): string | undefined {
  return path.startsWith(`${root}/`) ? path.slice(root.length + 1).split('/', 1)[0] : undefined
}
