import { tmpdir } from 'node:os'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { DiskFullError, explainFullDisk, isLow, readDiskSpace } from './disk-space.ts'

/** Provokes the error of a database that has no room for another page. */
function fullSqliteError(): unknown {
  using database = new DatabaseSync(':memory:')
  try {
    database.exec('PRAGMA max_page_count = 1; CREATE TABLE full (id integer)')
  } catch (error) {
    return error
  }
  return undefined
}

test.each([
  ['Node', Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })],
  ['PostgreSQL', Object.assign(new Error('could not extend file "base/5/16384"'), { code: '53100' })],
  ["the embedded database's file system", { name: 'ErrnoError', errno: 51 }],
  ['SQLite', fullSqliteError()],
  ['another process', new Error('Command failed: node\nError: ENOSPC: no space left on device, write')],
  ['something deeper', new Error('The backup failed', { cause: { name: 'ErrnoError', errno: 51 } })],
])('an error of %s about a full disk is explained', async (_, error) => {
  const working = explainFullDisk(tmpdir(), () => Promise.reject(error))
  await expect(working).rejects.toThrow(DiskFullError)
  await expect(working).rejects.toThrow(/^The disk with .* is full: \d+ MB are free\. Free some space and try again\.$/)
})

test('another error stays as it is', async () => {
  const error = Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' })
  await expect(explainFullDisk(tmpdir(), () => Promise.reject(error))).rejects.toBe(error)
})

test.each([
  [99, true],
  [100, false],
])('%i free bytes of 1,000 are little: %s', (freeBytes, isLittle) => {
  expect(isLow({ freeBytes, totalBytes: 1000 })).toBe(isLittle)
})

test('a disk has no more free space than it has space', async () => {
  const { freeBytes, totalBytes } = await readDiskSpace(tmpdir())
  expect(freeBytes).toBeGreaterThan(0)
  expect(freeBytes).toBeLessThanOrEqual(totalBytes)
})
