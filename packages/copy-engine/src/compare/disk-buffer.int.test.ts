import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DiskBuffer } from './disk-buffer.ts'

test('values are read in the order they were appended, from memory and from a file', async () => {
  await using buffer = new DiskBuffer<string[]>(tmpdir())
  const appended: string[][] = []
  const append = async (count: number) => {
    for (let at = 0; at < count; at += 1) {
      const value = [`${appended.length} é`, 'x'.repeat(10_000)]
      appended.push(value)
      if (at % 3 === 0) await buffer.append(value)
      else if (at % 3 === 1) await buffer.append(value, { bytes: 10_020 })
      else await buffer.appendJson(JSON.stringify(value))
    }
  }
  expect(buffer.isEmpty).toBe(true)
  for (const count of [0, 5, 400]) {
    await append(count)
    const read: string[][] = []
    for await (const value of buffer) read.push(value)
    expect(read).toEqual(appended)
    expect(buffer.isEmpty).toBe(appended.length === 0)
    expect(buffer.bytes).toBeGreaterThanOrEqual(appended.length * 10_000)
  }
})

test('only large buffers need a file', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'nano-sync-'))
  await rm(dir, { recursive: true })
  await using buffer = new DiskBuffer<string>(dir)
  await buffer.append('small')
  await expect(buffer.append('x'.repeat(3_000_000))).rejects.toThrow('temporary files')
  await expect(readdir(dir)).rejects.toThrow('ENOENT')
})
