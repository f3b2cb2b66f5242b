import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { runs } from '#server/storage/schema.ts'
import { buildTaskFields } from '#tests/support/build-task-fields.ts'
import { connectModel } from '#tests/support/scripted-model.ts'
import { startTestApp } from '#tests/support/test-app.ts'

test('changes say since when all are known, where the runs that are kept do not reach back to the asked time', async () => {
  await using app = await startTestApp()
  const { member, context } = app
  const type = await member.call(api.taskTypes.create, { body: { name: 'Ledgers' } })
  const { id: taskId } = await member.call(api.tasks.create, { body: buildTaskFields({ sync_task_type_id: type.id }) })
  const { token } = await member.call(api.apiTokens.create, { body: { name: 'assistant', scope: 'read' } })
  await using model = await connectModel({ url: app.url, token })
  const ask = async (since: string) => (await model.ask('show_changes', { task_id: taskId, since })).said
  const now = Date.now()
  const addRun = (minutes: number) => {
    const at = new Date(now - minutes * MINUTE_MS)
    const times = { queuedAt: at, startedAt: at, endedAt: at }
    const run = { taskId, status: 'Success', waveId: randomUUID(), triggeredBy: 'jo@example.com', ...times } as const
    return context.database.orm.insert(runs).values(run)
  }
  for (let minutes = 204; minutes > 0; minutes -= 1) await addRun(minutes)
  expect(await ask('12h')).toMatchObject({ complete_since: new Date(now - 200 * MINUTE_MS).toISOString() })
  expect(await ask('1h')).not.toHaveProperty('complete_since')
})
