import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

/** Lints files with the given texts, and returns the output. */
function lint(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'lint-layers-'))
  try {
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(join(folder, dirname(file)), { recursive: true })
      writeFileSync(join(folder, file), text)
    }
    execFileSync('git', ['init', '--quiet'], { cwd: folder })
    execFileSync('git', ['add', '.'], { cwd: folder })
    const script = join(import.meta.dirname, 'lint-layers.ts')
    return spawnSync(process.execPath, [script], { cwd: folder, encoding: 'utf8' }).stderr
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test('an import that runs up is reported', () => {
  const report = lint({
    'src/server/storage/a.ts': "import { b } from '#server/http/b.ts'\n",
    'src/server/http/b.ts': '',
  })
  expect(report).toBe(
    'src/server/storage/a.ts imports src/server/http/b.ts: src/server/storage may not import src/server/http (scripts/lint-layers.ts)\n',
  )
})

test('a circle inside a folder is reported once, also of types and of modules loaded when they are needed', () => {
  const report = lint({
    'src/server/storage/a.ts': "import type { B } from './b.ts'\n",
    'src/server/storage/b.ts': "const { c } = await import('./c.ts')\n",
    'src/server/storage/c.ts': "import './a.ts'\nimport './d.ts'\n",
    'src/server/storage/d.ts': '',
  })
  expect(report).toBe(
    'These files import each other: src/server/storage/a.ts > src/server/storage/b.ts > src/server/storage/c.ts > src/server/storage/a.ts\n',
  )
})

test('the copy engine imports no part of the server, no database and no HTTP', () => {
  const report = lint({
    'packages/copy-engine/src/a.ts': "import '#server/storage/b.ts'\nimport '#domain/c.ts'\n",
    'packages/copy-engine/src/d.ts': "import { request } from 'node:http'\n",
    'packages/copy-engine/src/e.ts': "import { createHash } from 'node:crypto'\nimport '#engine/d.ts'\n",
    'src/domain/c.ts': '',
    'src/server/storage/b.ts': '',
  })
  const fix = 'hand it to the copy engine through a port (scripts/lint-layers.ts)'
  expect(report).toBe(
    `packages/copy-engine/src/a.ts imports src/server/storage/b.ts: ${fix}\npackages/copy-engine/src/d.ts imports http: ${fix}\n`,
  )
})

test('files that share an import are no circle', () => {
  const files = { 'src/domain/a.ts': "import './c.ts'\nimport './b.ts'\n", 'src/domain/b.ts': "import './c.ts'\n" }
  expect(lint({ ...files, 'src/domain/c.ts': '' })).toBe('')
})
