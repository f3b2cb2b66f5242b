import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tasks } from '#contract/task-routes.ts'
import { taskTypes } from '#contract/task-type.ts'
import { copyMemories } from '#server/storage/schema.ts'
import { runToEnd } from '#tests/support/run-to-end.ts'
import { createSpreadsheet, writeValues } from '#tests/support/spreadsheets.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app[Symbol.asyncDispose]())

async function createTask(name: string) {
  const source = await createSpreadsheet(app.sheets, {
    values: [
      ['Name', 'Amount'],
      ['Ada', 10],
    ],
  })
  const target = await createSpreadsheet(app.sheets)
  const type = await app.member.call(taskTypes.create, { body: { name } })
  const body = { sync_task_type_id: type.id, source_ss_id: source, target_ss_id: target, start_row: 2 }
  const { id } = await app.member.call(tasks.create, { body })
  return { id, source, target }
}

/** Runs a task to this status and lists the Sheets requests of the run. */
async function runAndListRequests(id: number, status = 'Success'): Promise<string[]> {
  app.emulator.requests.clear()
  expect(await runToEnd(app.member, id)).toMatchObject({ task_status: status })
  return app.emulator.requests.entries
    .filter(({ path }) => path.startsWith('/v4/'))
    .map(({ operation = '' }) => operation)
}

const CELLS_ONLY = ['values.batchGet', 'values.batchGet']
const EVERYTHING = ['spreadsheets.get', 'spreadsheets.get', ...CELLS_ONLY]

test('a run after one that ended in Success reads the cells alone', async () => {
  const { id } = await createTask('Masters')
  expect((await runAndListRequests(id)).at(-1)).toBe('values.batchUpdate')
  expect(await runAndListRequests(id)).toEqual(CELLS_ONLY)
  // Drive reports that nobody touched the target.
  expect(await runAndListRequests(id)).toEqual(['values.batchGet'])
})

test('the data copy gets the rows of changed blocks, and all rows once dates are shown in another way', async () => {
  const rows = Array.from({ length: 980 }, (_, row) => [`Name ${row}`, 45_000 + row])
  const source = await createSpreadsheet(app.sheets, { values: [['Name', 'Day'], ...rows] })
  const target = await createSpreadsheet(app.sheets)
  const type = await app.member.call(taskTypes.create, { body: { name: 'Blocks', chunk_size: 500 } })
  const body = { sync_task_type_id: type.id, source_ss_id: source, target_ss_id: target, start_row: 2 }
  const { id } = await app.member.call(tasks.create, { body })
  const { orm } = app.context.database
  const ofTask = sql`data_copy_id = (select data_copy_id from all_tasks where id = ${id})`
  const setDay = (row: number, day: string) =>
    orm.execute(sql`
      update data_copy_rows set cells = jsonb_set(cells, '{1}', ${JSON.stringify(day)}::jsonb) where row_number = ${row} and ${ofTask}`)
  const readDays = async () => {
    const result = await orm.execute(sql`select cells from data_copy_rows where ${ofTask} order by row_number`)
    return (result as { rows: { cells: unknown[] }[] }).rows.map(({ cells }) => cells[1])
  }
  const edit = async (row: number, day: number) => {
    await writeValues(app.sheets, { spreadsheetId: source, range: `B${row + 2}`, values: [[day]] })
  }
  await runAndListRequests(id)
  const expected: unknown[] = rows.map(([, day]) => day)
  expect(await readDays()).toEqual(expected)
  // A rewritten row would lose this mark.
  for (const row of [10, 700]) await setDay(row, 'marked')
  await edit(701, 1)
  await runAndListRequests(id)
  expected[10] = 'marked'
  expected[701] = 1
  expect(await readDays()).toEqual(expected)

  const range = { sheetId: 0, startColumnIndex: 1, endColumnIndex: 2 }
  const cell = { userEnteredFormat: { numberFormat: { type: 'DATE', pattern: 'yyyy-mm-dd' } } }
  const requests = [{ repeatCell: { range, cell, fields: 'userEnteredFormat.numberFormat' } }]
  await app.sheets.spreadsheets.batchUpdate({ spreadsheetId: source, requestBody: { requests } })
  await edit(979, 45_000)
  await runAndListRequests(id)
  const days = await readDays()
  expect(days.slice(0, 11)).toEqual([...Array(11).keys()].map((day) => `2023-03-${15 + day}`))
  expect(days.at(-1)).toBe('2023-03-15')
})

test('when a task writes to a spreadsheet, others with this target look at it again', async () => {
  const { id, target } = await createTask('Lists')
  for (let run = 0; run < 3; run += 1) await runAndListRequests(id)
  const stored = async () => {
    const { orm } = app.context.database
    const [row] = await orm
      .select({ version: copyMemories.targetVersion })
      .from(copyMemories)
      .where(eq(copyMemories.taskId, id))
    return row?.version
  }
  expect(await stored()).toEqual(expect.any(String))
  const type = await app.member.call(taskTypes.create, { body: { name: 'Other lists' } })
  const source = await createSpreadsheet(app.sheets, { values: [['Name'], ['Grace']] })
  const ends = { source_ss_id: source, target_ss_id: target, target_sheet_name: 'Other', start_row: 2 }
  const other = await app.member.call(tasks.create, { body: { sync_task_type_id: type.id, ...ends } })
  await runAndListRequests(other.id)
  expect(await stored()).toBeNull()
  expect(await runAndListRequests(id)).toEqual(CELLS_ONLY)
})

test('a run reads everything after an edit of the task, a failed run, and another version of the app', async () => {
  const { id, target } = await createTask('Orders')
  await runAndListRequests(id)
  await app.member.call(tasks.update, { params: { id }, body: { chunk_size: 1700 } })
  expect(await runAndListRequests(id)).toEqual(EVERYTHING)
  expect(await runAndListRequests(id)).toEqual(CELLS_ONLY)

  const fault = { spreadsheetId: target, effect: { answer: 'permission_denied' } } as const
  app.emulator.faults.add(fault)
  await runAndListRequests(id, 'Error')
  app.emulator.faults.clear()
  expect(await runAndListRequests(id)).toEqual(EVERYTHING)
  expect(await runAndListRequests(id)).toEqual(CELLS_ONLY)

  await app.context.database.orm.execute(
    sql`update copy_memories set basis = 'of another version' where task_id = ${id}`,
  )
  expect(await runAndListRequests(id)).toEqual(EVERYTHING)
  expect(await runAndListRequests(id)).toEqual(CELLS_ONLY)
})

test('a run reads everything once a day', async () => {
  const { id } = await createTask('Stock')
  await runAndListRequests(id)
  const setAge = (hours: number) =>
    app.context.database.orm.execute(
      sql`update copy_memories set read_all_at = read_all_at - make_interval(hours => ${hours}::int) where task_id = ${id}`,
    )
  await setAge(23)
  expect(await runAndListRequests(id)).toEqual(CELLS_ONLY)
  await setAge(1)
  expect(await runAndListRequests(id)).toEqual(EVERYTHING)
  expect(await runAndListRequests(id)).toEqual(CELLS_ONLY)
})
