import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { HELP_PAGES } from '#contract/help.ts'

const ROOT = join(import.meta.dirname, '../..')
const SHOWN = new Set<string>(HELP_PAGES.map((page) => `docs/${page}.md`))
/** Links the Help shows as their text. A release has these files. */
const FILES = /^(deploy\/|CHANGELOG\.md$)/
const NAMES = ['changelog']
/** Maximum words of the README and all pages outside of docs/developers and docs/decisions, generated pages included. */
const MAX_WORDS = 16_000

interface Link {
  text: string
  path: string
}

function listFileLinks(page: string): Link[] {
  const links = [...readFileSync(join(ROOT, page), 'utf8').matchAll(/(!?)\[([^\]]*)\]\(([^()\s#]+)[^()\s]*\)/g)]
  return links
    .filter(([, picture, , target = '']) => picture === '' && !/^[a-z]+:/.test(target))
    .map(([, , text = '', target = '']) => ({ text, path: join(page, '..', target) }))
}

test.each([...SHOWN])('%s links to pages of the Help, or to files of a release by their name', (page) => {
  const others = listFileLinks(page).filter(({ path }) => !SHOWN.has(path))
  expect(others.filter(({ path }) => !FILES.test(path))).toEqual([])
  expect(others.filter(({ text, path }) => !NAMES.includes(text) && text !== basename(path))).toEqual([])
})

test(`the README and the pages for users have fewer than ${MAX_WORDS} words`, () => {
  const pages = globSync('docs/**/*.md', { cwd: ROOT, exclude: ['docs/developers/**', 'docs/decisions/**'] })
  const counts = ['README.md', ...pages].map((page) => countWords(readFileSync(join(ROOT, page), 'utf8')))
  expect(counts.reduce((sum, count) => sum + count, 0)).toBeLessThan(MAX_WORDS)
})

test('a word is separated by blanks and contains a letter', () => {
  expect(countWords('| `HOST` | 127.0.0.1 | – the\naddress |')).toBe(3)
})

/** Counts words in Markdown as people see its source: separated by whitespace, with a letter. */
function countWords(text: string): number {
  return text.split(/\s+/).filter((word) => /\p{L}/u.test(word)).length
}
