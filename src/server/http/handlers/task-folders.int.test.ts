import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { linkToFolder } from '#contract/spreadsheet-link.ts'
import { buildTaskFields, buildTaskTypeFields } from '#tests/support/build-task-fields.ts'
import { runToSuccess } from '#tests/support/run-to-end.ts'
import { startTestApp } from '#tests/support/test-app.ts'

test('the spreadsheets of a folder are known after a copy: no task may fill one of them from its target', async () => {
  await using app = await startTestApp()
  const { member, sheets } = app
  const drive = async (path: string, method: string, body: object) => {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`${app.emulator.url}/drive/v3/files${path}`, {
      method,
      headers,
      body: JSON.stringify(body),
    })
    return ((await response.json()) as { id: string }).id
  }
  const folder = await drive('', 'POST', { name: 'Branches', mimeType: 'application/vnd.google-apps.folder' })
  const create = async (values: unknown[][]) => {
    const { data } = await sheets.spreadsheets.create({ requestBody: {} })
    const place = { spreadsheetId: data.spreadsheetId ?? '', range: 'Sheet1!A1', valueInputOption: 'RAW' }
    await sheets.spreadsheets.values.update({ ...place, requestBody: { values } })
    return place.spreadsheetId
  }
  const [own, branch, target] = [await create([['A'], [1]]), await create([['A'], [2]]), await create([])]
  await drive(`/${branch}?addParents=${folder}&removeParents=root`, 'PATCH', {})
  const { id: typeId } = await member.call(api.taskTypes.create, { body: buildTaskTypeFields({ name: 'Masters' }) })
  const place = { sync_task_type_id: typeId, source_sheet_name: 'Sheet1', target_sheet_name: 'Sheet1', start_row: 1 }
  const more = [{ folder_id: linkToFolder(folder), source_sheet_name: 'Sheet1' }]
  const master = buildTaskFields({ ...place, source_ss_id: own, target_ss_id: target, more_sources: more })
  const { id } = await member.call(api.tasks.create, { body: master })
  const task = await member.call(api.tasks.get, { params: { id } })
  expect(task.more_sources).toEqual([{ folder_id: folder, source_sheet_name: 'Sheet1' }])
  await runToSuccess(member, id)
  const { data } = await sheets.spreadsheets.values.get({ spreadsheetId: target, range: 'Sheet1' })
  expect(data.values).toEqual([['A'], ['1'], ['2']])

  const back = buildTaskFields({ ...place, name: 'Back', source_ss_id: target, target_ss_id: branch })
  await expect(member.call(api.tasks.create, { body: back })).rejects.toMatchObject({
    status: 400,
    reply: { message: expect.stringContaining('This target is copied back to the source tab') },
  })
  // Once the task has other sources, nothing is known of the folder.
  await member.call(api.tasks.update, { params: { id }, body: { more_sources: [] } })
  await member.call(api.tasks.create, { body: back })
})
