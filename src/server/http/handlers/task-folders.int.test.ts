import { expect } from 'vitest'
import { api } from '#contract/api.ts'
import { linkToFolder } from '#contract/spreadsheet-link.ts'
import { buildTaskFields, buildTaskTypeFields } from '#tests/support/build-task-fields.ts'
import { runToSuccess } from '#tests/support/run-to-end.ts'
import { test } from '#tests/support/shared-app.ts'
import { createSpreadsheet, enterValues } from '#tests/support/spreadsheets.ts'
import type { TestApp } from '#tests/support/test-app.ts'

/** Adds to the app a spreadsheet, another in a folder, and a target. */
async function addFolder(app: TestApp) {
  const { member, sheets, emulator } = app
  const drive = async (path: string, method: string, body: object) => {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`${emulator.url}/drive/v3/files${path}`, {
      method,
      headers,
      body: JSON.stringify(body),
    })
    return ((await response.json()) as { id: string }).id
  }
  const create = (values: unknown[][]) => createSpreadsheet(sheets, { values })
  const folder = await drive('', 'POST', { name: 'Branches', mimeType: 'application/vnd.google-apps.folder' })
  const [own, branch, target] = [await create([['A'], [1]]), await create([['A'], [2]]), await create([])]
  await drive(`/${branch}?addParents=${folder}&removeParents=root`, 'PATCH', {})
  const { id: typeId } = await member.call(api.taskTypes.create, { body: buildTaskTypeFields({ name: 'Masters' }) })
  const place = { sync_task_type_id: typeId, source_sheet_name: 'Sheet1', target_sheet_name: 'Sheet1', start_row: 1 }
  const more = [{ folder_id: linkToFolder(folder), source_sheet_name: 'Sheet1' }]
  const master = buildTaskFields({ ...place, source_ss_id: own, target_ss_id: target, more_sources: more })
  const back = buildTaskFields({ ...place, name: 'Back', source_ss_id: target, target_ss_id: branch })
  return { ...app, drive, folder, own, target, master, back }
}

test('the spreadsheets of a folder are known once a task is saved: no task may fill one of them from its target', async ({
  emptyApp,
}) => {
  const app = await addFolder(emptyApp)
  const { member, sheets, folder, target, master, back } = app
  const { id, warnings } = await member.call(api.tasks.create, { body: master })
  expect(warnings).toEqual([])
  const task = await member.call(api.tasks.get, { params: { id } })
  expect(task.more_sources).toEqual([{ folder_id: folder, source_sheet_name: 'Sheet1' }])
  await expect(member.call(api.tasks.create, { body: back })).rejects.toMatchObject({
    status: 400,
    reply: { message: expect.stringContaining('This target is copied back to the source tab') },
  })
  await runToSuccess(member, id)
  const { data } = await sheets.spreadsheets.values.get({ spreadsheetId: target, range: 'Sheet1' })
  expect(data.values).toEqual([['A'], ['1'], ['2']])
  // After a change of the task's sources, the contents of the folder are unknown.
  await member.call(api.tasks.update, { params: { id }, body: { more_sources: [] } })
  await member.call(api.tasks.create, { body: back })
})

test('saving a task warns that its target is copied back to a spreadsheet of its folder', async ({ emptyApp }) => {
  const app = await addFolder(emptyApp)
  const { member, master, back } = app
  await member.call(api.tasks.create, { body: back })
  const { warnings } = await member.call(api.tasks.create, { body: master })
  expect(warnings).toEqual(["This target's spreadsheet is copied back to the source's, through 'Back' (Masters)."])
})

test('saving a task with a folder says why Drive does not list it, and asks again when it is saved again', async ({
  emptyApp,
}) => {
  const app = await addFolder(emptyApp)
  const { member, emulator, folder, master } = app
  emulator.faults.add({ operation: 'files.list', effect: { answer: 'permission_denied' } })
  const { id, warnings } = await member.call(api.tasks.create, { body: master })
  expect(warnings).toEqual([
    expect.stringContaining(`The spreadsheets of the Google Drive folder "${folder}" are unknown`),
  ])
  expect(warnings[0]).toContain('Enable the Google Drive API in the Google Cloud project')
  emulator.faults.clear()
  const saved = await member.call(api.tasks.update, { params: { id }, body: { notes: 'Drive is on now' } })
  expect(saved.warnings).toEqual([])
})

test('a shape is tried on the spreadsheets of a folder, but not on the target that lies in it too', async ({
  emptyApp,
}) => {
  const app = await addFolder(emptyApp)
  const { member, drive, folder, own, target, sheets } = app
  await enterValues(sheets, { spreadsheetId: target, values: [['A'], [1], [2]] })
  await drive(`/${target}?addParents=${folder}&removeParents=root`, 'PATCH', {})
  const tried = async (target_ss_id: string) => {
    const query = { tab: 'Sheet1', more_sources: `${linkToFolder(folder)}!Sheet1`, target_ss_id }
    return (await member.call(api.spreadsheets.tryShape, { params: { id: own }, query })).first_rows
  }
  expect(await tried('')).toHaveLength(5)
  expect(await tried(target)).toEqual([['A'], ['1'], ['2']])
})
