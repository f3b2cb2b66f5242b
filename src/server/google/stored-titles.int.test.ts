import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { buildTaskFields, buildTaskTypeFields } from '#tests/support/build-task-fields.ts'
import { eventually } from '#tests/support/eventually.ts'
import { runToSuccess, untilEnded } from '#tests/support/run-to-end.ts'
import { createSpreadsheet } from '#tests/support/spreadsheets.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app[Symbol.asyncDispose]())

async function createTask(name: string, source_ss_id: string, target_ss_id: string): Promise<number> {
  const type = await app.member.call(api.taskTypes.create, { body: buildTaskTypeFields({ name }) })
  const body = buildTaskFields({ sync_task_type_id: type.id, name, source_ss_id, target_ss_id })
  return (await app.member.call(api.tasks.create, { body })).id
}

const readMessage = async (id: number) =>
  (await app.member.call(api.tasks.get, { params: { id } })).latest_log?.message ?? ''

test('a file that is gone, or that nobody may read any more, is named by the title that an earlier run has read', async () => {
  const [sales, board] = [
    await createSpreadsheet(app.sheets, { title: 'Sales', values: [['id'], [1]] }),
    await createSpreadsheet(app.sheets, { title: 'Board' }),
  ]
  const id = await createTask('Gone', sales, board)
  await runToSuccess(app.member, id)
  app.emulator.faults.add({ spreadsheetId: board, effect: { answer: 'permission_denied' } })
  await app.member.call(api.tasks.execute, { params: { id }, body: {} })
  await untilEnded(app.member, id)
  expect(await readMessage(id)).toContain('"Board"')
  expect(await readMessage(id)).not.toContain(board)
  app.emulator.faults.clear()

  await fetch(`${app.emulator.url}/drive/v3/files/${sales}`, { method: 'DELETE' })
  await app.member.call(api.tasks.execute, { params: { id }, body: {} })
  await untilEnded(app.member, id)
  expect(await readMessage(id)).toContain('"Sales" was not found')
  expect(await readMessage(id)).not.toContain(sales)
  await app.member.call(api.accessCheck.start, {})
  const { access_problem: problem } = await eventually({
    what: 'the check to find it',
    read: () => app.member.call(api.tasks.get, { params: { id } }),
    until: ({ access_problem }) => access_problem !== null,
  })
  expect(problem).toContain('"Sales" was not found')
})
