import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { taskLogs } from '#server/storage/schema.ts'
import { appendTaskLogs } from '#server/task-logs/task-logs.ts'
import { buildTaskFields, buildTaskTypeFields } from '#tests/support/build-task-fields.ts'
import { startTestApp } from '#tests/support/test-app.ts'

test('a log that is read again has its new lines, and none that are gone', async () => {
  await using app = await startTestApp()
  const { member } = app
  const { orm } = app.context.database
  const { id: typeId } = await member.call(api.taskTypes.create, { body: buildTaskTypeFields() })
  const { id: taskId } = await member.call(api.tasks.create, { body: buildTaskFields({ sync_task_type_id: typeId }) })
  const params = { id: taskId }
  const at = new Date('2030-03-04T05:06:07.890Z')
  const add = (...messages: string[]) =>
    appendTaskLogs(
      orm,
      messages.map((message) => ({ taskId, runId: null, level: 'INFO', message, at })),
    )
  const read = async () => (await member.call(api.taskLogs.list, { params })).map(({ message }) => message)
  await add('"first"', 'second', 'third')
  expect(await read()).toEqual(['"first"', 'second', 'third'])
  await orm.delete(taskLogs).where(eq(taskLogs.message, '"first"'))
  await add('fourth')
  expect(await read()).toEqual(['second', 'third', 'fourth'])
  await member.call(api.taskLogs.clear, { params })
  expect(await read()).toEqual([])
  await add('fifth')
  expect(await member.call(api.taskLogs.list, { params })).toMatchObject([
    { level: 'INFO', message: 'fifth', timestamp: '2030-03-04T05:06:07.890Z', run_id: null },
  ])
})
