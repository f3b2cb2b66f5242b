import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify/sync'
import { expect, test } from 'vitest'
import type { TaskFields } from '#contract/task-fields.ts'
import { taskTable } from '#domain/csv/tables.ts'
import { nameTaken } from '#domain/tasks/task-problems.ts'
import { noLenders } from '#server/auth/lenders.ts'
import type { Orm } from '#server/storage/database.ts'
import { tasks } from '#server/storage/live-tables.ts'
import { createTaskType } from '#server/task-types/edit-task-type.ts'
import { createTask } from '#server/tasks/edit-task.ts'
import { requireWholeTask } from '#server/tasks/read-tasks.ts'
import { buildTaskFields, buildTaskTypeFields } from '#tests/support/build-task-fields.ts'
import { openFreshDatabase } from '#tests/support/fresh-database.ts'
import { listTasks } from '#tests/support/list-tasks.ts'
import { exportTasks } from './export-tasks.ts'
import { importTasks } from './import-tasks.ts'

const by = { importedBy: 'ada@example.com', lenders: noLenders }
/** Number of tasks in ten batches. */
const MANY_TASKS = 5000

async function exported(orm: Orm): Promise<string> {
  let file = ''
  for await (const part of exportTasks(orm)) file += part
  return file
}

const imported = (orm: Orm, content: string) => importTasks(orm, { file: Readable.from([Buffer.from(content)]), ...by })
const add = (orm: Orm, fields: { sync_task_type_id: number } & Partial<TaskFields>) =>
  createTask(orm, { fields: buildTaskFields(fields), createdBy: by.importedBy, lenders: noLenders })

interface Row {
  id?: number
  name?: string
  task_type?: string
  source_ss_id?: string
  target_ss_id?: string
}

function formatCsv(rows: readonly Row[]): string {
  const header = ['id', 'name', 'task_type', 'source_ss_id', 'target_ss_id'] as const
  return stringify([[...header], ...rows.map((row) => header.map((column) => row[column]))])
}

test('importing an export changes nothing, and exporting again gives the same bytes', async () => {
  await using database = await openFreshDatabase()
  const { orm } = database
  const typeId = await createTaskType(orm, buildTaskTypeFields({ name: '=Masters, "quoted"' }))
  const names = [
    '=1+1',
    '+49 30',
    '@home',
    '-5',
    "'=1",
    "'tis",
    'a "b"',
    'line\nbreak',
    'comma, here',
    'é🎈',
    'x;=HYPERLINK("a")',
    'tab\t@home',
    'a | b => c!d',
  ]
  for (const name of names) {
    await add(orm, {
      sync_task_type_id: typeId,
      name,
      source_sheet_name: name,
      scheduled_times: ['04:00', '23:00'],
      max_concurrent_tasks: names.indexOf(name) + 1,
      expect_filled: [name, 'Total, net'],
      columns: 'Name, "Total, net" as Net',
      rows: 'Status = open; Amount > 100',
      target_cell: 'B5',
      header: false,
      more_sources: [
        { source_ss_id: 'other', source_sheet_name: name },
        { source_ss_id: 'branches', source_sheet_name: '2026-*' },
      ],
      source_column: 'Branch',
      when_source_fails: 'hold',
      every_minutes: 15,
      every_minutes_between: '07:00-19:00',
      fresh_by: '07:30',
      fresh_within_minutes: 120,
      after_source: true,
      on_edit: true,
      on_edit_pause_minutes: 2,
      on_edit_at_most_every_minutes: 15,
      hidden_rows: 'skip',
      mode: 'mirror',
      time_column: 'Copied at',
      key_columns: 'Name, "Order, no"',
      missing_rows: 'clear',
      beside: 'leave',
      split_by: '',
      targets: [{ value: name, target_ss_id: 'north', target_sheet_name: name }],
      targets_from: { ss_id: 'list', sheet_name: name, value_column: name, link_column: name, tab_column: '' },
      unmatched: 'report',
      control_sums: [name],
      expect_unique: [name],
      relevant_user_accounts: 'ada@example.com, bob@example.com',
    })
  }
  const before = await listTasks(orm, { page: 1, limit: 100 })
  const file = await exported(orm)
  expect(await imported(orm, file)).toMatchObject({ created: 0, updated: 0, unchanged: names.length, failed: 0 })
  expect(await exported(orm)).toBe(file)
  expect(
    await imported(orm, `\uFEFF${file.replaceAll('\n', '\r\n').replaceAll('line\r\nbreak', 'line\nbreak')}`),
  ).toMatchObject({
    unchanged: names.length,
  })
  expect(await listTasks(orm, { page: 1, limit: 100 })).toEqual(before)
})

test('an export imports into another installation, under new ids and in the same order', async () => {
  await using one = await openFreshDatabase()
  await using other = await openFreshDatabase()
  for (const { orm } of [one, other]) {
    for (const name of ['Masters', 'Ledger']) await createTaskType(orm, buildTaskTypeFields({ name }))
  }
  for (const typeId of [2, 1, 2]) await add(one.orm, { sync_task_type_id: typeId })
  const file = await exported(one.orm)
  expect(await imported(other.orm, file)).toMatchObject({ created: 3, failed: 0 })
  const withoutIds = (text: string) => text.replaceAll(/^\d+,/gm, '')
  expect(withoutIds(await exported(other.orm))).toBe(withoutIds(file))
})

test('imports good rows and reports bad ones by row number', async () => {
  await using database = await openFreshDatabase()
  const { orm } = database
  const typeId = await createTaskType(orm, buildTaskTypeFields({ name: 'Masters' }))
  await createTaskType(orm, buildTaskTypeFields({ name: 'Ledger' }))
  const taskId = await add(orm, { sync_task_type_id: typeId, name: 'Orders', source_ss_id: 'a', target_ss_id: 'b' })
  const counts = await imported(
    orm,
    formatCsv([
      { id: taskId, name: 'Orders 2', task_type: 'Ledger', source_ss_id: 'a', target_ss_id: 'b' },
      { id: 999, name: 'New', task_type: 'Masters', source_ss_id: 'c', target_ss_id: 'd' },
      { id: taskId, name: 'Again', task_type: 'Ledger', source_ss_id: 'a', target_ss_id: 'b' },
      { name: 'New', task_type: 'Masters', source_ss_id: 'e', target_ss_id: 'f' },
      { name: 'Other', task_type: 'Nobody', source_ss_id: 'g', target_ss_id: 'h' },
    ]),
  )
  expect(counts).toEqual({
    created: 1,
    updated: 1,
    unchanged: 0,
    failed: 3,
    errors: [
      { row: 4, message: 'Row 2 has the same id', name: 'Again', column: 'id', value: String(taskId) },
      { row: 5, message: nameTaken.message, name: 'New', column: 'name', value: 'New' },
      { row: 6, message: 'There is no task type "Nobody"', name: 'Other', column: 'task_type', value: 'Nobody' },
    ],
  })
  const { rows } = await listTasks(orm, { page: 1, limit: 10 })
  expect(rows.map(({ task, type }) => [type.name, task.name, task.position, task.id === 999])).toEqual([
    ['Masters', 'New', 1, false],
    ['Ledger', 'Orders 2', 1, false],
  ])
})

test('a row can take a name that an earlier row gave up', async () => {
  await using database = await openFreshDatabase()
  const { orm } = database
  const typeId = await createTaskType(orm, buildTaskTypeFields({ name: 'Masters' }))
  const [first = 0, second = 0] = [
    await add(orm, { sync_task_type_id: typeId, name: 'A', source_ss_id: 'a', target_ss_id: 'ta' }),
    await add(orm, { sync_task_type_id: typeId, name: 'B', source_ss_id: 'b', target_ss_id: 'tb' }),
  ]
  const counts = await imported(
    orm,
    formatCsv([
      { id: second, name: 'C', source_ss_id: 'c', target_ss_id: 'tb' },
      { id: first, name: 'B', source_ss_id: 'b', target_ss_id: 'ta' },
      { name: 'A', task_type: 'Masters', source_ss_id: 'a', target_ss_id: 'tc' },
    ]),
  )
  expect(counts).toMatchObject({ created: 1, updated: 2, failed: 0 })
  expect(await requireWholeTask(orm, first)).toMatchObject({ name: 'B', sourceSsId: 'b' })
})

test('a target that a row moves was not verified yet, and one that it leaves in place still was', async () => {
  await using database = await openFreshDatabase()
  const { orm } = database
  const typeId = await createTaskType(orm, buildTaskTypeFields({ name: 'Masters' }))
  const [moved = 0, renamed = 0] = [
    await add(orm, { sync_task_type_id: typeId, name: 'A', source_ss_id: 'a', target_ss_id: 'ta' }),
    await add(orm, { sync_task_type_id: typeId, name: 'B', source_ss_id: 'b', target_ss_id: 'tb' }),
  ]
  const verifiedAt = new Date('2026-07-14T05:30:00Z')
  await orm.update(tasks).set({ verifiedAt })
  await imported(
    orm,
    formatCsv([
      { id: moved, name: 'A', source_ss_id: 'a', target_ss_id: 'elsewhere' },
      { id: renamed, name: 'C', source_ss_id: 'b', target_ss_id: 'tb' },
    ]),
  )
  expect(await requireWholeTask(orm, moved)).toMatchObject({ targetSsId: 'elsewhere', verifiedAt: null })
  expect(await requireWholeTask(orm, renamed)).toMatchObject({ name: 'C', verifiedAt })
})

test('a file that is malformed further down imports nothing', async () => {
  await using database = await openFreshDatabase()
  const { orm } = database
  await createTaskType(orm, buildTaskTypeFields({ name: 'Masters' }))
  const rows = Array.from({ length: 1200 }, (_, index) => ({
    name: `Task ${index}`,
    task_type: 'Masters',
    source_ss_id: `s${index}`,
    target_ss_id: `t${index}`,
  }))
  await expect(imported(orm, `${formatCsv(rows)}1,"never closed`)).rejects.toMatchObject({ code: 'invalid' })
  expect((await listTasks(orm, { page: 1, limit: 1 })).total).toBe(0)
})

test('imports, exports and updates 5,000 tasks', async () => {
  await using database = await openFreshDatabase()
  const { orm } = database
  await createTaskType(orm, buildTaskTypeFields({ name: 'Masters' }))
  const othersEmpty = ','.repeat(taskTable.columns.length - 1 - taskTable.columns.indexOf('is_active'))
  async function* rows() {
    yield Buffer.from(stringify([taskTable.columns]))
    for (let index = 0; index < MANY_TASKS; index++) {
      yield Buffer.from(
        `,Task ${index},Masters,s${index},,t${index % 7},Tab ${index},"04:00, 23:00",,1000,2,,true${othersEmpty}\n`,
      )
    }
  }
  const counts = await importTasks(orm, { file: Readable.from(rows()), ...by })
  expect(counts).toMatchObject({ created: MANY_TASKS, failed: 0 })
  const file = await exported(orm)
  expect(file.split('\n')).toHaveLength(MANY_TASKS + 2)
  expect(await imported(orm, file)).toMatchObject({ unchanged: MANY_TASKS, failed: 0 })
  const restarted = file.replaceAll(',1000,2,,true', ',500,3,,false')
  expect(await imported(orm, restarted)).toMatchObject({ updated: MANY_TASKS, failed: 0 })
  expect(await exported(orm)).toBe(restarted)
})

test('a file keeps whether a name was chosen, and a new name in it counts as chosen', async () => {
  await using database = await openFreshDatabase()
  const { orm } = database
  const typeId = await createTaskType(orm, buildTaskTypeFields())
  const taskIds = [
    await add(orm, { sync_task_type_id: typeId, name: '', source_sheet_name: 'Data' }),
    await add(orm, { sync_task_type_id: typeId, name: 'Ledger', source_sheet_name: 'Tab' }),
  ]
  const haveOwnNames = async () => {
    const tasks = await Promise.all(taskIds.map((id) => requireWholeTask(orm, id)))
    return tasks.map(({ hasOwnName }) => hasOwnName)
  }
  const file = await exported(orm)
  await imported(orm, file.replaceAll('04:00', '05:00'))
  expect(await haveOwnNames()).toEqual([false, true])
  await imported(orm, file.replace('Data,', 'Mine,').replace('Ledger,', 'Tab,'))
  expect(await haveOwnNames()).toEqual([true, false])
})
