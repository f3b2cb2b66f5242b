import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { TaskFields } from '#contract/task-fields.ts'
import { buildTaskFields, buildTaskTypeFields } from '#tests/support/build-task-fields.ts'
import { eventually } from '#tests/support/eventually.ts'
import { runToEnd } from '#tests/support/run-to-end.ts'
import { createSpreadsheet, writeValues } from '#tests/support/spreadsheets.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app[Symbol.asyncDispose]())

const HALF_EMOJI = 'Plan \ud83d'
const NULL_CHARACTER = 'Plan\0 B'
const ROWS = [
  ['id', 'name'],
  [1, 'a'],
  [2, 'b'],
]

interface Book {
  title?: string
  tab?: string
}

async function createBook({ title = 'Book', tab = 'Data' }: Book, values: unknown[][] = []): Promise<string> {
  const spreadsheetId = await createSpreadsheet(app.sheets, { title, tabs: [tab] })
  await writeValues(app.sheets, { spreadsheetId, values })
  return spreadsheetId
}

let made = 0

interface World {
  source?: Book
  target?: Book
  rows?: unknown[][]
  fields?: Partial<TaskFields>
}

async function createTask({ source = {}, target = {}, rows = ROWS, fields = {} }: World) {
  made += 1
  const type = await app.member.call(api.taskTypes.create, {
    body: buildTaskTypeFields({ name: `Unstorable ${made}` }),
  })
  const places = {
    source_ss_id: await createBook(source, rows),
    target_ss_id: await createBook(target),
    source_sheet_name: '',
    target_sheet_name: '',
  }
  const body = buildTaskFields({ start_row: 1, ...places, ...fields, sync_task_type_id: type.id })
  const { id } = await app.member.call(api.tasks.create, { body })
  return { id, places }
}

const worlds: Record<string, World> = {
  'half an emoji in both titles': { source: { title: HALF_EMOJI }, target: { title: HALF_EMOJI } },
  'a null character in both titles': { source: { title: NULL_CHARACTER }, target: { title: NULL_CHARACTER } },
  'half an emoji in the names of both tabs': { source: { tab: HALF_EMOJI }, target: { tab: HALF_EMOJI } },
  'a null character in the names of both tabs': { source: { tab: NULL_CHARACTER }, target: { tab: NULL_CHARACTER } },
  'half an emoji in a header': { rows: [['id', 'name \ud83d'], ...ROWS.slice(1)] },
  'a null character in a header': { rows: [['id', 'na\0me'], ...ROWS.slice(1)] },
  'a source among several with both': {
    source: { title: HALF_EMOJI, tab: NULL_CHARACTER },
    rows: [['id', 'name \ud83d'], ...ROWS.slice(1)],
    fields: { source_column: 'File', when_source_fails: 'hold' },
  },
}

test.each(Object.entries(worlds))('runs end although there is %s', async (_, world) => {
  const { id, places } = await createTask(world)
  expect(await runToEnd(app.member, id)).toMatchObject({ task_status: 'Success' })
  await writeValues(app.sheets, { spreadsheetId: places.source_ss_id, range: 'B4', values: [['\ud83d\0']] })
  expect(await runToEnd(app.member, id)).toMatchObject({ task_status: 'Success' })
  const params = await app.member.call(api.previews.start, { body: { task_ids: [id] } })
  const { tasks } = await eventually({
    what: 'the preview',
    read: () => app.member.call(api.previews.get, { params }),
    until: ({ is_in_progress }) => !is_in_progress,
  })
  expect(tasks).toMatchObject([{ status: 'done' }])
  await app.sheets.spreadsheets.values.clear({ spreadsheetId: places.source_ss_id, range: 'A2:B9' })
  expect(await runToEnd(app.member, id)).toMatchObject({ task_status: 'Warning', can_copy_anyway: true })
})

test('a tab that is renamed to a name with a null character is followed', async () => {
  const { id, places } = await createTask({ fields: { source_sheet_name: 'Data', target_sheet_name: 'Data' } })
  expect(await runToEnd(app.member, id)).toMatchObject({ task_status: 'Success' })
  for (const spreadsheetId of [places.source_ss_id, places.target_ss_id]) {
    const properties = { sheetId: 0, title: NULL_CHARACTER }
    const requests = [{ updateSheetProperties: { properties, fields: 'title' } }]
    await app.sheets.spreadsheets.batchUpdate({ spreadsheetId, requestBody: { requests } })
  }
  for (const _ of [1, 2]) {
    expect(await runToEnd(app.member, id)).toMatchObject({ task_status: 'Success', target_sheet_name: 'Plan B' })
  }
})

test('a run that fails ends with what it found, although that has a null character', async () => {
  const { id } = await createTask({
    source: { title: HALF_EMOJI, tab: NULL_CHARACTER },
    fields: { source_sheet_name: 'Gone' },
  })
  const ended = await runToEnd(app.member, id)
  expect(ended).toMatchObject({ task_status: 'Error' })
  expect(ended.latest_log?.message).toContain('Plan')
})
