import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { runSync } from '#engine/run-sync.ts'
import { eventually } from '#tests/support/eventually.ts'
import { scriptSync } from '#tests/support/scripted-sync.ts'
import { startTestCluster } from '#tests/support/test-cluster.ts'
import { startTestProvider } from '#tests/support/test-provider.ts'

const triggeredBy = 'jo@example.com'

/** Rows that need a file; smaller copies fit in memory. */
const TOO_MUCH_FOR_MEMORY = Array.from({ length: 60 }, () => ['x'.repeat(40_000)])

async function addCopy(cluster: Awaited<ReturnType<typeof startTestCluster>>) {
  const provider = await startTestProvider()
  const sourceSsId = await provider.spreadsheet({ rows: [['Text'], ...TOO_MUCH_FOR_MEMORY] })
  const targetSsId = await provider.spreadsheet({})
  const typeId = await cluster.addType({ maxRetries: 0 })
  return { provider, taskId: await cluster.addTask(typeId, { sourceSsId, targetSsId }) }
}

test('a run that a node cannot write files for continues on another node, and costs no attempt', async () => {
  await using cluster = await startTestCluster()
  const { provider, taskId } = await addCopy(cluster)
  await using _provider = provider
  const { google } = provider
  const full = await cluster.startNode({ sync: runSync, google, workers: 1, tempDir: '/dev/null/nowhere' })
  await full.runTask({ taskId, triggeredBy })
  await eventually({ what: 'a fault', read: () => full.localFault(), until: (fault) => fault !== undefined })
  expect(full.localFault()).toMatch(/^This node cannot write temporary files \(ENOTDIR: /)
  await cluster.startNode({ sync: runSync, google, workers: 1 })
  await cluster.untilStatus(taskId, 'Success')
  const run = await cluster.readRun(taskId)
  expect(run).toMatchObject({ attempt: 1, errorCount: 0 })
  const failure = { cause: 'node_fault', problem: expect.stringMatching(/^cannot write temporary files/) }
  expect(run.attempts).toContainEqual(expect.objectContaining({ ending: 'handed_back', failure }))
  expect(await cluster.readLog(taskId)).toContainEqual(
    expect.stringMatching(/^WARNING The server that ran this task cannot write temporary files \(ENOTDIR: /),
  )
  expect(full.localFault()).toBeDefined()
})

test('a node works again once it can write files', async () => {
  await using cluster = await startTestCluster()
  const { provider, taskId } = await addCopy(cluster)
  await using _provider = provider
  const tempDir = await mkdtemp(join(tmpdir(), 'nano-sync-'))
  await rm(tempDir, { recursive: true })
  await writeFile(tempDir, 'a file where the folder should be')
  const queue = await cluster.startNode({ sync: runSync, google: provider.google, tempDir })
  await queue.runTask({ taskId, triggeredBy })
  await eventually({ what: 'a fault', read: () => queue.localFault(), until: (fault) => fault !== undefined })
  await rm(tempDir)
  await mkdir(tempDir)
  await cluster.untilStatus(taskId, 'Success')
  await rm(tempDir, { recursive: true })
  expect(queue.localFault()).toBeUndefined()
  expect(await cluster.readRun(taskId)).toMatchObject({ attempt: 1 })
})

test('a run whose statements the database breaks off is handed back, and the attempt does not count', async () => {
  await using cluster = await startTestCluster()
  const script = scriptSync()
  const taskId = await cluster.addTask(await cluster.addType({ maxRetries: 0 }))
  const queue = await cluster.startNode({ sync: script.sync })
  await queue.runTask({ taskId, triggeredBy })
  const statement = cluster.orm.execute(sql`do $$ begin raise exception using errcode = '57P01'; end $$`)
  const brokenOff: unknown = await statement.catch((error: unknown) => error)
  if (brokenOff instanceof Error) (await script.nth(1)).fail(brokenOff)
  ;(await script.nth(2)).end()
  await cluster.untilStatus(taskId, 'Success')
  expect(await cluster.readRun(taskId)).toMatchObject({ attempt: 1, errorCount: 0 })
})
