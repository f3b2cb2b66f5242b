import { Readable } from 'node:stream'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { MAX_PREVIEWED_ROWS } from '#contract/task-import.ts'
import { noLenders } from '#server/auth/lenders.ts'
import type { Orm } from '#server/storage/database.ts'
import { createTaskType } from '#server/task-types/edit-task-type.ts'
import { createTask } from '#server/tasks/edit-task.ts'
import { buildTaskFields, buildTaskTypeFields } from '#tests/support/build-task-fields.ts'
import { openFreshDatabase } from '#tests/support/fresh-database.ts'
import { listTasks } from '#tests/support/list-tasks.ts'
import { importTasks } from './import-tasks.ts'
import { previewTaskImport } from './preview-task-import.ts'

const by = { importedBy: 'ada@example.com', lenders: noLenders }
const HEADER = 'id,name,task_type,source_ss_id,target_ss_id,chunk_size'

const buildFile = (...rows: string[]) => Readable.from([Buffer.from([HEADER, ...rows].join('\n'))])
const allTasks = (orm: Orm) => listTasks(orm, { page: 1, limit: 100 })

test('a preview lists what the import then does, and changes nothing', async () => {
  await using database = await openFreshDatabase()
  const { orm } = database
  const masters = await createTaskType(orm, buildTaskTypeFields({ name: 'Masters' }))
  await createTaskType(orm, buildTaskTypeFields({ name: 'Details' }))
  const ends = { source_ss_id: 'a', target_ss_id: 'b' }
  const fields = buildTaskFields({ sync_task_type_id: masters, name: 'Orders', ...ends })
  const id = await createTask(orm, { fields, createdBy: by.importedBy, lenders: noLenders })
  const before = await allTasks(orm)
  const rows = [
    `${id},Orders 2,Details,a,b,500`,
    ',Prices,Masters,c,d,2000',
    ',Nowhere,Elsewhere,e,f,2000',
    ',Prices,Masters,g,h,2000',
  ]

  const preview = await previewTaskImport(orm, { file: buildFile(...rows), ...by })

  const noProblem = { problem: null, column: null, value: null }
  const skipped = { kind: 'skipped', task_id: null, changes: [] }
  expect(preview).toEqual({
    created: 1,
    updated: 1,
    unchanged: 0,
    failed: 2,
    is_cut: false,
    rows: [
      {
        row: 2,
        kind: 'changed',
        task_id: id,
        name: 'Orders',
        changes: [
          { field: 'name', before: 'Orders', after: 'Orders 2' },
          { field: 'chunk_size', before: '2000', after: '500' },
          { field: 'task_type', before: 'Masters', after: 'Details' },
        ],
        ...noProblem,
      },
      {
        row: 3,
        kind: 'created',
        task_id: null,
        name: 'Prices',
        changes: expect.arrayContaining([{ field: 'task_type', before: null, after: 'Masters' }]),
        ...noProblem,
      },
      {
        ...skipped,
        row: 4,
        name: 'Nowhere',
        problem: 'There is no task type "Elsewhere"',
        column: 'task_type',
        value: 'Elsewhere',
      },
      {
        ...skipped,
        row: 5,
        name: 'Prices',
        problem: expect.stringMatching(/name/),
        column: 'name',
        value: 'Prices',
      },
    ],
  })
  expect(await allTasks(orm)).toEqual(before)
  const { created, updated, unchanged, failed } = await importTasks(orm, { file: buildFile(...rows), ...by })
  expect(preview).toMatchObject({ created, updated, unchanged, failed })
  expect((await allTasks(orm)).rows.map(({ task }) => task.name).toSorted()).toEqual(['Orders 2', 'Prices'])
})

test('a preview takes no lock and uses up no id, and names tasks as the import does', async () => {
  await using database = await openFreshDatabase()
  const { orm } = database
  await createTaskType(orm, buildTaskTypeFields({ name: 'Masters' }))
  const rows = Array.from({ length: 600 }, (_, row) => `,,Masters,s${row},t${row},2000`)
  const advisoryLocks = sql`(select 1 from pg_locks join pg_database on pg_database.oid = database
    where locktype = 'advisory' and datname = current_database()) as locks`
  let locks = 0
  async function* asTheFileIsRead() {
    yield Buffer.from([HEADER, ...rows].join('\n'))
    locks += await orm.$count(advisoryLocks)
  }
  const preview = await previewTaskImport(orm, { file: Readable.from(asTheFileIsRead()), ...by })
  expect(locks).toBe(0)
  expect(await allTasks(orm)).toMatchObject({ rows: [] })
  await importTasks(orm, { file: buildFile(...rows), ...by })
  const created = (await listTasks(orm, { page: 1, limit: 1000 })).rows.map(({ task }) => task)
  expect(created[0]?.id).toBe(1)
  expect(preview.rows.map(({ name }) => name)).toEqual(created.slice(0, preview.rows.length).map(({ name }) => name))
})

test('a preview follows names and tabs from row to row, also far down the file', async () => {
  await using database = await openFreshDatabase()
  const { orm } = database
  const type = await createTaskType(orm, buildTaskTypeFields({ name: 'Masters' }))
  const fields = buildTaskFields({ sync_task_type_id: type, name: 'A', source_ss_id: 'a', target_ss_id: 'b' })
  const id = await createTask(orm, { fields, createdBy: by.importedBy, lenders: noLenders })
  const filler = Array.from({ length: 600 }, (_, row) => `,Task ${row},Masters,s${row},t${row},2000`)
  const rows = [
    `${id},B,Masters,c,d,2000`,
    ...filler,
    ',A,Masters,a,b,2000',
    ',B,Masters,e,f,2000',
    ',C,Masters,c,d,2000',
  ]
  const preview = await previewTaskImport(orm, { file: buildFile(...rows), ...by })
  expect(preview).toMatchObject({ created: 601, updated: 1, failed: 2 })
  expect(await importTasks(orm, { file: buildFile(...rows), ...by })).toMatchObject({
    created: 601,
    updated: 1,
    failed: 2,
  })
})

test('a long preview lists its first rows and counts the others', async () => {
  await using database = await openFreshDatabase()
  await createTaskType(database.orm, buildTaskTypeFields({ name: 'Masters' }))
  const count = MAX_PREVIEWED_ROWS + 20
  const rows = Array.from({ length: count }, (_, row) => `,Task ${row},Masters,s${row},t${row},2000`)
  const preview = await previewTaskImport(database.orm, { file: buildFile(...rows), ...by })
  expect(preview).toMatchObject({ created: count, is_cut: true })
  expect(preview.rows.map(({ row }) => row)).toEqual(rows.slice(0, MAX_PREVIEWED_ROWS).map((_, index) => index + 2))
})

test('a file that turns out to be no CSV file further down is refused', async () => {
  await using database = await openFreshDatabase()
  await expect(
    previewTaskImport(database.orm, { file: Readable.from([Buffer.from('a,b\n1,2')]), ...by }),
  ).rejects.toThrow()
})

test('a preview that cannot list all rows lists those that would be skipped', async () => {
  await using database = await openFreshDatabase()
  const { orm } = database
  await createTaskType(orm, buildTaskTypeFields({ name: 'Masters' }))
  const good = Array.from({ length: MAX_PREVIEWED_ROWS }, (_, row) => `,,Masters,s${row},t${row},2000`)
  const preview = await previewTaskImport(orm, { file: buildFile(...good, ',Lost,Nobody,x,y,2000'), ...by })
  expect(preview).toMatchObject({ created: MAX_PREVIEWED_ROWS, failed: 1, is_cut: true })
  expect(preview.rows).toHaveLength(MAX_PREVIEWED_ROWS)
  expect(preview.rows.at(-1)).toMatchObject({ kind: 'skipped', name: 'Lost' })
})
