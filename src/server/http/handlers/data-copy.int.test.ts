import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { openDataCopy } from '#server/tasks/data-copies.ts'
import { buildTaskFields, buildTaskTypeFields } from '#tests/support/build-task-fields.ts'
import { startTestApp } from '#tests/support/test-app.ts'

const COLUMNS = Array.from({ length: 20 }, (_, at) => `Column${at}`)
const ROWS = 4000

test('of many sorts at once, some are refused and say when to try again', async () => {
  await using app = await startTestApp()
  const taskId = await addTaskWithCopy(app)
  const asked = COLUMNS.flatMap((sort) => (['asc', 'desc'] as const).map((order) => ({ sort, order, limit: '1' })))
  const responses = await Promise.all(
    asked.map((query) => app.visitor.send(api.dataCopy.page, { params: { id: taskId }, query })),
  )
  const refused = responses.filter(({ status }) => status === 429)
  expect(refused.length).toBeGreaterThan(0)
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(asked.length - refused.length)
  for (const { headers } of refused) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await refused[0]?.json()).toMatchObject({
    code: 'too_many_requests',
    message: expect.stringMatching(/Try again/),
  })
})

async function addTaskWithCopy({ context, member }: Awaited<ReturnType<typeof startTestApp>>): Promise<number> {
  const { orm } = context.database
  const { id: typeId } = await member.call(api.taskTypes.create, { body: buildTaskTypeFields() })
  const { id: taskId } = await member.call(api.tasks.create, { body: buildTaskFields({ sync_task_type_id: typeId }) })
  await using writer = await openDataCopy(orm, { taskId, columns: COLUMNS, now: context.now() })
  await writer.append(
    Array.from({ length: ROWS }, (_, row) => COLUMNS.map((_name, column) => (row * 7919 + column) % 1000)),
  )
  await writer.publish()
  return taskId
}
