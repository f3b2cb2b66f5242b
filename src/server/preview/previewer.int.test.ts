import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { DEFAULT_TIMEZONE } from '#contract/schedule.ts'
import { localTimeFormatter } from '#domain/schedule/local-time.ts'
import { eventually } from '#tests/support/eventually.ts'
import { startTestCluster } from '#tests/support/test-cluster.ts'
import { startTestProvider, type TestProvider } from '#tests/support/test-provider.ts'
import { saveChanges } from './change-blocks.ts'
import { previewCells } from './preview-cells.ts'
import {
  addPreview,
  listTaskPreviews,
  removeExpiredPreviews,
  requirePreview,
  waitingTaskPreviews,
} from './preview-rows.ts'
import { createPreviewer } from './previewer.ts'

const PERSON = 'jo@example.com'

async function startWorld() {
  const parts = new AsyncDisposableStack()
  onTestFinished(() => parts.disposeAsync())
  const provider = parts.use(await startTestProvider())
  const cluster = parts.use(await startTestCluster())
  const { orm, now } = cluster
  const typeId = await cluster.addType()
  return {
    provider,
    cluster,
    orm,
    typeId,
    startNode: (google = provider.google) =>
      parts.use(
        createPreviewer({
          orm,
          google,
          tempDir: tmpdir(),
          allowedEmails: [],
          logger: pino({ level: 'silent' }),
          now,
          formatTime: localTimeFormatter(DEFAULT_TIMEZONE),
          heartbeatMs: 20,
        }),
      ),
    async addTask(rows: number, columns = 2) {
      const values = Array.from({ length: rows }, (_, row) =>
        Array.from({ length: columns }, (_, at) => `${row}-${at}`),
      )
      const sourceSsId = await provider.spreadsheet({ rows: [['a', 'b'], ...values] })
      const targetSsId = await provider.spreadsheet({})
      return await cluster.addTask(typeId, { sourceSsId, targetSsId })
    },
    untilStatus: (previewId: number, status: string) =>
      eventually({
        what: `preview ${previewId} to be ${status}`,
        read: async () => (await listTaskPreviews(orm, previewId)).map(({ preview }) => preview),
        until: (all) => all.every((preview) => preview.status === status),
      }),
  }
}

function holdReads({ emulator }: TestProvider): void {
  emulator.faults.add({ kind: 'read', effect: { answer: 'delayed', delayMs: 60_000 } })
}

test('another node can cancel a preview, and the first one starts no further request', async () => {
  const { provider, orm, startNode, addTask, untilStatus } = await startWorld()
  const [one, other] = [startNode(), startNode()]
  const taskIds = [await addTask(1), await addTask(1), await addTask(1)]
  holdReads(provider)
  const previewId = await one.start({ taskIds, createdBy: PERSON })
  await eventually({
    what: 'two tasks to be read',
    read: async () => (await listTaskPreviews(orm, previewId)).map(({ preview }) => preview.status).sort(),
    until: (statuses) => statuses.join() === 'reading,reading,waiting',
  })
  expect(await other.cancel(previewId)).toBe(3)
  await untilStatus(previewId, 'canceled')
  provider.emulator.faults.clear()
  // Canceled previews free their places.
  await untilStatus(await one.start({ taskIds, createdBy: PERSON }), 'done')
  expect((await listTaskPreviews(orm, previewId)).map(({ preview }) => preview.status)).not.toContain('done')
})

test('a preview of a node that shuts down has failed, and says so', async () => {
  const { provider, startNode, addTask, untilStatus } = await startWorld()
  const node = startNode()
  holdReads(provider)
  const previewId = await node.start({ taskIds: [await addTask(1)], createdBy: PERSON })
  await node[Symbol.asyncDispose]()
  const [preview] = await untilStatus(previewId, 'failed')
  expect(preview?.error).toBe('The server that read this task was shut down. Preview again.')
})

test('a person keeps five previews, each for two hours', async () => {
  const { cluster, orm, startNode, addTask, untilStatus } = await startWorld()
  const node = startNode()
  const taskIds = [await addTask(1)]
  const ids: number[] = []
  for (let count = 0; count < 6; count += 1) {
    const id = await node.start({ taskIds, createdBy: PERSON })
    await untilStatus(id, 'done')
    ids.push(id)
  }
  const [first = 0, second = 0] = ids
  const find = (id: number) => requirePreview(orm, { id, now: cluster.now() })
  await expect(find(first)).rejects.toMatchObject({ code: 'not_found' })
  await find(second)
  await cluster.passTime(7_201)
  await expect(find(second)).rejects.toMatchObject({ code: 'not_found' })
  await removeExpiredPreviews(orm, cluster.now())
  expect(await listTaskPreviews(orm, second)).toEqual([])
})

test('the first 100,000 changed cells are listed', async () => {
  const { cluster, orm, addTask } = await startWorld()
  const [taskIds, now] = [[await addTask(1)], cluster.now()]
  const previewId = await addPreview(orm, { taskIds, createdBy: PERSON, now, expiresAt: now })
  const [waiting] = await waitingTaskPreviews(orm, previewId)
  const taskPreviewId = waiting?.id ?? 0
  const saver = saveChanges(orm, taskPreviewId)
  const cells = [1, 2, 3, 4].map((column) => ({ column, before: '', after: column }))
  await saver.add(Array.from({ length: 30_000 }, (_, at) => ({ row: at + 2, keepsCells: false, cells })))
  expect(await saver.end()).toEqual({ count: 100_000, byColumn: new Map([1, 2, 3, 4].map((at) => [at, 25_000])) })
  const last = await previewCells(orm, { taskPreviewId, offset: 99_999, limit: 10 })
  expect(last.cells).toEqual([{ row: 25_001, column: 4, before: '', after: 4 }])
  const third = await previewCells(orm, { taskPreviewId, offset: 24_999, limit: 10, column: 3 })
  expect(third).toEqual({ cells: [{ row: 25_001, column: 3, before: '', after: 3 }], matching: 25_000 })
})

test('temporary files are gone after a preview', async () => {
  const { startNode, addTask, untilStatus } = await startWorld()
  const node = startNode()
  await untilStatus(await node.start({ taskIds: [await addTask(10)], createdBy: PERSON }), 'done')
  const prefix = `nano-sync-scratch-${process.pid}-`
  expect((await readdir(tmpdir())).filter((name) => name.startsWith(prefix))).toEqual([])
})
