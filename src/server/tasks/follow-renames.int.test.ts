import { expect, test } from 'vitest'
import { startTestCluster } from '#tests/support/test-cluster.ts'
import { followRenames } from './follow-renames.ts'

test('a task gets the new name of its tab, unless another task copies between tabs of these names', async () => {
  await using cluster = await startTestCluster()
  const { orm } = cluster
  const typeId = await cluster.addType()
  const place = { sourceSsId: 'source', targetSsId: 'target', sourceSheetName: 'Orders' }
  await cluster.addTask(typeId, { ...place, targetSheetName: 'May' })
  const id = await cluster.addTask(typeId, { ...place, targetSheetName: 'Current' })
  const targetAfter = async (targetSheetName: string) => {
    const task = await cluster.readTask(id)
    if (!task) throw new Error('The task is gone')
    await followRenames(orm, { task, renamed: { targetSheetName } })
    return (await cluster.readTask(id))?.targetSheetName
  }
  // The unique index would also refuse this name.
  expect(await targetAfter('MAY ')).toBe('Current')
  expect(await targetAfter('June')).toBe('June')
})

test('a task keeps its name when its tab is renamed, and gets the name of a tab once that was read', async () => {
  await using cluster = await startTestCluster()
  const { orm } = cluster
  const typeId = await cluster.addType()
  const nameAfter = async (fields: Parameters<typeof cluster.addTask>[1], sourceSheetName: string) => {
    const task = await cluster.readTask(await cluster.addTask(typeId, fields))
    if (!task) throw new Error('The task is gone')
    await followRenames(orm, { task, renamed: { sourceSheetName } })
    const after = await cluster.readTask(task.id)
    return [after?.sourceSheetName, after?.name, after?.hasOwnName]
  }
  const linked = { sourceSheetName: '#gid=7', targetSheetName: 'May' }
  expect(await nameAfter({ name: 'Data', sourceSheetName: 'Data' }, 'Data 2')).toEqual(['Data 2', 'Data', false])
  expect(await nameAfter({ ...linked, name: 'May' }, 'Orders')).toEqual(['Orders', 'Orders', false])
  expect(await nameAfter({ ...linked, name: 'June' }, 'Orders')).toEqual(['Orders', 'June', false])
  expect(await nameAfter({ ...linked, name: 'Mine', hasOwnName: true }, 'Ledger')).toEqual(['Ledger', 'Mine', true])
})
