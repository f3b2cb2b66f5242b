import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { runToEnd } from '#tests/support/run-to-end.ts'
import { createSpreadsheet, writeValues } from '#tests/support/spreadsheets.ts'
import { startTestApp } from '#tests/support/test-app.ts'

test('a tab whose title has a backslash and a star is copied by that name, unless it stands for another tab', async () => {
  await using app = await startTestApp()
  const { id: typeId } = await app.member.call(api.taskTypes.create, { body: { name: 'Ledgers', max_retries: 0 } })
  const copy = async (...titles: string[]) => {
    const spreadsheetId = await createSpreadsheet(app.sheets, { tabs: ['First', ...titles] })
    for (const title of titles)
      await writeValues(app.sheets, { spreadsheetId, range: `'${title}'!A1`, values: [['name'], [title]] })
    const task = await app.member.call(api.tasks.create, {
      body: {
        name: titles.join(),
        sync_task_type_id: typeId,
        source_ss_id: spreadsheetId,
        source_sheet_name: 'x\\*',
        target_ss_id: spreadsheetId,
        target_sheet_name: 'Copy',
      },
    })
    for (let run = 0; run < 2; run += 1) await runToEnd(app.member, task.id)
    const { task_status, source_sheet_name } = await app.member.call(api.tasks.get, { params: { id: task.id } })
    expect([task_status, source_sheet_name]).toEqual(['Success', 'x\\*'])
    return (await app.sheets.spreadsheets.values.get({ spreadsheetId, range: 'Copy!A2' })).data.values?.[0]?.[0]
  }
  expect(await copy('x\\*')).toBe('x\\*')
  expect(await copy('x*')).toBe('x*')
  expect(await copy('x\\*', 'x*')).toBe('x*')
})
