import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tasks } from '#contract/task-routes.ts'
import { taskTypes } from '#contract/task-type.ts'
import { tasks as taskRows } from '#server/storage/live-tables.ts'
import { copyBaselines } from '#server/storage/schema.ts'
import { buildTaskFields, buildTaskTypeFields } from '#tests/support/build-task-fields.ts'
import { countRequests } from '#tests/support/count-requests.ts'
import { runToEnd, untilEnded } from '#tests/support/run-to-end.ts'
import { createSpreadsheet, enterValues } from '#tests/support/spreadsheets.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app[Symbol.asyncDispose]())

const createBook = (title: string, values: string[][]) =>
  createSpreadsheet(app.sheets, { tabs: [title, 'Other'], values })
const write = (spreadsheetId: string, written: { range: string; values: string[][] }) =>
  enterValues(app.sheets, { spreadsheetId, ...written })

async function readTabs(spreadsheetId: string): Promise<{ sheetId: number; title: string }[]> {
  const { data } = await app.sheets.spreadsheets.get({ spreadsheetId })
  return (data.sheets ?? []).map(({ properties }) => ({
    sheetId: properties?.sheetId ?? 0,
    title: properties?.title ?? '',
  }))
}

async function rename(spreadsheetId: string, { tab, title }: { tab: string; title: string }): Promise<void> {
  const sheetId = (await readTabs(spreadsheetId)).find((each) => each.title === tab)?.sheetId ?? -1
  const requests = [{ updateSheetProperties: { properties: { sheetId, title }, fields: 'title' } }]
  await app.sheets.spreadsheets.batchUpdate({ spreadsheetId, requestBody: { requests } })
}

async function createTask(name: string) {
  const source = await createBook('Current', [['Name'], ['Ada'], ['Grace']])
  const target = await createBook('Copy', [['Name']])
  const type = await app.member.call(taskTypes.create, { body: buildTaskTypeFields({ name }) })
  const ends = { source_ss_id: source, target_ss_id: target, source_sheet_name: 'Current', target_sheet_name: 'Copy' }
  const body = buildTaskFields({ name, sync_task_type_id: type.id, start_row: 2, ...ends })
  const { id } = await app.member.call(tasks.create, { body })
  expect(await runToEnd(app.member, id)).toMatchObject({ task_status: 'Success' })
  return { id, source, target }
}

const readColumn = async (spreadsheetId: string, tab: string) => {
  const { data } = await app.sheets.spreadsheets.values.get({ spreadsheetId, range: `'${tab}'!A1:A9` })
  return (data.values ?? []).flat()
}

test('a target tab that a person renamed stays the target, under its new name', async () => {
  const { id, source, target } = await createTask('Renamed target')
  await rename(target, { tab: 'Copy', title: 'Charts' })
  await write(source, { range: 'Current!A4', values: [['Mary']] })
  expect(await runToEnd(app.member, id)).toMatchObject({
    task_status: 'Success',
    source_sheet_name: 'Current',
    target_sheet_name: 'Charts',
  })
  expect((await readTabs(target)).map(({ title }) => title)).toEqual(['Charts', 'Other'])
  expect(await readColumn(target, 'Charts')).toEqual(['Name', 'Ada', 'Grace', 'Mary'])
})

test('a rename forgets nothing of earlier copies: the next run reads no more than without it', async () => {
  const { id, source, target } = await createTask('Remembered')
  const sizes = async () => {
    const { lastRows, lastWidth } = taskRows
    const [row] = await app.context.database.orm
      .select({ lastRows, lastWidth })
      .from(taskRows)
      .where(eq(taskRows.id, id))
    return row
  }
  await rename(source, { tab: 'Current', title: 'May' })
  await rename(target, { tab: 'Copy', title: 'Charts' })
  const renamed = await runToEnd(app.member, id)
  expect(renamed).toMatchObject({ task_status: 'Success', source_sheet_name: 'May', target_sheet_name: 'Charts' })
  expect(await sizes()).toEqual({ lastRows: 2, lastWidth: 1 })
  const places = await app.context.database.orm.select().from(copyBaselines).where(eq(copyBaselines.taskId, id))
  expect(new Set(places.map(({ place }) => place)).size).toBe(1)
  expect(places.at(-1)?.place).toContain('Charts')

  const unchanged = await countRequests(app.emulator, () => runToEnd(app.member, id))
  expect(unchanged).toMatchObject({ reads: 2, writes: 0, outcome: { task_status: 'Success' } })
})

test('a tab that took the name of the source holds the run, until someone accepts it', async () => {
  const { id, source, target } = await createTask('Replaced source')
  await rename(source, { tab: 'Current', title: 'May' })
  await rename(source, { tab: 'Other', title: 'Current' })
  await write(source, { range: 'Current!A1', values: [['Name'], ['Ada'], ['Mary']] })
  const held = await runToEnd(app.member, id)
  expect(held).toMatchObject({ task_status: 'Warning', source_sheet_name: 'Current' })
  expect(held.latest_log?.message).toMatch(/was renamed to 'May', and another tab is named 'Current' now\./)
  expect(await readColumn(target, 'Copy')).toEqual(['Name', 'Ada', 'Grace'])

  await app.member.call(tasks.execute, { params: { id }, body: { allow_shrink: true } })
  expect(await untilEnded(app.member, id)).toMatchObject({ task_status: 'Success' })
  expect(await readColumn(target, 'Copy')).toEqual(['Name', 'Ada', 'Mary'])
  expect(await runToEnd(app.member, id)).toMatchObject({ task_status: 'Success' })
})
