import { expect } from 'vitest'
import { tasks } from '#contract/task-routes.ts'
import { taskTypes } from '#contract/task-type.ts'
import { buildTaskFields, buildTaskTypeFields } from '#tests/support/build-task-fields.ts'
import { eventually } from '#tests/support/eventually.ts'
import { test } from '#tests/support/shared-app.ts'
import { createSpreadsheet } from '#tests/support/spreadsheets.ts'
import type { TestApp } from '#tests/support/test-app.ts'

async function createType({ member }: TestApp) {
  return member.call(taskTypes.create, { body: buildTaskTypeFields({ name: 'Masters' }) })
}

/** Waits until the last task has the expected titles. Returns the titles of the source and target of each task. */
async function titlesOnce({ member }: TestApp, expected: readonly (readonly [string | null, string | null])[]) {
  await eventually({
    what: 'titles',
    read: async () => {
      const { syncTasks } = await member.call(tasks.list, { query: {} })
      return syncTasks.map(({ source_ss_name, target_ss_name }) => [source_ss_name, target_ss_name])
    },
    until: (titles) => JSON.stringify(titles) === JSON.stringify(expected),
  })
}

const listReads = ({ emulator }: TestApp, spreadsheetId: string) =>
  emulator.requests.entries.filter((entry) => entry.kind === 'read' && entry.spreadsheetId === spreadsheetId).length

test('a saved task shows the titles of its spreadsheets before it runs, also after it is pointed at others', async ({
  emptyApp: app,
}) => {
  const type = await createType(app)
  const [orders, report, archive] = [
    await createSpreadsheet(app.sheets, { title: 'Orders' }),
    await createSpreadsheet(app.sheets, { title: 'Report' }),
    await createSpreadsheet(app.sheets, { title: 'Archive' }),
  ]
  const fields = buildTaskFields({ sync_task_type_id: type.id, source_ss_id: orders, target_ss_id: report })
  const { id } = await app.member.call(tasks.create, { body: fields })
  await titlesOnce(app, [['Orders', 'Report']])

  const edited = await app.member.call(tasks.update, { params: { id }, body: { target_ss_id: archive } })
  expect([edited.source_ss_name, edited.target_ss_name]).not.toContain('Report')
  await titlesOnce(app, [['Orders', 'Archive']])

  await app.member.call(tasks.update, { params: { id }, body: { notes: 'Nothing to read' } })
  await app.member.call(tasks.create, {
    body: { ...fields, name: 'Another', target_ss_id: archive, target_sheet_name: 'Copy', source_ss_id: report },
  })
  await titlesOnce(app, [
    ['Orders', 'Archive'],
    ['Report', 'Archive'],
  ])
  expect([listReads(app, orders), listReads(app, archive)]).toEqual([1, 1])
})

test('imported tasks get their titles, and a spreadsheet that cannot be read is asked for once', async ({
  emptyApp: app,
}) => {
  await createType(app)
  const orders = await createSpreadsheet(app.sheets, { title: 'Orders' })
  const header = 'name,task_type,source_ss_id,target_ss_id,target_sheet_name'
  const upload = (...rows: string[]) =>
    app.member.upload(tasks.importCsv, { name: 'tasks.csv', content: [header, ...rows].join('\n') })
  await upload(`First,Masters,${orders},missing,`)
  await titlesOnce(app, [['Orders', null]])
  await upload(`Second,Masters,missing,${orders},Copy`)
  await titlesOnce(app, [
    ['Orders', null],
    [null, 'Orders'],
  ])
  expect([listReads(app, orders), listReads(app, 'missing')]).toEqual([1, 1])
})
