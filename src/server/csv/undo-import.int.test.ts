import { expect } from 'vitest'
import { api } from '#contract/api.ts'
import { buildTaskFields, buildTaskTypeFields } from '#tests/support/build-task-fields.ts'
import { test } from '#tests/support/shared-app.ts'
import type { TestApp } from '#tests/support/test-app.ts'

/** Two types, three tasks of the first type, and an import that changes all three and adds one. */
async function importTasks({ member }: TestApp) {
  const create = (name: string) => member.call(api.taskTypes.create, { body: buildTaskTypeFields({ name }) })
  const [one, other] = [await create('One'), await create('Other')]
  const ids: number[] = []
  for (const name of ['A', 'B', 'C']) {
    const body = buildTaskFields({
      sync_task_type_id: one.id,
      name,
      source_ss_id: `s${name}`,
      target_ss_id: `t${name}`,
    })
    ids.push((await member.call(api.tasks.create, { body })).id)
  }
  const [a = 0, b = 0, c = 0] = ids
  const rows = [
    'id,name,task_type,source_ss_id,target_ss_id,notes,is_active',
    `${a},A2,One,sA,tA,from file,false`,
    `${b},B,Other,sB,tB,from file,true`,
    `${c},A,One,sC,tC,,true`,
    ',D,One,sD,tD,new,true',
  ]
  const before = await readTasks()
  const form = new FormData()
  form.set('file', new Blob([rows.join('\n')], { type: 'text/csv' }), 'tasks.csv')
  await member.fetch(api.tasks.importCsv.path, { method: 'POST', body: form })
  const { entries } = await member.call(api.activity.list, { query: { kind: 'tasks_imported' } })
  const params = { id: entries[0]?.id ?? 0 }

  async function readTasks() {
    const { syncTasks } = await member.call(api.tasks.list, { query: {} })
    return syncTasks.map(({ id, name, notes, is_active, sync_task_type_id, sort_order }) => ({
      id,
      name,
      notes,
      is_active,
      sync_task_type_id,
      sort_order,
    }))
  }
  return {
    member,
    ids,
    one,
    other,
    before,
    params,
    readTasks,
  }
}

test('an undone import leaves what was there before, with every name and position, and says so first', async ({
  emptyApp,
}) => {
  const { member, before, params, readTasks } = await importTasks(emptyApp)
  const imported = await readTasks()
  expect(imported).not.toEqual(before)
  const preview = await member.call(api.activity.previewUndo, { params })
  expect(preview).toMatchObject({ deleted: 1, reverted: 3, kept: 0, is_cut: false })
  expect(preview.tasks.map(({ name, kind }) => `${name} ${kind}`)).toEqual([
    'D (One) deleted',
    'A (One) reverted',
    'B (Other) reverted',
    'A2 (One) reverted',
  ])
  expect(await readTasks()).toEqual(imported)

  expect(await member.call(api.activity.undo, { params })).toEqual(preview)
  expect(await readTasks()).toEqual(before)
  const { entries } = await member.call(api.trash.list, { query: {} })
  expect(entries).toMatchObject([{ kind: 'import', names: ['D'] }])
  await expect(member.call(api.activity.undo, { params })).rejects.toMatchObject({ status: 409 })
})

test('what was edited since, and what cannot be as it was, is listed and left', async ({ emptyApp }) => {
  const { member, ids, one, other, params, readTasks } = await importTasks(emptyApp)
  const [a = 0, b = 0, c = 0] = ids
  await member.call(api.tasks.update, { params: { id: a }, body: { notes: 'by hand' } })
  const namesake = { name: 'C', source_ss_id: 'sX', target_ss_id: 'tX' }
  await member.call(api.tasks.create, { body: buildTaskFields({ sync_task_type_id: one.id, ...namesake }) })
  const undone = await member.call(api.activity.undo, { params })
  expect(undone).toMatchObject({ deleted: 1, reverted: 1, kept: 2 })
  const problems = new Map(undone.tasks.map(({ task_id, kind, problem }) => [task_id, { kind, problem }]))
  const nameTaken = 'A task with this name already exists for this task type. Please use a different name.'
  expect(problems.get(c)).toEqual({ kind: 'kept', problem: nameTaken })
  // Task A cannot get its former name back, because another task kept this name.
  expect(problems.get(a)).toEqual({ kind: 'kept', problem: nameTaken })
  expect(problems.get(b)).toEqual({ kind: 'reverted', problem: null })
  const left = new Map((await readTasks()).map((task) => [task.id, task]))
  expect(left.get(a)).toMatchObject({ name: 'A2', notes: 'by hand', is_active: false })
  expect(left.get(b)).toMatchObject({ sync_task_type_id: one.id, notes: '' })

  await member.call(api.tasks.update, { params: { id: c }, body: { name: 'C2' } })
  const again = await member.call(api.activity.undo, { params })
  expect(again).toMatchObject({ deleted: 0, reverted: 1, kept: 1 })
  expect(again.tasks.find(({ task_id }) => task_id === a)).toMatchObject({
    kind: 'reverted',
    problem: 'Edited since: notes',
    changes: [
      { field: 'name', before: 'A2', after: 'A' },
      { field: 'is_active', before: 'false', after: 'true' },
    ],
  })
  expect(other.id).toBeGreaterThan(one.id)
})
