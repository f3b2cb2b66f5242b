import { expect, test } from 'vitest'
import { aJob, startSyncWorld, sync } from '#tests/support/sync-world.ts'

test('a first copy makes the target equal the source, and the next run writes nothing', async () => {
  await using world = await startSyncWorld()
  const rows = [
    ['id', 'name', 'ok'],
    ['007', 'Ann', true],
    ['23E12', '=1+1', false],
    [],
    ['+49', "'quoted", 'TRUE'],
    [1e300, -0.1, 5e-324],
  ]
  const sourceId = await world.spreadsheet({ rows })
  const targetId = await world.spreadsheet({ rows: [['id', 'name', 'ok']] })
  const job = aJob({ sourceId, targetId })

  const first = await sync(world.google, job)
  expect(await world.read(targetId)).toEqual(rows)
  expect(first).toMatchObject({ status: 'Success', held: false, rows: 5, width: 3, cellsChanged: 12 })
  expect(first.dataCopy?.columns).toEqual(['id', 'name', 'ok'])
  expect(first.dataCopy?.rows).toHaveLength(5)

  const second = await sync(world.google, { ...job, lastRun: first })
  expect(second).toMatchObject({ status: 'Success', cellsChanged: 0, writes: 0 })
})
