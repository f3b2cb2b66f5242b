import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { tasks } from '#server/storage/live-tables.ts'
import { eventually } from '#tests/support/eventually.ts'
import { startTestCluster } from '#tests/support/test-cluster.ts'
import { startTestProvider, type TestProvider } from '#tests/support/test-provider.ts'
import { createAccessChecker } from './access-checker.ts'

type Cluster = Awaited<ReturnType<typeof startTestCluster>>

function createChecker({ google }: TestProvider, { orm, now }: Cluster) {
  const logger = pino({ level: 'silent' })
  return createAccessChecker({ orm, google, checkEdits: async () => {}, allowedEmails: [], logger, now })
}

test('a provider that is down says nothing about the access: the last finding stays', async () => {
  await using provider = await startTestProvider()
  await using cluster = await startTestCluster()
  const taskId = await cluster.addTask(await cluster.addType())
  await using checker = createChecker(provider, cluster)
  const check = async () => {
    await checker.start()
    await eventually({ what: 'the check to end', read: async () => checker.progress, until: (left) => !left })
    return (await cluster.readTask(taskId))?.accessFailure?.cause
  }
  const problem = await check()
  expect(problem).toBe('not_found')
  provider.emulator.faults.add({ effect: { answer: 'unavailable' } })
  expect(await check()).toBe(problem)
})

test('each source of a task is checked, and a pattern is no missing tab', async () => {
  await using provider = await startTestProvider()
  await using cluster = await startTestCluster()
  const sourceSsId = await provider.spreadsheet({ title: '2026-01' }, { title: '2026-02' })
  const south = await provider.spreadsheet({ title: 'Orders' })
  const targetSsId = await provider.spreadsheet({})
  const moreSources = [{ source_ss_id: south, source_sheet_name: 'Orders' }]
  const fields = { sourceSsId, sourceSheetName: '2026-*', moreSources, targetSsId }
  const taskId = await cluster.addTask(await cluster.addType(), fields)
  await using checker = createChecker(provider, cluster)
  const check = async () => {
    await checker.start()
    await eventually({ what: 'the check to end', read: async () => checker.progress, until: (left) => !left })
    return (await cluster.readTask(taskId))?.accessFailure
  }
  expect(await check()).toBeNull()
  provider.emulator.faults.add({ spreadsheetId: south, effect: { answer: 'permission_denied' } })
  expect(await check()).toMatchObject({ cause: 'not_shared', file: { id: south } })
  provider.emulator.faults.clear()
  const folder = [{ folder_id: 'gone', source_sheet_name: '' }]
  await cluster.orm.update(tasks).set({ moreSources: folder }).where(eq(tasks.id, taskId))
  expect(await check()).toMatchObject({ cause: 'folder_unusable', problem: 'not_found' })
})
