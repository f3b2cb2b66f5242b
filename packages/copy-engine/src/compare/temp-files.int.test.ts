import { mkdir, mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openTempFiles, sweepTempFiles } from './temp-files.ts'

/** No process has this id. */
const DEAD = 2 ** 22 + 1

test('a sweep deletes the folders of killed processes only', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'nano-sync-'))
  const addFolder = async (name: string, { ageMs }: { ageMs: number }) => {
    await mkdir(join(dir, name))
    const at = new Date(Date.now() - ageMs)
    await utimes(join(dir, name), at, at)
  }
  const [day, minute] = [86_400_000, 61_000]
  await addFolder(`nano-sync-scratch-${DEAD}-killed`, { ageMs: minute })
  await addFolder(`nano-sync-scratch-${process.pid}-earlier`, { ageMs: day })
  const kept = [
    `nano-sync-scratch-${DEAD}-new`,
    `nano-sync-scratch-${process.ppid}-alive`,
    `nano-sync-scratch-${process.pid}-mine`,
    'nano-sync-other',
  ]
  await addFolder(kept[0] ?? '', { ageMs: 0 })
  await addFolder(kept[1] ?? '', { ageMs: day })
  await addFolder(kept[2] ?? '', { ageMs: 0 })
  await addFolder(kept[3] ?? '', { ageMs: day })
  expect(await sweepTempFiles(dir)).toBe(2)
  expect((await readdir(dir)).toSorted()).toEqual(kept.toSorted())
  await rm(dir, { recursive: true })
})

test('temporary files leave nothing in their folder', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'nano-sync-'))
  {
    await using tempFiles = await openTempFiles(dir)
    await tempFiles.rows.append([['a', 1]])
    for await (const rows of tempFiles.rows) expect(rows).toEqual([['a', 1]])
  }
  expect(await readdir(dir)).toEqual([])
  await rm(dir, { recursive: true })
})
