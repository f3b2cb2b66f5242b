import { expect } from 'vitest'
import { dataCopy } from '#contract/data-copy.ts'
import { taskLogs } from '#contract/task-log.ts'
import { tasks } from '#contract/task-routes.ts'
import { taskTypes } from '#contract/task-type.ts'
import { runToEnd, untilEnded } from '#tests/support/run-to-end.ts'
import { test } from '#tests/support/shared-app.ts'
import { createSpreadsheet } from '#tests/support/spreadsheets.ts'
import { MEMBER_EMAIL, type TestApp } from '#tests/support/test-app.ts'

async function createCopyTask(app: TestApp, values: unknown[][]): Promise<{ id: number }> {
  const { sheets, member } = app
  const spreadsheetId = await createSpreadsheet(sheets, { title: 'Book', tabs: ['Orders'], values })
  const type = await member.call(taskTypes.create, { body: { name: 'Masters' } })
  const tabs = { source_sheet_name: 'Orders', target_sheet_name: 'Copy', start_row: 2 }
  const body = { sync_task_type_id: type.id, source_ss_id: spreadsheetId, target_ss_id: spreadsheetId, ...tabs }
  const { id } = await member.call(tasks.create, { body })
  return { id }
}

test('a finished run shows on its task, in its log and as a data copy', async ({ emptyApp: app }) => {
  const { member, visitor } = app
  const params = await createCopyTask(app, [
    ['Name', 'Amount, net', ''],
    ['Ada', 10, true],
    ['Grace', 9, false],
    ['Edsger', 'none', ''],
  ])
  expect(await runToEnd(member, params.id)).toMatchObject({
    task_status: 'Success',
    source_ss_name: 'Book',
    last_triggered: { triggered_by: MEMBER_EMAIL, time: expect.any(String) },
    last_successful_run: expect.any(String),
    total_elapsed_seconds: expect.any(Number),
    retry_count: 0,
    last_error_count: 0,
    latest_log: { level: 'SUCCESS' },
    can_copy_anyway: false,
  })
  const [listed] = (await member.call(tasks.list, { query: {} })).syncTasks
  const lines = await member.call(taskLogs.list, { params })
  expect(listed?.latest_log).toEqual(lines.at(-1))
  expect(listed).not.toHaveProperty('logs')

  expect(await visitor.call(dataCopy.columns, { params })).toEqual({
    title: 'Orders (Masters)',
    available_columns: ['Name', 'Amount, net', 'Column C'],
    default_selected_columns: ['Name', 'Amount, net', 'Column C'],
  })
  const query = { sort: 'Amount, net', order: 'desc', columns: 'Name,"Amount, net"' } as const
  expect(await visitor.call(dataCopy.page, { params, query })).toEqual({
    data: [
      { Name: 'Ada', 'Amount, net': 10 },
      { Name: 'Grace', 'Amount, net': 9 },
      { Name: 'Edsger', 'Amount, net': 'none' },
    ],
    total_rows: 3,
  })
  const second = await visitor.call(dataCopy.page, { params, query: { offset: 1, limit: 1, columns: 'Name' } })
  expect(second.data).toEqual([{ Name: 'Grace' }])
  for (const wrong of [{ columns: 'Colour' }, { sort: 'Colour' }, { columns: '"Name' }]) {
    await expect(visitor.call(dataCopy.page, { params, query: wrong })).rejects.toMatchObject({ status: 400 })
  }

  expect((await member.send(taskLogs.clear, { params })).status).toBe(204)
  expect(await member.call(taskLogs.list, { params })).toEqual([])
  expect((await member.call(tasks.get, { params })).latest_log).toBeNull()
})

test('a run held by a guard can be repeated with Copy anyway', async ({ emptyApp: app }) => {
  const { member } = app
  const params = await createCopyTask(app, [['Name']])
  expect(await runToEnd(member, params.id)).toMatchObject({ task_status: 'Warning', can_copy_anyway: true })
  expect(await member.call(tasks.execute, { params, body: { allow_shrink: true } })).toMatchObject({
    status: 'success',
  })
  expect(await untilEnded(member, params.id)).toMatchObject({ task_status: 'Success', can_copy_anyway: false })
})
