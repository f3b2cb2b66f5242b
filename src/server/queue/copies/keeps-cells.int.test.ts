import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getTableName, is, sql } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { api } from '#contract/api.ts'
import type { TaskFields } from '#contract/task-fields.ts'
import * as schema from '#server/storage/schema.ts'
import { buildTaskFields } from '#tests/support/build-task-fields.ts'
import { eventually } from '#tests/support/eventually.ts'
import { runToEnd, untilEnded } from '#tests/support/run-to-end.ts'
import { createSpreadsheet, enterValues } from '#tests/support/spreadsheets.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

const SECRET = 'Zanzibar'
const SECRET_NUMBER = 918273645.25
/** Tables that store compressed cells. */
const COMPRESSED = ['change_chunks', 'source_copies']
/** Table of previewed cells, which may be shown for two hours. */
const PREVIEWED = 'preview_blocks'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app[Symbol.asyncDispose]())

const Counted = z.object({ rows: z.array(z.object({ found: z.coerce.number() })) })

/** Lists tables that contain a secret value or compressed cells, and log files that contain a secret value. */
async function findSecrets(): Promise<string[]> {
  const { orm } = app.context.database
  const found: string[] = []
  for (const table of Object.values(schema).filter((value) => is(value, PgTable))) {
    const name = getTableName(table)
    if (name === PREVIEWED) continue
    const text = sql`row_to_json(scanned)::text`
    const holds = COMPRESSED.includes(name)
      ? sql`true`
      : sql`${text} like ${`%${SECRET}%`} or ${text} like ${`%${SECRET_NUMBER}%`}`
    const counted = await orm.execute(sql`select count(*) as found from ${table} as scanned where ${holds}`)
    if ((Counted.parse(counted).rows[0]?.found ?? 0) > 0) found.push(name)
  }
  const logs = join(app.dataDir, 'logs')
  const isQuoted = (file: string) => readFileSync(join(logs, file), 'utf8').includes(SECRET)
  return [...found, ...readdirSync(logs).filter(isQuoted)]
}

const HEADER = ['Key', 'Name', 'Price', 'Note']
const rows = (count: number, first = 0) =>
  Array.from({ length: count }, (_, at) => [`${SECRET} ${first + at}`, `${SECRET} name ${first + at}`, at + 0.5, ''])
const SOURCE = [HEADER, [`${SECRET} key`, `${SECRET} name`, 1, SECRET_NUMBER], ...rows(30)]

interface World {
  id: number
  source: string
  target: string
  enter(range: string, values: unknown[][]): Promise<void>
}

async function createTask(typeId: number, fields: Partial<TaskFields>): Promise<World> {
  const source = await createSpreadsheet(app.sheets, { title: 'Source', values: SOURCE, isEntered: true })
  const target = await createSpreadsheet(app.sheets, { title: 'Target' })
  const ends = { source_ss_id: source, target_ss_id: target, target_sheet_name: fields.split_by ? '' : 'Sheet1' }
  const body = buildTaskFields({ start_row: 1, ...ends, ...fields, sync_task_type_id: typeId })
  const { id } = await app.member.call(api.tasks.create, { body })
  return {
    id,
    source,
    target,
    enter: (range, values) => enterValues(app.sheets, { spreadsheetId: source, range, values }),
  }
}

async function causes(id: number): Promise<string[]> {
  return (await app.member.call(api.tasks.get, { params: { id } })).hold?.rules.map(({ cause }) => cause) ?? []
}

/** Copies, changes cells, is held for lost cells, and copies anyway. */
async function copyAndHold(world: World): Promise<void> {
  const { id, enter } = world
  await runToEnd(app.member, id)
  await enter('B3', [[`${SECRET} changed`], ['=VLOOKUP("Zanzibar", A1:A2, 1, FALSE)']])
  await enterValues(app.sheets, { spreadsheetId: world.target, range: 'B5', values: [[`${SECRET} by hand`]] })
  await runToEnd(app.member, id)
  await enter(
    'B3',
    Array.from({ length: 28 }, () => ['']),
  )
  await runToEnd(app.member, id)
  expect(await causes(id)).toContain('column_emptied')
  const { hold } = await app.member.call(api.tasks.get, { params: { id } })
  await app.member.call(api.tasks.execute, { params: { id }, body: { accept: hold?.id ?? 0 } })
  await untilEnded(app.member, id)
  expect(await causes(id)).toEqual([])
  await enter('A1', SOURCE)
}

async function preview(id: number): Promise<void> {
  const { id: previewId } = await app.member.call(api.previews.start, { body: { task_ids: [id] } })
  const read = () => app.member.call(api.previews.get, { params: { id: previewId } })
  const done = await eventually({ what: 'the preview', read, until: ({ is_in_progress }) => !is_in_progress })
  expect(done.tasks).toMatchObject([{ status: 'done' }])
  const params = { id: previewId, task: id }
  const { cells } = await app.member.call(api.previews.cells, { params, query: {} })
  expect(JSON.stringify(cells)).toContain(SECRET)
}

/** Runs tasks of all kinds to use every store of cells. */
async function runAllKinds(typeId: number, label: string): Promise<number> {
  const mirror = await createTask(typeId, { name: `${label} mirror`, notes: 'Mirror' })
  await copyAndHold(mirror)
  await mirror.enter('B3', [[`${SECRET} previewed`]])
  await preview(mirror.id)
  const occupied = await createTask(typeId, { name: `${label} occupied` })
  const values = Array.from({ length: 40 }, (_, at) => [`${SECRET} of others`, at])
  await enterValues(app.sheets, { spreadsheetId: occupied.target, range: 'A1', values })
  await runToEnd(app.member, occupied.id)
  expect(await causes(occupied.id)).toEqual(['target_occupied'])
  const checked = await createTask(typeId, {
    name: `${label} checked`,
    expect_unique: ['Name'],
    expect_filled: ['Note'],
    rows: 'Price > 0',
  })
  await checked.enter('B3', [[`${SECRET} twice`], [`${SECRET} twice`]])
  await checked.enter('C5', [[`${SECRET} is no number`]])
  await runToEnd(app.member, checked.id)
  expect(await causes(checked.id)).toEqual(['expected_filled', 'expected_unique'])
  await app.member.call(api.tasks.execute, { params: { id: checked.id }, body: { allow_shrink: true } })
  await untilEnded(app.member, checked.id)
  for (const fields of [
    { mode: 'append', time_column: 'Added' },
    { mode: 'update', key_columns: 'Key' },
  ] as const) {
    const other = await createTask(typeId, { name: `${label} ${fields.mode}`, ...fields })
    await runToEnd(app.member, other.id)
    await other.enter('B3', [[`${SECRET} ${fields.mode}`]])
    expect(await runToEnd(app.member, other.id)).toMatchObject({ task_status: 'Success' })
  }
  const second = await createSpreadsheet(app.sheets, {
    title: 'Second',
    values: [HEADER, ...rows(5, 90)],
    isEntered: true,
  })
  const union = await createTask(typeId, {
    name: `${label} union`,
    more_sources: [{ source_ss_id: second, source_sheet_name: '' }],
  })
  expect(await runToEnd(app.member, union.id)).toMatchObject({ task_status: 'Success' })
  const other = await createSpreadsheet(app.sheets, { title: 'Handed out' })
  const handOut = await createTask(typeId, {
    name: `${label} handed out`,
    split_by: 'Price',
    targets: [{ value: '0.5', target_ss_id: other, target_sheet_name: '' }],
    control_sums: ['Note'],
    unmatched: 'report',
  })
  await handOut.enter('C2', [[`${SECRET} without a target`]])
  await runToEnd(app.member, handOut.id)
  return mirror.id
}

test('runs of a type that keeps no cells leave none in the database and in logs, and what was stored is deleted', async () => {
  const name = 'Payroll'
  const type = await app.member.call(api.taskTypes.create, { body: { name, max_retries: 0 } })
  expect(type.keeps_cells).toBe(true)
  const keeping = await runAllKinds(type.id, 'Keeping')
  expect(await findSecrets()).toEqual(
    expect.arrayContaining(['change_chunks', 'data_copy_rows', 'holds', 'source_copies', 'target_edits', 'task_logs']),
  )
  await app.member.call(api.taskTypes.update, { params: { id: type.id }, body: { keeps_cells: false } })
  expect(await findSecrets()).toEqual([])
  const id = await runAllKinds(type.id, 'Counting')
  expect(await findSecrets()).toEqual([])
  // Tasks that had stored cells continue from counts and hashes.
  await runToEnd(app.member, keeping)
  expect(await findSecrets()).toEqual([])

  const { runs } = await app.member.call(api.runs.list, { query: { task_id: id } })
  const run = runs.find(({ cells_changed }) => cells_changed > 0)?.id ?? 0
  const changes = await app.member.call(api.changeSets.page, { params: { id, run }, query: {} })
  expect(changes).toMatchObject({ state: 'not_kept', cells: [] })
  expect(changes.filled + changes.changed + changes.cleared).toBeGreaterThan(0)
  const undo = app.member.call(api.changeSets.undo, { params: { id, run }, body: { edited: 'leave' } })
  await expect(undo).rejects.toThrow('The task type keeps no cells of this run, so it cannot be undone.')
  expect(await app.member.call(api.dataCopy.columns, { params: { id } })).toMatchObject({
    available_columns: [],
    default_selected_columns: [],
    keeps_cells: false,
  })
  expect(await app.member.call(api.dataCopy.page, { params: { id }, query: {} })).toEqual({ data: [], total_rows: 0 })
})

test('a task that comes into a type that keeps no cells loses those that it had, by an edit and by an import', async () => {
  const create = async (body: { name: string; keeps_cells: boolean }) =>
    (await app.member.call(api.taskTypes.create, { body })).id
  const keeping = await create({ name: 'Keeps', keeps_cells: true })
  const counting = await create({ name: 'Counts', keeps_cells: false })
  const [edited, imported] = [
    await createTask(keeping, { name: 'Edited' }),
    await createTask(keeping, { name: 'Imported' }),
  ]
  const columns = (id: number) => app.member.call(api.dataCopy.columns, { params: { id } })
  for (const { id } of [edited, imported]) {
    await runToEnd(app.member, id)
    expect((await columns(id)).available_columns).toEqual(HEADER)
  }
  const params = { id: edited.id }
  await app.member.call(api.tasks.update, { params, body: { sync_task_type_id: counting } })
  const { source, target } = imported
  const content = `id,task_type,source_ss_id,target_ss_id\n${imported.id},Counts,${source},${target}\n`
  await app.member.upload(api.tasks.importCsv, { name: 'tasks.csv', content })
  for (const { id } of [edited, imported]) expect((await columns(id)).available_columns).toEqual([])
  expect(await findSecrets()).toEqual([])
})

test('a file of types turns the setting off, and keeps it where it has no such column', async () => {
  const { id } = await app.member.call(api.taskTypes.create, { body: { name: 'From a file' } })
  const { id: taskId } = await createTask(id, { name: 'Of a file' })
  await runToEnd(app.member, taskId)
  const importTypes = async (content: string) => {
    await app.member.upload(api.taskTypes.importCsv, { name: 'types.csv', content })
    const read = () => app.member.call(api.csvJobs.list, { query: {} })
    await eventually({ what: 'the import', read, until: ({ jobs }) => jobs[0]?.status === 'success' })
    return (await app.member.call(api.taskTypes.list)).find((type) => type.id === id)?.keeps_cells
  }
  expect(await importTypes(`id,name\n${id},From a file`)).toBe(true)
  expect(await importTypes(`id,name,keeps_cells\n${id},From a file,false`)).toBe(false)
  expect(await findSecrets()).toEqual([])
})
