import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { HELP_PAGES } from '#contract/help.ts'

const ROOT = join(import.meta.dirname, '../..')
const SHOWN = new Set<string>(HELP_PAGES.map((page) => `docs/${page}.md`))
/** Links the Help shows as their text. A release has these files. */
const FILES = /^(deploy\/|CHANGELOG\.md$)/
const NAMES = ['changelog']

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
