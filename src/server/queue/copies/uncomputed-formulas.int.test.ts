import { expect, test } from 'vitest'
import { tasks } from '#contract/task-routes.ts'
import { taskTypes } from '#contract/task-type.ts'
import { buildTaskTypeFields } from '#tests/support/build-task-fields.ts'
import { runToEnd } from '#tests/support/run-to-end.ts'
import { createSpreadsheet } from '#tests/support/spreadsheets.ts'
import { startTestApp } from '#tests/support/test-app.ts'

test.each(['=A2+1', '=SUM(A1:A3)', '=NOSUCHFUNCTION(1)'])(
  'a copy of %s, which the embedded provider does not compute, ends in a Warning that says so',
  async (formula) => {
    await using app = await startTestApp()
    const rows = [
      ['amount', 'total'],
      [5, formula],
    ]
    const source_ss_id = await createSpreadsheet(app.sheets, { values: rows, isEntered: true })
    const target_ss_id = await createSpreadsheet(app.sheets)
    const type = await app.member.call(taskTypes.create, { body: buildTaskTypeFields({ name: 'Sums' }) })
    const tabs = { source_sheet_name: 'Sheet1', target_sheet_name: 'Sheet1', start_row: 2 }
    const body = { name: 'Totals', sync_task_type_id: type.id, source_ss_id, target_ss_id, ...tabs }
    const task = await app.member.call(tasks.create, { body })
    const ended = await runToEnd(app.member, task.id)
    expect(ended.task_status).toBe('Warning')
    expect(ended.latest_log?.message).toContain('The built-in spreadsheets do not compute this formula.')
    const { data } = await app.sheets.spreadsheets.values.get({ spreadsheetId: target_ss_id, range: 'Sheet1!A2:B2' })
    expect(data.values).toEqual([['5', '#ERROR!']])
  },
)
