import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lastLines } from './last-lines.ts'

const MAX_BYTES = 16 * 1024 * 1024

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nano-sync-lines-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function createFile(content: string): Promise<string> {
  const path = join(folder, 'log')
  await writeFile(path, content)
  return path
}

test.each([
  { content: '', lines: [] },
  { content: 'one\n', lines: ['one'] },
  { content: 'one\ntwo', lines: ['one', 'two'] },
  { content: 'one\ntwo\nthree\nfour\n', lines: ['two', 'three', 'four'] },
  { content: '\n\n', lines: ['', ''] },
])('the last three lines of $content are $lines', async ({ content, lines }) => {
  expect(await lastLines({ path: await createFile(content), max: 3, maxBytes: MAX_BYTES })).toEqual(lines)
})

test('the last lines of any file are the same as when reading all of it', async () => {
  const line = fc.string({ unit: 'binary', maxLength: 40_000 }).map((text) => text.replaceAll('\n', ' ').toWellFormed())
  const some = fc.array(line, { maxLength: 20 })
  await fc.assert(
    fc.asyncProperty(some, fc.integer({ min: 1, max: 8 }), async (lines, max) => {
      const path = await createFile(lines.map((text) => `${text}\n`).join(''))
      expect(await lastLines({ path, max, maxBytes: MAX_BYTES })).toEqual(lines.slice(-max))
    }),
    { numRuns: 60 },
  )
})

test('no more lines are returned than fit, counted as the list in JSON that is sent', async () => {
  const lines = Array.from({ length: 3000 }, (_, at) => JSON.stringify({ at, text: '"'.repeat(400) }))
  const path = await createFile(lines.map((text) => `${text}\n`).join(''))
  const last = await lastLines({ path, max: 5000, maxBytes: 1_000_000 })
  expect(last).toEqual(lines.slice(-last.length))
  const measureSize = (list: string[]) => Buffer.byteLength(JSON.stringify(list))
  expect(measureSize(last)).toBeLessThanOrEqual(1_000_000)
  expect(measureSize(lines.slice(-last.length - 1))).toBeGreaterThan(1_000_000)
})
