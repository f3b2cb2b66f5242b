import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { settingsLabels } from '#contract/settings-labels.ts'

const ROOT = join(import.meta.dirname, '../..')
const PAGES = globSync(['*.md', 'deploy/*.md', 'docs/**/*.md'], { cwd: ROOT }).sort()
const FOLDERS = readdirSync(ROOT, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))
const SOURCE_FILE = /\.(ts|tsx|js|cjs|mjs|css|html|json|md|sql|yml)$/

/** Folders that building, testing and running the app write, which a bare clone does not have. */
const GENERATED = /^(data|dist|test-results)\//

/**
 * The paths in code, in line or as a block: words that start with a folder of the root, and words with a slash that end as
 * a source file does. They are written from the root, so `http/app.ts` is reported even though a `src/server/http/app.ts`
 * exists. A path that starts with a slash is a route.
 */
function pathsInCode(markdown: string): string[] {
  const code = [...markdown.matchAll(/```[^\n]*\n(.*?)```|`([^`\n]+)`/gs)].map(
    ([, block, inline]) => block ?? inline ?? '',
  )
  return code
    .flatMap((text) => text.split(/[\s'"(),;:<>]+/))
    .filter((word) => /^[\w.@*-]+\//.test(word))
    .filter((word) => FOLDERS.includes(word.slice(0, word.indexOf('/'))) || SOURCE_FILE.test(word))
    .filter((word) => !GENERATED.test(word))
}

/** The targets of links and pictures that are no web addresses, from the root. */
function linkedPaths(page: string, markdown: string): string[] {
  const targets = [...markdown.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target.replace(/#.*$/, ''))
  return targets.filter((target) => target !== '' && !/^\w+:/.test(target)).map((target) => join(dirname(page), target))
}

function exists(path: string): boolean {
  return path.includes('*') ? globSync(path, { cwd: ROOT }).length > 0 : existsSync(join(ROOT, path))
}

test('the documentation is found', () => {
  expect(PAGES).toEqual(expect.arrayContaining(['README.md', 'CONTRIBUTING.md', 'docs/architecture.md']))
})

test.each(PAGES)('every path that %s names exists', (page) => {
  const markdown = readFileSync(join(ROOT, page), 'utf8')
  const named = [...pathsInCode(markdown), ...linkedPaths(page, markdown)]
  expect(named.filter((path) => !exists(path))).toEqual([])
})

test.each(PAGES)('every page of the settings that %s names exists', (page) => {
  const markdown = readFileSync(join(ROOT, page), 'utf8')
  const places = [...markdown.matchAll(/Settings [›>] (.{1,20})/g)].map(([, place = '']) => place)
  const names: string[] = Object.values(settingsLabels)
  expect(places.filter((place) => !names.some((name) => place.startsWith(name)))).toEqual([])
})

test('a missing path is reported: in line, in a block, shortened or linked', () => {
  const markdown =
    'See `src/nowhere.ts`, `http/app.ts` and `/docs`.\n```sh\nnode bench/nothing.ts 10\n```\n[here](there.md#part)'
  expect([...pathsInCode(markdown), ...linkedPaths('docs/page.md', markdown)].filter((path) => !exists(path))).toEqual([
    'src/nowhere.ts',
    'http/app.ts',
    'bench/nothing.ts',
    'docs/there.md',
  ])
})
