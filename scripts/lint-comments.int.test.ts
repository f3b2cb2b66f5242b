import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

function lint(code: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'lint-comments-'))
  try {
    mkdirSync(join(folder, 'src'))
    writeFileSync(join(folder, 'src/a.ts'), code)
    execFileSync('git', ['init', '--quiet'], { cwd: folder })
    execFileSync('git', ['add', '.'], { cwd: folder })
    const script = join(import.meta.dirname, 'lint-comments.ts')
    return spawnSync(process.execPath, [script], { cwd: folder, encoding: 'utf8' }).stderr
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test.each([
  ['/** Of more rows, nothing is known. */\nconst rows = 1\n', "src/a.ts:1 begins a comment with 'Of'"],
  ['/** The same for a row. */\nconst row = 1\n', "src/a.ts:1 begins a comment with 'The same'"],
  ['const a = 1\n// It may be deleted.\nconst run = 1\n', "src/a.ts:2 begins a comment with 'It'"],
  ['const rowOf = () => 1\n'.repeat(531), "531 functions are named '…Of'"],
  ['// a row that those know\n'.repeat(2000), '400 of 1,000 words in comments are pronouns'],
  ['// a row\nconst rowBelow = () => 1\n'.repeat(5000), '100 % of functions end in a preposition'],
  ['/** Older runs are deleted. */\nexport const MAX_RUNS = 1\n', 'src/a.ts:1 says of MAX_RUNS neither'],
  ['const one = 1\n// Tried again then.\nconst RETRY_MS = 1\n', 'src/a.ts:2 says of RETRY_MS neither'],
])('%j is reported', (code, problem) => {
  expect(lint(code)).toContain(problem)
})

test.each([
  '/** Maximum runs of a task. */\nconst MAX_RUNS = 1\n',
  '/** Minimum rows. */\nconst MIN_ROWS = 1\n',
  '/**\n * Delay between two tries.\n */\nexport const RETRY_MS = 1\n',
  '/** Time that a lease lasts. */\nconst LEASE_MS = 1\n',
  '// About the whole file.\n\nconst LEASE_MS = 1\n',
  '/** Rows of a page. */\nconst PAGE_SIZE = 1\n',
])('%j is fine', (code) => {
  expect(lint(code)).toBe('')
})
