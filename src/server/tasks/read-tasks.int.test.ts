import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { taskTypes } from '#server/storage/live-tables.ts'
import { startTestCluster } from '#tests/support/test-cluster.ts'
import { pageOfTasks, taskIdsInOrder } from './read-tasks.ts'

const TASKS_OF_TYPES = [3, 0, 1, 4]

test('the pages of the list are the tasks in order, wherever the types begin', async () => {
  await using cluster = await startTestCluster()
  const typeIds: number[] = []
  for (const size of TASKS_OF_TYPES) {
    const typeId = await cluster.addType()
    typeIds.push(typeId)
    for (let count = 0; count < size; count += 1) await cluster.addTask(typeId)
  }
  const { orm } = cluster
  const [firstType = 0] = typeIds
  await orm.update(taskTypes).set({ position: 1000 }).where(eq(taskTypes.id, firstType))
  const ids = await taskIdsInOrder(orm)
  expect(ids).toHaveLength(8)
  for (let limit = 1; limit <= ids.length + 1; limit += 1) {
    for (let page = 1; (page - 1) * limit <= ids.length; page += 1) {
      const read = await pageOfTasks(orm, { page, limit })
      expect(read).toMatchObject({ ids: ids.slice((page - 1) * limit, page * limit), total: 8, matching: 8 })
    }
  }
})
