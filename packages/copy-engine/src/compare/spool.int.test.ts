import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Spool } from './spool.ts'

test('values are read in the order they were appended, from memory and from a file', async () => {
  await using spool = new Spool<string[]>(tmpdir())
  const appended: string[][] = []
  const append = async (count: number) => {
    for (let at = 0; at < count; at += 1) {
      const value = [`${appended.length} é`, 'x'.repeat(10_000)]
      appended.push(value)
      if (at % 3 === 0) await spool.append(value)
      else if (at % 3 === 1) await spool.append(value, { bytes: 10_020 })
      else await spool.appendJson(JSON.stringify(value))
    }
  }
  expect(spool.isEmpty).toBe(true)
  for (const count of [0, 5, 400]) {
    await append(count)
    const read: string[][] = []
    for await (const value of spool) read.push(value)
    expect(read).toEqual(appended)
    expect(spool.isEmpty).toBe(appended.length === 0)
    expect(spool.bytes).toBeGreaterThanOrEqual(appended.length * 10_000)
  }
})

test('only large spools need a file', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'nano-sync-'))
  await rm(dir, { recursive: true })
  await using spool = new Spool<string>(dir)
  await spool.append('small')
  await expect(spool.append('x'.repeat(3_000_000))).rejects.toThrow('temporary files')
  await expect(readdir(dir)).rejects.toThrow('ENOENT')
})
