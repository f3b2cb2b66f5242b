import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { TaskChange, TaskFields } from '#contract/task-fields.ts'
import type { Cell } from '#domain/copy/cell.ts'
import { tasks as taskRows } from '#server/storage/live-tables.ts'
import { buildTaskFields, buildTaskTypeFields } from '#tests/support/build-task-fields.ts'
import { eventually } from '#tests/support/eventually.ts'
import { runToEnd, runToSuccess, untilEnded } from '#tests/support/run-to-end.ts'
import { createSpreadsheet, writeValues } from '#tests/support/spreadsheets.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app[Symbol.asyncDispose]())

const SOURCE_TAB = 5
const TARGET_TAB = 7
const HEADER: Cell[] = ['Order', 'Amount']
const ORDERS = Array.from({ length: 200 }, (_, at): Cell[] => [`A-${at}`, at * 3])
const REST = 10

const gridProperties = { rowCount: 500, columnCount: 8 }
const createBook = (title: string, sheetId: number) =>
  createSpreadsheet(app.sheets, {
    tabs: [
      { title, sheetId, gridProperties },
      { title: 'Other', sheetId: 99, gridProperties },
    ],
  })
const write = (spreadsheetId: string, range: string, values: Cell[][]) =>
  writeValues(app.sheets, { spreadsheetId, range, values })

async function rename(spreadsheetId: string, sheetId: number, title: string): Promise<void> {
  const requests = [{ updateSheetProperties: { properties: { sheetId, title }, fields: 'title' } }]
  await app.sheets.spreadsheets.batchUpdate({ spreadsheetId, requestBody: { requests } })
}

let made = 0

/** A task that has copied 200 orders. Since then, its source has lost all but ten of them. */
async function loseOrders(fields: Partial<TaskFields> = {}) {
  made += 1
  const source = await createBook('Orders', SOURCE_TAB)
  const target = await createBook('Copy', TARGET_TAB)
  await write(source, 'Orders!A1', [HEADER, ...ORDERS])
  const name = `Retyped ${made}`
  const type = await app.member.call(api.taskTypes.create, { body: buildTaskTypeFields({ name }) })
  const tabs = { source_sheet_name: 'Orders', target_sheet_name: 'Copy' }
  const ends = { source_ss_id: source, target_ss_id: target, ...tabs }
  const body = buildTaskFields({ name, start_row: 1, ...ends, ...fields, sync_task_type_id: type.id })
  const { id } = await app.member.call(api.tasks.create, { body })
  await runToSuccess(app.member, id)
  const range = `Orders!A${REST + 2}:H`
  await app.sheets.spreadsheets.values.clear({ spreadsheetId: source, range })
  return {
    id,
    source,
    target,
    edit: (change: TaskChange) => app.member.call(api.tasks.update, { params: { id }, body: change }),
    async rows(): Promise<number> {
      const { data } = await app.sheets.spreadsheets.get({ spreadsheetId: target })
      const title = data.sheets?.find(({ properties }) => properties?.sheetId === TARGET_TAB)?.properties?.title
      const { data: cells } = await app.sheets.spreadsheets.values.get({ spreadsheetId: target, range: `'${title}'` })
      return cells.values?.length ?? 0
    },
  }
}

type LostOrders = Awaited<ReturnType<typeof loseOrders>>

const listCauses = (holds: readonly { cause: string }[] = []) => holds.map(({ cause }) => cause)

async function expectHeld({ id, rows }: LostOrders): Promise<void> {
  const before = await rows()
  const { hold, ...ended } = await runToEnd(app.member, id)
  expect(ended).toMatchObject({ task_status: 'Warning', can_copy_anyway: true })
  expect(listCauses(hold?.rules)).toContain('source_shrank')
  expect(await rows()).toBe(before)
}

const link = (id: string, tab: number) => `https://docs.google.com/spreadsheets/d/${id}/edit?gid=${tab}#gid=${tab}`

const edits: Record<string, (task: LostOrders) => Promise<unknown>> = {
  'the source in lower case': ({ edit }) => edit({ source_sheet_name: 'orders' }),
  'the target in lower case': ({ edit }) => edit({ target_sheet_name: 'copy' }),
  'both in capitals': ({ edit }) => edit({ source_sheet_name: 'ORDERS', target_sheet_name: 'COPY' }),
  'the source with a blank at its end': ({ edit }) => edit({ source_sheet_name: 'Orders ' }),
  'the target with a blank before it': ({ edit }) => edit({ target_sheet_name: ' Copy' }),
  'characters that nobody sees': ({ edit }) =>
    edit({ source_sheet_name: 'Orders\u200b', target_sheet_name: '\u00a0Copy' }),
  'no name for the source': ({ edit }) => edit({ source_sheet_name: '' }),
  'no name for the target': ({ edit }) => edit({ target_sheet_name: '' }),
  'no names': ({ edit }) => edit({ source_sheet_name: '', target_sheet_name: '' }),
  'a link to the source': ({ edit, source }) => edit({ source_ss_id: link(source, SOURCE_TAB), source_sheet_name: '' }),
  'a link to the target': ({ edit }) => edit({ target_sheet_name: `#gid=${TARGET_TAB}` }),
  'another name and back': async ({ edit }) => {
    await edit({ source_sheet_name: 'Other', target_sheet_name: 'Other' })
    await edit({ source_sheet_name: 'orders', target_sheet_name: 'copy' })
  },
  'no name and back': async ({ edit }) => {
    await edit({ source_sheet_name: '', target_sheet_name: '' })
    await edit({ source_sheet_name: 'orders ', target_sheet_name: 'copy ' })
  },
  'the names that the tabs have now': async ({ edit, source, target }) => {
    await rename(source, SOURCE_TAB, 'Aufträge')
    await rename(target, TARGET_TAB, 'Kopie')
    await edit({ source_sheet_name: 'auftra\u0308ge', target_sheet_name: 'kopie' })
  },
}

test.each(Object.entries(edits))('a task that is given %s is held as before', async (_, edit) => {
  const task = await loseOrders()
  await expectHeld(task)
  await edit(task)
  await expectHeld(task)
  expect(await task.rows()).toBe(ORDERS.length + 1)
})

const kinds: Record<string, Partial<TaskFields>> = {
  'a task with a shape': { target_cell: 'B3', columns: 'Order' },
  'a task that appends': { mode: 'append', time_column: 'Time' },
  'a task that updates by key': { mode: 'update', key_columns: 'Order', missing_rows: 'clear' },
  'a task with several sources': { source_column: 'File', when_source_fails: 'hold' },
}
const inOtherWays = ['both in capitals', 'no names', 'a link to the source'] as const

test.each(Object.entries(kinds).flatMap(([kind, fields]) => inOtherWays.map((edited) => ({ kind, fields, edited }))))(
  '$kind that is given $edited is held as before',
  async ({ fields, edited }) => {
    const task = await loseOrders(fields)
    await expectHeld(task)
    await edits[edited]?.(task)
    await expectHeld(task)
  },
)

test('a further source that is named in other ways is held as before, and keeps its rows', async () => {
  const more = await createBook('North', 3)
  await write(more, 'North!A1', [HEADER, ...ORDERS])
  const source = { source_ss_id: more }
  const task = await loseOrders({ more_sources: [{ ...source, source_sheet_name: 'North' }] })
  await write(task.source, `Orders!A${REST + 2}`, ORDERS.slice(REST))
  await app.sheets.spreadsheets.values.clear({ spreadsheetId: more, range: `North!A${REST + 2}:H` })
  for (const source_sheet_name of ['North', 'NORTH ', '', '#gid=3']) {
    await task.edit({ more_sources: [{ ...source, source_sheet_name }] })
    const { task_status, hold } = await runToEnd(app.member, task.id)
    expect({ task_status, causes: listCauses(hold?.rules) }).toEqual({
      task_status: 'Warning',
      causes: ['source_shrank'],
    })
    expect(await task.rows()).toBe(2 * ORDERS.length + 1)
  }
})

test('a preview says that a run would be held', async () => {
  const task = await loseOrders()
  await task.edit({ source_sheet_name: '', target_sheet_name: 'COPY' })
  const params = await app.member.call(api.previews.start, { body: { task_ids: [task.id] } })
  const { tasks } = await eventually({
    what: 'the preview',
    read: () => app.member.call(api.previews.get, { params }),
    until: ({ is_in_progress }) => !is_in_progress,
  })
  expect(listCauses(tasks[0]?.result?.rules)).toEqual(['source_shrank'])
})

test('a hold and the age of the target stay when a tab is only named in another way', async () => {
  const task = await loseOrders()
  const { hold } = await runToEnd(app.member, task.id)
  const facts = async () => {
    const [row] = await app.context.database.orm.select().from(taskRows).where(eq(taskRows.id, task.id))
    const open = (await app.member.call(api.tasks.get, { params: { id: task.id } })).hold
    return { verifiedAt: row?.verifiedAt, hold: open?.id }
  }
  const before = await facts()
  expect(before).toEqual({ verifiedAt: expect.any(Date), hold: hold?.id })
  await task.edit({ source_sheet_name: ' ORDERS', target_sheet_name: `#gid=${TARGET_TAB}` })
  expect(await facts()).toEqual(before)
  await app.member.call(api.tasks.execute, { params: { id: task.id }, body: { accept: hold?.id ?? 0 } })
  expect(await untilEnded(app.member, task.id)).toMatchObject({ task_status: 'Success' })
  expect(await task.rows()).toBe(REST + 1)
})

test('cells that somebody edited in the target hold a run as before', async () => {
  const task = await loseOrders({ holds_edits: true })
  await write(task.source, `Orders!A${REST + 2}`, ORDERS.slice(REST))
  await write(task.target, 'Copy!B2', [['by hand']])
  await task.edit({ source_sheet_name: '', target_sheet_name: 'copy ' })
  const { task_status, hold } = await runToEnd(app.member, task.id)
  expect({ task_status, causes: listCauses(hold?.rules) }).toEqual({
    task_status: 'Warning',
    causes: ['target_edited'],
  })
})

test('after an undo, the next run is compared with the copy before it, whatever the task calls its tabs', async () => {
  const task = await loseOrders()
  await app.sheets.spreadsheets.values.clear({ spreadsheetId: task.source, range: 'Orders!A2:H' })
  await write(task.source, 'Orders!A2', ORDERS.slice(0, 190))
  await runToSuccess(app.member, task.id)
  const [latest] = (await app.member.call(api.runs.list, { query: { task_id: task.id } })).runs
  await task.edit({ source_sheet_name: 'ORDERS', target_sheet_name: '' })
  const undone = { params: { id: task.id, run: latest?.id ?? 0 }, body: { edited: 'leave' as const } }
  await app.member.call(api.changeSets.undo, undone)
  expect(await untilEnded(app.member, task.id)).toMatchObject({ task_status: 'Success' })
  expect(await task.rows()).toBe(ORDERS.length + 1)
  await app.sheets.spreadsheets.values.clear({ spreadsheetId: task.source, range: `Orders!A${REST + 2}:H` })
  await expectHeld(task)
})

test('a task that names another tab starts anew', async () => {
  const task = await loseOrders()
  await write(task.source, 'Other!A1', [HEADER, ...ORDERS.slice(0, REST)])
  await task.edit({ source_sheet_name: 'Other', target_sheet_name: 'Other' })
  await runToSuccess(app.member, task.id)
  expect(await task.rows()).toBe(ORDERS.length + 1)
})
