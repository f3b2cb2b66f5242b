import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { addRelease, readChange, releaseNotes } from './changelog.ts'

const ROOT = join(import.meta.dirname, '../..')
const NOTES = `### Before you upgrade
- Back up.

### Fixed
- This.
- That.
`

test('changes are listed under their headings, what to do before the upgrade first', () => {
  const changes = ['fixed: This.\n', 'upgrade: Back up.', 'fixed: That.'].map((text) => readChange('a.md', text))
  expect(releaseNotes(changes)).toBe(NOTES)
})

test('a release comes above the earlier ones', () => {
  const first = addRelease('# Changelog\n\nFor people.\n', { version: '3.1.0', date: '2026-11-25', notes: NOTES })
  expect(first).toBe(`# Changelog\n\nFor people.\n\n## 3.1.0 – 2026-11-25\n\n${NOTES}`)
  const second = addRelease(first, { version: '3.2.0', date: '2026-12-24', notes: '### New\n- More.\n' })
  expect(second.match(/^##+ .*$/gm)).toEqual([
    '## 3.2.0 – 2026-12-24',
    '### New',
    '## 3.1.0 – 2026-11-25',
    '### Before you upgrade',
    '### Fixed',
  ])
})

test.each(['This.', 'broken: This.', 'fixed:', 'fixed: This.\nThat.'])('%j is no change', (text) => {
  expect(() => readChange('a.md', text)).toThrow('changes/a.md must be one line')
})

test('every change that waits for a release can be read', () => {
  const files = readdirSync(join(ROOT, 'changes')).filter((name) => name !== 'README.md')
  for (const name of files) readChange(name, readFileSync(join(ROOT, 'changes', name), 'utf8'))
  expect(files.filter((name) => !/^[a-z\d-]+\.md$/.test(name))).toEqual([])
})
