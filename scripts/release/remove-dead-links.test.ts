import { expect, test } from 'vitest'
import { listLinks, removeDeadLinks } from './remove-dead-links.ts'

const page =
  '![Picture](pictures/a.png) See [settings](settings.md#secrets), [`code`](../src/a.ts), [decision 5](decisions/5.md), [Google](https://google.com) and [below](#below).'

test('links to files that a release lacks become their text', () => {
  const options = { path: 'docs/page.md', exists: (path: string) => path === 'docs/settings.md' }
  const kept = removeDeadLinks(page, options)
  expect(kept).toBe(
    ' See [settings](settings.md#secrets), `code`, decision 5, [Google](https://google.com) and [below](#below).',
  )
  expect(listLinks(kept, options.path)).toEqual(['docs/settings.md'])
})

test('all files that a page links to are listed', () => {
  const paths = ['docs/pictures/a.png', 'docs/settings.md', 'src/a.ts', 'docs/decisions/5.md']
  expect(listLinks(page, 'docs/page.md')).toEqual(paths)
})
