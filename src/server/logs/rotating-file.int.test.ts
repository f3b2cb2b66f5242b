import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RotatingFile } from './rotating-file.ts'

let folder: string
let path: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nano-sync-log-'))
  path = join(folder, 'log')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test('a full file is rotated, and the oldest files are deleted', async () => {
  for (let number = 0; number < 30; number++) {
    using file = new RotatingFile({ path, maxBytes: 100, maxFiles: 3 })
    file.write(`${String(number).padStart(59, '.')}\n`)
  }
  expect((await readdir(folder)).sort()).toEqual(['log', 'log.1', 'log.2'])
  expect(await readFile(`${path}.2`, 'utf8')).toMatch(/^\.+24\n\.+25\n$/)
})

test('rotation keeps lines complete and in order', async () => {
  using file = new RotatingFile({ path, maxBytes: 10_000, maxFiles: 50 })
  const numbers = Array.from({ length: 5000 }, (_, index) => index)
  for (const number of numbers) file.write(`${number}\n`)
  const names = (await readdir(folder)).sort((a, b) => Number(b.slice(4)) - Number(a.slice(4)))
  const contents = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  expect(contents.join('').trimEnd().split('\n').map(Number)).toEqual(numbers)
  expect(names.length).toBeGreaterThan(1)
})

test('a file that was emptied is rotated only once it is full again', async () => {
  using file = new RotatingFile({ path, maxBytes: 10, maxFiles: 3 })
  file.write('0123456789\n')
  await truncate(path)
  file.write('after\n')
  expect(await readdir(folder)).toEqual(['log'])
  expect(await readFile(path, 'utf8')).toBe('after\n')
})

test('a line written after dispose is dropped', async () => {
  const file = new RotatingFile({ path, maxBytes: 100, maxFiles: 3 })
  file.write('before\n')
  file[Symbol.dispose]()
  file.write('after\n')
  expect(await readFile(path, 'utf8')).toBe('before\n')
})

test.skipIf(!existsSync('/dev/full'))('on a full disk, lines go to stderr and the process goes on', () => {
  using stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  using file = new RotatingFile({ path: '/dev/full', maxBytes: 100, maxFiles: 3 })
  file.write('a line\n')
  expect(stderr).toHaveBeenCalledExactlyOnceWith(
    expect.stringMatching(/^Cannot write to \/dev\/full: .*ENOSPC.*\na line\n$/),
  )
})
