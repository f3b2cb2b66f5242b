import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { startTestCluster } from '#tests/support/test-cluster.ts'
import { followRenames } from './follow-renames.ts'

test('a task gets the new name of its tab, unless another task copies between tabs of these names', async () => {
  await using cluster = await startTestCluster()
  const { orm } = cluster
  await orm.execute(sql`drop index if exists tasks_source_target_unique`)
  const typeId = await cluster.addType()
  const place = { sourceSsId: 'source', targetSsId: 'target', sourceSheetName: 'Orders' }
  await cluster.addTask(typeId, { ...place, targetSheetName: 'May' })
  const id = await cluster.addTask(typeId, { ...place, targetSheetName: 'Current' })
  const targetAfter = async (targetSheetName: string) => {
    const task = await cluster.taskOf(id)
    if (!task) throw new Error('The task is gone')
    await followRenames(orm, { task, renamed: { targetSheetName } })
    return (await cluster.taskOf(id))?.targetSheetName
  }
  expect(await targetAfter('MAY')).toBe('Current')
  expect(await targetAfter('June')).toBe('June')
})
