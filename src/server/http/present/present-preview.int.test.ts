import { tmpdir } from 'node:os'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { DEFAULT_TIMEZONE } from '#contract/schedule.ts'
import { localTimeFormatter } from '#domain/schedule/local-time.ts'
import { HOUR_MS } from '#domain/time.ts'
import { requirePreview } from '#server/preview/preview-rows.ts'
import { createPreviewer } from '#server/preview/previewer.ts'
import { eventually } from '#tests/support/eventually.ts'
import { startTestCluster } from '#tests/support/test-cluster.ts'
import { startTestProvider } from '#tests/support/test-provider.ts'
import { presentPreview } from './present-preview.ts'

test('a preview whose node is lost has failed where it is not done, and another node previews the tasks again', async () => {
  await using provider = await startTestProvider()
  await using cluster = await startTestCluster()
  const { orm, now } = cluster
  const typeId = await cluster.addType()
  const addTask = async (name: string) => {
    const sourceSsId = await provider.spreadsheet({ rows: [['id'], [1]] })
    return {
      id: await cluster.addTask(typeId, { name, sourceSsId, targetSsId: await provider.spreadsheet({}) }),
      sourceSsId,
    }
  }
  const [done, one, other] = [await addTask('done'), await addTask('one'), await addTask('other')]
  const taskIds = [done.id, one.id, other.id]
  const options = {
    orm,
    google: provider.google,
    tempDir: tmpdir(),
    allowedEmails: [],
    logger: pino({ level: 'silent' }),
    now,
    formatTime: localTimeFormatter(DEFAULT_TIMEZONE),
  }
  const present = async (id: number) =>
    await presentPreview(orm, { row: await requirePreview(orm, { id, now: now() }), now: now() })
  const untilStatuses = (id: number, statuses: string) =>
    eventually({
      what: statuses,
      read: async () => (await present(id)).tasks.map(({ task_name: name, status }) => `${name} ${status}`).join(),
      until: (shown) => shown === statuses,
    })

  await using lost = createPreviewer({ ...options, heartbeatMs: HOUR_MS })
  for (const spreadsheetId of [one.sourceSsId, other.sourceSsId]) {
    provider.emulator.faults.add({ spreadsheetId, effect: { answer: 'delayed', delayMs: 60_000 } })
  }
  const start = (node: typeof lost) => node.start({ taskIds, createdBy: 'jo@example.com' })
  const begun = await start(lost)
  await untilStatuses(begun, 'done done,one reading,other reading')
  const behind = [await start(lost), await start(lost)]
  await expect(start(lost)).rejects.toMatchObject({ code: 'conflict' })

  await cluster.passTime(31)
  const failed = { status: 'failed', error: 'The server that read this task went away. Preview again.' }
  expect(await present(begun)).toMatchObject({
    is_in_progress: false,
    tasks: [
      { task_name: 'one', ...failed },
      { task_name: 'other', ...failed },
      { task_name: 'done', status: 'done' },
    ],
  })
  for (const id of behind) expect((await present(id)).tasks).toMatchObject([failed, failed, failed])
  provider.emulator.faults.clear()
  await using found = createPreviewer({ ...options, heartbeatMs: 20 })
  // Previews of the lost node do not count as in progress.
  await untilStatuses(await start(found), 'done done,one done,other done')
})
