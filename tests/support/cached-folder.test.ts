import { readdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { cachedFolder } from './cached-folder.ts'

test('runs that fill a folder at once get the same folder, and leave nothing else', async () => {
  const fillAtOnce = Promise.withResolvers<void>()
  let filling = 0
  const find = () =>
    cachedFolder({
      name: 'filled-at-once',
      ingredients: ['package.json'],
      async fill(folder) {
        filling += 1
        if (filling === 3) fillAtOnce.resolve()
        await fillAtOnce.promise
        await writeFile(join(folder, 'file'), 'filled')
      },
    })
  const [folder = '', ...others] = await Promise.all([find(), find(), find()])
  expect(others).toEqual([folder, folder])
  expect(await readdir(folder)).toEqual(['file'])
  expect(await readdir(dirname(folder))).toHaveLength(1)
  expect(await find()).toBe(folder)
  await rm(dirname(folder), { recursive: true })
})
