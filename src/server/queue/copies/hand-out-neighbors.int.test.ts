import { expect, test } from 'vitest'
import { readBlockers } from '#server/runs/blockers.ts'
import { readRunDetails } from '#server/runs/run-details.ts'
import { missingTitles } from '#server/tasks/spreadsheet-titles.ts'
import { findOwnWrites } from '#server/watch/own-writes.ts'
import { shareHandOuts } from '#tests/support/shared-hand-out.ts'

const openHandOut = shareHandOuts()

/** A task that has handed out once, to one file per value, and has no target of its own. */
async function handOutToFiles() {
  const world = await openHandOut({ targetSsId: '' })
  const files = await Promise.all(['North', 'South', 'East'].map((title) => world.provider.spreadsheet({ title })))
  const targets = ['North', 'South', 'East'].map((value, at) => {
    return { value, target_ss_id: files[at] ?? '', target_sheet_name: 'Orders' }
  })
  await world.edit({ targets })
  const { id: runId, status } = await world.run()
  expect(status).toBe('Success')
  return { world, files, targets, runId }
}

test('copies back from a target into the source are known as echoes of the task', async () => {
  const { world, files } = await handOutToFiles()
  const { cluster, sourceSsId, taskId } = world
  const typeId = await cluster.addType()
  const back = {
    sourceSsId: files[1] ?? '',
    sourceSheetName: 'Orders',
    targetSsId: sourceSsId,
    targetSheetName: 'Back',
    startRow: 1,
  }
  const backId = await cluster.addTask(typeId, back)
  await world.queue.runTask({ taskId: backId, triggeredBy: 'jo' })
  await cluster.untilStatus(backId, 'Success')
  const writes = await findOwnWrites(cluster.orm, { sourceSsId, since: null })
  expect(writes.mayBeEcho({ id: taskId })).toBe(true)
  const inTarget = await findOwnWrites(cluster.orm, { sourceSsId: files[1] ?? '', since: null })
  expect(inTarget.mayBeEcho({ id: backId })).toBe(true)
  expect(inTarget.endedAt).toEqual((await cluster.readRun(taskId)).endedAt)
})

test('a run waits for runs into the same files only, and a task without a target of its own has no title to read', async () => {
  const { world, files, targets, runId } = await handOutToFiles()
  const { cluster, taskId, provider } = world
  const other = { name: 'Other', targetSsId: '', splitBy: 'Branch', sourceSsId: 'other', targets: targets.slice(0, 0) }
  const elsewhere = [{ value: 'North', target_ss_id: await provider.spreadsheet({}), target_sheet_name: '' }]
  const into = { name: 'Into South', targetSsId: files[1] ?? '', targetSheetName: 'Notes', sourceSsId: 'third' }
  for (const fields of [{ ...other, targets: elsewhere }, into]) {
    const id = await cluster.addTask(await cluster.addType(), fields)
    await world.queue.runTask({ taskId: id, triggeredBy: 'jo' })
    await cluster.untilStatus(id, 'Error')
  }
  const run = await readRunDetails(cluster.orm, { taskId, runId })
  const blockers = await readBlockers(
    cluster.orm,
    { ...run, queuedAt: new Date(0), endedAt: null, startedAt: null },
    new Date(),
  )
  const reasons = blockers.filter(({ spans }) => spans.length > 0).map(({ reason }) => reason)
  expect(reasons).toContain("for 'Into South', which writes to the same spreadsheet")
  expect((await missingTitles(cluster.orm)).map(({ spreadsheetId }) => spreadsheetId)).not.toContain('')
})
